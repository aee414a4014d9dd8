#if !canImport(Darwin)
  #if canImport(Glibc)
    import Glibc
  #elseif canImport(Musl)
    import Musl
  #elseif canImport(Android)
    import Android
  #endif

  /// Rejects servers whose certificate has no subject alternative name, in libcurl's connections.
  ///
  /// libcurl compares the host with the common name of such a certificate, which is no name of a host (RFC 9525, section 2). It hands out
  /// OpenSSL's context before it connects; a function of the context sees each certificate that OpenSSL has verified. It only rejects.
  ///
  /// The functions are those of the OpenSSL that libcurl uses, which alone fit its objects. With another TLS library there are none.
  struct SubjectAlternativeNames: Sendable {
    typealias Object = OpaquePointer
    /// What libcurl calls with its handle, OpenSSL's context and an argument. It returns libcurl's result.
    typealias ContextFunction = @convention(c) (UnsafeMutableRawPointer?, UnsafeMutableRawPointer?, UnsafeMutableRawPointer?) -> CInt
    private typealias VerificationFunction = @convention(c) (CInt, Object?) -> CInt

    private let setVerification: @convention(c) @Sendable (Object?, CInt, VerificationFunction) -> Void
    private let depth: @convention(c) @Sendable (Object?) -> CInt
    private let certificate: @convention(c) @Sendable (Object?) -> Object?
    private let setError: @convention(c) @Sendable (Object?, CInt) -> Void
    private let fieldOfCertificate:
      @convention(c) @Sendable (Object?, CInt, UnsafeMutablePointer<CInt>?, UnsafeMutablePointer<CInt>?) -> Object?
    private let count: @convention(c) @Sendable (Object?) -> CInt
    private let element: @convention(c) @Sendable (Object?, CInt) -> Object?
    private let value: @convention(c) @Sendable (Object?, UnsafeMutablePointer<CInt>?) -> UnsafeMutableRawPointer?
    private let freeNames: @convention(c) @Sendable (Object?) -> Void

    /// - Parameters:
    ///   - symbol: finds a function of libcurl's libraries by its name; nil if there is none.
    ///   - versions: the versions of libcurl and its libraries, such as `libcurl/8.5.0 OpenSSL/3.0.13 zlib/1.3`.
    /// - Throws: ``RelayError/unsupportedOperation(_:)`` if libcurl does not use OpenSSL, or another one than the one that is found.
    init(_ symbol: DynamicLibrary.Lookup, versions: String) throws {
      func function<Function>(_ name: String) throws -> Function {
        guard let symbol = symbol(name) else { throw RelayError.unsupportedOperation("\(name): libcurl does not use it") }
        return unsafeBitCast(symbol, to: Function.self)
      }
      // Another library of libcurl may use OpenSSL although libcurl does not.
      let version: @convention(c) (CInt) -> UnsafePointer<CChar>? = try function("OpenSSL_version")
      guard let text = version(0), Self.uses(versions, openSSL: String(cString: text)) else {
        throw RelayError.unsupportedOperation("\(versions): not with this OpenSSL")
      }
      setVerification = try function("SSL_CTX_set_verify")
      depth = try function("X509_STORE_CTX_get_error_depth")
      certificate = try function("X509_STORE_CTX_get_current_cert")
      setError = try function("X509_STORE_CTX_set_error")
      fieldOfCertificate = try function("X509_get_ext_d2i")
      count = try function("OPENSSL_sk_num")
      element = try function("OPENSSL_sk_value")
      value = try function("GENERAL_NAME_get0_value")
      freeNames = try function("GENERAL_NAMES_free")
    }

    /// Whether libcurl's TLS library is that OpenSSL. A library in parentheses is present, but not used.
    /// - Parameter openSSL: its text, such as `OpenSSL 3.0.13 30 Jan 2024`.
    static func uses(_ versions: String, openSSL: String) -> Bool {
      let words = openSSL.split(separator: " ")
      guard words.count > 1, words[0] == "OpenSSL" else { return false }
      return versions.split(separator: " ").contains("OpenSSL/\(words[1])")
    }

    /// Makes a context of libcurl reject certificates without names.
    static let require: ContextFunction = { _, context, _ in
      let failedToConnect: CInt = 35
      guard let context, let functions = Curl.system?.subjectAlternativeNames else { return failedToConnect }
      let verifyPeer: CInt = 1
      functions.setVerification(OpaquePointer(context), verifyPeer) { isVerified, verification in
        guard isVerified == 1, let functions = Curl.system?.subjectAlternativeNames else { return 0 }
        return functions.accepts(verification) ? 1 : 0
      }
      return 0
    }

    /// Whether the certificate that has just been verified is not the server's, or has a name or an address.
    private func accepts(_ verification: Object?) -> Bool {
      guard depth(verification) == 0 else { return true }
      let (subjectAlternativeName, hostnameMismatch): (CInt, CInt) = (85, 62)
      if let names = fieldOfCertificate(certificate(verification), subjectAlternativeName, nil, nil) {
        defer { freeNames(names) }
        for index in 0..<max(count(names), 0) {
          let (dnsName, address): (CInt, CInt) = (2, 7)
          var kind: CInt = -1
          _ = value(element(names, index), &kind)
          if kind == dnsName || kind == address { return true }
        }
      }
      setError(verification, hostnameMismatch)
      return false
    }
  }
#endif
