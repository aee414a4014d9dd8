/// Names (specification, section 2.1.9) given as strings: in a document, a schema in JSON or the configuration. They become part of
/// GraphQL, of a Swift declaration or of a file name.
extension String {
  /// Whether the text is a name: ASCII letters, digits and underscores, not starting with a digit.
  package var isGraphQLName: Bool {
    guard let first = utf8.first, Lexer.beginsName(first) else { return false }
    return utf8.allSatisfy(Lexer.continuesName)
  }

  /// The closest valid name: invalid characters become underscores, or are dropped at both ends. nil if nothing
  /// remains.
  var closestGraphQLName: String? {
    var name: [UInt8] = []
    var isGap = false
    for byte in utf8 {
      guard Lexer.continuesName(byte) else {
        isGap = !name.isEmpty
        continue
      }
      if isGap { name.append(UInt8(ascii: "_")) }
      isGap = false
      if name.isEmpty, byte.isDigit { name.append(UInt8(ascii: "_")) }
      name.append(byte)
      // A text of this length is not a misspelled name.
      if name.count > 200 { return nil }
    }
    return name.isEmpty ? nil : String(decoding: name, as: UTF8.self)
  }
}
