import Foundation

/// Selects the files of a target that the compiler reads: those in the folder `src` of the configuration, or all files of the target if
/// there is no `src`, except those that match a pattern in `excludes`. This way, documents for another library can be next to the views
/// that use them.
///
/// The tool selects files in the same way, because editing the configuration does not cause the build to be planned
/// again.
struct Selection {
  private let source: String?
  private let excludes: [Glob]

  /// The default of `excludes`. `SharedNameTests` compares it with the tool's.
  static let excludes: [String] = ["**/node_modules/**", "**/__mocks__/**", "**/__generated__/**"]

  init(source: URL? = nil, excludes: [String]? = nil) {
    self.source = source.map(Self.path(of:))
    self.excludes = (excludes ?? Self.excludes).map(Glob.init)
  }

  /// The files that it takes of those of a target.
  ///
  /// - Parameter root: the target's folder. Patterns are relative to it if there is no `src`.
  func selected(_ files: [URL], in root: URL) -> (taken: [URL], others: [URL]) {
    let folder = source ?? Self.path(of: root)
    let start = folder.hasSuffix("/") ? folder : folder + "/"
    var result: (taken: [URL], others: [URL]) = ([], [])
    for file in files {
      if takes(Self.path(of: file), below: start) { result.taken.append(file) } else { result.others.append(file) }
    }
    return result
  }

  private func takes(_ path: String, below start: String) -> Bool {
    let isInside = path.utf8.starts(with: start.utf8)
    guard isInside || source == nil else { return false }
    let relative = isInside ? String(decoding: path.utf8.dropFirst(start.utf8.count), as: UTF8.self) : path
    return !excludes.contains { $0.matches(relative) }
  }

  /// The path in its standard form. Most have it already, and making it takes long for the many files of a package.
  private static func path(of file: URL) -> String {
    let path = file.path
    let mayDiffer = path.utf8.starts(with: "/private/".utf8) || path.contains("/.") || path.contains("//")
    return mayDiffer ? file.standardizedFileURL.path : path
  }
}
