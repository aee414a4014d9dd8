import Foundation

/// Which files of a target the compiler reads: those in the folder `src` of the configuration, or all of the target's, without those that
/// a pattern in `excludes` matches. Another library's documents can so stand beside the views that they belong to.
///
/// The tool selects in the same way, because a build is not planned anew when the configuration is edited.
struct Selection {
  private let source: [String]?
  private let excludes: [Glob]

  /// What is left out if the configuration does not say; `SharedNameTests` compares it with the tool's.
  static let excludes: [String] = ["**/node_modules/**", "**/__mocks__/**", "**/__generated__/**"]

  init(source: URL? = nil, excludes: [String]? = nil) {
    self.source = source.map { $0.standardizedFileURL.pathComponents }
    self.excludes = (excludes ?? Self.excludes).map(Glob.init)
  }

  /// - Parameter root: the target's folder, which patterns are relative to where there is no `src`.
  func takes(_ file: URL, in root: URL) -> Bool {
    let path = file.standardizedFileURL.pathComponents
    let folder = source ?? root.standardizedFileURL.pathComponents
    let isInside = path.starts(with: folder)
    guard isInside || source == nil else { return false }
    let relative = (isInside ? path.dropFirst(folder.count) : path[...]).joined(separator: "/")
    return !excludes.contains { $0.matches(relative) }
  }
}
