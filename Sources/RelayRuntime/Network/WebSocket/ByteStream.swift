#if !canImport(Darwin)
  /// A connection that bytes go through, in both directions at once. Reads and writes block.
  protocol ByteStream: Sendable {
    /// Waits for bytes; an empty array is the end.
    func read() throws -> [UInt8]
    /// Writes all of `bytes`. Used by one thread at a time.
    func write(_ bytes: [UInt8]) throws
    /// Ends the connection; a blocked read or write returns.
    func shutdown()
  }

  /// A connection in which everything is encrypted.
  struct TLSStream: ByteStream {
    private let socket: StreamSocket
    private let session: TLSSession

    /// Secures `socket`, which nobody else may use from now on.
    init(_ socket: StreamSocket, session: TLSSession) throws {
      (self.socket, self.session) = (socket, session)
      while true {
        // What a failed handshake has to say goes out too.
        let step = Result { try session.shakeHands() }
        try self.flush()
        if try step.get() { return }
        let bytes = try socket.read()
        if bytes.isEmpty { throw RelayError.webSocket(code: 1006, reason: "the connection ended during the TLS handshake") }
        try session.put(bytes)
      }
    }

    func read() throws -> [UInt8] {
      // What came together with the end of the handshake is in the session already.
      var bytes: [UInt8] = []
      while true {
        let plaintext = try self.session.receive(bytes)
        // Some records say nothing to the application.
        if !plaintext.isEmpty || self.session.isClosed { return plaintext }
        bytes = try self.socket.read()
        if bytes.isEmpty { return [] }
      }
    }

    func write(_ bytes: [UInt8]) throws {
      try self.session.send(bytes)
      try self.flush()
    }

    func shutdown() { self.socket.shutdown() }

    private func flush() throws {
      let bytes = self.session.takeOutgoing()
      if !bytes.isEmpty { try self.socket.write(bytes) }
    }
  }
#endif
