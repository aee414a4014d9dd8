extension SourceFile {
  /// Whether a text can become a part of the GraphQL as it is. Quotes end a literal of a Swift file; in one of a single line, there is also no room
  /// for a line break, and what a backslash begins is Swift's.
  package func canHold(_ text: String) -> Bool {
    guard path.hasSuffix(".swift") else { return true }
    let before = bytes[..<range.lowerBound].reversed()
    let quotes = before.prefix { $0 == UInt8(ascii: "\"") }.count
    // A whole file, and no literal of it.
    if quotes == 0 { return true }
    let marks = String(repeating: "#", count: before.dropFirst(quotes).prefix { $0 == UInt8(ascii: "#") }.count)
    let end = String(repeating: "\"", count: quotes) + marks
    if text.utf8.contains(end.utf8) { return false }
    return quotes > 1 || !text.utf8.contains { $0 == 0x0A || $0 == 0x0D } && !text.utf8.contains("\\\(marks)".utf8)
  }
}
