#if !canImport(Darwin)
  import Foundation

  /// Rejects servers whose certificate has no subject alternative name, in libcurl's connections.
  ///
  /// libcurl compares the host with the common name of such a certificate, which is no name of a host (RFC 9525, section 2). It hands out
  /// OpenSSL's context before it connects; a function of the context sees each certificate that OpenSSL has verified. It only rejects.
  ///
  /// The functions are those of the OpenSSL that libcurl uses, which alone fit its objects. With another TLS library there are none.
  ///
  /// `@safe`: only the two functions below call them, with what OpenSSL has given them for the duration of the call.
  @safe struct SubjectAlternativeNames: Sendable {
    /// `X509_STORE_CTX *`: a certificate that OpenSSL verifies, and its result.
    typealias Verification = OpaquePointer
    /// `CURLcode (*)(CURL *, void *ssl_ctx, void *context)`: `curl_ssl_ctx_callback`.
    typealias ContextFunction = @convention(c) (UnsafeMutableRawPointer?, UnsafeMutableRawPointer?, UnsafeMutableRawPointer?) -> CInt
    /// `int (*)(int preverify_ok, X509_STORE_CTX *)`: `SSL_verify_cb`.
    private typealias VerificationFunction = @convention(c) (CInt, Verification?) -> CInt

    /// `void SSL_CTX_set_verify(SSL_CTX *, int mode, SSL_verify_cb)`
    private let setVerification: @convention(c) @Sendable (OpaquePointer?, CInt, VerificationFunction) -> Void
    /// `int X509_STORE_CTX_get_error_depth(const X509_STORE_CTX *)`
    private let depth: @convention(c) @Sendable (Verification?) -> CInt
    /// `X509 *X509_STORE_CTX_get_current_cert(const X509_STORE_CTX *)`
    private let certificate: @convention(c) @Sendable (Verification?) -> OpaquePointer?
    /// `void X509_STORE_CTX_set_error(X509_STORE_CTX *, int)`
    private let setError: @convention(c) @Sendable (Verification?, CInt) -> Void
    /// `void *X509_get_ext_d2i(const X509 *, int nid, int *crit, int *idx)`
    private let fieldOfCertificate:
      @convention(c) @Sendable (OpaquePointer?, CInt, UnsafeMutablePointer<CInt>?, UnsafeMutablePointer<CInt>?) -> OpaquePointer?
    /// `int OPENSSL_sk_num(const OPENSSL_STACK *)`
    private let count: @convention(c) @Sendable (OpaquePointer?) -> CInt
    /// `void *OPENSSL_sk_value(const OPENSSL_STACK *, int)`
    private let element: @convention(c) @Sendable (OpaquePointer?, CInt) -> OpaquePointer?
    /// `void *GENERAL_NAME_get0_value(const GENERAL_NAME *, int *type)`
    private let value: @convention(c) @Sendable (OpaquePointer?, UnsafeMutablePointer<CInt>?) -> UnsafeMutableRawPointer?
    /// `void GENERAL_NAMES_free(GENERAL_NAMES *)`
    private let freeNames: @convention(c) @Sendable (OpaquePointer?) -> Void

    /// - Parameters:
    ///   - symbol: finds a function of libcurl's libraries by its name; nil if there is none.
    ///   - versions: the versions of libcurl and its libraries, such as `libcurl/8.5.0 OpenSSL/3.0.13 zlib/1.3`.
    /// - Throws: ``RelayError/unsupportedOperation(_:)`` if libcurl does not use OpenSSL, or another one than the one that is found.
    init(_ symbol: DynamicLibrary.Lookup, versions: String) throws {
      // The signature of each function is beside its property.
      func function<Function>(_ name: String) throws -> Function { unsafe try DynamicLibrary.function(name, of: "libcurl", symbol) }
      // Another library of libcurl may use OpenSSL although libcurl does not.
      let version: @convention(c) (CInt) -> UnsafePointer<CChar>? = unsafe try function("OpenSSL_version")
      guard let text = unsafe version(0), unsafe Self.uses(versions, openSSL: String(cString: text)) else {
        throw RelayError.unsupportedOperation("\(versions): not with this OpenSSL")
      }
      unsafe setVerification = try function("SSL_CTX_set_verify")
      unsafe depth = try function("X509_STORE_CTX_get_error_depth")
      unsafe certificate = try function("X509_STORE_CTX_get_current_cert")
      unsafe setError = try function("X509_STORE_CTX_set_error")
      unsafe fieldOfCertificate = try function("X509_get_ext_d2i")
      unsafe count = try function("OPENSSL_sk_num")
      unsafe element = try function("OPENSSL_sk_value")
      unsafe value = try function("GENERAL_NAME_get0_value")
      unsafe freeNames = try function("GENERAL_NAMES_free")
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
      guard let context = unsafe context, let functions = Curl.system?.subjectAlternativeNames else { return failedToConnect }
      let verifyPeer: CInt = 1
      unsafe functions.setVerification(OpaquePointer(context), verifyPeer) { isVerified, verification in
        guard isVerified == 1, let functions = Curl.system?.subjectAlternativeNames else { return 0 }
        return unsafe functions.accepts(verification) ? 1 : 0
      }
      return 0
    }

    /// Whether the certificate that has just been verified is not the server's, or has a name or an address.
    ///
    /// The names are this function's, and freed at its end; what belongs to OpenSSL is valid until it returns.
    private func accepts(_ verification: Verification?) -> Bool {
      guard unsafe depth(verification) == 0 else { return true }
      let (subjectAlternativeName, hostnameMismatch): (CInt, CInt) = (85, 62)
      if let names = unsafe fieldOfCertificate(certificate(verification), subjectAlternativeName, nil, nil) {
        defer { unsafe freeNames(names) }
        for index in unsafe 0..<max(count(names), 0) {
          let (dnsName, address): (CInt, CInt) = (2, 7)
          var kind: CInt = -1
          _ = unsafe value(element(names, index), &kind)
          if kind == dnsName || kind == address { return true }
        }
      }
      unsafe setError(verification, hostnameMismatch)
      return false
    }
  }
#endif
