internal import RelayCompilerCore

/// Prints diagnostics as they arrive, in one style, and records whether there was an error.
struct DiagnosticReporter {
  private let style: DiagnosticStyle
  private let isColored: Bool
  private(set) var hasErrors = false
  private var text: [UInt8] = []

  init(style: DiagnosticStyle?) {
    let isTerminal = FileSystem.isTerminal(2)
    self.style = style ?? (isTerminal ? .human : Self.isInXcode ? .xcode : .plain)
    isColored = isTerminal && !FileSystem.environmentHas("NO_COLOR")
  }

  /// Whether Xcode has started this process, or a process of Xcode's. The build plugin says it with `--diagnostics`, where it knows.
  private static var isInXcode: Bool {
    FileSystem.environmentHas("XCODE_VERSION_ACTUAL") || FileSystem.environmentHas("XCODE_PRODUCT_BUILD_VERSION")
  }

  /// - Parameter files: the files that the diagnostics' `FileID`s index.
  mutating func report(_ diagnostics: [Diagnostic], in files: [SourceFile]) {
    guard !diagnostics.isEmpty else { return }
    if diagnostics.hasErrors { hasErrors = true }
    text += DiagnosticRenderer.render(diagnostics, in: files, style: style, isColored: isColored)
  }

  /// An error about a file as a whole.
  mutating func report(_ diagnostic: Diagnostic, of path: String) { report([diagnostic], in: [SourceFile(path: path, bytes: [])]) }

  mutating func finish() {
    FileSystem.writeToStandard(2, text)
    text = []
  }
}
