package import Foundation

/// A new folder that is removed with the last reference to it.
package final class TemporaryFolder: Sendable {
  /// The path without symbolic links, as programs print it.
  package let url: URL

  package init(_ name: String) throws {
    url = FileManager.default.temporaryDirectory.resolvingSymlinksInPath().appendingPathComponent("\(name)-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: url) }
}
