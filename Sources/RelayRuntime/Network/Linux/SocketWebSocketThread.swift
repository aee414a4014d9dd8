#if !canImport(Darwin)
  import Foundation

  /// The thread of a connection: opens the socket, performs the TLS and WebSocket handshakes, and then reads and writes until the
  /// connection is closed.
  ///
  /// Everything here belongs to that thread; other threads use the exchange. The properties are the two ends of the connection and its two
  /// buffers, which only the thread's loop handles together.
  final class SocketWebSocketThread {
    private struct Abandoned: Error {}

    /// The maximum size of the server's answer to the handshake, in bytes.
    static let maximumHead = 1 << 16

    private let host: String
    private let port: Int
    private let session: TLSSession?
    private let handshake: WebSocketHandshake
    private let exchange: WebSocketExchange
    private let lookup: AddressLookup
    private var reader: WebSocketReader
    /// Bytes read from the socket after messages that have not been taken yet. There may be no room for the next message before then.
    private var unread: [UInt8] = []
    /// The bytes to write to the socket, and how many of them have been written.
    private var output: [UInt8] = []
    private var written = 0
    /// The sender waiting for the output to be written.
    private var sender: WebSocketExchange.Sender?
    /// Whether the close frame has been queued, after which nothing may be sent (RFC 6455, section 5.5.1).
    private var isClosing = false
    /// Whether writing is no longer possible. Data from the peer may still say why.
    private var cannotWrite = false

    init(
      host: String, port: Int, session: TLSSession?, handshake: WebSocketHandshake, maximumMessage: Int, exchange: WebSocketExchange,
      lookup: AddressLookup
    ) {
      self.lookup = lookup
      (self.host, self.port, self.session, self.handshake, self.exchange) = (host, port, session, handshake, exchange)
      reader = WebSocketReader(maximumMessage: maximumMessage)
    }

    func run() {
      do {
        let addresses = try lookup.addresses(of: host, port: port, waker: exchange.waker) { try checkWanted() }
        let socket = try StreamSocket(addresses, of: "\(host):\(port)", waker: exchange.waker) { try checkWanted() }
        try secure(socket)
        let (headers, rest) = try performHandshake(socket)
        exchange.open(headers)
        receive(rest)
        try converse(socket)
      } catch is Abandoned {
        exchange.end(RelayError.webSocket(code: CloseStatus.abnormal, reason: "the connection was closed"))
      } catch {
        exchange.end(error)
      }
      sender?.resume(throwing: RelayError.webSocket(code: CloseStatus.abnormal, reason: "the connection was closed"))
      sender = nil
    }

    private func checkWanted() throws {
      if exchange.isAbandoned { throw Abandoned() }
    }

    // MARK: - Opening

    private func secure(_ socket: StreamSocket) throws {
      guard let session else { return }
      while true {
        // The alert of a failed handshake is sent too.
        let step = Result { try session.performHandshake() }
        output += session.takeOutgoing()
        try flush(socket)
        if try step.get() { return }
        let bytes = try read(socket)
        if bytes.isEmpty { throw RelayError.webSocket(code: CloseStatus.abnormal, reason: "the connection ended during the TLS handshake") }
        try session.put(bytes)
      }
    }

    /// Sends the request and reads the answer's head. Returns its header fields and the bytes after it.
    private func performHandshake(_ socket: StreamSocket) throws -> (HTTPNetwork.Headers, [UInt8]) {
      try put(handshake.request())
      try flush(socket)
      var received: [UInt8] = []
      // Data that arrived with the end of the TLS handshake is already in the session.
      var bytes = try session?.receive([]) ?? []
      while true {
        let start = max(received.count - 3, 0)
        received += bytes
        let end = Self.endOfHead(received, from: start)
        guard end ?? received.count <= Self.maximumHead else {
          let reason = "the server's answer has a header longer than \(Self.maximumHead) bytes"
          throw RelayError.webSocket(code: CloseStatus.protocolError, reason: reason)
        }
        if let end { return (try handshake.verify(Array(received[..<end])), Array(received[end...])) }
        let arrived = try read(socket)
        if arrived.isEmpty { throw RelayError.webSocket(code: CloseStatus.abnormal, reason: "the connection ended during the handshake") }
        bytes = try session?.receive(arrived) ?? arrived
      }
    }

    private static func endOfHead(_ bytes: [UInt8], from start: Int) -> Int? {
      guard bytes.count >= start + 4 else { return nil }
      return ((start + 3)..<bytes.count).first { index in
        bytes[index] == 0x0A && bytes[index - 1] == 0x0D && bytes[index - 2] == 0x0A && bytes[index - 3] == 0x0D
      }
      .map { $0 + 1 }
    }

    /// Waits for bytes; an empty array means the end.
    private func read(_ socket: StreamSocket) throws -> [UInt8] {
      while true {
        try checkWanted()
        if let bytes = try socket.read() { return bytes }
        _ = try socket.wait(reading: true, writing: false, until: nil, waker: exchange.waker)
      }
    }

    /// Writes all output, however long that takes.
    private func flush(_ socket: StreamSocket) throws {
      while true {
        try checkWanted()
        try write(socket)
        if output.isEmpty { return }
        _ = try socket.wait(reading: false, writing: true, until: nil, waker: exchange.waker)
      }
    }

    // MARK: - Reading and writing

    private func converse(_ socket: StreamSocket) throws {
      while true {
        if exchange.isAbandoned { socket.discardUnsent() }
        try checkWanted()
        let deadline = exchange.deadline
        if let deadline, ContinuousClock.now >= deadline || cannotWrite {
          if !output.isEmpty { socket.discardUnsent() }
          return
        }
        send(socket)
        let pauses = exchange.pauses()
        if !pauses, !unread.isEmpty, exchange.deadline == nil {
          let bytes = unread
          unread = []
          receive(bytes)
          continue
        }
        let readiness = try socket.wait(
          reading: !pauses, writing: !output.isEmpty, until: exchange.deadline, waker: exchange.waker)
        guard readiness.canRead, let bytes = try socket.read() else { continue }
        // Data that arrives while closing is ignored, until the peer ends the connection.
        if exchange.deadline != nil {
          if bytes.isEmpty { return }
        } else {
          if bytes.isEmpty { throw RelayError.webSocket(code: CloseStatus.abnormal, reason: "the connection was lost") }
          let plaintext = try session?.receive(bytes) ?? bytes
          receive(plaintext)
          if session?.isClosed == true, unread.isEmpty, exchange.deadline == nil {
            throw RelayError.webSocket(code: CloseStatus.abnormal, reason: "the connection was lost")
          }
        }
      }
    }

    /// Takes frames to send and writes them, as far as there is room.
    private func send(_ socket: StreamSocket) {
      do {
        while !cannotWrite {
          try write(socket)
          guard output.isEmpty, !isClosing else { return }
          switch exchange.nextStep() {
          case .nothing: return
          case .send(let frame, let sender):
            self.sender = sender
            try put(frame.encoded(mask: Self.mask()))
          case .close(let code, let reason):
            isClosing = true
            try put(WebSocketFrame.close(code: code, reason: reason).encoded(mask: Self.mask()))
          }
        }
      } catch {
        cannotWrite = true
        self.sender?.resume(throwing: error)
        self.sender = nil
        (output, written) = ([], 0)
      }
    }

    private func put(_ bytes: [UInt8]) throws {
      guard let session else { return output += bytes }
      try session.send(bytes)
      output += session.takeOutgoing()
    }

    private func write(_ socket: StreamSocket) throws {
      while written < output.count {
        let count = try socket.write(output[written...])
        if count == 0 { return }
        written += count
      }
      (output, written) = ([], 0)
      sender?.resume()
      sender = nil
    }

    private func receive(_ bytes: [UInt8]) {
      var messages: [Data] = []
      do {
        let rest = try reader.append(bytes, room: exchange.room, batch: WebSocketExchange.capacity) { event in
          switch event {
          case .message(let message): messages.append(message)
          case .ping(let payload): exchange.answer(ping: payload)
          case .pong: break
          case .close(let code, let reason):
            // Only the first close frame counts, and nothing after it.
            exchange.put(&messages)
            let answer = code == CloseStatus.noCode ? CloseStatus.normal : code
            exchange.end(RelayError.webSocket(code: code, reason: reason), closing: (answer, ""))
          }
        }
        unread = Array(rest)
        exchange.put(&messages)
      } catch {
        exchange.put(&messages)
        let closing: (code: Int, reason: String) =
          switch error {
          case RelayError.webSocket(let code, let reason): (code, reason)
          default: (CloseStatus.messageTooLong, "message too long")
          }
        exchange.end(error, closing: closing)
        // A message that is no longer needed is not kept.
        reader = WebSocketReader(maximumMessage: 0)
      }
    }

    private static func mask() -> [UInt8] {
      (0..<4).map { _ in UInt8.random(in: .min ... .max) }
    }
  }
#endif
