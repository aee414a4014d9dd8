/// Collects the lines of one Swift file, indented.
struct SwiftWriter: ~Copyable {
  private var text: ByteBuffer
  private var depth = 0

  /// - Parameter limit: the number of bytes beyond which the rest is dropped.
  init(limit: Int = .max) { text = ByteBuffer(capacity: 16_384, limit: limit) }

  var count: Int { text.count }

  /// Whether a part has been dropped.
  var isFull: Bool { text.isFull }

  /// The file so far.
  var bytes: [UInt8] { text.array }

  /// One line; an empty one is not indented.
  @inline(never)
  mutating func line(_ line: SwiftLine) {
    line.withBytes { line in
      if line.isEmpty { return }
      indent()
      text.append(contentsOf: line)
    }
    text.append(UInt8(ascii: "\n"))
  }

  /// The same for bytes.
  mutating func line(_ line: [UInt8]) {
    indent()
    text.append(contentsOf: line)
    text.append(UInt8(ascii: "\n"))
  }

  /// One line with `prefix` and these bytes.
  mutating func line(_ prefix: StaticString, _ line: borrowing BorrowedBytes) {
    indent()
    prefix.withBytes { text.append(contentsOf: $0) }
    text.append(contentsOf: line)
    text.append(UInt8(ascii: "\n"))
  }

  @inline(never)
  mutating func blank() { text.append(UInt8(ascii: "\n")) }

  /// `head {`, the lines of `body` one level deeper, `}`.
  mutating func block(_ head: SwiftLine, _ body: (inout SwiftWriter) -> Void) {
    indent()
    head.withBytes { text.append(contentsOf: $0) }
    text.append(" {\n")
    depth += 1
    body(&self)
    depth -= 1
    line("}")
  }

  /// The lines of `body` one level deeper.
  mutating func indented(_ body: (inout SwiftWriter) -> Void) {
    depth += 1
    body(&self)
    depth -= 1
  }

  /// One line with `prefix`, the text as a raw string literal, and `suffix`. The text must be a single line.
  mutating func line(_ prefix: SwiftText, literal source: [UInt8], _ suffix: SwiftText) {
    indent()
    prefix.withBytes { text.append(contentsOf: $0) }
    source.withBytes { SwiftLiteral.append(raw: $0, to: &text) }
    suffix.withBytes { text.append(contentsOf: $0) }
    text.append(UInt8(ascii: "\n"))
  }

  /// Writes `prefix`, the text as a raw string literal that starts on the next line, and `suffix`.
  ///
  /// The lines are indented like the surrounding code; Swift removes the indentation of the closing quotes.
  mutating func multilineLiteral(_ prefix: SwiftText, _ source: String, _ suffix: SwiftText) {
    source.withBytes { source in
      let pounds = SwiftLiteral.pounds(for: source)
      line("\(prefix)\(pounds)\"\"\"")
      indent()
      // Lines are copied as a whole; only lines with control characters are processed byte by byte.
      var start = 0
      while case let position = source.firstControlCharacter(from: start), position < source.count {
        source.withSlice(start..<position) { SwiftLiteral.append(printable: $0, to: &text, pounds: pounds) }
        start = position + 1
        if source[position] == UInt8(ascii: "\n") {
          text.append(UInt8(ascii: "\n"))
          if start < source.count, source[start] != UInt8(ascii: "\n") { indent() }
        } else {
          SwiftLiteral.append(source[position], to: &text, pounds: pounds)
        }
      }
      source.withSlice(start..<source.count) { SwiftLiteral.append(printable: $0, to: &text, pounds: pounds) }
      text.append(UInt8(ascii: "\n"))
      line("\"\"\"\(pounds)\(suffix)")
    }
  }

  private mutating func indent() { text.append(repeating: UInt8(ascii: " "), count: depth * 2) }
}
