/// Finds the GraphQL in Swift sources: string literals that are the only argument of a call to `graphql`.
///
/// The result has one `SourceFile` for each literal, with the path and the bytes of the Swift file, so that positions are correct.
/// Comments and other strings are skipped. A literal with interpolation is an error.
package enum GraphQLLiterals {
  /// The diagnostics refer to `source` as the first file of their renderer.
  package static func find(in source: SourceFile) -> (literals: [SourceFile], diagnostics: [Diagnostic]) {
    let file = FileID(index: 0)
    var scanner = SwiftScanner(bytes: source.bytes)
    var literals: [SourceFile] = []
    var diagnostics: [Diagnostic] = []
    while let literal = scanner.nextLiteral() {
      if let interpolation = literal.interpolation {
        diagnostics.append(
          .interpolatedLiteral(
            at: SourceRange(file: file, start: UInt32(clamping: interpolation), end: UInt32(clamping: interpolation + 2))))
      }
      literals.append(SourceFile(path: source.path, bytes: source.bytes, range: literal.content))
    }
    return (literals, diagnostics)
  }

  /// Text that every Swift file with a literal contains.
  static let call = "graphql("

  /// Whether a Swift file may contain a literal, without scanning it.
  package static func mayExist(in bytes: [UInt8]) -> Bool {
    call.withBytes { word in
      for index in bytes.indices where bytes[index] == UInt8(ascii: "g") && bytes.has(word, at: index, before: bytes.count) {
        return true
      }
      return false
    }
  }
}

/// The part of Swift's lexical structure that is needed to distinguish code from comments and strings.
private struct SwiftScanner {
  struct Literal {
    var content: Range<Int>
    /// The start of the first interpolation.
    var interpolation: Int?
  }

  let bytes: [UInt8]
  var position = 0
  /// The line of the latest literal: how far it is indented, and up to where line breaks have been looked for.
  private var line = (indentation: 0, end: 0)
  /// Where the next string of several lines ends, by its number of `#`, as far as that has been looked for.
  private var ends: [Int: Int] = [:]

  init(bytes: [UInt8]) {
    self.bytes = bytes
    line.indentation = indentation(0)
  }

  private func byte(_ offset: Int = 0) -> UInt8 { position + offset < bytes.count ? bytes[position + offset] : 0 }

  mutating func nextLiteral() -> Literal? {
    while position < bytes.count {
      switch byte() {
      case UInt8(ascii: "/") where byte(1) == UInt8(ascii: "/"): skipLine()
      case UInt8(ascii: "/") where byte(1) == UInt8(ascii: "*"): skipBlockComment()
      case UInt8(ascii: "\""): _ = string()
      case UInt8(ascii: "#"):
        if string() == nil { while byte() == UInt8(ascii: "#") { position += 1 } }
      case UInt8(ascii: "`"): skipUntil(UInt8(ascii: "`"))
      case let first where isIdentifier(first):
        let start = position
        while position < bytes.count, isIdentifier(bytes[position]) { position += 1 }
        if bytes[start..<position].elementsEqual("graphql".utf8), let literal = argument() { return literal }
      default: position += 1
      }
    }
    return nil
  }

  private func isIdentifier(_ byte: UInt8) -> Bool {
    Lexer.continuesName(byte) || byte >= 0x80
  }

  /// Parses `(`, a string literal and `)` after the name.
  private mutating func argument() -> Literal? {
    skipSpace()
    guard byte() == UInt8(ascii: "(") else { return nil }
    position += 1
    skipSpace()
    guard byte() == UInt8(ascii: "\"") || byte() == UInt8(ascii: "#") else { return nil }
    let opening = position
    guard let (full, pounds) = string() else { return nil }
    var content = full
    if let end = unfinishedEnd(of: content, from: opening) {
      // What stands after it is Swift again, and may have other literals.
      position = end
      content = content.lowerBound..<end
    }
    return Literal(content: content, interpolation: interpolation(in: content, pounds))
  }

  /// The start of the first interpolation.
  private func interpolation(in content: Range<Int>, _ pounds: Int) -> Int? {
    var index = content.lowerBound
    while index < content.upperBound {
      guard bytes[index] == UInt8(ascii: "\\"), hasPounds(pounds, at: index + 1) else {
        index += 1
        continue
      }
      let escaped = index + 1 + pounds
      if escaped < content.upperBound, bytes[escaped] == UInt8(ascii: "(") { return index }
      index = escaped + 1
    }
    return nil
  }

  /// The indentation of the line at `opening`, which is behind all earlier ones.
  private mutating func indentation(ofLineAt opening: Int) -> Int {
    if let newline = bytes[line.end..<opening].lastIndex(where: isNewline) { line.indentation = indentation(newline + 1) }
    line.end = opening
    return line.indentation
  }

  /// Where a literal of several lines ends that is being written; nil if it has its closing quotes.
  ///
  /// Without them, Swift reads everything up to the next quotes as the literal. But these open another one, and what is indented less than the
  /// first line of GraphQL is not a part of it.
  private mutating func unfinishedEnd(of content: Range<Int>, from opening: Int) -> Int? {
    guard content.lowerBound - opening >= 3, bytes[content.lowerBound - 2] == UInt8(ascii: "\"") else { return nil }
    let last = bytes[content].lastIndex { $0 > 0x20 && $0 != UInt8(ascii: "#") }
    let opensAnother = content.upperBound < bytes.count && last.map { bytes[$0] == UInt8(ascii: "(") } == true
    guard opensAnother || content.upperBound == bytes.count else { return nil }
    let outside = indentation(ofLineAt: opening)
    var inside: Int?
    var newline = bytes[content].firstIndex(where: isNewline)
    var lastNewline: Int?
    while let end = newline {
      lastNewline = end
      newline = bytes[(end + 1)..<content.upperBound].firstIndex(where: isNewline)
      let width = indentation(end + 1)
      guard end + 1 + width < content.upperBound, !isNewline(bytes[end + 1 + width]) else { continue }
      if let inside {
        if width < inside { return end }
      } else if width <= outside, !beginsDefinition(end + 1 + width) {
        return end
      } else {
        inside = width
      }
    }
    return opensAnother ? lastNewline : nil
  }

  private func isNewline(_ byte: UInt8) -> Bool { byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r") }

  private func indentation(_ start: Int) -> Int {
    bytes[start...].prefix { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }.count
  }

  private func beginsDefinition(_ start: Int) -> Bool {
    let word = bytes[start...].prefix(while: isIdentifier)
    if word.isEmpty { return bytes[start] == UInt8(ascii: "{") || bytes[start] == UInt8(ascii: "#") }
    return ["query", "mutation", "subscription", "fragment", "extend"].contains { word.elementsEqual($0.utf8) }
  }

  private mutating func skipSpace() {
    while position < bytes.count, bytes[position] <= 0x20 { position += 1 }
  }

  private mutating func skipLine() {
    while position < bytes.count, bytes[position] != UInt8(ascii: "\n"), bytes[position] != UInt8(ascii: "\r") { position += 1 }
  }

  private mutating func skipUntil(_ end: UInt8) {
    position += 1
    while position < bytes.count, bytes[position] != end, bytes[position] != UInt8(ascii: "\n") { position += 1 }
    position += 1
  }

  private mutating func skipBlockComment() {
    var depth = 0
    repeat {
      if byte() == UInt8(ascii: "/"), byte(1) == UInt8(ascii: "*") {
        depth += 1
        position += 2
      } else if byte() == UInt8(ascii: "*"), byte(1) == UInt8(ascii: "/") {
        depth -= 1
        position += 2
      } else {
        position += 1
      }
    } while depth > 0 && position < bytes.count
  }

  /// The content of a string literal of any form at `position`, and the number of its `#`; nil if `#` does not start one.
  private mutating func string() -> (content: Range<Int>, pounds: Int)? {
    let start = position
    var pounds = 0
    while byte() == UInt8(ascii: "#") {
      pounds += 1
      position += 1
    }
    guard byte() == UInt8(ascii: "\"") else {
      position = start
      return nil
    }
    let isMultiline = byte(1) == UInt8(ascii: "\"") && byte(2) == UInt8(ascii: "\"")
    let quotes = isMultiline ? 3 : 1
    position += quotes
    let content = position
    if isMultiline, let end = ends[pounds], end >= content { position = end }
    while position < bytes.count {
      if byte() == UInt8(ascii: "\\"), hasPounds(pounds, at: position + 1) {
        position += 2 + pounds
      } else if byte() == UInt8(ascii: "\""), !isMultiline || byte(1) == UInt8(ascii: "\"") && byte(2) == UInt8(ascii: "\""),
        hasPounds(pounds, at: position + quotes)
      {
        let end = position
        if isMultiline { ends[pounds] = end }
        position += quotes + pounds
        return (content..<end, pounds)
      } else if !isMultiline, byte() == UInt8(ascii: "\n") || byte() == UInt8(ascii: "\r") {
        break
      } else {
        position += 1
      }
    }
    if isMultiline { ends[pounds] = bytes.count }
    return (content..<min(position, bytes.count), pounds)
  }

  private func hasPounds(_ count: Int, at index: Int) -> Bool {
    (0..<count).allSatisfy { index + $0 < bytes.count && bytes[index + $0] == UInt8(ascii: "#") }
  }
}
