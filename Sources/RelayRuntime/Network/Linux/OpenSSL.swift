#if !canImport(Darwin)
  #if canImport(Glibc)
    import Glibc
  #elseif canImport(Musl)
    import Musl
  #elseif canImport(Android)
    import Android
  #endif

  /// The OpenSSL functions that a TLS client needs, resolved when the first `wss:` connection is opened. The library does not need
  /// OpenSSL to build or link, and everything but `wss:` works without it. FoundationNetworking offers TLS only for HTTP.
  ///
  /// The casts of `symbol` are sound because the types are those in OpenSSL's documentation, which are the same in 1.1
  /// and 3.
  struct OpenSSL: Sendable {
    typealias Object = OpaquePointer

    let clientMethod: @convention(c) @Sendable () -> Object?
    let newContext: @convention(c) @Sendable (Object?) -> Object?
    let freeContext: @convention(c) @Sendable (Object?) -> Void
    let controlContext: @convention(c) @Sendable (Object?, CInt, CLong, UnsafeMutableRawPointer?) -> CLong
    let setVerification: @convention(c) @Sendable (Object?, CInt, OpaquePointer?) -> Void
    let useDefaultCertificates: @convention(c) @Sendable (Object?) -> CInt
    let loadCertificates: @convention(c) @Sendable (Object?, UnsafePointer<CChar>?, UnsafePointer<CChar>?) -> CInt
    let newSession: @convention(c) @Sendable (Object?) -> Object?
    let freeSession: @convention(c) @Sendable (Object?) -> Void
    let control: @convention(c) @Sendable (Object?, CInt, CLong, UnsafeMutableRawPointer?) -> CLong
    let setHost: @convention(c) @Sendable (Object?, UnsafePointer<CChar>?) -> CInt
    let setHostFlags: @convention(c) @Sendable (Object?, CUnsignedInt) -> Void
    let verificationParameters: @convention(c) @Sendable (Object?) -> Object?
    let certificateStore: @convention(c) @Sendable (Object?) -> Object?
    let addCertificate: @convention(c) @Sendable (Object?, Object?) -> CInt
    let readCertificate:
      @convention(c) @Sendable (UnsafeMutablePointer<Object?>?, UnsafeMutablePointer<UnsafePointer<UInt8>?>, CLong) -> Object?
    let writeCertificate: @convention(c) @Sendable (Object?, UnsafeMutablePointer<UnsafeMutablePointer<UInt8>?>?) -> CInt
    let freeCertificate: @convention(c) @Sendable (Object?) -> Void
    let peerCertificate: @convention(c) @Sendable (Object?) -> Object?
    let useCertificateFile: @convention(c) @Sendable (Object?, UnsafePointer<CChar>?) -> CInt
    let useKeyFile: @convention(c) @Sendable (Object?, UnsafePointer<CChar>?, CInt) -> CInt
    let useCertificate: @convention(c) @Sendable (Object?, Object?) -> CInt
    let useKey: @convention(c) @Sendable (Object?, Object?) -> CInt
    let checkKey: @convention(c) @Sendable (Object?) -> CInt
    let setPassword: @convention(c) @Sendable (Object?, UnsafeMutableRawPointer?) -> Void
    let readPKCS12: @convention(c) @Sendable (UnsafeMutablePointer<Object?>?, UnsafeMutablePointer<UnsafePointer<UInt8>?>, CLong) -> Object?
    let parsePKCS12:
      @convention(c) @Sendable (
        Object?, UnsafePointer<CChar>?, UnsafeMutablePointer<Object?>, UnsafeMutablePointer<Object?>, UnsafeMutablePointer<Object?>
      ) -> CInt
    let freePKCS12: @convention(c) @Sendable (Object?) -> Void
    let freeKey: @convention(c) @Sendable (Object?) -> Void
    let freeStack: @convention(c) @Sendable (Object?, @convention(c) @Sendable (Object?) -> Void) -> Void
    let setAddress: @convention(c) @Sendable (Object?, UnsafePointer<CChar>?) -> CInt
    let setBuffers: @convention(c) @Sendable (Object?, Object?, Object?) -> Void
    let setConnectState: @convention(c) @Sendable (Object?) -> Void
    let performHandshake: @convention(c) @Sendable (Object?) -> CInt
    let read: @convention(c) @Sendable (Object?, UnsafeMutableRawPointer?, CInt) -> CInt
    let write: @convention(c) @Sendable (Object?, UnsafeRawPointer?, CInt) -> CInt
    let error: @convention(c) @Sendable (Object?, CInt) -> CInt
    let verificationResult: @convention(c) @Sendable (Object?) -> CLong
    let verificationText: @convention(c) @Sendable (CLong) -> UnsafePointer<CChar>?
    let memoryMethod: @convention(c) @Sendable () -> Object?
    let newBuffer: @convention(c) @Sendable (Object?) -> Object?
    let readBuffer: @convention(c) @Sendable (Object?, UnsafeMutableRawPointer?, CInt) -> CInt
    let writeBuffer: @convention(c) @Sendable (Object?, UnsafeRawPointer?, CInt) -> CInt
    let bufferedCount: @convention(c) @Sendable (Object?) -> Int
    let clearErrors: @convention(c) @Sendable () -> Void
    let nextError: @convention(c) @Sendable () -> CUnsignedLong
    let errorText: @convention(c) @Sendable (CUnsignedLong, UnsafeMutablePointer<CChar>?, Int) -> Void

    /// The system's library, if there is one.
    static let system: OpenSSL? = {
      for name in ["libssl.so.3", "libssl.so.1.1", "libssl.so"] {
        if let library = DynamicLibrary(name), let functions = try? OpenSSL(library.symbol) { return functions }
      }
      return nil
    }()

    /// - Parameter symbol: finds a function of libssl or libcrypto by its name; nil if there is none.
    /// - Throws: ``RelayError/unsupportedOperation(_:)`` if the library lacks a function.
    init(_ symbol: DynamicLibrary.Lookup) throws {
      func function<Function>(_ name: String) throws -> Function {
        guard let symbol = symbol(name) else { throw RelayError.unsupportedOperation("\(name): OpenSSL does not have it") }
        return unsafeBitCast(symbol, to: Function.self)
      }
      clientMethod = try function("TLS_client_method")
      newContext = try function("SSL_CTX_new")
      freeContext = try function("SSL_CTX_free")
      controlContext = try function("SSL_CTX_ctrl")
      setVerification = try function("SSL_CTX_set_verify")
      useDefaultCertificates = try function("SSL_CTX_set_default_verify_paths")
      loadCertificates = try function("SSL_CTX_load_verify_locations")
      newSession = try function("SSL_new")
      freeSession = try function("SSL_free")
      control = try function("SSL_ctrl")
      setHost = try function("SSL_set1_host")
      setHostFlags = try function("X509_VERIFY_PARAM_set_hostflags")
      verificationParameters = try function("SSL_get0_param")
      certificateStore = try function("SSL_CTX_get_cert_store")
      addCertificate = try function("X509_STORE_add_cert")
      readCertificate = try function("d2i_X509")
      writeCertificate = try function("i2d_X509")
      freeCertificate = try function("X509_free")
      // The name of OpenSSL 3, and that of 1.1.
      peerCertificate = try (try? function("SSL_get1_peer_certificate")) ?? function("SSL_get_peer_certificate")
      useCertificateFile = try function("SSL_CTX_use_certificate_chain_file")
      useKeyFile = try function("SSL_CTX_use_PrivateKey_file")
      useCertificate = try function("SSL_CTX_use_certificate")
      useKey = try function("SSL_CTX_use_PrivateKey")
      checkKey = try function("SSL_CTX_check_private_key")
      setPassword = try function("SSL_CTX_set_default_passwd_cb_userdata")
      readPKCS12 = try function("d2i_PKCS12")
      parsePKCS12 = try function("PKCS12_parse")
      freePKCS12 = try function("PKCS12_free")
      freeKey = try function("EVP_PKEY_free")
      freeStack = try function("OPENSSL_sk_pop_free")
      setAddress = try function("X509_VERIFY_PARAM_set1_ip_asc")
      setBuffers = try function("SSL_set_bio")
      setConnectState = try function("SSL_set_connect_state")
      performHandshake = try function("SSL_do_handshake")
      read = try function("SSL_read")
      write = try function("SSL_write")
      error = try function("SSL_get_error")
      verificationResult = try function("SSL_get_verify_result")
      verificationText = try function("X509_verify_cert_error_string")
      memoryMethod = try function("BIO_s_mem")
      newBuffer = try function("BIO_new")
      readBuffer = try function("BIO_read")
      writeBuffer = try function("BIO_write")
      bufferedCount = try function("BIO_ctrl_pending")
      clearErrors = try function("ERR_clear_error")
      nextError = try function("ERR_get_error")
      errorText = try function("ERR_error_string_n")
    }

    /// This thread's error queue after a failed call, as text.
    func lastError() -> String {
      let code = nextError()
      guard code != 0 else { return "the connection was closed" }
      var text = [CChar](repeating: 0, count: 256)
      errorText(code, &text, text.count)
      return String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
  }
#endif
