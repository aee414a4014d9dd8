public import Foundation

extension TransportConfiguration {
  /// The certificates that a transport trusts and presents on TLS connections.
  ///
  /// It works the same on every platform, for HTTP and for WebSockets: `URLSession` on Apple's platforms, libcurl and OpenSSL on Linux.
  /// Whatever is set here, the certificate must match the host (RFC 9525).
  public struct TLS: Sendable, Hashable {
    /// The client's own certificate with its key, for servers that require one (mutual TLS).
    #if hasAttribute(nonexhaustive)
      @nonexhaustive
    #endif
    public enum ClientIdentity: Sendable, Hashable {
      /// The contents of a PKCS #12 file, on every platform.
      case pkcs12(Data, password: String)
      /// PEM files: the certificate followed by its chain, and the key. On Linux only; elsewhere requests fail with
      /// ``RelayError/unsupportedOperation(_:)``.
      case pem(certificates: URL, privateKey: URL, password: String?)
    }

    /// Certificates of further authorities, in DER, in addition to the system's: ``certificates(inPEM:)`` reads a PEM file.
    public var trustedCertificates: [Data]
    /// Whether to trust the authorities that the system trusts.
    public var trustsSystemCertificates: Bool
    /// The SHA-256 hashes of pinned public keys; the server's certificate must have one of them (`SubjectPublicKeyInfo`, RFC 7469, section
    /// 2.4). ``publicKeyHash(ofCertificate:)`` computes one. The chain is still checked. If the set is empty, any key is accepted. Only the
    /// key of the server's own certificate counts, not those of its authorities; add the hash of the next key before the server starts to
    /// use it.
    public var pinnedPublicKeys: Set<Data>
    /// The client's own certificate; nil: none.
    public var clientIdentity: ClientIdentity?

    /// Creates a configuration. Without arguments, it has no effect.
    public init(
      trustedCertificates: [Data] = [], trustsSystemCertificates: Bool = true, pinnedPublicKeys: Set<Data> = [],
      clientIdentity: ClientIdentity? = nil
    ) {
      self.trustedCertificates = trustedCertificates
      self.trustsSystemCertificates = trustsSystemCertificates
      self.pinnedPublicKeys = pinnedPublicKeys
      self.clientIdentity = clientIdentity
    }

    public static func == (left: TLS, right: TLS) -> Bool {
      left.trustsSystemCertificates == right.trustsSystemCertificates && left.clientIdentity == right.clientIdentity
        && left.trustedCertificates.elementsEqual(right.trustedCertificates) { $0.hasSameBytes(as: $1) }
        && left.pinnedKeyTexts == right.pinnedKeyTexts
    }

    /// The hashes of pinned public keys in base64. Foundation's `Data` as an element of a set takes 8 kB of code.
    var pinnedKeyTexts: Set<String> { Set(pinnedPublicKeys.map { $0.base64EncodedString() }) }

    /// The certificates of a PEM file (RFC 7468), in DER.
    /// - Throws: ``RelayError/unsupportedOperation(_:)`` if there is none, or one is damaged.
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
        throw RelayError.unsupportedOperation("the PEM file has no complete certificate")
      }
      return certificates
    }

    /// The value for ``pinnedPublicKeys`` of a certificate: the SHA-256 of its `SubjectPublicKeyInfo`, 32 bytes.
    /// - Parameter certificate: a certificate in DER.
    /// - Throws: ``RelayError/unsupportedOperation(_:)`` if the data is not a certificate.
    public static func publicKeyHash(ofCertificate certificate: Data) throws -> Data {
      Data(SHA256.digest(of: try SubjectPublicKeyInfo.bytes(inCertificate: certificate)))
    }

    /// - Throws: ``RelayError/unsupportedOperation(_:)`` for invalid hashes and certificates.
    func validate() throws {
      guard pinnedPublicKeys.allSatisfy({ $0.count == 32 }) else {
        throw RelayError.unsupportedOperation("a pinned public key is not a SHA-256 hash, which has 32 bytes")
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
}
