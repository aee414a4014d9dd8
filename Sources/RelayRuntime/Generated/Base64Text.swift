/// Base64 (RFC 4648, section 4) in strings.
enum Base64Text {
  /// Whether the whole text is base64: groups of four characters of the alphabet, of which the last may end with one or two `=`.
  static func isValid(_ text: String) -> Bool {
    let count = text.utf8.count
    guard count % 4 == 0 else { return false }
    let padding = text.utf8.suffix(2).reversed().prefix { $0 == UInt8(ascii: "=") }.count
    return text.utf8.prefix(count - padding).allSatisfy(isInAlphabet)
  }

  private static func isInAlphabet(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
      UInt8(ascii: "+"), UInt8(ascii: "/"):
      true
    default: false
    }
  }
}
