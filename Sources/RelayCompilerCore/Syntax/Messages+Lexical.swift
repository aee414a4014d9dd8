/// Diagnostics of the lexer (specification, sections 2.1 and 2.9).
extension Diagnostic {
  static func unsupportedCharacter(_ text: String, at range: SourceRange) -> Diagnostic {
    let shown = text.unicodeScalars.prefix(12).map { printable($0) }.joined()
    if text.utf8.first == UInt8(ascii: "/") {
      return Diagnostic("unsupported-character", "'\(shown)' does not begin a comment in GraphQL. Use '#'", at: range)
    }
    let hint =
      text.unicodeScalars.contains { "\u{201C}\u{201D}\u{2018}\u{2019}\u{00AB}\u{00BB}".unicodeScalars.contains($0) }
      ? ". Strings are written in straight double quotes (\")" : ""
    return Diagnostic("unsupported-character", "'\(shown)' is not part of GraphQL's syntax outside strings and comments\(hint)", at: range)
  }

  static func invalidEncoding(byte: UInt8, at range: SourceRange) -> Diagnostic {
    Diagnostic("invalid-encoding", "The file is not valid UTF-8: unexpected byte 0x\(hexadecimal(UInt32(byte), digits: 2))", at: range)
  }

  static func invalidNumber(_ text: String, at range: SourceRange) -> Diagnostic {
    Diagnostic("invalid-number", "'\(shortened(text))' is not a number", at: range)
  }

  static func hyphenatedName(_ text: String, at range: SourceRange) -> Diagnostic {
    let name = text.utf8.split(separator: UInt8(ascii: "-")).map { String(decoding: $0, as: UTF8.self) }.joined(separator: "_")
    return Diagnostic(
      "invalid-name", "'\(shortened(text))' is not a name: names have no hyphens. Write '\(shortened(name))'", at: range,
      fixIts: [.init(replace: range, with: name)])
  }

  static func numberWithLeadingZero(_ text: String, at range: SourceRange) -> Diagnostic {
    let isNegative = text.hasPrefix("-")
    let digits = text.drop { $0 == "-" }.drop { $0 == "0" }
    let fixed = (isNegative ? "-" : "") + (digits.first?.isNumber == true ? "" : "0") + digits
    return Diagnostic(
      "invalid-number", "The number '\(shortened(text))' has a leading zero", at: range,
      fixIts: [.init(replace: range, with: fixed)])
  }

  static func floatWithoutLeadingZero(_ text: String, at range: SourceRange) -> Diagnostic {
    Diagnostic(
      "invalid-number", "A number needs a digit before its decimal point. Did you mean '0\(shortened(text))'?", at: range,
      fixIts: [.init(replace: range, with: "0" + text)])
  }

  static func incompleteSpread(at range: SourceRange) -> Diagnostic {
    Diagnostic(
      "incomplete-spread", "A spread is written with three dots: '...'", at: range, fixIts: [.init(replace: range, with: "...")])
  }

  static func unterminatedString(at range: SourceRange) -> Diagnostic {
    Diagnostic(
      "unterminated-string",
      "The string is not closed on its line. Add the closing '\"', or use a block string (\"\"\") for text of several lines", at: range)
  }

  static func unterminatedBlockString(at range: SourceRange) -> Diagnostic {
    Diagnostic("unterminated-string", "The block string is not closed. Add the closing '\"\"\"'", at: range)
  }

  static func singleQuotedString(_ text: String?, at range: SourceRange) -> Diagnostic {
    Diagnostic(
      "single-quoted-string", "Strings are written in double quotes (\")", at: range,
      fixIts: text.map { [.init(replace: range, with: "\"\($0)\"")] } ?? [])
  }

  static func curlyQuotedString(_ text: String?, at range: SourceRange) -> Diagnostic {
    Diagnostic(
      "unsupported-character", "Strings are written in straight double quotes (\")", at: range,
      fixIts: text.map { [.init(replace: range, with: "\"\($0)\"")] } ?? [])
  }

  static func invalidEscape(_ text: String, at range: SourceRange) -> Diagnostic {
    let shown = text.unicodeScalars.map { printable($0) }.joined()
    return Diagnostic(
      "invalid-escape", #"'\#(shown)' is not an escape sequence. The escapes are \" \\ \/ \b \f \n \r \t and \u"#, at: range)
  }

  static func invalidUnicodeEscape(_ text: String, at range: SourceRange) -> Diagnostic {
    Diagnostic(
      "invalid-escape",
      #"'\#(shortened(text))' does not name a Unicode scalar value. Write \uXXXX, a surrogate pair of two of them, or \u{X}"#, at: range)
  }

  static func combiningMarks(at range: SourceRange) -> Diagnostic {
    Diagnostic("combining-marks", "The string has more than \(CombiningMarks.limit) combining marks in a row", at: range)
  }

  // MARK: - Text in messages

  /// The scalar in a message; control characters as `U+0007`.
  private static func printable(_ scalar: Unicode.Scalar) -> String {
    switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .unassigned, .privateUse, .surrogate, .spaceSeparator:
      "U+" + hexadecimal(scalar.value, digits: 4)
    default: String(scalar)
    }
  }

  private static func hexadecimal(_ value: UInt32, digits: Int) -> String {
    let text = String(value, radix: 16, uppercase: true)
    return String(repeating: "0", count: max(0, digits - text.utf8.count)) + text
  }
}
