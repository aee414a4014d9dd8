internal import RelayCompilerCore

/// An output folder. It creates the paths of all files that the tool writes, so that no name leads outside of the
/// folder.
struct OutputFolder {
  let path: String

  /// - Parameter path: an absolute path.
  init(_ path: String) { self.path = path }

  /// The path of the output of this name; nil unless the name is exactly one path component without control characters.
  func file(named name: String) -> String? {
    guard !name.isEmpty, name.utf8.count <= 255, name != ".", name != "..",
      !name.utf8.contains(where: { $0 < 0x20 || $0 == 0x7F || $0 == UInt8(ascii: "/") })
    else { return nil }
    return path == "/" ? "/" + name : path + "/" + name
  }

  /// Whether the folder is a link, which may lead anywhere.
  var isLink: Bool { FileSystem.isLink(path) }

  /// The form of a name for file systems that ignore case and Unicode normalisation: two names that are equal in this form may be the same
  /// file (The Unicode Standard, section 3.13, "Default Case Algorithms"; strings compare by canonical equivalence, section 3.7).
  static func folded(_ name: String) -> String {
    // For ASCII, only the case of letters is ignored.
    var text = name
    if text.withUTF8({ bytes in bytes.allSatisfy { $0 < 0x80 } }) { return name.lowercased() }
    var visible = ""
    visible.unicodeScalars.append(contentsOf: name.unicodeScalars.lazy.filter { !$0.properties.isDefaultIgnorableCodePoint })
    return visible.uppercased().lowercased()
  }
}

/// The outputs of a run, with the source of each. Two names that a file system considers equal would be one file, and one of the contents
/// would be lost.
struct OutputClaims {
  private struct Claim {
    var output: String
    /// nil for the schema's types, or for several sources.
    var source: String?
  }

  /// By the path with a folded name.
  private var claims: [String: Claim] = [:]

  enum Result {
    case free
    /// The source has been read under another name.
    case sameSource
    /// The output is taken by `source`.
    case taken(source: String?)
  }

  mutating func claim(_ output: String, for source: String?) -> Result {
    let key = FileSystem.directory(of: output) + "/" + OutputFolder.folded(FileSystem.name(of: output))
    guard let claim = claims[key] else {
      claims[key] = Claim(output: output, source: source)
      return .free
    }
    if claim.output.hasSameBytes(as: output) { return .free }
    if let source, let other = claim.source, FileSystem.areSameFile(source, other) { return .sameSource }
    return .taken(source: claim.source)
  }
}

/// A set of paths. Paths are compared by bytes and, if a file system knows several spellings of a name, by the files to which they lead.
struct FileSet {
  /// Strings with different spellings may compare as equal, so each key has a list of paths.
  private var paths: [String: [String]] = [:]

  init(_ paths: [String] = []) {
    for path in paths { insert(path) }
  }

  func contains(_ path: String) -> Bool {
    (paths[path] ?? []).contains { $0.hasSameBytes(as: path) || FileSystem.areSameFile($0, path) }
  }

  /// Returns whether the path was not in the set.
  @discardableResult
  mutating func insert(_ path: String) -> Bool {
    if contains(path) { return false }
    paths[path, default: []].append(path)
    return true
  }
}
