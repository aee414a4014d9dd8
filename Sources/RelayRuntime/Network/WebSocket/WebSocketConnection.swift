public import Foundation

/// An open WebSocket connection.
///
/// ```swift
/// struct LoggedConnection: WebSocketConnection {
///   let connection: any WebSocketConnection
///
///   func send(_ text: String) async throws { try await connection.send(text) }
///
///   func receive() async throws -> Data {
///     let message = try await connection.receive()
///     print("received \(message.count) bytes")
///     return message
///   }
///
///   func close(code: Int, reason: String) { connection.close(code: code, reason: reason) }
/// }
/// ```
///
/// See <doc:Transports>.
public protocol WebSocketConnection: Sendable {
  /// Sends a text message. Throws if the connection is closed.
  func send(_ text: String) async throws
  /// Waits for the next text message and returns its bytes.
  /// - Throws: ``RelayError/webSocket(code:reason:)`` if the connection is closed.
  func receive() async throws -> Data
  /// Closes the connection. A waiting ``receive()`` or ``send(_:)`` throws, even if the peer no longer accepts data.
  func close(code: Int, reason: String)
  /// The header fields of the server's answer to the handshake; empty if an implementation does not provide them.
  var handshakeHeaders: HTTPNetwork.Headers { get }
}

extension WebSocketConnection {
  public var handshakeHeaders: HTTPNetwork.Headers { [:] }
}

/// A connection that makes a request of its own of each operation.
protocol RequestingWebSocketConnection: WebSocketConnection {
  /// Sends the message that starts an operation.
  /// - Parameter request: the operation's request. Its store may be cleared before the message has been sent.
  func send(_ text: String, for request: NetworkRequest) async throws
}

/// A connection that can reject a message before it has arrived.
protocol BoundedWebSocketConnection: WebSocketConnection {
  /// Rejects messages for which there is no room.
  /// - Parameter room: returns the longest message that there is currently room for, in bytes. Called on any thread.
  func limitMessages(by room: @escaping @Sendable () -> Int)
}
