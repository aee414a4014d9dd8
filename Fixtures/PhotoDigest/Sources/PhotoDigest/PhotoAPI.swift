import Foundation
import RelayRuntime

/// The GraphQL server behind this service.
public struct PhotoAPI: Sendable {
  private let url: URL
  private let transport: any HTTPTransport

  /// - Parameters:
  ///   - url: the GraphQL endpoint.
  ///   - transport: holds the connections to the server. One for the process.
  public init(url: URL, transport: any HTTPTransport = PlatformHTTPTransport()) {
    self.url = url
    self.transport = transport
  }

  /// An environment for one request of one user. Its store and its requests in flight belong to nobody else, so that no user gets another one's
  /// answer. It is cheap; the connections are the transport's.
  func environment(for credentials: Credentials) -> RelayEnvironment {
    var headers: HTTPNetwork.Headers = ["Authorization": credentials.authorization]
    if let key = credentials.idempotencyKey { headers["Idempotency-Key"] = key }
    let configuration = HTTPNetwork.Configuration(
      headers: headers, retryPolicy: .never, timeout: .seconds(5))
    return RelayEnvironment(
      network: HTTPNetwork(url: url, configuration: configuration, transport: transport),
      configuration: RelayEnvironment.Configuration(log: { _ in }))
  }
}

/// What a request is passed on with.
struct Credentials: Sendable {
  var authorization: String
  var idempotencyKey: String?

  /// - Returns: nil if the request has no token.
  init?(_ request: ServiceRequest) {
    guard let authorization = request.headers["authorization"], authorization.hasPrefix("Bearer ") else { return nil }
    self.authorization = authorization
    idempotencyKey = request.headers["idempotency-key"]
  }
}
