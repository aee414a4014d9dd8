import Foundation
import FoundationNetworking

struct SessionChallenges: Sendable {
  init(_ configuration: TransportConfiguration) {}

  func answer(
    _ challenge: URLAuthenticationChallenge, _ answer: @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void,
    onRefusal: @escaping @Sendable (any Error) -> Void
  ) {}
}

extension TransportMetrics {
  init(_ metrics: URLSessionTaskMetrics) { self.init(duration: .zero) }
}
