import Foundation

/// Selects the files of a target that the compiler reads: those in the folder `src` of the configuration, or all files of the target if
/// there is no `src`, except those that match a pattern in `excludes`. This way, documents for another library can be next to the views
/// that use them.
///
/// The tool selects files in the same way, because editing the configuration does not cause the build to be planned
/// again.
struct Selection {
  private let source: [String]?
  private let excludes: [Glob]

  /// The default of `excludes`. `SharedNameTests` compares it with the tool's.
  static let excludes: [String] = ["**/node_modules/**", "**/__mocks__/**", "**/__generated__/**"]

  init(source: URL? = nil, excludes: [String]? = nil) {
    self.source = source.map { $0.standardizedFileURL.pathComponents }
    self.excludes = (excludes ?? Self.excludes).map(Glob.init)
  }

  /// - Parameter root: the target's folder. Patterns are relative to it if there is no `src`.
  func takes(_ file: URL, in root: URL) -> Bool {
    let path = file.standardizedFileURL.pathComponents
    let folder = source ?? root.standardizedFileURL.pathComponents
    let isInside = path.starts(with: folder)
    guard isInside || source == nil else { return false }
    let relative = (isInside ? path.dropFirst(folder.count) : path[...]).joined(separator: "/")
    return !excludes.contains { $0.matches(relative) }
  }
}
