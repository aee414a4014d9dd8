import Foundation
import Synchronization

/// A connection whose end is told.
final class ObservedWebSocketConnection: BoundedWebSocketConnection {
  private let connection: any WebSocketConnection
  private let id: Int
  private let onEvent: @Sendable (TransportEvent) -> Void
  private let isClosed = Atomic(false)

  init(_ connection: any WebSocketConnection, id: Int, _ onEvent: @escaping @Sendable (TransportEvent) -> Void) {
    self.connection = connection
    self.id = id
    self.onEvent = onEvent
  }

  deinit { self.end(nil) }

  func send(_ text: String) async throws { try await self.connection.send(text) }

  func receive() async throws -> Data {
    do {
      return try await self.connection.receive()
    } catch {
      self.end(error)
      throw error
    }
  }

  func close(code: Int, reason: String) {
    self.end(nil)
    self.connection.close(code: code, reason: reason)
  }

  var handshakeHeaders: HTTPHeaders { self.connection.handshakeHeaders }

  func limitMessages(by room: @escaping @Sendable () -> Int) {
    (self.connection as? any BoundedWebSocketConnection)?.limitMessages(by: room)
  }

  private func end(_ error: (any Error)?) {
    guard !self.isClosed.exchange(true, ordering: .acquiringAndReleasing) else { return }
    self.onEvent(.webSocketClosed(id: self.id, error: error))
  }
}
