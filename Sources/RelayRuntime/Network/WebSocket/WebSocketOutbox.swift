/// Sends over one connection without blocking the caller: messages in order, and only the newest ping and pong, so that the queue does
/// not grow beyond what the operations send.
final class WebSocketOutbox: Sendable {
  private struct Message {
    let text: String
    /// The request of the operation that the message starts.
    var request: NetworkRequest?
  }

  private struct State {
    var messages: [Message] = []
    var ping: String?
    var pong: String?
    var isSending = false
  }

  let connection: any WebSocketConnection
  private let state = Lock(State())

  init(_ connection: any WebSocketConnection) {
    self.connection = connection
  }

  /// - Parameter request: the request of the operation that the message starts.
  func send(_ message: String, for request: NetworkRequest? = nil) {
    add { $0.messages.append(Message(text: message, request: request)) }
  }

  func sendPing(_ message: String) { add { $0.ping = message } }

  func sendPong(_ message: String) { add { $0.pong = message } }

  private func add(_ change: (inout State) -> Void) {
    let isIdle = state.withLock { state in
      change(&state)
      defer { state.isSending = true }
      return !state.isSending
    }
    guard isIdle else { return }
    Task {
      while let message = next() {
        // `receive()` reports the failure as well.
        do { try await send(message) } catch { return }
      }
    }
  }

  private func send(_ message: Message) async throws {
    if let request = message.request, let connection = connection as? any RequestingWebSocketConnection {
      try await connection.send(message.text, for: request)
    } else {
      try await connection.send(message.text)
    }
  }

  private func next() -> Message? {
    state.withLock { state in
      if let pong = state.pong {
        state.pong = nil
        return Message(text: pong)
      }
      if let ping = state.ping {
        state.ping = nil
        return Message(text: ping)
      }
      if !state.messages.isEmpty { return state.messages.removeFirst() }
      state.isSending = false
      return nil
    }
  }
}
