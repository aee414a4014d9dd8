internal import RelayCompilerCore

/// A folder that outputs go to. The path of every file that the tool writes is made here, so that no file's name leads out of its folder.
struct OutputFolder {
  let path: String

  /// - Parameter path: an absolute path.
  init(_ path: String) { self.path = path }

  /// The path of the output of this name; nil where the name is more or less than one component of a path, or has control characters.
  func file(named name: String) -> String? {
    guard !name.isEmpty, name.utf8.count <= 255, name != ".", name != "..",
      !name.utf8.contains(where: { $0 < 0x20 || $0 == 0x7F || $0 == UInt8(ascii: "/") })
    else { return nil }
    return path == "/" ? "/" + name : path + "/" + name
  }

  /// Whether a link stands in place of the folder, and leads to who knows where.
  var isLink: Bool { FileSystem.isLink(path) }

  /// What a file system that is indifferent to case and to how letters are put together takes for a file's name: two names that are equal
  /// in this form may be one file (The Unicode Standard, section 3.13, "Default Case Algorithms"; strings compare by canonical equivalence,
  /// section 3.7).
  static func folded(_ name: String) -> String {
    var visible = ""
    visible.unicodeScalars.append(contentsOf: name.unicodeScalars.lazy.filter { !$0.properties.isDefaultIgnorableCodePoint })
    return visible.uppercased().lowercased()
  }
}

/// The outputs of a run and what each is made of. Two names that one file system takes for the same have one file, which would lose what
/// was written first.
struct OutputClaims {
  private struct Claim {
    var output: String
    /// nil for what is made of the schema, or of several files.
    var source: String?
  }

  /// By the folder as it is, and the name as no file system can tell it from others.
  private var claims: [String: [String: Claim]] = [:]

  enum Result {
    case free
    /// The same file is read under two names.
    case sameSource
    /// The other one is made of `source`.
    case taken(source: String?)
  }

  mutating func claim(_ output: String, for source: String?) -> Result {
    let folder = FileSystem.directory(of: output)
    let name = OutputFolder.folded(FileSystem.name(of: output))
    guard let claim = claims[folder]?[name] else {
      claims[folder, default: [:]][name] = Claim(output: output, source: source)
      return .free
    }
    if claim.output.utf8.elementsEqual(output.utf8) { return .free }
    if let source, let other = claim.source, FileSystem.areSameFile(source, other) { return .sameSource }
    return .taken(source: claim.source)
  }
}

/// Paths that are known by their bytes, and by the files that they lead to where a file system has several ways to write a name.
struct FileSet {
  /// A string is equal to every way of writing it.
  private var paths: [String: [String]] = [:]

  init(_ paths: [String] = []) {
    for path in paths { insert(path) }
  }

  func contains(_ path: String) -> Bool {
    (paths[path] ?? []).contains { $0.utf8.elementsEqual(path.utf8) || FileSystem.areSameFile($0, path) }
  }

  /// Whether it was not there.
  @discardableResult
  mutating func insert(_ path: String) -> Bool {
    if contains(path) { return false }
    paths[path, default: []].append(path)
    return true
  }
}
