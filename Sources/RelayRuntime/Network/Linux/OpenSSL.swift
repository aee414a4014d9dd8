#if !canImport(Darwin)
  import Foundation

  /// The OpenSSL functions that a TLS client needs, resolved when the first `wss:` connection is opened. The library does not need
  /// OpenSSL to build or link, and everything but `wss:` works without it. FoundationNetworking offers TLS only for HTTP.
  ///
  /// The signatures are those of `openssl/ssl.h`, `x509.h`, `x509_vfy.h`, `pkcs12.h`, `evp.h`, `bio.h` and `err.h`, which have been the same
  /// since 1.1.0. All structures are opaque. ``TLSSession`` and the extensions of this type call the functions.
  @unsafe struct OpenSSL: Sendable {
    /// `SSL_METHOD *` and `BIO_METHOD *`
    typealias Method = OpaquePointer
    /// `SSL_CTX *`
    typealias Context = OpaquePointer
    /// `SSL *`
    typealias Session = OpaquePointer
    /// `X509_VERIFY_PARAM *`
    typealias Parameters = OpaquePointer
    /// `X509_STORE *`
    typealias Store = OpaquePointer
    /// `X509 *`
    typealias Certificate = OpaquePointer
    /// `EVP_PKEY *`
    typealias Key = OpaquePointer
    /// `STACK_OF(X509) *`
    typealias Stack = OpaquePointer
    /// `PKCS12 *`
    typealias Archive = OpaquePointer
    /// `BIO *`
    typealias Buffer = OpaquePointer

    /// `const SSL_METHOD *TLS_client_method(void)`
    let clientMethod: @convention(c) @Sendable () -> Method?
    /// `SSL_CTX *SSL_CTX_new(const SSL_METHOD *)`
    let newContext: @convention(c) @Sendable (Method?) -> Context?
    /// `void SSL_CTX_free(SSL_CTX *)`
    let freeContext: @convention(c) @Sendable (Context?) -> Void
    /// `long SSL_CTX_ctrl(SSL_CTX *, int cmd, long larg, void *parg)`
    let controlContext: @convention(c) @Sendable (Context?, CInt, CLong, UnsafeMutableRawPointer?) -> CLong
    /// `void SSL_CTX_set_verify(SSL_CTX *, int mode, SSL_verify_cb)`
    let setVerification: @convention(c) @Sendable (Context?, CInt, OpaquePointer?) -> Void
    /// `int SSL_CTX_set_default_verify_paths(SSL_CTX *)`
    let useDefaultCertificates: @convention(c) @Sendable (Context?) -> CInt
    /// `int SSL_CTX_load_verify_locations(SSL_CTX *, const char *file, const char *path)`
    let loadCertificates: @convention(c) @Sendable (Context?, UnsafePointer<CChar>?, UnsafePointer<CChar>?) -> CInt
    /// `SSL *SSL_new(SSL_CTX *)`
    let newSession: @convention(c) @Sendable (Context?) -> Session?
    /// `void SSL_free(SSL *)`
    let freeSession: @convention(c) @Sendable (Session?) -> Void
    /// `long SSL_ctrl(SSL *, int cmd, long larg, void *parg)`
    let control: @convention(c) @Sendable (Session?, CInt, CLong, UnsafeMutableRawPointer?) -> CLong
    /// `int SSL_set1_host(SSL *, const char *)`
    let setHost: @convention(c) @Sendable (Session?, UnsafePointer<CChar>?) -> CInt
    /// `void X509_VERIFY_PARAM_set_hostflags(X509_VERIFY_PARAM *, unsigned int)`
    let setHostFlags: @convention(c) @Sendable (Parameters?, CUnsignedInt) -> Void
    /// `X509_VERIFY_PARAM *SSL_get0_param(SSL *)`
    let verificationParameters: @convention(c) @Sendable (Session?) -> Parameters?
    /// `X509_STORE *SSL_CTX_get_cert_store(const SSL_CTX *)`
    let certificateStore: @convention(c) @Sendable (Context?) -> Store?
    /// `int X509_STORE_add_cert(X509_STORE *, X509 *)`
    let addCertificate: @convention(c) @Sendable (Store?, Certificate?) -> CInt
    /// `X509 *d2i_X509(X509 **, const unsigned char **, long)`
    let readCertificate:
      @convention(c) @Sendable (UnsafeMutablePointer<Certificate?>?, UnsafeMutablePointer<UnsafePointer<UInt8>?>, CLong) -> Certificate?
    /// `int i2d_X509(const X509 *, unsigned char **)`
    let writeCertificate: @convention(c) @Sendable (Certificate?, UnsafeMutablePointer<UnsafeMutablePointer<UInt8>?>?) -> CInt
    /// `void X509_free(X509 *)`
    let freeCertificate: @convention(c) @Sendable (Certificate?) -> Void
    /// `X509 *SSL_get1_peer_certificate(const SSL *)`; in 1.1 `X509 *SSL_get_peer_certificate(const SSL *)`
    let peerCertificate: @convention(c) @Sendable (Session?) -> Certificate?
    /// `int SSL_CTX_use_certificate_chain_file(SSL_CTX *, const char *)`
    let useCertificateFile: @convention(c) @Sendable (Context?, UnsafePointer<CChar>?) -> CInt
    /// `int SSL_CTX_use_PrivateKey_file(SSL_CTX *, const char *, int type)`
    let useKeyFile: @convention(c) @Sendable (Context?, UnsafePointer<CChar>?, CInt) -> CInt
    /// `int SSL_CTX_use_certificate(SSL_CTX *, X509 *)`
    let useCertificate: @convention(c) @Sendable (Context?, Certificate?) -> CInt
    /// `int SSL_CTX_use_PrivateKey(SSL_CTX *, EVP_PKEY *)`
    let useKey: @convention(c) @Sendable (Context?, Key?) -> CInt
    /// `int SSL_CTX_check_private_key(const SSL_CTX *)`
    let checkKey: @convention(c) @Sendable (Context?) -> CInt
    /// `void SSL_CTX_set_default_passwd_cb_userdata(SSL_CTX *, void *)`
    let setPassword: @convention(c) @Sendable (Context?, UnsafeMutableRawPointer?) -> Void
    /// `PKCS12 *d2i_PKCS12(PKCS12 **, const unsigned char **, long)`
    let readPKCS12:
      @convention(c) @Sendable (UnsafeMutablePointer<Archive?>?, UnsafeMutablePointer<UnsafePointer<UInt8>?>, CLong) -> Archive?
    /// `int PKCS12_parse(PKCS12 *, const char *pass, EVP_PKEY **, X509 **, STACK_OF(X509) **)`
    let parsePKCS12:
      @convention(c) @Sendable (
        Archive?, UnsafePointer<CChar>?, UnsafeMutablePointer<Key?>, UnsafeMutablePointer<Certificate?>, UnsafeMutablePointer<Stack?>
      ) -> CInt
    /// `void PKCS12_free(PKCS12 *)`
    let freePKCS12: @convention(c) @Sendable (Archive?) -> Void
    /// `void EVP_PKEY_free(EVP_PKEY *)`
    let freeKey: @convention(c) @Sendable (Key?) -> Void
    /// `void OPENSSL_sk_pop_free(OPENSSL_STACK *, void (*)(void *))`
    let freeStack: @convention(c) @Sendable (Stack?, @convention(c) @Sendable (Certificate?) -> Void) -> Void
    /// `int X509_VERIFY_PARAM_set1_ip_asc(X509_VERIFY_PARAM *, const char *)`
    let setAddress: @convention(c) @Sendable (Parameters?, UnsafePointer<CChar>?) -> CInt
    /// `void SSL_set_bio(SSL *, BIO *rbio, BIO *wbio)`
    let setBuffers: @convention(c) @Sendable (Session?, Buffer?, Buffer?) -> Void
    /// `void SSL_set_connect_state(SSL *)`
    let setConnectState: @convention(c) @Sendable (Session?) -> Void
    /// `int SSL_do_handshake(SSL *)`
    let performHandshake: @convention(c) @Sendable (Session?) -> CInt
    /// `int SSL_read(SSL *, void *, int)`
    let read: @convention(c) @Sendable (Session?, UnsafeMutableRawPointer?, CInt) -> CInt
    /// `int SSL_write(SSL *, const void *, int)`
    let write: @convention(c) @Sendable (Session?, UnsafeRawPointer?, CInt) -> CInt
    /// `int SSL_get_error(const SSL *, int)`
    let error: @convention(c) @Sendable (Session?, CInt) -> CInt
    /// `long SSL_get_verify_result(const SSL *)`
    let verificationResult: @convention(c) @Sendable (Session?) -> CLong
    /// `const char *X509_verify_cert_error_string(long)`
    let verificationText: @convention(c) @Sendable (CLong) -> UnsafePointer<CChar>?
    /// `const BIO_METHOD *BIO_s_mem(void)`
    let memoryMethod: @convention(c) @Sendable () -> Method?
    /// `BIO *BIO_new(const BIO_METHOD *)`
    let newBuffer: @convention(c) @Sendable (Method?) -> Buffer?
    /// `int BIO_read(BIO *, void *, int)`
    let readBuffer: @convention(c) @Sendable (Buffer?, UnsafeMutableRawPointer?, CInt) -> CInt
    /// `int BIO_write(BIO *, const void *, int)`
    let writeBuffer: @convention(c) @Sendable (Buffer?, UnsafeRawPointer?, CInt) -> CInt
    /// `size_t BIO_ctrl_pending(BIO *)`
    let bufferedCount: @convention(c) @Sendable (Buffer?) -> Int
    /// `void ERR_clear_error(void)`
    let clearErrors: @convention(c) @Sendable () -> Void
    /// `unsigned long ERR_get_error(void)`
    let nextError: @convention(c) @Sendable () -> CUnsignedLong
    /// `void ERR_error_string_n(unsigned long, char *, size_t)`
    let errorText: @convention(c) @Sendable (CUnsignedLong, UnsafeMutablePointer<CChar>?, Int) -> Void

    /// The system's library, if there is one.
    static let system: OpenSSL? = {
      for name in ["libssl.so.3", "libssl.so.1.1", "libssl.so"] {
        if let library = DynamicLibrary(name), let functions = unsafe try? OpenSSL(library.symbol) { return unsafe functions }
      }
      return nil
    }()

    /// - Parameter symbol: finds a function of libssl or libcrypto by its name; nil if there is none.
    /// - Throws: ``RelayError/unsupportedOperation(_:)`` if the library lacks a function.
    init(_ symbol: DynamicLibrary.Lookup) throws {
      // The signature of each function is beside its property.
      func function<Function>(_ name: String) throws -> Function { unsafe try DynamicLibrary.function(name, of: "OpenSSL", symbol) }
      unsafe clientMethod = try function("TLS_client_method")
      unsafe newContext = try function("SSL_CTX_new")
      unsafe freeContext = try function("SSL_CTX_free")
      unsafe controlContext = try function("SSL_CTX_ctrl")
      unsafe setVerification = try function("SSL_CTX_set_verify")
      unsafe useDefaultCertificates = try function("SSL_CTX_set_default_verify_paths")
      unsafe loadCertificates = try function("SSL_CTX_load_verify_locations")
      unsafe newSession = try function("SSL_new")
      unsafe freeSession = try function("SSL_free")
      unsafe control = try function("SSL_ctrl")
      unsafe setHost = try function("SSL_set1_host")
      unsafe setHostFlags = try function("X509_VERIFY_PARAM_set_hostflags")
      unsafe verificationParameters = try function("SSL_get0_param")
      unsafe certificateStore = try function("SSL_CTX_get_cert_store")
      unsafe addCertificate = try function("X509_STORE_add_cert")
      unsafe readCertificate = try function("d2i_X509")
      unsafe writeCertificate = try function("i2d_X509")
      unsafe freeCertificate = try function("X509_free")
      // The name of OpenSSL 3, and that of 1.1.
      unsafe peerCertificate = try (try? function("SSL_get1_peer_certificate")) ?? function("SSL_get_peer_certificate")
      unsafe useCertificateFile = try function("SSL_CTX_use_certificate_chain_file")
      unsafe useKeyFile = try function("SSL_CTX_use_PrivateKey_file")
      unsafe useCertificate = try function("SSL_CTX_use_certificate")
      unsafe useKey = try function("SSL_CTX_use_PrivateKey")
      unsafe checkKey = try function("SSL_CTX_check_private_key")
      unsafe setPassword = try function("SSL_CTX_set_default_passwd_cb_userdata")
      unsafe readPKCS12 = try function("d2i_PKCS12")
      unsafe parsePKCS12 = try function("PKCS12_parse")
      unsafe freePKCS12 = try function("PKCS12_free")
      unsafe freeKey = try function("EVP_PKEY_free")
      unsafe freeStack = try function("OPENSSL_sk_pop_free")
      unsafe setAddress = try function("X509_VERIFY_PARAM_set1_ip_asc")
      unsafe setBuffers = try function("SSL_set_bio")
      unsafe setConnectState = try function("SSL_set_connect_state")
      unsafe performHandshake = try function("SSL_do_handshake")
      unsafe read = try function("SSL_read")
      unsafe write = try function("SSL_write")
      unsafe error = try function("SSL_get_error")
      unsafe verificationResult = try function("SSL_get_verify_result")
      unsafe verificationText = try function("X509_verify_cert_error_string")
      unsafe memoryMethod = try function("BIO_s_mem")
      unsafe newBuffer = try function("BIO_new")
      unsafe readBuffer = try function("BIO_read")
      unsafe writeBuffer = try function("BIO_write")
      unsafe bufferedCount = try function("BIO_ctrl_pending")
      unsafe clearErrors = try function("ERR_clear_error")
      unsafe nextError = try function("ERR_get_error")
      unsafe errorText = try function("ERR_error_string_n")
    }

    /// This thread's error queue after a failed call, as text.
    func lastError() -> String {
      let code = unsafe nextError()
      guard code != 0 else { return "the connection was closed" }
      var text = [CChar](repeating: 0, count: 256)
      unsafe errorText(code, &text, text.count)
      return String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
  }
#endif
