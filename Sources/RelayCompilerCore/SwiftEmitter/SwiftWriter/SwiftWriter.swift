/// Collects the lines of one Swift file, indented.
package struct SwiftWriter {
  package private(set) var bytes: [UInt8] = []
  private var depth = 0

  package init() { bytes.reserveCapacity(16_384) }

  /// One line; an empty one is not indented.
  @inline(never)
  package mutating func line(_ text: SwiftText) {
    text.withBytes { text in
      if text.isEmpty { return }
      indent()
      bytes.append(contentsOf: text)
    }
    bytes.append(UInt8(ascii: "\n"))
  }

  /// The same for bytes.
  package mutating func line(_ text: [UInt8]) {
    indent()
    bytes.append(contentsOf: text)
    bytes.append(UInt8(ascii: "\n"))
  }

  @inline(never)
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
      bytes.reserveCapacity(bytes.count + source.count + source.count / 2)
      indent()
      // Lines are copied whole; only control characters need a look at each byte.
      var start = 0
      while case let position = source.firstControlCharacter(from: start), position < source.count {
        bytes.append(contentsOf: UnsafeBufferPointer(rebasing: source[start..<position]))
        start = position + 1
        if source[position] == UInt8(ascii: "\n") {
          bytes.append(UInt8(ascii: "\n"))
          if start < source.count, source[start] != UInt8(ascii: "\n") { indent() }
        } else {
          SwiftLiteral.append(source[position], to: &bytes, pounds: pounds)
        }
      }
      bytes.append(contentsOf: UnsafeBufferPointer(rebasing: source[start...]))
      bytes.append(UInt8(ascii: "\n"))
      line("\"\"\"\(pounds)\(suffix)")
    }
  }

  private mutating func indent() {
    bytes.append(contentsOf: repeatElement(UInt8(ascii: " "), count: depth * 2))
  }
}
