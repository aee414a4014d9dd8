/// Names (specification, section 2.1.9) in strings: what a document, a schema in JSON or the configuration gives as a string and what
/// becomes part of GraphQL, of a Swift declaration or of a file's name.
extension String {
  /// Whether the text is a name: letters, digits and underscores of ASCII, the first of them no digit.
  package var isGraphQLName: Bool {
    guard let first = utf8.first, Lexer.beginsName(first) else { return false }
    return utf8.allSatisfy(Lexer.continuesName)
  }

  /// The name that is closest to the text: what no name may hold is an underscore, or left out at the ends. nil where nothing remains.
  package var closestGraphQLName: String? {
    var name: [UInt8] = []
    var isGap = false
    for byte in utf8 {
      guard Lexer.continuesName(byte) else {
        isGap = !name.isEmpty
        continue
      }
      if isGap { name.append(UInt8(ascii: "_")) }
      isGap = false
      if name.isEmpty, Lexer.isDigit(byte) { name.append(UInt8(ascii: "_")) }
      name.append(byte)
      // Whatever this is, it is no slip in a name.
      if name.count > 200 { return nil }
    }
    return name.isEmpty ? nil : String(decoding: name, as: UTF8.self)
  }
}
