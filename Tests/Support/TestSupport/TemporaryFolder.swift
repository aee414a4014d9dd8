package import Foundation

/// A folder of its own that is removed with the last reference to it.
package final class TemporaryFolder: Sendable {
  /// Without symbolic links in it, as programs print it that were given it.
  package let url: URL

  package init(_ name: String) throws {
    url = FileManager.default.temporaryDirectory.resolvingSymlinksInPath().appendingPathComponent("\(name)-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: url) }
}
