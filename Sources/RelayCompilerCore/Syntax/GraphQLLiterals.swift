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

  private func byte(_ offset: Int = 0) -> UInt8 { position + offset < bytes.count ? bytes[position + offset] : 0 }

  mutating func nextLiteral() -> Literal? {
    while position < bytes.count {
      switch byte() {
      case UInt8(ascii: "/") where byte(1) == UInt8(ascii: "/"): skipLine()
      case UInt8(ascii: "/") where byte(1) == UInt8(ascii: "*"): skipBlockComment()
      case UInt8(ascii: "\""): _ = string()
      case UInt8(ascii: "#"): if string() == nil { position += 1 }
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
    guard let literal = string() else { return nil }
    guard let end = unfinishedEnd(of: literal.content, from: opening) else { return literal }
    // What stands after it is Swift again, and may have other literals.
    position = end
    return Literal(content: literal.content.lowerBound..<end, interpolation: literal.interpolation.flatMap { $0 < end ? $0 : nil })
  }

  /// Where a literal of several lines ends that is being written; nil if it has its closing quotes.
  ///
  /// Without them, Swift reads everything up to the next quotes as the literal. But these open another one, and what is indented less than the
  /// first line of GraphQL is not a part of it.
  private func unfinishedEnd(of content: Range<Int>, from opening: Int) -> Int? {
    guard content.lowerBound - opening >= 3, bytes[content.lowerBound - 2] == UInt8(ascii: "\"") else { return nil }
    let last = bytes[content].lastIndex { $0 > 0x20 && $0 != UInt8(ascii: "#") }
    let opensAnother = content.upperBound < bytes.count && last.map { bytes[$0] == UInt8(ascii: "(") } == true
    guard opensAnother || content.upperBound == bytes.count else { return nil }
    let outside = indentation(bytes[..<opening].lastIndex(where: isNewline).map { $0 + 1 } ?? 0)
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

  /// A string literal of any form at `position`; nil if `#` does not start one.
  private mutating func string() -> Literal? {
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
    var interpolation: Int?
    while position < bytes.count {
      if byte() == UInt8(ascii: "\\"), hasPounds(pounds, at: position + 1) {
        if byte(1 + pounds) == UInt8(ascii: "("), interpolation == nil { interpolation = position }
        position += 2 + pounds
      } else if byte() == UInt8(ascii: "\""), !isMultiline || byte(1) == UInt8(ascii: "\"") && byte(2) == UInt8(ascii: "\""),
        hasPounds(pounds, at: position + quotes)
      {
        let end = position
        position += quotes + pounds
        return Literal(content: content..<end, interpolation: interpolation)
      } else if !isMultiline, byte() == UInt8(ascii: "\n") || byte() == UInt8(ascii: "\r") {
        break
      } else {
        position += 1
      }
    }
    return Literal(content: content..<min(position, bytes.count), interpolation: interpolation)
  }

  private func hasPounds(_ count: Int, at index: Int) -> Bool {
    (0..<count).allSatisfy { index + $0 < bytes.count && bytes[index + $0] == UInt8(ascii: "#") }
  }
}
