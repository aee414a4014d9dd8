package import Foundation

/// The repository that the tests were built from.
package enum Repository {
  package static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  package static func url(_ path: String) -> URL { root.appendingPathComponent(path) }

  /// The Swift files below a folder, sorted by path, without those of build folders and of tutorials.
  package static func swiftFiles(in path: String) -> [URL] { swiftFiles(in: url(path)) }

  package static func swiftFiles(in folder: URL) -> [URL] {
    let files = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil, options: .skipsHiddenFiles)
    let found = files?.compactMap { $0 as? URL } ?? []
    return found.filter { $0.pathExtension == "swift" && !$0.path.contains(".docc/") }.sorted { $0.path < $1.path }
  }
}
