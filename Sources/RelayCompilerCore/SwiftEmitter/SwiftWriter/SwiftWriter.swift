/// Collects the lines of one Swift file, indented.
package struct SwiftWriter {
  package private(set) var bytes: [UInt8] = []
  private var depth = 0

  package init() { bytes.reserveCapacity(4096) }

  /// One line; an empty one is not indented.
  package mutating func line(_ text: SwiftText) {
    if !text.isEmpty {
      indent()
      bytes.append(contentsOf: text.bytes)
    }
    bytes.append(UInt8(ascii: "\n"))
  }

  package mutating func blank() { bytes.append(UInt8(ascii: "\n")) }

  /// `head {`, the lines of `body` one level deeper, `}`.
  package mutating func block(_ head: SwiftText, _ body: (inout SwiftWriter) -> Void) {
    line("\(head) {")
    depth += 1
    body(&self)
    depth -= 1
    line("}")
  }

  /// The lines of `body` one level deeper.
  package mutating func indented(_ body: (inout SwiftWriter) -> Void) {
    depth += 1
    body(&self)
    depth -= 1
  }

  /// Writes `prefix`, the text as a raw string literal that starts on the next line, and `suffix`.
  ///
  /// The lines are indented like the surrounding code; Swift removes the indentation of the closing quotes.
  package mutating func multilineLiteral(_ prefix: SwiftText, _ text: String, _ suffix: SwiftText) {
    var text = text
    text.withUTF8 { source in
      let pounds = SwiftLiteral.pounds(for: source)
      line("\(prefix)\(pounds)\"\"\"")
      indent()
      for (index, byte) in source.enumerated() {
        if byte == UInt8(ascii: "\n") {
          bytes.append(UInt8(ascii: "\n"))
          if index + 1 < source.count, source[index + 1] != UInt8(ascii: "\n") { indent() }
        } else {
          SwiftLiteral.append(byte, to: &bytes, pounds: pounds)
        }
      }
      bytes.append(UInt8(ascii: "\n"))
      line("\"\"\"\(pounds)\(suffix)")
    }
  }

  private mutating func indent() {
    for _ in 0..<depth {
      bytes.append(UInt8(ascii: " "))
      bytes.append(UInt8(ascii: " "))
    }
  }
}
