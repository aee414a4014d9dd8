import Foundation

final class URLSessionWebSocketTransport: WebSocketTransport {
  init(_ configuration: TransportConfiguration) {}

  func connect(
    to url: URL, subprotocol: String, headers: HTTPHeaders, maximumMessageSize: Int
  ) async throws -> any WebSocketConnection { throw CancellationError() }
}
