#if !canImport(Darwin)
  import Foundation

  /// The state that a connection's thread shares with the users of the connection.
  ///
  /// It holds a limited amount: messages up to a limit, the newest pong, and the frames being sent.
  final class WebSocketExchange: Sendable {
    typealias Sender = CheckedContinuation<Void, any Error>

    /// The next task of the thread.
    enum Step {
      case send(WebSocketFrame, Sender?)
      case close(code: Int, reason: String)
      case nothing
    }

    // Two halves under one lock: what the thread should do, followed by what it has received. Closing and failing change both at once.
    private struct State: ~Copyable {
      var opening: CheckedContinuation<Void, any Error>?
      var handshakeHeaders = HTTPNetwork.Headers()
      var outgoing: [(frame: WebSocketFrame, sender: Sender)] = []
      var pong: [UInt8]?
      /// The close frame to send.
      var closing: (code: Int, reason: String)?
      /// The time by which the thread must end.
      var deadline: ContinuousClock.Instant?
      var isAbandoned = false
      /// The error that ended the connection.
      var failure: (any Error)?
      var room: @Sendable () -> Int = { .max }

      var messages: [Data] = []
      var head = 0
      /// The total size of the messages in bytes, including the last one received: it is being handled until the next one is requested.
      var count = 0
      var handled = 0
      /// Whether the thread is waiting for messages to be taken.
      var isPaused = false
      var waiting = [UInt64: CheckedContinuation<Void, Never>]()
      var nextWaiter: UInt64 = 0
    }

    /// The number of waiting bytes at which reading pauses.
    static let capacity = 1 << 20
    /// The overhead of a message in bytes.
    private static let overhead = 64
    /// The maximum duration of closing: for sending the current data and the close frame, and for the peer to end the connection.
    static let closingTime = Duration.milliseconds(500)

    let waker: Waker
    private let state = Lock(State())

    init(waker: Waker) {
      self.waker = waker
    }

    // MARK: - For the connection

    /// - Parameter continuation: resumed when the connection is open, could not be opened, or is no longer needed.
    /// - Returns: whether the connection is still needed.
    func begin(_ continuation: CheckedContinuation<Void, any Error>) -> Bool {
      let isWanted = state.withLock { state in
        if !state.isAbandoned { state.opening = continuation }
        return !state.isAbandoned
      }
      if !isWanted { continuation.resume(throwing: CancellationError()) }
      return isWanted
    }

    /// The header fields of the server's answer to the handshake.
    var handshakeHeaders: HTTPNetwork.Headers { state.withLock { $0.handshakeHeaders } }

    func limitMessages(by room: @escaping @Sendable () -> Int) {
      state.withLock { $0.room = room }
    }

    func send(_ frame: WebSocketFrame, _ sender: Sender) {
      let failure = state.withLock { state -> (any Error)? in
        if state.failure == nil { state.outgoing.append((frame, sender)) }
        return state.failure
      }
      if let failure { sender.resume(throwing: failure) } else { waker.wake() }
    }

    /// Closes the connection: nothing is received, and only a close frame is sent.
    func close(code: Int, reason: String) {
      let error = RelayError.webSocket(code: CloseStatus.abnormal, reason: "the connection was closed")
      end(error, closing: (code, reason), keepsMessages: false)
      waker.wake()
    }

    /// Ends the connection immediately, unless it is already being closed.
    func abandon() {
      let opening = state.withLock { state in
        state.isAbandoned = state.deadline == nil
        defer { state.opening = nil }
        return state.opening
      }
      opening?.resume(throwing: CancellationError())
      waker.wake()
    }

    /// The next message; nil if the waiting task is cancelled.
    func next() async throws -> Data? {
      while true {
        if let message = try take() { return message }
        if Task.isCancelled { return nil }
        await arrival()
      }
    }

    /// Removes the first message, so that its bytes are uniquely referenced: the receiver can change them without a copy.
    private func take() throws -> Data? {
      let (message, hasRoom) = try state.withLock { state -> (Data?, Bool) in
        state.count -= state.handled
        state.handled = 0
        let hasRoom = state.isPaused && state.count < Self.capacity
        if hasRoom { state.isPaused = false }
        guard state.head < state.messages.count else {
          if let failure = state.failure { throw failure }
          return (nil, hasRoom)
        }
        let message = state.messages[state.head]
        state.messages[state.head] = Data()
        state.handled = message.count + Self.overhead
        state.head += 1
        if state.head == state.messages.count { (state.messages, state.head) = ([], 0) }
        return (message, hasRoom)
      }
      if hasRoom { waker.wake() }
      return message
    }

    /// Waits until there is a message, the connection ends, or the task is cancelled.
    private func arrival() async {
      let id = state.withLock { state in
        state.nextWaiter += 1
        return state.nextWaiter
      }
      await withTaskCancellationHandler {
        await withCheckedContinuation { continuation in
          let isReady = self.state.withLock { state in
            if state.head < state.messages.count || state.failure != nil || Task.isCancelled { return true }
            state.waiting[id] = continuation
            return false
          }
          if isReady { continuation.resume() }
        }
      } onCancel: {
        self.state.withLock { $0.waiting.removeValue(forKey: id) }?.resume()
      }
    }

    // MARK: - For the thread

    /// Whether the connection is no longer needed.
    var isAbandoned: Bool { state.withLock { $0.isAbandoned } }

    /// The longest message that there is room for.
    var room: Int { state.withLock { $0.room }() }

    /// The time by which the thread must end; nil while the connection is open.
    var deadline: ContinuousClock.Instant? { state.withLock { $0.deadline } }

    /// Whether messages must be taken before more is read. Taking them wakes the thread.
    func pauses() -> Bool {
      state.withLock { state in
        state.isPaused = state.count >= Self.capacity && state.deadline == nil
        return state.isPaused
      }
    }

    func open(_ headers: HTTPNetwork.Headers) {
      let opening = state.withLock { state in
        state.handshakeHeaders = headers
        defer { state.opening = nil }
        return state.opening
      }
      opening?.resume()
    }

    /// Adds messages that have arrived.
    func put(_ messages: inout [Data]) {
      let waiting = state.withLock { state -> [CheckedContinuation<Void, Never>] in
        if state.failure == nil {
          for message in messages { state.count += message.count + Self.overhead }
          state.messages += messages
        }
        // The messages stay uniquely referenced until they are handed out.
        messages = []
        defer { state.waiting.removeAll() }
        return Array(state.waiting.values)
      }
      for waiter in waiting { waiter.resume() }
    }

    /// Answers the newest ping: one pong answers all pings before it (RFC 6455, section 5.5.3).
    func answer(ping payload: [UInt8]) {
      state.withLock { $0.pong = payload }
    }

    /// Takes the next frame to send. The close frame is the last one.
    func nextStep() -> Step {
      state.withLock { state in
        if let (code, reason) = state.closing {
          state.closing = nil
          return .close(code: code, reason: reason)
        }
        if state.failure != nil { return .nothing }
        if let payload = state.pong {
          state.pong = nil
          return .send(WebSocketFrame(opcode: .pong, payload: payload), nil)
        }
        guard !state.outgoing.isEmpty else { return .nothing }
        let (frame, sender) = state.outgoing.removeFirst()
        return .send(frame, sender)
      }
    }

    /// Ends the connection for its users: sending fails, and so does receiving after the messages that have arrived.
    /// - Parameters:
    ///   - closing: the close frame to send; with nil, the thread is about to end.
    ///   - keepsMessages: whether messages that have arrived can still be received.
    func end(_ error: any Error, closing: (code: Int, reason: String)? = nil, keepsMessages: Bool = true) {
      let (opening, senders, receivers) = self.state.withLock { state in
        if state.failure == nil {
          state.failure = error
          state.closing = closing
        }
        if state.deadline == nil { state.deadline = .now.advanced(by: Self.closingTime) }
        if !keepsMessages { (state.messages, state.head, state.count, state.handled) = ([], 0, 0, 0) }
        defer {
          (state.opening, state.outgoing, state.pong) = (nil, [], nil)
          state.waiting.removeAll()
        }
        return (state.opening, state.outgoing.map(\.sender), Array(state.waiting.values))
      }
      opening?.resume(throwing: error)
      for sender in senders { sender.resume(throwing: error) }
      for receiver in receivers { receiver.resume() }
    }
  }
#endif
