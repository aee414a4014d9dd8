internal import RelayCompilerCore

/// Prints diagnostics as they come, in one style, and remembers whether there was an error.
struct DiagnosticReporter {
  private let style: Arguments.DiagnosticStyle
  private(set) var hasErrors = false
  private var text: [UInt8] = []

  init(style: Arguments.DiagnosticStyle?) {
    self.style = style ?? (FileSystem.isTerminal(2) ? .human : .xcode)
  }

  /// `files` are what the diagnostics' `FileID`s index.
  mutating func report(_ diagnostics: [Diagnostic], in files: [SourceFile]) {
    guard !diagnostics.isEmpty else { return }
    if diagnostics.hasErrors { hasErrors = true }
    for diagnostic in diagnostics {
      append(diagnostic.message, severity: "\(diagnostic.severity)", diagnostic.range, files)
      for note in diagnostic.notes { append(note.message, severity: "note", note.range, files) }
    }
  }

  private mutating func append(_ message: String, severity: String, _ range: SourceRange, _ files: [SourceFile]) {
    let index = Int(range.file.rawValue)
    if files.indices.contains(index) {
      let (line, column) = LineIndex(files[index].bytes).position(of: Int(range.start))
      text += Array("\(files[index].path):\(line):\(column): \(severity): \(message)\n".utf8)
    } else {
      text += Array("\(severity): \(message)\n".utf8)
    }
  }

  mutating func finish() {
    FileSystem.writeToStandard(2, text)
    text = []
  }
}
