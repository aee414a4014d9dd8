#if !canImport(Darwin)
  import Foundation

  extension OpenSSL {
    /// Applies `tls` to a context, except for pinned keys, which are checked after the handshake.
    /// - Throws: ``RelayError/unsupportedOperation(_:)`` for certificates and keys that cannot be used.
    func configure(_ context: Object, _ tls: TransportConfiguration.TLS) throws {
      try tls.validate()
      guard tls.trustsSystemCertificates || !tls.trustedCertificates.isEmpty else {
        throw RelayError.unsupportedOperation("the TLS configuration trusts no certificate authority")
      }
      for certificate in tls.trustedCertificates {
        let object = Self.read(certificate, readCertificate)
        defer { freeCertificate(object) }
        guard object != nil, addCertificate(certificateStore(context), object) == 1 else {
          throw refusal("a trusted certificate cannot be used")
        }
      }
      switch tls.clientIdentity {
      case nil: break
      case .pem(let certificates, let key, let password)?:
        guard useCertificateFile(context, certificates.path) == 1 else { throw refusal("the client certificate cannot be read") }
        // Without a password, the library would prompt for one on the terminal.
        let isRead = (password ?? "").withCString { password in
          setPassword(context, UnsafeMutableRawPointer(mutating: password))
          defer { setPassword(context, nil) }
          let pem: CInt = 1
          return useKeyFile(context, key.path, pem) == 1
        }
        guard isRead, checkKey(context) == 1 else { throw refusal("the key of the client certificate cannot be used") }
      case .pkcs12(let bytes, let password)?: try use(bytes, password, context)
      }
    }

    private func use(_ bytes: Data, _ password: String, _ context: Object) throws {
      guard let file = Self.read(bytes, readPKCS12) else { throw refusal("the client certificate is not PKCS #12") }
      defer { freePKCS12(file) }
      var (key, certificate, chain): (Object?, Object?, Object?)
      let isRead = parsePKCS12(file, password, &key, &certificate, &chain) == 1
      defer {
        freeKey(key)
        freeCertificate(certificate)
        if chain != nil { freeStack(chain, freeCertificate) }
      }
      guard isRead, useCertificate(context, certificate) == 1, useKey(context, key) == 1 else {
        throw refusal("the client certificate cannot be used")
      }
      let setChain: CInt = 88
      // The context retains the certificates.
      if let chain { _ = controlContext(context, setChain, 1, UnsafeMutableRawPointer(chain)) }
    }

    /// The certificate of the peer, in DER.
    func certificate(ofPeer session: Object) -> Data? {
      guard let certificate = peerCertificate(session) else { return nil }
      defer { freeCertificate(certificate) }
      let count = Int(writeCertificate(certificate, nil))
      guard count > 0 else { return nil }
      var bytes = [UInt8](repeating: 0, count: count)
      let written = bytes.withUnsafeMutableBufferPointer { buffer in
        // The function advances it past the bytes that it has written.
        var position = buffer.baseAddress
        return Int(writeCertificate(certificate, &position))
      }
      return written == count ? Data(bytes) : nil
    }

    private static func read(
      _ bytes: Data, _ function: (UnsafeMutablePointer<Object?>?, UnsafeMutablePointer<UnsafePointer<UInt8>?>, CLong) -> Object?
    ) -> Object? {
      Array(bytes).withUnsafeBufferPointer { buffer in
        var position = buffer.baseAddress
        return function(nil, &position, buffer.count)
      }
    }

    private func refusal(_ reason: String) -> RelayError {
      .unsupportedOperation("\(reason): \(lastError())")
    }
  }
#endif
