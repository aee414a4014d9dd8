/// The words and punctuation of Swift source, without comments and the contents of strings.
struct SwiftTokens {
  struct Token {
    /// A word without backticks, or a character.
    var text: String
    /// As in the source.
    var written: String
    var range: Range<Int>
    var isIdentifier: Bool
  }

  private let bytes: [UInt8]
  private(set) var position: Int

  init(_ bytes: [UInt8], from position: Int = 0) {
    self.bytes = bytes
    self.position = position
  }

  /// Takes the next token if it is this punctuation.
  mutating func skip(_ text: String) -> Bool {
    guard let token = peek(), token.text == text else { return false }
    position = token.range.upperBound
    return true
  }

  func peek() -> Token? {
    var copy = self
    return copy.next()
  }

  mutating func next() -> Token? {
    while position < bytes.count {
      let byte = bytes[position]
      if byte <= 0x20 {
        position += 1
      } else if starts(with: "//") {
        while position < bytes.count, bytes[position] != 0x0A { position += 1 }
      } else if starts(with: "/*") {
        skipComment()
      } else if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "#") && isRawString {
        skipString()
      } else {
        break
      }
    }
    guard position < bytes.count else { return nil }
    let start = position
    let isEscaped = bytes[start] == UInt8(ascii: "`")
    if isEscaped { position += 1 }
    let wordStart = position
    while position < bytes.count, Self.isWord(bytes[position]) { position += 1 }
    let word = wordStart..<position
    if word.isEmpty {
      position = start + 1
      let text = String(decoding: bytes[start..<position], as: UTF8.self)
      return Token(text: text, written: text, range: start..<position, isIdentifier: false)
    }
    if isEscaped, position < bytes.count, bytes[position] == UInt8(ascii: "`") { position += 1 }
    return Token(
      text: String(decoding: bytes[word], as: UTF8.self), written: String(decoding: bytes[start..<position], as: UTF8.self),
      range: start..<position, isIdentifier: isEscaped || !(48...57).contains(bytes[wordStart]))
  }

  private static func isWord(_ byte: UInt8) -> Bool {
    byte >= 0x80 || byte == UInt8(ascii: "_") || (48...57).contains(byte) || (97...122).contains(byte | 0x20)
  }

  private func starts(with text: String) -> Bool { bytes[position...].starts(with: text.utf8) }

  private mutating func skipComment() {
    var depth = 0
    repeat {
      if starts(with: "/*") {
        depth += 1
        position += 2
      } else if starts(with: "*/") {
        depth -= 1
        position += 2
      } else {
        position += 1
      }
    } while depth > 0 && position < bytes.count
  }

  private var isRawString: Bool {
    var index = position
    while index < bytes.count, bytes[index] == UInt8(ascii: "#") { index += 1 }
    return index < bytes.count && bytes[index] == UInt8(ascii: "\"")
  }

  /// Skips a string literal. What is interpolated into one is skipped, too, as far as it has no quotes.
  private mutating func skipString() {
    var hashes = 0
    while position < bytes.count, bytes[position] == UInt8(ascii: "#") {
      hashes += 1
      position += 1
    }
    let isMultiline = starts(with: "\"\"\"")
    position += isMultiline ? 3 : 1
    let marks = Array(String(repeating: "#", count: hashes).utf8)
    let end = Array((isMultiline ? "\"\"\"" : "\"").utf8) + marks
    let escape = Array("\\".utf8) + marks
    while position < bytes.count {
      if bytes[position...].starts(with: end) {
        position += end.count
        return
      }
      // A literal of one line ends there at the latest.
      if !isMultiline, bytes[position] == 0x0A { return }
      position += bytes[position...].starts(with: escape) ? escape.count + 1 : 1
    }
    position = min(position, bytes.count)
  }
}
