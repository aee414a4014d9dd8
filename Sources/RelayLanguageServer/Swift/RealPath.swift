internal import Foundation

/// The path of a file without links, as the index of a build has it.
enum RealPath {
  static func of(_ path: String) -> String { URL(filePath: path).resolvingSymlinksInPath().path }
}
