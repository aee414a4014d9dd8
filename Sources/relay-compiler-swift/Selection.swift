internal import RelayCompilerCore

/// Selects the files of a target that the compiler reads: those in the folder `src` of the configuration, or all files of the target if there
/// is no `src`, except those that match a pattern in `excludes`. The plugin's `Selection` makes the same choice when a build is planned.
struct Selection {
  private let source: String?
  private let root: String
  private let excludes: [Glob]

  /// - Parameters:
  ///   - base: the folder to which paths in the configuration are relative.
  ///   - root: the target's folder. Patterns are relative to it if there is no `src`.
  init(_ config: RelayConfig, base: String, root: String) {
    source = config.src.map { FileSystem.absolute($0.path, relativeTo: base) }
    self.root = root
    excludes = config.excludes.map(Glob.init)
  }

  func takes(_ path: String) -> Bool {
    let relative = FileSystem.relative(path, to: source ?? root)
    guard relative != nil || source == nil else { return false }
    return !excludes.contains { $0.matches(relative ?? path) }
  }
}
