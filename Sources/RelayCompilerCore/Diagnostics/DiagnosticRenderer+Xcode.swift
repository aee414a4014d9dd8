/// `/path/File.graphql:LINE:COLUMN: error: message [id]`: one line for each diagnostic and, without an id, for each of its notes, for Xcode
/// followed by fix-its as `FILE:LINE:COLUMN-LINE:COLUMN: fixit: REPLACEMENT`. Elsewhere nothing reads these.
///
/// Build systems find these lines with a greedy pattern, so nothing else may look like one: messages and paths contain neither line
/// breaks nor `: error: `.
extension DiagnosticRenderer {
  mutating func renderForXcode(_ diagnostic: Diagnostic, withFixIts: Bool, into text: inout [UInt8]) {
    line(diagnostic.severity.keyword, diagnostic.message, id: diagnostic.id, at: diagnostic.range, into: &text)
    for note in diagnostic.notes { line("note", note.message, id: nil, at: note.range, into: &text) }
    for fixIt in applicableFixIts(of: diagnostic) where withFixIts {
      guard let location = self.location(of: fixIt.range) else { continue }
      let range = "\(location.start.line):\(location.start.column)-\(location.end.line):\(location.end.column)"
      text.append(text: "\(Self.oneLine(location.file.path)):\(range): fixit: ")
      text.append(jsonEscaped: fixIt.replacement.utf8)
      text.append(UInt8(ascii: "\n"))
    }
  }

  private mutating func line(
    _ keyword: String, _ message: String, id: DiagnosticID?, at range: SourceRange, into text: inout [UInt8]
  ) {
    if let location = self.location(of: range) {
      text.append(text: "\(Self.oneLine(location.file.path)):\(location.start.line):\(location.start.column): ")
    }
    text.append(text: "\(keyword): \(Self.oneLine(message))\(id.map { " [\($0)]" } ?? "")\n")
  }

  /// The text without anything that a build system would read as a separate diagnostic, or that makes it look like another text.
  package static func oneLine(_ message: String) -> String {
    let message = VisibleText.escaped(message)
    var bytes: [UInt8] = []
    bytes.reserveCapacity(message.utf8.count)
    for byte in message.utf8 { bytes.append(byte < 0x20 || byte == 0x7F ? UInt8(ascii: " ") : byte) }
    for keyword in ["error: ", "warning: ", "note: ", "notice: ", "fixit: "] {
      let pattern = Array(": \(keyword)".utf8)
      var start = 0
      while start + pattern.count <= bytes.count {
        // The colon of the keyword becomes a comma, so that the text stays readable but no longer matches.
        if bytes[start..<start + pattern.count].elementsEqual(pattern) { bytes[start + pattern.count - 2] = UInt8(ascii: ",") }
        start += 1
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
