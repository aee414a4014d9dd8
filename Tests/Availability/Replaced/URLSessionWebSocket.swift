import Foundation

final class URLSessionWebSocketTransport: WebSocketTransport {
  init(_ configuration: TransportConfiguration) {}

  func connect(
    to url: URL, subprotocol: String, headers: HTTPNetwork.Headers, maximumMessageSize: Int
  ) async throws -> any WebSocketConnection { throw CancellationError() }
}
