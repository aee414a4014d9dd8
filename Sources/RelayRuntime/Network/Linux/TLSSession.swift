#if !canImport(Darwin)
  import Foundation

  /// One side of a TLS connection, in memory: received bytes are put in, and bytes to send are taken out. It does not use a socket.
  ///
  /// OpenSSL's functions get addresses of this class's buffers with their sizes, and use them only during the call.
  final class TLSSession: Sendable {
    /// A session and its buffers, which it owns.
    ///
    /// `@unchecked Sendable`: nothing else refers to the session and the buffers after the state has been created (the context that
    /// sessions share is reference-counted atomically by OpenSSL), and the lock around the state gives one thread at a time access to
    /// them. `@safe`: they are freed when nothing refers to the state any more.
    @safe private struct State: @unchecked Sendable {
      let openSSL: OpenSSL
      let session: OpenSSL.Session
      let incoming: OpenSSL.Buffer
      let outgoing: OpenSSL.Buffer
      var isClosed = false
    }

    private static let (wantsRead, wantsWrite, wasClosed): (CInt, CInt, CInt) = (2, 3, 6)
    private static let chunk = 1 << 14

    private let state: Lock<State>
    /// In base64.
    private let pinnedPublicKeys: Set<String>

    /// A client session with `host`. The host's certificate must match it and be signed by an authority that the system trusts, unless
    /// `tls` says otherwise.
    convenience init(client openSSL: OpenSSL, host: String, tls: TransportConfiguration.TLS? = nil) throws {
      guard let context = unsafe openSSL.newContext(openSSL.clientMethod()) else { throw unsafe Self.failure(openSSL.lastError()) }
      // A session retains its context, and OpenSSL copies the texts that it gets.
      defer { unsafe openSSL.freeContext(context) }
      let (setMinimumVersion, version12, verifyPeer): (CInt, CLong, CInt) = (123, 0x0303, 1)
      _ = unsafe openSSL.controlContext(context, setMinimumVersion, version12, nil)
      unsafe openSSL.setVerification(context, verifyPeer, nil)
      if tls?.trustsSystemCertificates ?? true { _ = unsafe openSSL.useDefaultCertificates(context) }
      if let tls { unsafe try openSSL.configure(context, tls) }
      guard let session = unsafe openSSL.newSession(context) else { throw unsafe Self.failure(openSSL.lastError()) }
      unsafe openSSL.setConnectState(session)
      // Only a subject alternative name counts, not the common name (RFC 9525, section 2), and `*` only as a whole label (section 6.3).
      let (neverSubject, noPartialWildcards): (CUnsignedInt, CUnsignedInt) = (0x20, 0x4)
      unsafe openSSL.setHostFlags(openSSL.verificationParameters(session), neverSubject | noPartialWildcards)
      if unsafe openSSL.setAddress(openSSL.verificationParameters(session), host) != 1 {
        // The server name to request, and the name that the certificate must have.
        let setServerName: CInt = 55
        _ = unsafe host.withCString { unsafe openSSL.control(session, setServerName, 0, UnsafeMutableRawPointer(mutating: $0)) }
        guard unsafe openSSL.setHost(session, host) == 1 else {
          unsafe openSSL.freeSession(session)
          throw Self.failure("\(host) is not a host name")
        }
      }
      unsafe try self.init(openSSL, session, pinnedPublicKeys: tls?.pinnedKeyTexts ?? [])
    }

    /// - Parameters:
    ///   - session: an OpenSSL session, which this object frees.
    ///   - pinnedPublicKeys: the hashes of accepted public keys of the peer, in base64; empty: any key.
    init(_ openSSL: OpenSSL, _ session: OpenSSL.Session, pinnedPublicKeys: Set<String> = []) throws {
      self.pinnedPublicKeys = pinnedPublicKeys
      guard let incoming = unsafe openSSL.newBuffer(openSSL.memoryMethod()), let outgoing = unsafe openSSL.newBuffer(openSSL.memoryMethod())
      else {
        unsafe openSSL.freeSession(session)
        throw unsafe Self.failure(openSSL.lastError())
      }
      // From here on the session owns the buffers and frees them.
      unsafe openSSL.setBuffers(session, incoming, outgoing)
      state = unsafe Lock(State(openSSL: openSSL, session: session, incoming: incoming, outgoing: outgoing))
    }

    deinit { state.withLock { unsafe $0.openSSL.freeSession($0.session) } }

    /// Whether the peer has closed the connection.
    var isClosed: Bool { state.withLock { $0.isClosed } }

    /// Continues the handshake as far as the received bytes allow.
    /// - Returns: whether it is complete.
    func performHandshake() throws -> Bool {
      try state.withLock { state in
        unsafe state.openSSL.clearErrors()
        let result = unsafe state.openSSL.performHandshake(state.session)
        if result == 1 {
          unsafe try checkPins(state.openSSL.certificate(ofPeer: state.session))
          return true
        }
        let error = unsafe state.openSSL.error(state.session, result)
        if error == Self.wantsRead || error == Self.wantsWrite { return false }
        let verification = unsafe state.openSSL.verificationResult(state.session)
        if verification != 0, let text = unsafe state.openSSL.verificationText(verification) {
          throw Self.failure(unsafe "the server's certificate was rejected: \(String(cString: text))")
        }
        throw unsafe Self.failure(state.openSSL.lastError())
      }
    }

    private func checkPins(_ certificate: Data?) throws {
      guard !pinnedPublicKeys.isEmpty else { return }
      guard let certificate,
        pinnedPublicKeys.contains(try TransportConfiguration.TLS.publicKeyHash(ofCertificate: certificate).base64EncodedString())
      else {
        throw Self.failure("the server's certificate was rejected: its public key is not one of the pinned ones")
      }
    }

    /// Adds bytes received during the handshake.
    func put(_ ciphertext: [UInt8]) throws {
      let isTaken = state.withLock { unsafe Self.put(ciphertext, in: $0.incoming, $0.openSSL.writeBuffer) }
      guard isTaken else { throw Self.failure("there is not enough memory for the received data") }
    }

    /// Decrypts received bytes.
    func receive(_ ciphertext: [UInt8]) throws -> [UInt8] {
      try put(ciphertext)
      return try state.withLock { state in
        var plaintext: [UInt8] = []
        while true {
          unsafe state.openSSL.clearErrors()
          let count = unsafe Self.append(to: &plaintext) { unsafe state.openSSL.read(state.session, $0, $1) }
          if count > 0 { continue }
          switch unsafe state.openSSL.error(state.session, count) {
          case Self.wantsRead, Self.wantsWrite: return plaintext
          case Self.wasClosed:
            state.isClosed = true
            return plaintext
          default: throw unsafe Self.failure(state.openSSL.lastError())
          }
        }
      }
    }

    /// Encrypts bytes; `takeOutgoing()` returns the result.
    func send(_ plaintext: [UInt8]) throws {
      try state.withLock { state in
        unsafe state.openSSL.clearErrors()
        let isSent = unsafe Self.put(plaintext, in: state.session, state.openSSL.write)
        guard isSent else { throw unsafe Self.failure(state.openSSL.lastError()) }
      }
    }

    /// Takes the bytes to send, including messages of the handshake.
    func takeOutgoing() -> [UInt8] {
      state.withLock { state in
        var bytes: [UInt8] = []
        while unsafe state.openSSL.bufferedCount(state.outgoing) > 0 {
          guard unsafe Self.append(to: &bytes, { unsafe state.openSSL.readBuffer(state.outgoing, $0, $1) }) > 0 else { break }
        }
        return bytes
      }
    }

    /// Appends the bytes that `read` writes to a buffer, and returns its result: the number of bytes, or an error.
    private static func append(to bytes: inout [UInt8], _ read: (UnsafeMutableRawPointer?, CInt) -> CInt) -> CInt {
      var result: CInt = 0
      unsafe bytes += [UInt8](unsafeUninitializedCapacity: Self.chunk) { buffer, count in
        result = unsafe read(buffer.baseAddress, CInt(Self.chunk))
        count = Int(max(result, 0))
      }
      return result
    }

    /// Passes `bytes` to `write` in pieces; returns whether all were accepted.
    private static func put(
      _ bytes: [UInt8], in target: OpaquePointer, _ write: (OpaquePointer?, UnsafeRawPointer?, CInt) -> CInt
    ) -> Bool {
      unsafe bytes.withUnsafeBytes { bytes in
        var rest = unsafe bytes[...]
        while unsafe !rest.isEmpty {
          let piece = unsafe UnsafeRawBufferPointer(rebasing: rest.prefix(1 << 20))
          guard unsafe write(target, piece.baseAddress, CInt(piece.count)) == CInt(piece.count) else { return false }
          unsafe rest = rest.dropFirst(piece.count)
        }
        return true
      }
    }

    /// 1015 is the code for a connection whose TLS handshake failed (RFC 6455, section 7.4.1).
    private static func failure(_ reason: String) -> RelayError { .webSocket(code: CloseStatus.tlsHandshake, reason: reason) }
  }
#endif
