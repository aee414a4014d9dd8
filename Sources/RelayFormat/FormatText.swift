/// The source text, as far as its white space matters: blank lines stay, at most one at a time.
struct FormatText {
  let bytes: [UInt8]

  func slice(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }

  private func byte(_ index: Int) -> UInt8? { bytes.indices.contains(index) ? bytes[index] : nil }

  private func isSpace(_ byte: UInt8?) -> Bool { byte == 0x20 || byte == 0x09 }

  /// Whether there is nothing but white space between the start of the line and the position.
  func startsLine(_ position: Int) -> Bool {
    var index = position - 1
    while isSpace(byte(index)) { index -= 1 }
    return index < 0 || byte(index) == 0x0A
  }

  /// Whether the line before that of the position is blank.
  func isBlankLine(before position: Int) -> Bool {
    var index = position - 1
    while isSpace(byte(index)) { index -= 1 }
    guard byte(index) == 0x0A else { return false }
    index -= 1
    while isSpace(byte(index)) { index -= 1 }
    return byte(index) == 0x0A
  }

  /// Whether the line after that of the position is blank. Commas and a comment may follow on the line itself.
  func isBlankLine(after position: Int) -> Bool {
    var index = position
    while isSpace(byte(index)) || byte(index) == UInt8(ascii: ",") || byte(index) == UInt8(ascii: ";") { index += 1 }
    if byte(index) == UInt8(ascii: "#") {
      while let next = byte(index), next != 0x0A { index += 1 }
    }
    guard byte(index) == 0x0A else { return false }
    index += 1
    while isSpace(byte(index)) { index += 1 }
    return byte(index) == 0x0A
  }

  /// All comments. What begins with `#` in a string is none.
  var comments: [FormatNode.Comment] {
    var comments: [FormatNode.Comment] = []
    var index = 0
    while index < bytes.count {
      switch bytes[index] {
      case UInt8(ascii: "#"):
        let start = index
        while let next = byte(index), next != 0x0A { index += 1 }
        var end = index
        while end > start, isSpace(byte(end - 1)) { end -= 1 }
        comments.append(FormatNode.Comment(text: slice(start..<end), range: start..<index))
      case UInt8(ascii: "\""): index = endOfString(index)
      default: index += 1
      }
    }
    return comments
  }

  private func isBlockQuote(_ index: Int) -> Bool { (0..<3).allSatisfy { byte(index + $0) == UInt8(ascii: "\"") } }

  /// The end of the string that starts at a position.
  func endOfString(_ start: Int) -> Int {
    let backslash = UInt8(ascii: "\\")
    var index = start
    if isBlockQuote(start) {
      index += 3
      while index < bytes.count, !isBlockQuote(index) { index += bytes[index] == backslash && isBlockQuote(index + 1) ? 4 : 1 }
      return min(index + 3, bytes.count)
    }
    index += 1
    while let next = byte(index), next != UInt8(ascii: "\""), next != 0x0A { index += next == backslash ? 2 : 1 }
    return min(index + 1, bytes.count)
  }
}
