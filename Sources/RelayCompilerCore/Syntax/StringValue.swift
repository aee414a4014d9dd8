/// The meaning of string tokens (specification, section 2.9.4, "Static Semantics").
extension StringSyntax {
  /// Makes a string from a token of kind `string` or `blockString`, well-formed or not.
  init(_ token: Token, of lexer: Lexer) {
    let range = lexer.range(token.start, token.end)
    if token.kind == .blockString {
      let isClosed = token.end - token.start >= 6
      let content = token.start + 3..<(isClosed ? token.end - 3 : token.end)
      self.init(range: range, form: .block, source: lexer.bytes, content)
      return
    }
    let bytes = lexer.bytes
    let quote = bytes[token.start]
    let isClosed = token.end - token.start >= 2 && bytes[token.end - 1] == quote
    let content = token.start + 1..<(isClosed ? token.end - 1 : token.end)
    self.init(range: range, form: .quoted, source: bytes, content)
  }

  private var content: Range<Int> { Int(start)..<Int(end) }

  package var raw: String {
    isBlock ? StringSyntax.blockStringValue(source[content]) : String(decoding: source[content], as: UTF8.self)
  }

  package var value: String {
    form == .quoted && source[content].contains(UInt8(ascii: "\\")) ? StringSyntax.unescape(source, content) : raw
  }

  /// A text with the same meaning between double quotes: `raw` or, for a block string, its value with escapes.
  package var literal: String { isBlock ? StringSyntax.escaped(value) : raw }

  /// The text to write between quotes for a string that means `text` (specification, section 2.9.4).
  package static func escaped(_ text: String) -> String {
    guard text.utf8.contains(where: { $0 < 0x20 || $0 == UInt8(ascii: "\"") || $0 == UInt8(ascii: "\\") }) else { return text }
    var bytes: [UInt8] = []
    bytes.append(jsonEscaped: text.utf8)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The meaning of a string whose text between the quotes is `raw`.
  package static func value(ofRaw raw: String) -> String {
    guard raw.utf8.contains(UInt8(ascii: "\\")) else { return raw }
    let bytes = Array(raw.utf8)
    return unescape(bytes, bytes.startIndex..<bytes.endIndex)
  }

  private static func unescape(_ bytes: [UInt8], _ content: Range<Int>) -> String {
    var result: [UInt8] = []
    result.reserveCapacity(content.count)
    var position = content.lowerBound
    while position < content.upperBound {
      let byte = bytes[position]
      guard byte == UInt8(ascii: "\\"), position + 1 < content.upperBound else {
        result.append(byte)
        position += 1
        continue
      }
      position += 2
      switch bytes[position - 1] {
      case UInt8(ascii: "b"): result.append(0x08)
      case UInt8(ascii: "f"): result.append(0x0C)
      case UInt8(ascii: "n"): result.append(UInt8(ascii: "\n"))
      case UInt8(ascii: "r"): result.append(UInt8(ascii: "\r"))
      case UInt8(ascii: "t"): result.append(UInt8(ascii: "\t"))
      case UInt8(ascii: "u"):
        let escape = UnicodeEscape(bytes, at: position - 2, limit: content.upperBound)
        position = escape.end
        result.append(contentsOf: Array(String(escape.scalar ?? "\u{FFFD}").utf8))
      case let other: result.append(other)
      }
    }
    return String(decoding: result, as: UTF8.self)
  }

  /// "BlockStringValue": removes the common indentation of all lines except the first, and blank lines at both ends. Lines are joined by
  /// line feeds, and `\"""` represents three quotes.
  package static func blockStringValue(_ raw: ArraySlice<UInt8>) -> String {
    if !raw.contains(where: { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") || $0 == UInt8(ascii: "\\") }) {
      let isBlank = raw.allSatisfy { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
      return isBlank ? "" : String(decoding: raw, as: UTF8.self)
    }
    if let line = StringSyntax.onlyLine(of: raw) { return String(decoding: raw[line], as: UTF8.self) }
    let lines = StringSyntax.lines(of: raw)
    var indent = Int.max
    var first = lines.count
    var last = -1
    for (index, line) in lines.enumerated() {
      let leading = raw[line].prefix { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }.count
      guard leading < line.count else { continue }
      if index > 0 { indent = min(indent, leading) }
      first = min(first, index)
      last = index
    }
    guard first <= last else { return "" }
    var result: [UInt8] = []
    result.reserveCapacity(raw.count)
    for index in first...last {
      if index > first { result.append(UInt8(ascii: "\n")) }
      var line = lines[index]
      if index > 0 { line = min(line.lowerBound + (indent == .max ? 0 : indent), line.upperBound)..<line.upperBound }
      var position = line.lowerBound
      while position < line.upperBound {
        if raw[position] == UInt8(ascii: "\\"), raw[position...].starts(with: #"\"""#.utf8) {
          result.append(contentsOf: [UInt8(ascii: "\""), UInt8(ascii: "\""), UInt8(ascii: "\"")])
          position += 4
        } else {
          result.append(raw[position])
          position += 1
        }
      }
    }
    return String(decoding: result, as: UTF8.self)
  }

  /// The line with text if there is exactly one, it is not the first line, and it has no escapes. Most descriptions are
  /// like that.
  private static func onlyLine(of raw: ArraySlice<UInt8>) -> Range<Int>? {
    func isLineEnd(_ byte: UInt8) -> Bool { byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r") }
    func isBlank(_ byte: UInt8) -> Bool { byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") || isLineEnd(byte) }
    guard let start = raw.firstIndex(where: { !isBlank($0) }), raw[..<start].contains(where: isLineEnd) else { return nil }
    let end = raw[start...].firstIndex(where: isLineEnd) ?? raw.endIndex
    guard raw[end...].allSatisfy(isBlank), !raw[start..<end].contains(UInt8(ascii: "\\")) else { return nil }
    return start..<end
  }

  private static func lines(of raw: ArraySlice<UInt8>) -> [Range<Int>] {
    var lines: [Range<Int>] = []
    var start = raw.startIndex
    var position = start
    while position < raw.endIndex {
      let byte = raw[position]
      position += 1
      guard byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r") else { continue }
      lines.append(start..<position - 1)
      if byte == UInt8(ascii: "\r"), position < raw.endIndex, raw[position] == UInt8(ascii: "\n") { position += 1 }
      start = position
    }
    lines.append(start..<raw.endIndex)
    return lines
  }
}

extension String {
  /// The text as it stands in a block string: with a backslash before three quotes. A mark that combines with the last quote changes nothing.
  package var escapingTripleQuotes: String {
    let parts = unicodeScalars.split(separator: "\"\"\"".unicodeScalars, omittingEmptySubsequences: false)
    return parts.map { String($0) }.joined(separator: "\\\"\"\"")
  }
}
