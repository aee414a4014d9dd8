package import Foundation

/// The products with which the tests were built.
package enum BuildProducts {
  package struct Missing: Error, CustomStringConvertible {
    package let description: String
  }

  private final class Bundled {}

  /// An executable next to the test bundle, or in it.
  package static func executable(_ name: String) throws(Missing) -> URL {
    let bundle = Bundle(for: Bundled.self).bundleURL
    let folders = [bundle, bundle.deletingLastPathComponent()]
    for folder in folders {
      let file = folder.appendingPathComponent(name)
      if FileManager.default.isExecutableFile(atPath: file.path) { return file }
    }
    throw Missing(description: "\(name) is not beside the tests, in \(folders.map(\.path).joined(separator: " or "))")
  }
}
