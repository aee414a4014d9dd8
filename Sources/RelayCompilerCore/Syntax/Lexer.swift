/// Splits bytes into tokens (specification, section 2.1), in one pass and on demand of the parser.
///
/// The lexer reports each error once and never stops: a malformed number or string is still a token, and bytes that start no token are
/// skipped.
package struct Lexer {
  package let bytes: [UInt8]
  let file: FileID
  let limit: Int
  /// The position of `bytes` in the file; not 0 for text inside a string.
  let base: Int
  var position: Int
  private(set) var diagnostics: [Diagnostic] = []
  /// The end of the latest lexical error. The parser does not report consequential errors.
  private(set) var lastErrorEnd = -1
  /// Whether an unterminated block string swallowed the rest of the file.
  var isTruncated = false
  /// The end of the last line that an unterminated string swallowed, with its brackets.
  var swallowedLineEnd = -1
  private var reportedEncoding = false
  /// Whether a block comment has been looked for that is not closed.
  private var lacksBlockCommentEnd = false
  /// Whether the current string has scalars beyond ASCII, as they are or as escapes.
  var isBeyondASCII = false
  /// Whether the lexer has met the comment that `Document.forbidsCustomScalarLiterals` describes.
  private(set) var forbidsCustomScalarLiterals = false

  package init(_ source: SourceFile, file: FileID, base: Int = 0) {
    bytes = source.bytes
    self.file = file
    self.base = base
    limit = min(source.range.upperBound, source.bytes.count)
    position = min(max(source.range.lowerBound, 0), limit)
  }

  /// Goes back to `position` and drops all diagnostics from there on, for the rare case in which the parser rereads a file with an error.
  mutating func rewind(to position: Int) {
    self.position = position
    diagnostics.removeAll { Int($0.range.start) >= base + position }
  }

  /// Drops the diagnostics of a part that does not count. Those before it are at the beginning of the list.
  mutating func dropDiagnostics(from start: Int, to end: Int) {
    let first = diagnostics.lastIndex { Int($0.range.end) <= base + start }.map { $0 + 1 } ?? 0
    let kept = diagnostics[first...].filter { Int($0.range.start) < base + start || Int($0.range.start) >= base + end }
    diagnostics.replaceSubrange(first..., with: kept)
  }

  /// A lexer for reading on from here without moving this one. It has none of the diagnostics, which it would have to copy.
  var ahead: Lexer {
    var copy = self
    copy.diagnostics = []
    return copy
  }

  mutating func report(_ diagnostic: Diagnostic) {
    lastErrorEnd = max(lastErrorEnd, Int(diagnostic.range.end))
    diagnostics.append(diagnostic)
  }

  func range(_ start: Int, _ end: Int) -> SourceRange {
    SourceRange(file: file, start: UInt32(clamping: base + start), end: UInt32(clamping: base + end))
  }

  // MARK: - Tokens

  /// The next token. At the end of the file it is always `.endOfFile`.
  package mutating func next() -> Token {
    while position < limit {
      let start = position
      let byte = bytes[start]
      switch byte {
      case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\n"), UInt8(ascii: "\r"), UInt8(ascii: ","):
        position = start + 1
      case UInt8(ascii: "#"):
        skipComment()
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "_"):
        return name(start)
      case UInt8(ascii: "{"): return punctuator(.leftBrace, start)
      case UInt8(ascii: "}"): return punctuator(.rightBrace, start)
      case UInt8(ascii: ":"): return punctuator(.colon, start)
      case UInt8(ascii: "("): return punctuator(.leftParenthesis, start)
      case UInt8(ascii: ")"): return punctuator(.rightParenthesis, start)
      case UInt8(ascii: "!"): return punctuator(.bang, start)
      case UInt8(ascii: "$"): return punctuator(.dollar, start)
      case UInt8(ascii: "@"): return punctuator(.at, start)
      case UInt8(ascii: "="): return punctuator(.equals, start)
      case UInt8(ascii: "["): return punctuator(.leftBracket, start)
      case UInt8(ascii: "]"): return punctuator(.rightBracket, start)
      case UInt8(ascii: "|"): return punctuator(.pipe, start)
      case UInt8(ascii: "&"): return punctuator(.ampersand, start)
      case UInt8(ascii: "\""): return checked { $0.string(start) }
      case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return number(start)
      case UInt8(ascii: "."):
        if let token = dots(start) { return token }
      case UInt8(ascii: "'"):
        if let token = singleQuoted(start) { return checked(mayHaveMarks: true) { _ in token } }
      case 0xEF where start + 2 < limit && bytes[start + 1] == 0xBB && bytes[start + 2] == 0xBF:  // byte order mark
        position = start + 3
      default:
        if isCurlyQuote(start), let token = curlyQuoted(start) { return checked(mayHaveMarks: true) { _ in token } }
        skipUnsupported(start)
      }
    }
    return Token(.endOfFile, limit, limit)
  }

  private mutating func punctuator(_ kind: Token.Kind, _ start: Int) -> Token {
    position = start + 1
    return Token(kind, start, start + 1)
  }

  private mutating func name(_ start: Int) -> Token {
    var end = start + 1
    while end < limit, Lexer.continuesName(bytes[end]) { end += 1 }
    position = end
    return Token(.name, start, end)
  }

  /// `...`, or nil after reporting another number of dots.
  private mutating func dots(_ start: Int) -> Token? {
    var end = start + 1
    while end < limit, end - start < 3, bytes[end] == UInt8(ascii: ".") { end += 1 }
    position = end
    if end - start == 3 { return Token(.spread, start, end) }
    if end - start == 1, end < limit, bytes[end].isDigit {
      while position < limit, Lexer.continuesNumber(bytes[position]) { position += 1 }
      report(.floatWithoutLeadingZero(text(start, position), at: range(start, position)))
      return Token(.float, start, position)
    }
    report(.incompleteSpread(at: range(start, end)))
    return Token(.spread, start, end)
  }

  private mutating func skipComment() {
    var end = position + 1
    while end < limit {
      let byte = bytes[end]
      if byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r") { break }
      if byte < 0x80 {
        end += 1
      } else {
        end = scalarEnd(at: end)
      }
    }
    if end - position == Lexer.customScalarComment.utf8CodeUnitCount, matches(Lexer.customScalarComment, at: position) {
      forbidsCustomScalarLiterals = true
    }
    position = end
  }

  private static let customScalarComment: StaticString = "# relay:no_custom_scalar_literals"

  private func matches(_ text: StaticString, at start: Int) -> Bool {
    text.withBytes { bytes.has($0, at: start, before: limit) }
  }

  /// Reports and skips the characters at `start` that do not start a token.
  private mutating func skipUnsupported(_ start: Int) {
    if matches("/*", at: start), let end = blockCommentEnd(start) {
      position = end
      report(.unsupportedCharacter("/*", at: range(start, start + 2)))
      return
    }
    var end = start
    while end < limit {
      let byte = bytes[end]
      if byte >= 0x80 {
        if byte == 0xEF, end + 2 < limit, bytes[end + 1] == 0xBB, bytes[end + 2] == 0xBF { break }
        let problems = diagnostics.count
        end = scalarEnd(at: end)
        if diagnostics.count > problems || reportedEncoding && lastErrorEnd >= end {
          position = end
          return
        }
      } else if Lexer.beginsToken(byte) {
        break
      } else {
        end += 1
      }
    }
    position = max(end, start + 1)
    report(.unsupportedCharacter(text(start, position), at: range(start, position)))
  }

  /// The end of a block comment, which GraphQL does not have.
  private mutating func blockCommentEnd(_ start: Int) -> Int? {
    if lacksBlockCommentEnd { return nil }
    var end = start + 2
    while end + 1 < limit {
      if matches("*/", at: end) { return end + 2 }
      end += 1
    }
    lacksBlockCommentEnd = true
    return nil
  }

  // MARK: - Numbers

  /// A number (specification, sections 2.9.1 and 2.9.2) has no leading zeros, and neither a dot nor a letter directly after it.
  private mutating func number(_ start: Int) -> Token {
    var end = start
    if bytes[end] == UInt8(ascii: "-") { end += 1 }
    let digits = end
    while end < limit, bytes[end].isDigit { end += 1 }
    var isFloat = false
    var isValid = end > digits
    let leadingZero = end - digits > 1 && bytes[digits] == UInt8(ascii: "0")
    if isValid, end < limit, bytes[end] == UInt8(ascii: ".") {
      isFloat = true
      end += 1
      let fraction = end
      while end < limit, bytes[end].isDigit { end += 1 }
      isValid = end > fraction
    }
    if isValid, end < limit, bytes[end] | 0x20 == UInt8(ascii: "e") {
      isFloat = true
      end += 1
      if end < limit, bytes[end] == UInt8(ascii: "+") || bytes[end] == UInt8(ascii: "-") { end += 1 }
      let exponent = end
      while end < limit, bytes[end].isDigit { end += 1 }
      isValid = end > exponent
    }
    if end < limit, Lexer.continuesNumber(bytes[end]) {
      isValid = false
      while end < limit, Lexer.continuesNumber(bytes[end]) { end += 1 }
    }
    position = end
    if !isValid, bytes[start] == UInt8(ascii: "-"), start > 0, Lexer.continuesName(bytes[start - 1]) {
      var first = start
      while first > 0, Lexer.continuesName(bytes[first - 1]) { first -= 1 }
      report(.hyphenatedName(text(first, end), at: range(first, end)))
    } else if !isValid {
      report(.invalidNumber(text(start, end), at: range(start, end)))
    } else if leadingZero {
      report(.numberWithLeadingZero(text(start, end), at: range(start, end)))
    }
    return Token(isFloat ? .float : .int, start, end)
  }

  // MARK: - Bytes

  /// The end of the scalar at `start`, a byte of 0x80 or more. Malformed UTF-8 is reported once per file.
  mutating func scalarEnd(at start: Int) -> Int {
    let byte = bytes[start]
    isBeyondASCII = true
    let length: Int
    switch byte {
    case 0xC2...0xDF: length = 2
    case 0xE0...0xEF: length = 3
    case 0xF0...0xF4: length = 4
    default: return malformed(start, 1)
    }
    guard start + length <= limit else { return malformed(start, 1) }
    for index in start + 1..<start + length where bytes[index] & 0xC0 != 0x80 { return malformed(start, index - start) }
    let second = bytes[start + 1]
    switch byte {
    case 0xE0 where second < 0xA0, 0xED where second > 0x9F, 0xF0 where second < 0x90, 0xF4 where second > 0x8F:
      return malformed(start, 1)
    default:
      return start + length
    }
  }

  private mutating func malformed(_ start: Int, _ length: Int) -> Int {
    if reportedEncoding {
      lastErrorEnd = max(lastErrorEnd, start + length)
    } else {
      reportedEncoding = true
      report(.invalidEncoding(byte: bytes[start], at: range(start, start + length)))
    }
    return start + length
  }

  func text(_ start: Int, _ end: Int) -> String {
    String(decoding: bytes[start..<end], as: UTF8.self)
  }

  func text(_ range: SourceRange) -> String { text(Int(range.start) - base, Int(range.end) - base) }

  static func beginsName(_ byte: UInt8) -> Bool { (byte | 0x20) &- UInt8(ascii: "a") < 26 || byte == UInt8(ascii: "_") }

  package static func continuesName(_ byte: UInt8) -> Bool { beginsName(byte) || byte.isDigit }

  /// Whether a byte directly after a number makes it malformed.
  static func continuesNumber(_ byte: UInt8) -> Bool { continuesName(byte) || byte == UInt8(ascii: ".") }

  private static func beginsToken(_ byte: UInt8) -> Bool {
    continuesName(byte) || tokenBytes.contains(byte)
  }

  /// The bytes, in addition to letters and digits, that start a token or are ignored between tokens.
  private static let tokenBytes = Set(" \t\n\r,#{}:()!$@=[]|&\"'-.".utf8)
}
