#if !canImport(Darwin)
  import Foundation

  extension OpenSSL {
    // The functions below free each object that OpenSSL gives them, once and after its last use. Texts and bytes are valid during the calls
    // that get their addresses, and nothing keeps them: OpenSSL copies what it needs.

    /// Applies `tls` to a context, except for pinned keys, which are checked after the handshake.
    /// - Throws: ``RelayError/unsupportedOperation(_:)`` for certificates and keys that cannot be used.
    func configure(_ context: Context, _ tls: TransportConfiguration.TLS) throws {
      try tls.validate()
      guard tls.trustsSystemCertificates || !tls.trustedCertificates.isEmpty else {
        throw RelayError.unsupportedOperation("the TLS configuration trusts no certificate authority")
      }
      for certificate in tls.trustedCertificates {
        let object = unsafe Self.read(certificate, readCertificate)
        defer { unsafe freeCertificate(object) }
        guard unsafe object != nil, unsafe addCertificate(certificateStore(context), object) == 1 else {
          throw unsafe refusal("a trusted certificate cannot be used")
        }
      }
      switch tls.clientIdentity {
      case nil: break
      case .pem(let certificates, let key, let password)?:
        guard unsafe useCertificateFile(context, certificates.path) == 1 else {
          throw unsafe refusal("the client certificate cannot be read")
        }
        // Without a password, the library would prompt for one on the terminal.
        let isRead = unsafe (password ?? "").withCString { password in
          unsafe setPassword(context, UnsafeMutableRawPointer(mutating: password))
          defer { unsafe setPassword(context, nil) }
          let pem: CInt = 1
          return unsafe useKeyFile(context, key.path, pem) == 1
        }
        guard isRead, unsafe checkKey(context) == 1 else { throw unsafe refusal("the key of the client certificate cannot be used") }
      case .pkcs12(let bytes, let password)?: unsafe try use(bytes, password, context)
      }
    }

    private func use(_ bytes: Data, _ password: String, _ context: Context) throws {
      guard let file = unsafe Self.read(bytes, readPKCS12) else { throw unsafe refusal("the client certificate is not PKCS #12") }
      defer { unsafe freePKCS12(file) }
      var (key, certificate, chain): (Key?, Certificate?, Stack?)
      let isRead = unsafe parsePKCS12(file, password, &key, &certificate, &chain) == 1
      defer {
        unsafe freeKey(key)
        unsafe freeCertificate(certificate)
        if unsafe chain != nil { unsafe freeStack(chain, freeCertificate) }
      }
      guard isRead, unsafe useCertificate(context, certificate) == 1, unsafe useKey(context, key) == 1 else {
        throw unsafe refusal("the client certificate cannot be used")
      }
      let setChain: CInt = 88
      // The context retains the certificates.
      if let chain = unsafe chain { _ = unsafe controlContext(context, setChain, 1, UnsafeMutableRawPointer(chain)) }
    }

    /// The certificate of the peer, in DER.
    func certificate(ofPeer session: Session) -> Data? {
      guard let certificate = unsafe peerCertificate(session) else { return nil }
      defer { unsafe freeCertificate(certificate) }
      let count = unsafe Int(writeCertificate(certificate, nil))
      guard count > 0 else { return nil }
      var bytes = [UInt8](repeating: 0, count: count)
      let written = unsafe bytes.withUnsafeMutableBufferPointer { buffer in
        // It has room for as many bytes as the first call has announced. The function advances it past those that it has written.
        var position = buffer.baseAddress
        return unsafe Int(writeCertificate(certificate, &position))
      }
      return written == count ? Data(bytes) : nil
    }

    /// Reads an object, which the caller frees.
    /// - Parameter function: reads an object in DER and advances the address of the bytes past it.
    private static func read(
      _ bytes: Data,
      _ function: (UnsafeMutablePointer<OpaquePointer?>?, UnsafeMutablePointer<UnsafePointer<UInt8>?>, CLong) -> OpaquePointer?
    ) -> OpaquePointer? {
      unsafe Array(bytes).withUnsafeBufferPointer { buffer in
        var position = buffer.baseAddress
        return unsafe function(nil, &position, buffer.count)
      }
    }

    private func refusal(_ reason: String) -> RelayError {
      .unsupportedOperation(unsafe "\(reason): \(lastError())")
    }
  }
#endif
