/// Swift string literals for arbitrary text from schemas and documents.
enum SwiftLiteral {
  /// `#"…"#` with as many `#` as the text requires. The text must be a single line.
  static func append(raw source: UnsafeBufferPointer<UInt8>, to text: inout ByteBuffer) {
    let pounds = pounds(for: source)
    pounds.withBytes { text.append(contentsOf: $0) }
    text.append(0x22)
    if source.firstControlCharacter(from: 0) == source.count {
      text.append(contentsOf: source)
    } else {
      for byte in source { append(byte, to: &text, pounds: pounds) }
    }
    text.append(0x22)
    pounds.withBytes { text.append(contentsOf: $0) }
  }

  static func raw(_ text: String) -> SwiftText {
    var text = text
    var literal = ByteBuffer(capacity: text.utf8.count + 4)
    text.withUTF8 { append(raw: $0, to: &literal) }
    return SwiftText(bytes: literal.array)
  }

  /// `"…"` with escapes, as attributes such as `@available` require.
  static func quoted(_ text: String) -> SwiftText {
    var literal = ByteBuffer(capacity: text.utf8.count + 4)
    literal.append(0x22)
    for byte in text.utf8 {
      if byte == 0x22 || byte == 0x5C { literal.append(0x5C) }
      append(byte, to: &literal, pounds: "")
    }
    literal.append(0x22)
    return SwiftText(bytes: literal.array)
  }

  /// One `#` more than ever follow a quote or backslash in `text`, so that neither ends the literal nor starts an
  /// escape.
  static func pounds(for text: UnsafeBufferPointer<UInt8>) -> SwiftText {
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
