/// Swift string literals for arbitrary text from schemas and documents.
enum SwiftLiteral {
  /// `#"…"#` with as many `#` as the text requires. The text must be a single line.
  static func append(raw source: borrowing BorrowedBytes, to text: inout ByteBuffer) {
    let pounds = pounds(for: source)
    pounds.withBytes { text.append(contentsOf: $0) }
    text.append(0x22)
    append(source, to: &text, pounds: pounds)
    text.append(0x22)
    pounds.withBytes { text.append(contentsOf: $0) }
  }

  static func raw(_ text: String) -> SwiftText {
    var literal = ByteBuffer(capacity: text.utf8.count + 4)
    text.withBytes { append(raw: $0, to: &literal) }
    return SwiftText(bytes: literal.array)
  }

  /// `"…"` with escapes, as attributes such as `@available` require.
  static func quoted(_ text: String) -> SwiftText {
    var literal = ByteBuffer(capacity: text.utf8.count + 4)
    literal.append(0x22)
    var escaped: [UInt8] = []
    escaped.reserveCapacity(text.utf8.count)
    for byte in text.utf8 {
      if byte == 0x22 || byte == 0x5C { escaped.append(0x5C) }
      escaped.append(byte)
    }
    escaped.withBytes { append($0, to: &literal, pounds: "") }
    literal.append(0x22)
    return SwiftText(bytes: literal.array)
  }

  /// One `#` more than ever follow a quote or backslash in `text`, so that neither ends the literal nor starts an
  /// escape.
  static func pounds(for text: borrowing BorrowedBytes) -> SwiftText {
    // Most texts have no `#` at all.
    if !text.hasByte(0x23) { return "#" }
    var longest = 0
    var index = 0
    while index < text.count {
      let byte = text[index]
      index += 1
      guard byte == 0x22 || byte == 0x5C else { continue }
      var run = 0
      while index < text.count, text[index] == 0x23 {
        run += 1
        index += 1
      }
      longest = max(longest, run)
    }
    return SwiftText(bytes: Array(repeating: 0x23, count: longest + 1))
  }

  /// Appends UTF-8. Control characters, and others that cannot be seen, become escapes of a literal with this many `#`.
  private static func append(_ source: borrowing BorrowedBytes, to text: inout ByteBuffer, pounds: SwiftText) {
    var start = 0
    while case let position = source.firstControlCharacter(from: start), position < source.count {
      source.withSlice(start..<position) { append(printable: $0, to: &text, pounds: pounds) }
      append(source[position], to: &text, pounds: pounds)
      start = position + 1
    }
    source.withSlice(start..<source.count) { append(printable: $0, to: &text, pounds: pounds) }
  }

  /// The same for UTF-8 without control characters of ASCII.
  static func append(printable source: borrowing BorrowedBytes, to text: inout ByteBuffer, pounds: SwiftText) {
    if source.isASCII { return text.append(contentsOf: source) }
    var visibility = VisibleText.Visibility()
    for scalar in source.string.unicodeScalars {
      if visibility.hides(scalar) {
        text.append(0x5C)
        pounds.withBytes { text.append(contentsOf: $0) }
        text.append("u{" + String(scalar.value, radix: 16) + "}")
      } else {
        for unit in UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter { text.append(unit) }
      }
    }
  }

  /// Appends a byte of UTF-8. Control characters become escapes of a literal with this many `#`.
  static func append(_ byte: UInt8, to text: inout ByteBuffer, pounds: SwiftText) {
    if byte >= 0x20 && byte != 0x7F {
      text.append(byte)
    } else {
      text.append(0x5C)
      pounds.withBytes { text.append(contentsOf: $0) }
      text.append("u{" + String(byte, radix: 16) + "}")
    }
  }
}
