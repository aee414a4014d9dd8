/// Recovery after an error. None of this runs on a file without errors.
extension Parser {
  /// Skips to the start of the next item of a braced list, or to the brace that ends the list.
  ///
  /// - Parameters:
  ///   - start: the first token of the item that failed.
  ///   - height: the number of brackets that were open at that token.
  mutating func skipToItem(from start: Token, height: Int, _ failure: SyntaxError) throws(SyntaxError) {
    if failure.endsDefinition { throw failure }
    var mustMove = token.start == start.start
    while true {
      switch token.kind {
      case .endOfFile:
        throw SyntaxError(endsDefinition: true)
      case .rightBrace:
        // A brace that closes more than the item's own brackets ends the list, even if other brackets are open.
        while open.count > height, open.last?.kind != .leftBrace { open.removeLast() }
        if open.count <= height { return }
        advance()
      case .rightParenthesis, .rightBracket:
        open.removeInner(ofOneClosedBy: token.kind, above: height)
        advance()
      case .name, .spread, .string, .blockString:
        if beginsDefinition(token), definitionsEndBlocks { throw SyntaxError(endsDefinition: true) }
        if open.count == height, !mustMove, startsLine(token) { return }
        advance()
      default:
        advance()
      }
      mustMove = false
    }
  }

  /// Skips to the start of the next definition.
  mutating func skipToDefinition(from start: Token) {
    depth = 0
    var mustMove = token.start == start.start
    while token.kind != .endOfFile {
      let isDefinition = keyword() != nil || token.kind == .leftBrace && previousByteIsClosingBrace
      if !mustMove, isDefinition, startsColumn(token) || open.isEmpty && (startsLine(token) || previousByteIsClosingBrace) {
        break
      }
      if token.kind.isClosing { open.removeInner(ofOneClosedBy: token.kind) }
      advance()
      mustMove = false
    }
    open.removeAll()
  }

  /// If a definition reached the end of the file, looks for the next definition, which it swallowed because of a missing brace. Reports
  /// the missing brace and restarts parsing at that definition.
  ///
  /// If an unterminated string swallowed the closing braces, there is nothing else to report.
  mutating func restartAfterMissingBrace(from start: Token, problems: Int) -> Bool {
    guard token.kind == .endOfFile, reportedEnd, !lexer.isTruncated else { return false }
    let scan = MissingBrace(lexer: lexer, from: start)
    guard let opening = scan.opening else { return false }
    diagnostics.removeLast(diagnostics.count - problems)
    open.removeAll()
    depth = 0
    let openingRange = lexer.range(opening.start, opening.end)
    guard let next = scan.nextDefinition else {
      if !scan.hasSwallowedLine {
        diagnostics.append(.missingClosingBrace(at: tokenRange, opening: openingRange, nextDefinition: nil))
      }
      return true
    }
    lexer.rewind(to: next.start)
    reportedEnd = false
    definitionsEndBlocks = true
    previousEnd = next.start
    token = lexer.next()
    if !scan.hasSwallowedLine {
      diagnostics.append(
        .missingClosingBrace(at: tokenRange, opening: openingRange, nextDefinition: lexer.text(token.start, token.end)))
    }
    return true
  }

  /// Whether the bracket that closes the innermost open one comes soon, so that something else is wrong.
  func isClosedSoon(_ kind: Token.Kind) -> Bool {
    var ahead = lexer.ahead
    var next = token
    var inner: [Token.Kind] = []
    for _ in 0..<100 {
      if next.kind == .endOfFile { return false }
      if next.kind.isOpening {
        inner.append(next.kind.closing)
      } else if next.kind.isClosing {
        guard let expected = inner.popLast() else { return next.kind == kind }
        if expected != next.kind { return false }
      }
      next = ahead.next()
    }
    return false
  }

  /// Whether the token is the first on its line.
  func startsLine(_ token: Token) -> Bool {
    var position = token.start - 1
    while position >= 0 {
      switch lexer.bytes[position] {
      case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: ","): position -= 1
      case UInt8(ascii: "\n"), UInt8(ascii: "\r"): return true
      default: return false
      }
    }
    return true
  }

  /// Whether the token is in the first column.
  private func startsColumn(_ token: Token) -> Bool {
    token.start == 0 || lexer.bytes[token.start - 1] == UInt8(ascii: "\n") || lexer.bytes[token.start - 1] == UInt8(ascii: "\r")
  }

  private var previousByteIsClosingBrace: Bool { previousEnd > 0 && lexer.bytes[previousEnd - 1] == UInt8(ascii: "}") }

  /// Whether a definition starts here: there is a keyword in the first column.
  func beginsDefinition(_ token: Token) -> Bool { startsColumn(token) && keyword() != nil }
}

/// Finds the missing brace of a definition that reaches the end of the file, based on indentation.
private struct MissingBrace {
  /// The brace that is never closed.
  private(set) var opening: Token?
  /// The next definition, in the first column.
  private(set) var nextDefinition: Token?
  /// Whether an unterminated string swallowed part of the definition.
  private(set) var hasSwallowedLine = false

  init(lexer: Lexer, from start: Token) {
    var lexer = lexer
    lexer.rewind(to: start.start)
    lexer.swallowedLineEnd = -1
    var open: [(token: Token, indentation: Int)] = []
    var line = Line(at: start.start, in: lexer.bytes)
    while true {
      let token = lexer.next()
      if token.kind == .endOfFile { break }
      let (column, isFirst) = MissingBrace.place(of: token, in: lexer.bytes)
      if token.kind == .name, token.start > start.start, column == 0, !open.isEmpty,
        DefinitionKeyword(rawValue: lexer.text(token.start, token.end)) != nil
      {
        nextDefinition = token
        break
      }
      if token.kind == .leftBrace {
        line.move(to: token.start, in: lexer.bytes)
        open.append((token, line.indentation))
      } else if token.kind == .rightBrace, let last = open.last {
        if isFirst, column < last.indentation, opening == nil { opening = last.token }
        open.removeLast()
      }
    }
    hasSwallowedLine = lexer.swallowedLineEnd >= 0
    guard let outermost = open.last else {
      opening = nil
      return
    }
    if opening == nil { opening = outermost.token }
  }

  private static func place(of token: Token, in bytes: [UInt8]) -> (column: Int, isFirst: Bool) {
    var position = token.start
    var isFirst = true
    while position > 0, bytes[position - 1] != UInt8(ascii: "\n"), bytes[position - 1] != UInt8(ascii: "\r") {
      position -= 1
      if bytes[position] != UInt8(ascii: " "), bytes[position] != UInt8(ascii: "\t") {
        isFirst = false
        break
      }
    }
    return (token.start - position, isFirst)
  }

  /// The line that the scan has reached. It may have many braces, so its indentation is kept.
  private struct Line {
    private(set) var indentation: Int
    /// Up to here, line breaks have been looked for.
    private var position: Int

    init(at offset: Int, in bytes: [UInt8]) {
      position = offset
      indentation = Line.indentation(from: bytes[..<offset].lastIndex(where: Line.isBreak).map { $0 + 1 } ?? 0, in: bytes)
    }

    mutating func move(to offset: Int, in bytes: [UInt8]) {
      if let lineBreak = bytes[position..<offset].lastIndex(where: Line.isBreak) {
        indentation = Line.indentation(from: lineBreak + 1, in: bytes)
      }
      position = offset
    }

    private static func isBreak(_ byte: UInt8) -> Bool { byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r") }

    private static func indentation(from start: Int, in bytes: [UInt8]) -> Int {
      bytes[start...].prefix { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }.count
    }
  }
}
