#if !canImport(Darwin)
  import Foundation
  import TestSupport
  import Testing

  @testable import RelayRuntime

  /// Libraries of the system that lack functions: another version, or built without them.
  @Suite("Libraries of the system")
  struct DynamicLibraryTests {
    /// The names that are looked up, in order.
    private static func names(_ library: DynamicLibrary, _ use: (DynamicLibrary.Lookup) throws -> Void) rethrows -> [String] {
      var names: [String] = []
      try use { name in
        names.append(name)
        return library.symbol(name)
      }
      return names
    }

    /// Checks that the library is refused if it lacks any of the functions.
    /// - Parameter optional: the functions that have a substitute.
    private static func checkEachMissing(
      _ libraries: [String], optional: Set<String> = [], _ use: (DynamicLibrary.Lookup) throws -> Void
    ) throws {
      guard let library = libraries.lazy.compactMap({ DynamicLibrary($0) }).first else { return }
      let names = Set(try Self.names(library, use))
      #expect(names.count > 8)
      for missing in names.subtracting(optional) {
        let error = #expect(throws: RelayError.self, "\(missing)") { try use { $0 == missing ? nil : library.symbol($0) } }
        guard case .unsupportedOperation(let text) = error else {
          Issue.record("\(missing): \(String(describing: error))")
          continue
        }
        #expect(text.hasPrefix("\(missing): "))
      }
    }

    @Test("libcurl without a function that is needed is not used")
    func curl() throws {
      // Without these, certificates are checked by libcurl alone.
      let openSSL: Set = [
        "OpenSSL_version", "SSL_CTX_set_verify", "X509_STORE_CTX_get_error_depth", "X509_STORE_CTX_get_current_cert",
        "X509_STORE_CTX_set_error", "X509_get_ext_d2i", "OPENSSL_sk_num", "OPENSSL_sk_value", "GENERAL_NAME_get0_value",
        "GENERAL_NAMES_free",
      ]
      try Self.checkEachMissing(["libcurl.so.4", "libcurl-gnutls.so.4", "libcurl.so"], optional: openSSL) { _ = try Curl($0) }
    }

    @Test("libcurl whose OpenSSL lacks a function is used without it")
    func curlWithoutOpenSSL() throws {
      guard let library = DynamicLibrary("libcurl.so.4"), try Curl(library.symbol).subjectAlternativeNames != nil else { return }
      for missing in ["OpenSSL_version", "SSL_CTX_set_verify", "GENERAL_NAMES_free"] {
        let functions = try Curl { $0 == missing ? nil : library.symbol($0) }
        #expect(functions.subjectAlternativeNames == nil)
      }
    }

    @Test("OpenSSL without a function that is needed is not used")
    func openSSL() throws {
      let names: Set = ["SSL_get1_peer_certificate", "SSL_get_peer_certificate"]
      try Self.checkEachMissing(["libssl.so.3", "libssl.so.1.1", "libssl.so"], optional: names) { _ = try OpenSSL($0) }
    }

    @Test("a library that is not there is not loaded")
    func missing() {
      #expect(DynamicLibrary("librelay-does-not-exist.so") == nil)
    }
  }
#endif
