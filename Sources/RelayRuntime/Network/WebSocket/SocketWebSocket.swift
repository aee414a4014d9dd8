#if !canImport(Darwin)
  import Dispatch
  import Foundation
  import Synchronization

  #if canImport(Glibc)
    import Glibc
  #elseif canImport(Musl)
    import Musl
  #elseif canImport(Android)
    import Android
  #endif

  /// A WebSocket client on a TCP socket, secured for `wss:` URLs: FoundationNetworking has WebSockets only with a libcurl built for them.
  ///
  /// One thread reads and blocks; writes go through a serial queue, so that no thread of the concurrency pool ever waits for the socket.
  final class SocketWebSocketConnection: WebSocketConnection {
    private static let maximumMessage = 256 << 20

    private let socket: any ByteStream
    private let writes = DispatchQueue(label: "relay.websocket.write")
    private let inbox: Inbox

    private init(socket: any ByteStream, inbox: Inbox) {
      self.socket = socket
      self.inbox = inbox
    }

    deinit {
      self.socket.shutdown()
    }

    /// Opens a connection.
    /// - Parameter authorities: a PEM file with authorities whose certificates count besides those that the system trusts.
    static func open(url: URL, subprotocol: String, headers: HTTPHeaders, authorities: String? = nil) async throws
      -> SocketWebSocketConnection
    {
      guard let host = url.host, !host.isEmpty else { throw RelayError.webSocket(code: 1006, reason: "\(url) has no host") }
      let isSecure = ["wss", "https"].contains(url.scheme?.lowercased())
      let session = isSecure ? try Self.session(host: host, authorities: authorities) : nil
      let handshake = WebSocketHandshake(url: url, subprotocol: subprotocol, headers: headers)
      let opening = Opening()
      return try await withTaskCancellationHandler {
        try await withCheckedThrowingContinuation { continuation in
          opening.begin(continuation)
          Thread.detachNewThread {
            do {
              let socket = try StreamSocket(host: host, port: url.port ?? (isSecure ? 443 : 80))
              opening.note(socket)
              let stream: any ByteStream = if let session { try TLSStream(socket, session: session) } else { socket }
              let rest = try Self.shakeHands(handshake, on: stream)
              let inbox = Inbox()
              let connection = SocketWebSocketConnection(socket: stream, inbox: inbox)
              opening.end(.success(connection))
              Self.receiveFrames(after: rest, on: stream, inbox: inbox) { [weak connection] in
                connection?.write($0)
              } end: { [weak connection] in
                // After what is still to be written, such as the frame that says why.
                if let connection { connection.shutdown() } else { stream.shutdown() }
              }
            } catch {
              opening.end(.failure(error))
            }
          }
        }
      } onCancel: {
        opening.cancel()
      }
    }

    private static func session(host: String, authorities: String?) throws -> TLSSession {
      guard let openSSL = OpenSSL.system else {
        throw RelayError.unsupportedOperation(
          "wss: without OpenSSL, which this system lacks (libssl.so.3). Install it, use server-sent events over https: instead, "
            + "or give WebSocketNetwork a transport of your own")
      }
      return try TLSSession(client: openSSL, host: host, authorities: authorities)
    }

    func send(_ text: String) async throws {
      let frame = WebSocketFrame(opcode: .text, payload: Array(text.utf8))
      try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
        self.writes.async {
          continuation.resume(with: Result { try self.socket.write(frame.encoded(mask: Self.mask())) })
        }
      }
    }

    func receive() async throws -> Data {
      guard let message = try await self.inbox.next() else { throw RelayError.webSocket(code: 1006, reason: "") }
      return Data(message)
    }

    func close(code: Int, reason: String) {
      self.write(.close(code: code, reason: reason))
      self.shutdown()
    }

    private func shutdown() {
      self.writes.async { self.socket.shutdown() }
    }

    private func write(_ frame: WebSocketFrame) {
      self.writes.async { try? self.socket.write(frame.encoded(mask: Self.mask())) }
    }

    private static func mask() -> [UInt8] {
      (0..<4).map { _ in UInt8.random(in: .min ... .max) }
    }

    /// Sends the request, reads the answer's head and returns what came after it.
    private static func shakeHands(_ handshake: WebSocketHandshake, on socket: any ByteStream) throws -> [UInt8] {
      try socket.write(handshake.request())
      var received: [UInt8] = []
      while received.count < 1 << 16 {
        let chunk = try socket.read()
        if chunk.isEmpty { break }
        received += chunk
        if let end = Self.endOfHead(received) {
          try handshake.verify(Array(received[..<end]))
          return Array(received[end...])
        }
      }
      throw RelayError.webSocket(code: 1006, reason: "the connection ended during the handshake")
    }

    private static func endOfHead(_ bytes: [UInt8]) -> Int? {
      guard bytes.count >= 4 else { return nil }
      return (3..<bytes.count).first { bytes[($0 - 3)...$0].elementsEqual([0x0D, 0x0A, 0x0D, 0x0A]) }.map { $0 + 1 }
    }

    private static func receiveFrames(
      after rest: [UInt8], on socket: any ByteStream, inbox: Inbox, reply: (WebSocketFrame) -> Void, end: () -> Void
    ) {
      var parser = WebSocketFrameParser(maximumPayload: Self.maximumMessage)
      var assembler = WebSocketMessageAssembler(maximumPayload: Self.maximumMessage)
      defer { end() }
      do {
        var chunk = rest
        while true {
          for frame in try parser.append(chunk) {
            switch frame.opcode {
            case .ping: reply(WebSocketFrame(opcode: .pong, payload: frame.payload))
            case .pong: break
            case .close:
              let (code, reason) = frame.closure
              reply(.close(code: code == 1005 ? 1000 : code, reason: ""))
              throw RelayError.webSocket(code: code, reason: reason)
            case .text, .binary, .continuation:
              if let message = try assembler.append(frame) { inbox.put(message) }
            }
          }
          chunk = try socket.read()
          if chunk.isEmpty { throw RelayError.webSocket(code: 1006, reason: "the connection was lost") }
        }
      } catch {
        if case RelayError.webSocket(let code, let reason) = error, code == 1002 || code == 1009 {
          reply(.close(code: code, reason: reason))
        }
        inbox.end(error)
      }
    }
  }

  /// A connection that is being opened: whoever waits for it goes on as soon as he no longer wants it, whatever the thread is busy with.
  private final class Opening: Sendable {
    private struct State {
      var continuation: CheckedContinuation<SocketWebSocketConnection, any Error>?
      var socket: StreamSocket?
      var isCancelled = false
    }

    private let state = Mutex(State())

    func begin(_ continuation: CheckedContinuation<SocketWebSocketConnection, any Error>) {
      let isCancelled = self.state.withLock { state in
        if !state.isCancelled { state.continuation = continuation }
        return state.isCancelled
      }
      if isCancelled { continuation.resume(throwing: CancellationError()) }
    }

    func note(_ socket: StreamSocket) {
      let isCancelled = self.state.withLock { state in
        state.socket = socket
        return state.isCancelled
      }
      if isCancelled { socket.shutdown() }
    }

    func end(_ result: Result<SocketWebSocketConnection, any Error>) {
      self.take()?.resume(with: result)
    }

    func cancel() {
      let socket = self.state.withLock { state in
        state.isCancelled = true
        return state.socket
      }
      self.take()?.resume(throwing: CancellationError())
      socket?.shutdown()
    }

    private func take() -> CheckedContinuation<SocketWebSocketConnection, any Error>? {
      self.state.withLock { state in
        defer { state.continuation = nil }
        return state.continuation
      }
    }
  }

  /// The received messages, in order.
  private final class Inbox: Sendable {
    private struct State {
      var messages: [[UInt8]] = []
      var head = 0
      var failure: (any Error)?
      var waiting: [UInt64: CheckedContinuation<[UInt8]?, any Error>] = [:]
      var order: [UInt64] = []
      var nextWaiter: UInt64 = 0
    }

    private let state = Mutex(State())

    func put(_ message: [UInt8]) {
      let waiter = self.state.withLock { state -> CheckedContinuation<[UInt8]?, any Error>? in
        if let waiter = Self.popWaiter(&state) { return waiter }
        state.messages.append(message)
        return nil
      }
      waiter?.resume(returning: message)
    }

    func end(_ error: any Error) {
      let waiters = self.state.withLock { state in
        state.failure = error
        defer { state.waiting = [:] }
        return Array(state.waiting.values)
      }
      for waiter in waiters { waiter.resume(throwing: error) }
    }

    /// The next message; nil when the waiting task was cancelled.
    func next() async throws -> [UInt8]? {
      let id = self.state.withLock { state in
        state.nextWaiter += 1
        return state.nextWaiter
      }
      return try await withTaskCancellationHandler {
        try await withCheckedThrowingContinuation { continuation in
          let ready = self.state.withLock { state -> Result<[UInt8]?, any Error>? in
            if state.head < state.messages.count {
              defer { Self.advance(&state) }
              return .success(state.messages[state.head])
            }
            if let failure = state.failure { return .failure(failure) }
            if Task.isCancelled { return .success(nil) }
            state.waiting[id] = continuation
            state.order.append(id)
            return nil
          }
          if let ready { continuation.resume(with: ready) }
        }
      } onCancel: {
        self.state.withLock { $0.waiting.removeValue(forKey: id) }?.resume(returning: nil)
      }
    }

    private static func advance(_ state: inout State) {
      state.messages[state.head] = []
      state.head += 1
      if state.head == state.messages.count { (state.messages, state.head) = ([], 0) }
    }

    private static func popWaiter(_ state: inout State) -> CheckedContinuation<[UInt8]?, any Error>? {
      while !state.order.isEmpty {
        if let waiter = state.waiting.removeValue(forKey: state.order.removeFirst()) { return waiter }
      }
      return nil
    }
  }
#endif
