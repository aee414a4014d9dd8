import Foundation

/// The part of an X.509 certificate that contains its public key (RFC 5280, section 4.1).
enum SubjectPublicKeyInfo {
  /// The bytes of a certificate's `SubjectPublicKeyInfo`, in DER.
  /// - Throws: ``RelayError/unsupportedOperation(_:)`` if the data is not a certificate.
  static func bytes(inCertificate certificate: Data) throws -> Data {
    let (sequence, integer, version): (UInt8, UInt8, UInt8) = (0x30, 0x02, 0xA0)
    var whole = DER(certificate)
    guard let outer = whole.next(sequence), whole.isAtEnd else { throw Self.notOne }
    var parts = DER(outer.content)
    guard let body = parts.next(sequence) else { throw Self.notOne }
    var fields = DER(body.content)
    _ = fields.next(version)
    // The serial number, the signature's algorithm, the issuer, the validity and the subject come before it.
    guard fields.next(integer) != nil, fields.next(sequence) != nil, fields.next(sequence) != nil, fields.next(sequence) != nil,
      fields.next(sequence) != nil, let key = fields.next(sequence)
    else { throw Self.notOne }
    return key.whole
  }

  private static var notOne: RelayError { .unsupportedOperation("the data is not an X.509 certificate in DER") }
}

/// Reads the elements of a DER encoding in order (ITU-T X.690).
private struct DER {
  private var rest: Data.SubSequence

  init(_ bytes: Data) { rest = bytes[...] }

  var isAtEnd: Bool { rest.isEmpty }

  /// Consumes and returns the next element if it has this tag.
  mutating func next(_ tag: UInt8) -> (whole: Data, content: Data)? {
    var bytes = rest
    guard bytes.popFirst() == tag, let first = bytes.popFirst() else { return nil }
    var count = Int(first)
    if first >= 0x80 {
      let digits = Int(first & 0x7F)
      guard (1...4).contains(digits), bytes.count >= digits else { return nil }
      count = bytes.prefix(digits).reduce(0) { $0 << 8 | Int($1) }
      bytes = bytes.dropFirst(digits)
    }
    guard bytes.count >= count else { return nil }
    let content = bytes.prefix(count)
    defer { rest = rest[content.endIndex...] }
    return (Data(rest[..<content.endIndex]), Data(content))
  }
}
