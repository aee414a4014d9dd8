public import Foundation

/// Opens WebSocket connections for a ``WebSocketNetwork``.
///
/// The library's own uses `URLSession` on Apple's platforms. On Linux, where `URLSession` can do WebSockets only with a libcurl that was
/// built for them, it uses sockets, and for `wss:` the OpenSSL of the system with the certificates that it trusts (`SSL_CERT_FILE` names
/// others). An application that has another WebSocket implementation can put it here.
public protocol WebSocketTransport: Sendable {
  /// Opens a connection.
  /// - Parameters:
  ///   - url: a `ws:` or `wss:` URL.
  ///   - subprotocol: the one subprotocol to offer; the connection fails if the server does not take it.
  ///   - headers: header fields of the opening handshake, none of which belongs to the handshake itself.
  ///   - maximumMessageSize: the longest message to accept, in bytes. The connection ends with
  ///     ``RelayError/responseTooLarge(limit:)`` when a longer one arrives, best before all of it has.
  func connect(to url: URL, subprotocol: String, headers: HTTPHeaders, maximumMessageSize: Int) async throws -> any WebSocketConnection
}

/// An open WebSocket connection.
public protocol WebSocketConnection: Sendable {
  /// Sends a text message. Throws when the connection is closed.
  func send(_ text: String) async throws
  /// Waits for the next text message and returns its bytes.
  /// - Throws: ``RelayError/webSocket(code:reason:)`` when the connection is closed.
  func receive() async throws -> Data
  /// Closes the connection; a waiting ``receive()`` or ``send(_:)`` throws, also when the other side takes nothing any more.
  func close(code: Int, reason: String)
}

/// A connection that can refuse a message before it has come.
protocol BoundedWebSocketConnection: WebSocketConnection {
  /// Lets no message come for which there is no room.
  /// - Parameter room: the longest message that there is room for now, in bytes; called from any thread.
  func limitMessages(by room: @escaping @Sendable () -> Int)
}

/// The transport for this platform.
public struct PlatformWebSocketTransport: WebSocketTransport {
  #if canImport(Darwin)
    private let sessions = URLSessionWebSocketTransport()
  #endif

  /// Creates the transport.
  public init() {}

  public func connect(
    to url: URL, subprotocol: String, headers: HTTPHeaders, maximumMessageSize: Int
  ) async throws -> any WebSocketConnection {
    #if canImport(Darwin)
      return try await self.sessions.connect(
        to: url, subprotocol: subprotocol, headers: headers, maximumMessageSize: maximumMessageSize)
    #else
      return try await SocketWebSocketConnection.open(
        url: url, subprotocol: subprotocol, headers: headers, maximumMessageSize: maximumMessageSize)
    #endif
  }
}
