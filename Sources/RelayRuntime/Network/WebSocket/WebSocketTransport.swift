public import Foundation

/// Opens WebSocket connections for a ``WebSocketNetwork``.
///
/// The library's own uses `URLSession`, and plain sockets for `ws:` on Linux, where `URLSession` can do WebSockets only with a libcurl
/// that was built for them. An application that has another WebSocket implementation can put it here.
public protocol WebSocketTransport: Sendable {
  /// Opens a connection.
  /// - Parameters:
  ///   - url: a `ws:` or `wss:` URL.
  ///   - subprotocol: the one subprotocol to offer; the connection fails if the server does not take it.
  ///   - headers: header fields of the opening handshake.
  func connect(to url: URL, subprotocol: String, headers: HTTPHeaders) async throws -> any WebSocketConnection
}

/// An open WebSocket connection.
public protocol WebSocketConnection: Sendable {
  /// Sends a text message. Throws when the connection is closed.
  func send(_ text: String) async throws
  /// Waits for the next text message and returns its bytes.
  /// - Throws: ``RelayError/webSocket(code:reason:)`` when the connection is closed.
  func receive() async throws -> Data
  /// Closes the connection; a waiting ``receive()`` throws.
  func close(code: Int, reason: String)
}

/// The transport for this platform.
public struct PlatformWebSocketTransport: WebSocketTransport {
  private let sessions = URLSessionWebSocketTransport()

  /// Creates the transport.
  public init() {}

  public func connect(to url: URL, subprotocol: String, headers: HTTPHeaders) async throws -> any WebSocketConnection {
    #if !canImport(Darwin)
      if url.scheme?.lowercased() == "ws" || url.scheme?.lowercased() == "http" {
        return try await SocketWebSocketConnection.open(url: url, subprotocol: subprotocol, headers: headers)
      }
    #endif
    return try await self.sessions.connect(to: url, subprotocol: subprotocol, headers: headers)
  }
}
