internal import RelayCompilerCore

/// A Swift file as it is now, with places of its last build in it.
struct SwiftText {
  let path: String
  let bytes: [UInt8]
  private let lines: LineTable

  init(path: String, bytes: [UInt8]) {
    (self.path, self.bytes) = (path, bytes)
    lines = LineTable(bytes)
  }

  /// The range of a name; nil if something else is written there now.
  func range(of reference: SwiftReference) -> Range<Int>? {
    guard reference.line < lines.count else { return nil }
    let start = lines.offset(of: Position(line: reference.line, character: reference.column), in: bytes, .utf8)
    var tokens = SwiftTokens(bytes, from: start)
    guard let token = tokens.next(), token.range.lowerBound == start, token.isIdentifier else { return nil }
    // A call of an initializer is where its type is written.
    return token.text == reference.name || reference.name == "init" ? token.range : nil
  }

  func textRange(_ range: Range<Int>, _ encoding: PositionEncoding) -> TextRange {
    TextRange(
      lines.position(of: range.lowerBound, in: bytes, encoding), lines.position(of: range.upperBound, in: bytes, encoding))
  }

  func offset(of position: Position, _ encoding: PositionEncoding) -> Int { lines.offset(of: position, in: bytes, encoding) }

  /// The place of an offset as an index counts: the line from 0, and the column in bytes.
  func place(of offset: Int) -> Position { lines.position(of: offset, in: bytes, .utf8) }

  /// The labels in the parentheses after a name.
  func labels(after name: Range<Int>) -> [(label: String, range: Range<Int>)] {
    var tokens = SwiftTokens(bytes, from: name.upperBound)
    if tokens.skip("<") {
      var depth = 1
      while depth > 0, let token = tokens.next() { depth += token.text == "<" ? 1 : token.text == ">" ? -1 : 0 }
    }
    if tokens.skip("."), let token = tokens.next(), token.text != "init" { return [] }
    guard tokens.skip("(") else { return [] }
    var labels: [(String, Range<Int>)] = []
    var depth = 1
    var isStart = true
    while depth > 0, let token = tokens.next() {
      if isStart, token.isIdentifier, tokens.skip(":") { labels.append((token.text, token.range)) }
      isStart = false
      switch token.text {
      case "(", "[", "{": depth += 1
      case ")", "]", "}": depth -= 1
      case ",": isStart = depth == 1
      default: break
      }
    }
    return labels
  }

  /// Whether a word occurs in the file.
  func contains(_ words: Set<String>) -> Bool {
    var tokens = SwiftTokens(bytes)
    while let token = tokens.next() {
      if token.isIdentifier, words.contains(token.text) { return true }
    }
    return false
  }
}
