/// One JSON object per line: `{"id", "severity", "message", "file", "start", "end", "notes", "fixIts"}`, places as
/// `{"line", "column", "offset"}`, columns and offsets in UTF-8 bytes.
extension DiagnosticRenderer {
  mutating func renderAsJSON(_ diagnostic: Diagnostic, into text: inout [UInt8]) {
    text.append(text: "{\"id\":")
    text.append(jsonString: diagnostic.id.rawValue)
    text.append(text: ",\"severity\":\"\(diagnostic.severity)\",\"message\":")
    text.append(jsonString: diagnostic.message)
    append(diagnostic.range, into: &text)
    text.append(text: ",\"notes\":[")
    for (index, note) in diagnostic.notes.enumerated() {
      text.append(text: index > 0 ? ",{\"message\":" : "{\"message\":")
      text.append(jsonString: note.message)
      append(note.range, into: &text)
      text.append(text: "}")
    }
    text.append(text: "],\"fixIts\":[")
    for (index, fixIt) in diagnostic.fixIts.enumerated() {
      text.append(text: index > 0 ? ",{\"replacement\":" : "{\"replacement\":")
      text.append(jsonString: fixIt.replacement)
      append(fixIt.range, into: &text)
      text.append(text: "}")
    }
    text.append(text: "]}\n")
  }

  private mutating func append(_ range: SourceRange, into text: inout [UInt8]) {
    guard let place = place(of: range) else { return }
    text.append(text: ",\"file\":")
    text.append(jsonString: place.file.path)
    text.append(text: ",\"start\":{\"line\":\(place.start.line),\"column\":\(place.start.column),\"offset\":\(range.start)}")
    text.append(text: ",\"end\":{\"line\":\(place.end.line),\"column\":\(place.end.column),\"offset\":\(max(range.start, range.end))}")
  }
}

extension [UInt8] {
  /// The text as a JSON string, or, without quotes, as the inside of one.
  mutating func append(jsonString string: String, isQuoted: Bool = true) {
    if isQuoted { append(0x22) }
    for byte in string.utf8 {
      switch byte {
      case 0x22: append(text: "\\\"")
      case 0x5C: append(text: "\\\\")
      case 0x0A: append(text: "\\n")
      case 0x0D: append(text: "\\r")
      case 0x09: append(text: "\\t")
      case 0..<0x20:
        let hexadecimal = String(byte, radix: 16)
        append(text: "\\u" + String(repeating: "0", count: 4 - hexadecimal.utf8.count) + hexadecimal)
      default: append(byte)
      }
    }
    if isQuoted { append(0x22) }
  }
}
