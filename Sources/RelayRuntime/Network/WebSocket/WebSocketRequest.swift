public import Foundation

/// What a WebSocket is opened with, as a ``WebSocketInterceptor`` sees it.
public struct WebSocketRequest: Sendable {
  /// A `ws:` or `wss:` URL.
  public var url: URL
  /// The subprotocol that is offered.
  public var subprotocol: String
  /// Header fields of the opening handshake, besides its own.
  public var headers: HTTPHeaders
  /// The longest message that is accepted, in bytes.
  public var maximumMessageSize: Int

  /// Creates a request.
  public init(url: URL, subprotocol: String, headers: HTTPHeaders, maximumMessageSize: Int) {
    self.url = url
    self.subprotocol = subprotocol
    self.headers = headers
    self.maximumMessageSize = maximumMessageSize
  }
}
