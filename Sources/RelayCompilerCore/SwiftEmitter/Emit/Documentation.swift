/// Doc comments and deprecation attributes from a schema or a document.
enum Documentation {
  static func emit(_ text: String?, deprecation: String? = nil, to writer: inout SwiftWriter) {
    if let text { emitComment(text, to: &writer) }
    if let deprecation {
      writer.line("@available(*, deprecated, message: \(SwiftLiteral.quoted(message(deprecation))))")
    }
  }

  /// The reason for a deprecation, or what the specification has where none is given.
  static func message(_ deprecation: String) -> String { deprecation.isEmpty ? "No longer supported" : deprecation }

  /// Writes line comments, so that nothing in the text can end the comment. Every kind of line break starts a new line, and
  /// nothing in it changes how the code around it looks.
  private static func emitComment(_ text: String, to writer: inout SwiftWriter) {
    if writer.isFull { return }
    VisibleText.escaped(text).withBytes { source in
      if source.firstControlCharacter(from: 0) < source.count {
        emitLines(source, to: &writer)
      } else if !source.isEmpty {
        writer.line("/// ", source)
      }
    }
  }

  private static func emitLines(_ text: borrowing BorrowedBytes, to writer: inout SwiftWriter) {
    var line: [UInt8] = []
    line.reserveCapacity(text.count + 4)
    line.append(contentsOf: "///".utf8)
    var isEmpty = true
    var previous: UInt8 = 0
    for index in text.indices {
      let byte = text[index]
      defer { previous = byte }
      if byte == 0x0A, previous == 0x0D { continue }
      if byte == 0x0A || byte == 0x0D {
        writer.line(line)
        line.removeSubrange(3...)
        isEmpty = true
        continue
      }
      if isEmpty { line.append(0x20) }
      isEmpty = false
      line.append(byte < 0x20 && byte != 0x09 || byte == 0x7F ? 0x20 : byte)
    }
    if !isEmpty { writer.line(line) }
  }
}
