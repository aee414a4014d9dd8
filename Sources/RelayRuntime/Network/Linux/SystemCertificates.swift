#if !canImport(Darwin)
  import Foundation

  /// The certificates of the authorities that the system trusts, in PEM, from their usual places on Linux.
  enum SystemCertificates {
    /// - Throws: ``RelayError/unsupportedOperation(_:)`` if none are found.
    static func pem() throws -> String {
      guard let known else {
        throw RelayError.unsupportedOperation(
          "the system's trusted certificates are not in any of the usual places: set SSL_CERT_FILE to their file, "
            + "or trust only those of the configuration")
      }
      return known
    }

    /// Read once: every request needs it.
    private static let known: String? = {
      let named = ProcessInfo.processInfo.environment["SSL_CERT_FILE"].map { [$0] } ?? []
      for path in named + Self.files {
        if let bytes = FileManager.default.contents(atPath: path), !bytes.isEmpty { return String(decoding: bytes, as: UTF8.self) }
      }
      return nil
    }()

    private static let files = [
      "/etc/ssl/certs/ca-certificates.crt", "/etc/pki/tls/certs/ca-bundle.crt", "/etc/ssl/ca-bundle.pem", "/etc/ssl/cert.pem",
      "/etc/pki/ca-trust/extracted/pem/tls-ca-bundle.pem",
    ]
  }
#endif
