/// One JSON object per line: `{"id", "severity", "message", "file", "start", "end", "notes", "fixIts"}`. Positions are `{"line", "column",
/// "offset"}`; columns and offsets count UTF-8 bytes.
extension DiagnosticRenderer {
  mutating func renderAsJSON(_ diagnostic: Diagnostic, into text: inout [UInt8]) {
    text.append(text: "{\"id\":")
    text.append(jsonString: diagnostic.id.rawValue.utf8)
    text.append(text: ",\"severity\":\"\(diagnostic.severity)\",\"message\":")
    text.append(jsonString: VisibleText.escaped(diagnostic.message).utf8)
    append(diagnostic.range, into: &text)
    text.append(text: ",\"notes\":[")
    for (index, note) in diagnostic.notes.enumerated() {
      text.append(text: index > 0 ? ",{\"message\":" : "{\"message\":")
      text.append(jsonString: VisibleText.escaped(note.message).utf8)
      append(note.range, into: &text)
      text.append(text: "}")
    }
    text.append(text: "],\"fixIts\":[")
    for (index, fixIt) in applicableFixIts(of: diagnostic).enumerated() {
      text.append(text: index > 0 ? ",{\"replacement\":" : "{\"replacement\":")
      text.append(jsonString: fixIt.replacement.utf8)
      append(fixIt.range, into: &text)
      text.append(text: "}")
    }
    text.append(text: "]}\n")
  }

  private mutating func append(_ range: SourceRange, into text: inout [UInt8]) {
    guard let location = self.location(of: range) else { return }
    text.append(text: ",\"file\":")
    text.append(jsonString: location.file.path.utf8)
    let (start, end) = (location.start, location.end)
    text.append(text: ",\"start\":{\"line\":\(start.line),\"column\":\(start.column),\"offset\":\(range.start)}")
    text.append(text: ",\"end\":{\"line\":\(end.line),\"column\":\(end.column),\"offset\":\(max(range.start, range.end))}")
  }
}
