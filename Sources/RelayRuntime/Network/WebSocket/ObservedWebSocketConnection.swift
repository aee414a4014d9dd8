import Foundation

/// A connection that reports its end.
final class ObservedWebSocketConnection: BoundedWebSocketConnection {
  private let connection: any WebSocketConnection
  private let id: Int
  private let onEvent: @Sendable (TransportEvent) -> Void
  private let isClosed = Lock(false)

  init(_ connection: any WebSocketConnection, id: Int, _ onEvent: @escaping @Sendable (TransportEvent) -> Void) {
    self.connection = connection
    self.id = id
    self.onEvent = onEvent
  }

  deinit { end(nil) }

  func send(_ text: String) async throws { try await connection.send(text) }

  func receive() async throws -> Data {
    do {
      return try await connection.receive()
    } catch {
      end(error)
      throw error
    }
  }

  func close(code: Int, reason: String) {
    end(nil)
    connection.close(code: code, reason: reason)
  }

  var handshakeHeaders: HTTPNetwork.Headers { connection.handshakeHeaders }

  func limitMessages(by room: @escaping @Sendable () -> Int) {
    (connection as? any BoundedWebSocketConnection)?.limitMessages(by: room)
  }

  private func end(_ error: (any Error)?) {
    let isFirst = isClosed.withLock { isClosed in
      defer { isClosed = true }
      return !isClosed
    }
    guard isFirst else { return }
    onEvent(.webSocketClosed(id: id, error: error))
  }
}
