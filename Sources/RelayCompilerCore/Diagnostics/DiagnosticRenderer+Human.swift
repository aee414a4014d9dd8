/// For people: the message, the position, the source around it with the range underlined, then notes and fixes.
///
///     error: 'User' has no field 'nam'. Did you mean 'name'? [unknown-field]
///      --> Queries/User.graphql:3:5
///       |
///     2 |   user {
///     3 |     nam
///       |     ^^^
extension DiagnosticRenderer {
  mutating func renderForPeople(_ diagnostic: Diagnostic, into text: inout [UInt8]) {
    let color = diagnostic.severity == .error ? "31" : diagnostic.severity == .warning ? "33" : "36"
    text.append(text: styled(diagnostic.severity.keyword + ":", "1;" + color) + " " + styled(Self.oneLine(diagnostic.message), "1"))
    text.append(text: styled(" [\(diagnostic.id)]", "2") + "\n")
    frame(diagnostic.range, mark: "^", color: color, linesBefore: 1, into: &text)
    for note in diagnostic.notes {
      text.append(text: styled("note:", "1;36") + " \(Self.oneLine(note.message))\n")
      frame(note.range, mark: "-", color: "36", linesBefore: 0, into: &text)
    }
    for fixIt in diagnostic.fixIts where !fixIt.replacement.contains("\n") {
      let fix = fixIt.replacement.isEmpty ? "remove it" : "replace \(target(of: fixIt, for: diagnostic)) with '\(fixIt.replacement)'"
      text.append(text: styled("fix:", "1;32") + " \(Self.oneLine(fix))\n")
    }
    text.append(0x0A)
  }

  /// What a fix replaces: what is underlined, or something else that has to be quoted.
  private func target(of fixIt: Diagnostic.FixIt, for diagnostic: Diagnostic) -> String {
    let range = fixIt.range
    if range.file == diagnostic.range.file && range.start <= diagnostic.range.end && range.end >= diagnostic.range.start { return "it" }
    guard let file = files[range.file], range.start < range.end, Int(range.end) <= file.bytes.count else { return "it" }
    return "'\(String(decoding: file.bytes[Int(range.start)..<Int(range.end)], as: UTF8.self))'"
  }

  private func styled(_ text: String, _ code: String) -> String { isColored ? "\u{1B}[\(code)m\(text)\u{1B}[0m" : text }

  /// The position and its line. For a range of several lines, the first line.
  private mutating func frame(
    _ range: SourceRange, mark: String, color: String, linesBefore: Int, into text: inout [UInt8]
  ) {
    guard let location = self.location(of: range) else { return }
    let width = String(location.start.line).utf8.count
    let margin = String(repeating: " ", count: width)
    let position = "\(location.start.line):\(location.start.column)"
    text.append(text: styled("\(margin)--> ", "34") + "\(Self.oneLine(location.file.path)):\(position)\n")
    guard !location.file.bytes.isEmpty else { return }
    text.append(text: styled("\(margin) |", "34") + "\n")
    let line = Line(location.file.bytes, location.index.bytes(ofLine: location.start.line))
    if linesBefore > 0, location.start.line > 1 {
      let before = Line(location.file.bytes, location.index.bytes(ofLine: location.start.line - 1))
      if !before.text.allSatisfy({ $0 == " " }) {
        let number = String(location.start.line - 1)
        let padding = String(repeating: " ", count: width - number.utf8.count)
        text.append(text: styled("\(padding)\(number) |", "34") + (before.text.isEmpty ? "" : " " + before.text) + "\n")
      }
    }
    text.append(text: styled("\(location.start.line) |", "34") + " \(line.text)\n")
    let start = line.column(ofByte: location.start.column - 1)
    let end = location.end.line == location.start.line ? line.column(ofByte: location.end.column - 1) : line.width
    let underline = String(repeating: " ", count: start) + styled(String(repeating: mark, count: max(1, end - start)), "1;" + color)
    text.append(text: styled("\(margin) |", "34") + " \(underline)\n")
  }

  /// A source line for a terminal: tabs become spaces, control characters are replaced, characters that cannot be seen are escaped, and long
  /// lines are cut.
  private struct Line {
    private(set) var text = ""
    private(set) var width = 0
    private var columns: [Int] = []
    private static let limit = 160

    init(_ bytes: [UInt8], _ range: Range<Int>) {
      var end = range.upperBound
      while end > range.lowerBound, bytes[end - 1] == 0x0A || bytes[end - 1] == 0x0D { end -= 1 }
      let isCut = end - range.lowerBound > 4 * Line.limit
      if isCut { end = range.lowerBound + 4 * Line.limit }
      for character in String(decoding: bytes[range.lowerBound..<end], as: UTF8.self) {
        for _ in 0..<character.utf8.count { columns.append(width) }
        guard width < Line.limit else { continue }
        append(character)
      }
      if isCut || width >= Line.limit { text += "..." }
    }

    private mutating func append(_ character: Character) {
      let scalars = character.unicodeScalars
      let visible = VisibleText.escaped(String(character))
      if scalars.first == "\t" {
        text += "  "
        width += 2
      } else if visible.unicodeScalars.count > scalars.count {
        text += visible
        width += visible.count
      } else {
        let isControl = scalars.allSatisfy { $0.value < 0x20 || $0.value == 0x7F }
        text += isControl ? "\u{FFFD}" : visible
        width += 1
      }
    }

    func column(ofByte byte: Int) -> Int { byte < columns.count ? columns[max(0, byte)] : width }
  }
}
