extension Collection<UInt8> {
  /// Whether this is the name of a header field or a method (RFC 9110, section 5.6.2).
  var isHTTPToken: Bool {
    !isEmpty
      && allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): true
        default: "!#$%&'*+-.^_`|~".utf8.contains(byte)
        }
      }
  }
}

// What a server writes in header fields is compared by bytes: comparing Swift strings would first normalize them, which takes the square of
// the length of a run of combining marks.
extension String {
  /// The part before the first semicolon of a header field's value, without white space and in lower case: the media type of a
  /// `Content-Type`.
  var mediaType: String { String(decoding: utf8.prefix { $0 != UInt8(ascii: ";") }, as: UTF8.self).asciiTrimmed.asciiLowercased }

  /// The text with ASCII letters in lower case.
  var asciiLowercased: String {
    String(decoding: utf8.map { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) ? $0 | 0x20 : $0 }, as: UTF8.self)
  }

  /// The text without spaces and tabs at its ends.
  var asciiTrimmed: String {
    func isSpace(_ byte: UInt8) -> Bool { byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") }
    let end = utf8.lastIndex { !isSpace($0) }.map { utf8.index(after: $0) } ?? utf8.startIndex
    return String(decoding: utf8[..<end].drop(while: isSpace), as: UTF8.self)
  }

  /// The pieces between the bytes `separator`, at most `maximum` of them, including empty ones.
  func pieces(at separator: UInt8, maximum: Int = .max) -> [String] {
    utf8.split(separator: separator, maxSplits: maximum - 1, omittingEmptySubsequences: false).map { String(decoding: $0, as: UTF8.self) }
  }
}
