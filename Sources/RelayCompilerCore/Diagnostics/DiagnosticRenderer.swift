/// How diagnostics are rendered as text. Each style has its own file.
package enum DiagnosticStyle: String, Sendable, CaseIterable {
  /// One line for each diagnostic and note, in the form in which build systems and editors recognize positions.
  case plain
  /// The same with a line for each fix, which Xcode offers to apply.
  case xcode
  /// For people at a terminal, with an excerpt of the source.
  case human
  /// One JSON object per line, for tools.
  case json
}

/// Renders the diagnostics of one run. The lines of a file are counted only once, however many diagnostics it has, and those of a Swift file
/// however many literals.
package struct DiagnosticRenderer {
  package let style: DiagnosticStyle
  /// Whether to color the `human` style with ANSI escape sequences.
  package let isColored: Bool
  let files: [SourceFile]
  private var indices: [FileID: LineIndex] = [:]
  private var indicesOfContents: [Contents: LineIndex] = [:]

  /// What all literals of a Swift file have in common. Paths can differ in bytes that Swift takes for the same text.
  private struct Contents: Hashable {
    var path: [UInt8]
    var byteCount: Int
  }

  /// - Parameter files: the files that the diagnostics' `FileID`s index.
  init(style: DiagnosticStyle, isColored: Bool = false, files: [SourceFile]) {
    self.style = style
    self.isColored = isColored
    self.files = files
  }

  package static func render(
    _ diagnostics: [Diagnostic], in files: [SourceFile], style: DiagnosticStyle, isColored: Bool = false
  ) -> [UInt8] {
    var renderer = DiagnosticRenderer(style: style, isColored: isColored, files: files)
    var text: [UInt8] = []
    for diagnostic in diagnostics { renderer.render(diagnostic, into: &text) }
    return text
  }

  package mutating func render(_ diagnostic: Diagnostic, into text: inout [UInt8]) {
    switch style {
    case .plain: renderForXcode(diagnostic, withFixIts: false, into: &text)
    case .xcode: renderForXcode(diagnostic, withFixIts: true, into: &text)
    case .human: renderForPeople(diagnostic, into: &text)
    case .json: renderAsJSON(diagnostic, into: &text)
    }
  }

  /// The fixes that a tool can apply as they are.
  func applicableFixIts(of diagnostic: Diagnostic) -> [Diagnostic.FixIt] {
    diagnostic.fixIts.filter { files[$0.range.file]?.canHold($0.replacement) ?? true }
  }

  // MARK: - Locations

  /// A range as lines and columns, both 1-based. Columns count UTF-8 bytes, as in the Swift compiler.
  struct Location {
    var file: SourceFile
    var index: LineIndex
    var start: (line: Int, column: Int)
    var end: (line: Int, column: Int)
  }

  /// nil if the range is in none of the files.
  mutating func location(of range: SourceRange) -> Location? {
    guard let file = files[range.file] else { return nil }
    let index = index(of: file, range.file)
    return Location(
      file: file, index: index, start: index.position(of: Int(range.start)),
      end: index.position(of: Int(max(range.start, range.end))))
  }

  private mutating func index(of file: SourceFile, _ id: FileID) -> LineIndex {
    if let known = indices[id] { return known }
    let contents = Contents(path: Array(file.path.utf8), byteCount: file.bytes.count)
    let index = indicesOfContents[contents] ?? LineIndex(file.bytes)
    indicesOfContents[contents] = index
    indices[id] = index
    return index
  }
}

extension Diagnostic.Severity {
  var keyword: String {
    switch self {
    case .error: "error"
    case .warning: "warning"
    case .hint: "note"
    }
  }
}

extension [UInt8] {
  mutating func append(text: String) { append(contentsOf: text.utf8) }
}
