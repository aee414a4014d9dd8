/// Swift string literals for arbitrary text from schemas and documents.
enum SwiftLiteral {
  /// `#"…"#` with as many `#` as the text requires. The text must be a single line.
  static func raw(_ text: [UInt8]) -> SwiftText {
    text.withUnsafeBufferPointer { source in
      let pounds = pounds(for: source)
      var literal = SwiftText()
      literal.bytes.reserveCapacity(text.count + 4)
      literal += pounds
      literal.bytes.append(0x22)
      if source.firstControlCharacter(from: 0) == source.count {
        literal.bytes.append(contentsOf: source)
      } else {
        for byte in source { append(byte, to: &literal.bytes, pounds: pounds) }
      }
      literal.bytes.append(0x22)
      literal += pounds
      return literal
    }
  }

  static func raw(_ text: String) -> SwiftText { raw(Array(text.utf8)) }

  /// `"…"` with escapes, as attributes such as `@available` require.
  static func quoted(_ text: String) -> SwiftText {
    var literal: SwiftText = "\""
    for byte in text.utf8 {
      if byte == 0x22 || byte == 0x5C { literal.bytes.append(0x5C) }
      append(byte, to: &literal.bytes, pounds: "")
    }
    literal += "\""
    return literal
  }

  /// One `#` more than ever follow a quote or backslash in `text`, so that neither ends the literal nor starts an
  /// escape.
  static func pounds(for text: UnsafeBufferPointer<UInt8>) -> SwiftText {
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
    var pounds = SwiftText()
    pounds.bytes = Array(repeating: 0x23, count: longest + 1)
    return pounds
  }

  /// Appends a byte of UTF-8. Control characters become escapes of a literal with this many `#`.
  static func append(_ byte: UInt8, to bytes: inout [UInt8], pounds: SwiftText) {
    if byte >= 0x20 && byte != 0x7F {
      bytes.append(byte)
    } else {
      bytes.append(0x5C)
      bytes.append(contentsOf: pounds.bytes)
      bytes.append(contentsOf: "u{".utf8)
      bytes.append(contentsOf: String(byte, radix: 16).utf8)
      bytes.append(0x7D)
    }
  }
}
