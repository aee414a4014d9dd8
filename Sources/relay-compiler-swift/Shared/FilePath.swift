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
    withBytes(of: path) { bytes in
      guard let slash = bytes.lastIndex(of: slash) else { return "." }
      return slash == 0 ? "/" : String(decoding: UnsafeBufferPointer(rebasing: bytes[..<slash]), as: UTF8.self)
    }
  }

  static func name(of path: String) -> String {
    withBytes(of: path) { bytes in
      guard let slash = bytes.lastIndex(of: slash) else { return path }
      return String(decoding: UnsafeBufferPointer(rebasing: bytes[(slash + 1)...]), as: UTF8.self)
    }
  }

  static func file(_ name: String, in folder: String) -> String { folder == "/" ? "/" + name : folder + "/" + name }

  /// The path relative to a folder that contains it; nil for other paths.
  static func relative(_ path: String, to folder: String) -> String? {
    withBytes(of: path) { path in
      withBytes(of: folder) { folder in
        let length = folder.count == 1 && folder[0] == slash ? 0 : folder.count
        guard path.count > length, path[length] == slash, path[..<length].elementsEqual(folder[..<length]) else { return nil }
        return String(decoding: UnsafeBufferPointer(rebasing: path[(length + 1)...]), as: UTF8.self)
      }
    }
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

  /// Calls `body` with the UTF-8 bytes. A string's own views would go through them character by character.
  private static func withBytes<Result>(of text: String, _ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
    var text = text
    return text.withUTF8(body)
  }
}
