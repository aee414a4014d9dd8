public import Foundation

/// An open WebSocket connection.
public protocol WebSocketConnection: Sendable {
  /// Sends a text message. Throws when the connection is closed.
  func send(_ text: String) async throws
  /// Waits for the next text message and returns its bytes.
  /// - Throws: ``RelayError/webSocket(code:reason:)`` when the connection is closed.
  func receive() async throws -> Data
  /// Closes the connection; a waiting ``receive()`` or ``send(_:)`` throws, also when the peer takes nothing any more.
  func close(code: Int, reason: String)
  /// The header fields of the server's answer to the handshake; empty where an implementation does not tell them.
  var handshakeHeaders: HTTPHeaders { get }
}

extension WebSocketConnection {
  public var handshakeHeaders: HTTPHeaders { [:] }
}

/// A connection that can refuse a message before it has come.
protocol BoundedWebSocketConnection: WebSocketConnection {
  /// Refuses messages for which there is no room.
  /// - Parameter room: the longest message that there is room for now, in bytes; called from any thread.
  func limitMessages(by room: @escaping @Sendable () -> Int)
}
