/// Selects the files of a module that the compiler reads: those in the folder `src` of the configuration, or all files of the module if
/// there is no `src`, except those that match a pattern in `excludes`. This way, documents for another library can be next to the views
/// that use them.
///
/// The plugin selects files when a build is planned. The tool selects among these, because a change of the configuration does not plan the
/// build again.
struct Selection {
  private let source: String?
  private let root: String
  private let excludes: [Glob]

  /// The default of `excludes`. `SharedNameTests` compares it with the compiler's.
  static let excludes: [String] = ["**/node_modules/**", "**/__mocks__/**", "**/__generated__/**"]

  /// - Parameters:
  ///   - source: the folder `src`.
  ///   - root: the module's folder. Patterns are relative to it if there is no `src`.
  init(source: String?, excludes: [String] = Self.excludes, root: String) {
    (self.source, self.root) = (source, root)
    self.excludes = excludes.map(Glob.init)
  }

  func takes(_ path: String) -> Bool {
    let relative = FilePath.relative(path, to: source ?? root)
    guard relative != nil || source == nil else { return false }
    return !excludes.contains { $0.matches(relative ?? path) }
  }
}
