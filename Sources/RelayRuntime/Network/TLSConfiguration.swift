public import Foundation

/// The certificates that a transport trusts and presents on TLS connections.
///
/// The same on every platform, for HTTP and for WebSockets: `URLSession` on Apple's platforms, libcurl and OpenSSL on Linux. Whatever is
/// set here, the certificate must be the host's (RFC 9525).
public struct TLSConfiguration: Sendable, Hashable {
  /// A certificate of the client's own, with its key: for servers that ask for one (mutual TLS).
  public enum ClientIdentity: Sendable, Hashable {
    /// A PKCS #12 file's contents, on every platform.
    case pkcs12(Data, password: String)
    /// PEM files with the certificate, followed by those that lead to an authority, and with its key. On Linux only: elsewhere requests
    /// fail with ``RelayError/unsupportedOperation(_:)``.
    case pem(certificates: URL, privateKey: URL, password: String?)
  }

  /// Certificates of authorities, in DER, that count besides those of the system: ``certificates(inPEM:)`` reads a PEM file.
  public var trustedCertificates: [Data]
  /// Whether the authorities that the system trusts are trusted.
  public var trustsSystemCertificates: Bool
  /// The SHA-256 hashes of public keys of which the server's certificate must have one (its `SubjectPublicKeyInfo`, RFC 7469, section 2.4):
  /// ``publicKeyHash(ofCertificate:)`` makes one. The chain is checked all the same. Empty: any key. Only the key of the server's own
  /// certificate counts, not those of its authorities; have the hash of the next key in here before the server gets it.
  public var pinnedPublicKeys: Set<Data>
  /// The client's own certificate; nil: none.
  public var clientIdentity: ClientIdentity?

  /// Creates a configuration. Without arguments it is the same as none.
  public init(
    trustedCertificates: [Data] = [], trustsSystemCertificates: Bool = true, pinnedPublicKeys: Set<Data> = [],
    clientIdentity: ClientIdentity? = nil
  ) {
    self.trustedCertificates = trustedCertificates
    self.trustsSystemCertificates = trustsSystemCertificates
    self.pinnedPublicKeys = pinnedPublicKeys
    self.clientIdentity = clientIdentity
  }

  /// The certificates of a PEM file (RFC 7468), in DER.
  /// - Throws: ``RelayError/unsupportedOperation(_:)`` where there is none, or one that is damaged.
  public static func certificates(inPEM text: String) throws -> [Data] {
    var certificates: [Data] = []
    var lines: [Substring]?
    for line in text.split(whereSeparator: \.isNewline) {
      switch line.trimmingCharacters(in: .whitespaces) {
      case Self.beginning: lines = []
      case Self.end:
        guard let body = lines, let certificate = Data(base64Encoded: body.joined(), options: .ignoreUnknownCharacters),
          (try? SubjectPublicKeyInfo.bytes(inCertificate: certificate)) != nil
        else { throw RelayError.unsupportedOperation("a certificate in the PEM file is damaged") }
        certificates.append(certificate)
        lines = nil
      default: lines?.append(line)
      }
    }
    guard !certificates.isEmpty, lines == nil else {
      throw RelayError.unsupportedOperation("the PEM file has no certificate, or half of one")
    }
    return certificates
  }

  /// The value for ``pinnedPublicKeys`` of a certificate: the SHA-256 of its `SubjectPublicKeyInfo`, 32 bytes.
  /// - Parameter certificate: in DER.
  /// - Throws: ``RelayError/unsupportedOperation(_:)`` for what is not a certificate.
  public static func publicKeyHash(ofCertificate certificate: Data) throws -> Data {
    Data(SHA256.digest(of: try SubjectPublicKeyInfo.bytes(inCertificate: certificate)))
  }

  /// - Throws: ``RelayError/unsupportedOperation(_:)`` for hashes and certificates that are none.
  func validate() throws {
    guard pinnedPublicKeys.allSatisfy({ $0.count == 32 }) else {
      throw RelayError.unsupportedOperation("a pinned public key is no SHA-256 hash: it has 32 bytes")
    }
    for certificate in trustedCertificates { _ = try SubjectPublicKeyInfo.bytes(inCertificate: certificate) }
  }

  /// Certificates in PEM.
  static func pem(of certificates: [Data]) -> String {
    certificates.map { certificate in
      let body = certificate.base64EncodedString(options: [.lineLength64Characters, .endLineWithLineFeed])
      return "\(Self.beginning)\n\(body)\n\(Self.end)\n"
    }
    .joined()
  }

  private static let (beginning, end) = ("-----BEGIN CERTIFICATE-----", "-----END CERTIFICATE-----")
}
