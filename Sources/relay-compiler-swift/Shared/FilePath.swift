/// Paths as bytes: a slash always separates components, even if a combining character follows.
enum FilePath {
  private static let slash = UInt8(ascii: "/")

  /// An absolute path without `.` and `..`.
  static func absolute(_ path: String, relativeTo base: String) -> String {
    let full = path.utf8.first == slash ? path : base + "/" + path
    var components: [String] = []
    for component in full.utf8.split(separator: slash, omittingEmptySubsequences: true).map({ String(decoding: $0, as: UTF8.self) }) {
      switch component {
      case ".": continue
      case "..": _ = components.popLast()
      default: components.append(component)
      }
    }
    return "/" + components.joined(separator: "/")
  }

  static func directory(of path: String) -> String {
    // An array is searched faster than a string, from the end character by character.
    let bytes = Array(path.utf8)
    guard let slash = bytes.lastIndex(of: slash) else { return "." }
    return slash == 0 ? "/" : String(decoding: bytes[..<slash], as: UTF8.self)
  }

  static func name(of path: String) -> String {
    let bytes = Array(path.utf8)
    return bytes.lastIndex(of: slash).map { String(decoding: bytes[($0 + 1)...], as: UTF8.self) } ?? path
  }

  static func file(_ name: String, in folder: String) -> String { folder == "/" ? "/" + name : folder + "/" + name }

  /// The path relative to a folder that contains it; nil for other paths.
  static func relative(_ path: String, to folder: String) -> String? {
    let path = Array(path.utf8)
    let folder = folder == "/" ? [] : Array(folder.utf8)
    guard path.count > folder.count, path[folder.count] == slash, path.starts(with: folder) else { return nil }
    return String(decoding: path[(folder.count + 1)...], as: UTF8.self)
  }

  /// The path relative to a folder, with `..` for each folder that it leaves. Both paths are absolute.
  static func steps(to path: String, from folder: String) -> String {
    var (folder, steps) = (folder, "")
    while true {
      if let rest = relative(path, to: folder) { return steps + rest }
      if folder == "/" { return steps + path }
      folder = directory(of: folder)
      steps += "../"
    }
  }
}
