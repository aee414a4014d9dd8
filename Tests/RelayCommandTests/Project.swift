import Foundation
import TestSupport

/// A folder with files, for a command that reads or writes them.
struct ProjectFolder {
  private let folder: TemporaryFolder
  var url: URL { folder.url }

  /// - Parameter files: the contents by paths from the folder.
  init(_ files: [String: String]) throws {
    folder = try TemporaryFolder("relay-command")
    for (path, text) in files { try write(text, to: path) }
  }

  func write(_ text: String, to path: String) throws {
    let file = url.appending(path: path)
    try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: file)
  }

  func path(_ name: String) -> String { url.appending(path: name).path }

  func text(_ name: String) throws -> String { try String(contentsOf: url.appending(path: name), encoding: .utf8) }
}
