/// String and block string tokens (specification, section 2.9.4). The lexer only finds their ends and checks them; `StringSyntax`
/// determines their meaning.
extension Lexer {
  /// The string, or an empty one after reporting that it has too many combining marks in a row.
  mutating func checked(mayHaveMarks: Bool = false, _ string: (inout Lexer) -> Token) -> Token {
    isBeyondASCII = mayHaveMarks
    let token = string(&self)
    guard isBeyondASCII, token.kind == .string || token.kind == .blockString,
      CombiningMarks.exceedLimit(in: StringSyntax(token, of: self).value)
    else { return token }
    report(.combiningMarks(at: range(token.start, token.end)))
    return Token(token.kind, token.start, token.start + (token.kind == .blockString ? 3 : 1))
  }

  mutating func string(_ start: Int) -> Token {
    if start + 2 < limit, bytes[start + 1] == UInt8(ascii: "\""), bytes[start + 2] == UInt8(ascii: "\"") { return blockString(start) }
    var end = start + 1
    while end < limit {
      switch bytes[end] {
      case UInt8(ascii: "\""):
        position = end + 1
        return Token(.string, start, end + 1)
      case UInt8(ascii: "\\"):
        end = escape(at: end)
      case UInt8(ascii: "\n"), UInt8(ascii: "\r"):
        return unterminated(start, end)
      case 0x80...:
        end = scalarEnd(at: end)
      default:
        end += 1
      }
    }
    return unterminated(start, end)
  }

  private mutating func unterminated(_ start: Int, _ end: Int) -> Token {
    position = end
    swallowedLineEnd = end
    report(.unterminatedString(at: range(start, end)))
    return Token(.string, start, end)
  }

  private mutating func blockString(_ start: Int) -> Token {
    var end = start + 3
    while end < limit {
      let byte = bytes[end]
      if byte == UInt8(ascii: "\""), end + 2 < limit, bytes[end + 1] == UInt8(ascii: "\""), bytes[end + 2] == UInt8(ascii: "\"") {
        position = end + 3
        return Token(.blockString, start, end + 3)
      }
      if byte == UInt8(ascii: "\\"), end + 3 < limit, bytes[end + 1] == UInt8(ascii: "\""), bytes[end + 2] == UInt8(ascii: "\""),
        bytes[end + 3] == UInt8(ascii: "\"")
      {
        end += 4
      } else if byte < 0x80 {
        end += 1
      } else {
        end = scalarEnd(at: end)
      }
    }
    position = limit
    isTruncated = true
    report(.unterminatedBlockString(at: range(start, start + 3)))
    return Token(.blockString, start, limit)
  }

  /// Text in single quotes, which GraphQL does not have. It is reported once, with a fix, and treated as a string. nil after reporting a
  /// quote without another one on its line.
  mutating func singleQuoted(_ start: Int) -> Token? {
    var end = start + 1
    while end < limit, bytes[end] != UInt8(ascii: "'"), bytes[end] != UInt8(ascii: "\n"), bytes[end] != UInt8(ascii: "\r") {
      end = bytes[end] < 0x80 ? end + 1 : scalarEnd(at: end)
    }
    guard end < limit, bytes[end] == UInt8(ascii: "'") else {
      position = start + 1
      report(.unsupportedCharacter("'", at: range(start, start + 1)))
      return nil
    }
    position = end + 1
    let canBeReplaced = !bytes[start + 1..<end].contains { $0 == UInt8(ascii: "\"") || $0 == UInt8(ascii: "\\") }
    report(.singleQuotedString(canBeReplaced ? replacement(start + 1, end) : nil, at: range(start, end + 1)))
    return Token(.string, start, end + 1)
  }

  /// The text between the quotes of a fix; nil if it would be an error as well.
  private func replacement(_ start: Int, _ end: Int) -> String? {
    let text = text(start, end)
    return CombiningMarks.exceedLimit(in: text) ? nil : text
  }

  /// Text in typographic quotes, which some editors insert. It is reported once, with a fix, if it ends on its line.
  mutating func curlyQuoted(_ start: Int) -> Token? {
    var end = start + 3
    while end < limit, bytes[end] != UInt8(ascii: "\n"), bytes[end] != UInt8(ascii: "\r") {
      let isStraight = bytes[end] == UInt8(ascii: "\"")
      guard isStraight || isCurlyQuote(end) else {
        end += 1
        continue
      }
      let content = start + 3..<end
      end += isStraight ? 1 : 3
      position = end
      let canBeReplaced = !bytes[content].contains(UInt8(ascii: "\\"))
      report(.curlyQuotedString(canBeReplaced ? replacement(content.lowerBound, content.upperBound) : nil, at: range(start, end)))
      return Token(.string, start, end)
    }
    return nil
  }

  /// U+2018, U+2019, U+201C and U+201D
  func isCurlyQuote(_ start: Int) -> Bool {
    guard start + 2 < limit, bytes[start] == 0xE2, bytes[start + 1] == 0x80 else { return false }
    return bytes[start + 2] & 0xFE == 0x98 || bytes[start + 2] & 0xFE == 0x9C
  }

  /// Checks the escape sequence at the backslash and returns its end.
  private mutating func escape(at start: Int) -> Int {
    guard start + 1 < limit else { return start + 1 }
    switch bytes[start + 1] {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"), UInt8(ascii: "f"), UInt8(ascii: "n"),
      UInt8(ascii: "r"), UInt8(ascii: "t"):
      return start + 2
    case UInt8(ascii: "u"):
      return unicodeEscape(at: start)
    case UInt8(ascii: "\n"), UInt8(ascii: "\r"):
      return start + 1
    default:
      let end = bytes[start + 1] < 0x80 ? start + 2 : scalarEnd(at: start + 1)
      report(.invalidEscape(text(start, end), at: range(start, end)))
      return end
    }
  }

  /// `\u1234`, a surrogate pair of two of them, or `\u{10FFFF}`.
  private mutating func unicodeEscape(at start: Int) -> Int {
    let escape = UnicodeEscape(bytes, at: start, limit: limit)
    isBeyondASCII = true
    if escape.scalar == nil { report(.invalidUnicodeEscape(text(start, escape.end), at: range(start, escape.end))) }
    return escape.end
  }
}

/// One `\u` escape: its end, and its scalar, or nil if it is malformed.
struct UnicodeEscape {
  var end: Int
  var scalar: Unicode.Scalar?

  /// - Parameter start: the position of the backslash, which `u` follows.
  init(_ bytes: [UInt8], at start: Int, limit: Int) {
    var position = start + 2
    if position < limit, bytes[position] == UInt8(ascii: "{") {
      position += 1
      let digits = position
      var value: UInt32 = 0
      while position < limit, let digit = UnicodeEscape.hexadecimal(bytes[position]) {
        value = value > 0x10FFFF ? value : value << 4 | digit
        position += 1
      }
      let isClosed = position < limit && bytes[position] == UInt8(ascii: "}")
      end = isClosed ? position + 1 : position
      scalar = isClosed && position > digits ? Unicode.Scalar(value) : nil
      return
    }
    guard let first = UnicodeEscape.fourDigits(bytes, at: position, limit: limit) else {
      while position < limit, position < start + 6, UnicodeEscape.hexadecimal(bytes[position]) != nil { position += 1 }
      end = position
      return
    }
    end = position + 4
    guard first & 0xFC00 == 0xD800 else {
      scalar = Unicode.Scalar(first)
      return
    }
    guard end + 1 < limit, bytes[end] == UInt8(ascii: "\\"), bytes[end + 1] == UInt8(ascii: "u"),
      let second = UnicodeEscape.fourDigits(bytes, at: end + 2, limit: limit), second & 0xFC00 == 0xDC00
    else { return }
    end += 6
    scalar = Unicode.Scalar(0x10000 + (first & 0x3FF) << 10 + (second & 0x3FF))
  }

  private static func fourDigits(_ bytes: [UInt8], at start: Int, limit: Int) -> UInt32? {
    guard start + 4 <= limit else { return nil }
    var value: UInt32 = 0
    for index in start..<start + 4 {
      guard let digit = hexadecimal(bytes[index]) else { return nil }
      value = value << 4 | digit
    }
    return value
  }

  private static func hexadecimal(_ byte: UInt8) -> UInt32? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(byte - UInt8(ascii: "0"))
    case UInt8(ascii: "A")...UInt8(ascii: "F"): UInt32(byte - 0x37)
    case UInt8(ascii: "a")...UInt8(ascii: "f"): UInt32(byte - 0x57)
    default: nil
    }
  }
}
