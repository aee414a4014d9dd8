internal import RelayCompilerCore

/// An output folder. It creates the paths of all files that the tool writes, so that no name leads outside of the folder.
struct OutputFolder {
  let path: String

  /// - Parameter path: an absolute path.
  init(_ path: String) { self.path = path }

  /// The path of the output of this name; nil unless the name is exactly one path component without control characters.
  func file(named name: String) -> String? {
    OutputName.isWritable(name) ? FilePath.file(name, in: path) : nil
  }

  /// Whether the folder is a link, which may lead anywhere.
  var isLink: Bool { FileSystem.isLink(path) }
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

  /// The path of an output in a folder. nil if another source has it, or if no file can have the name, which is reported; and nil if the
  /// source has been read under another name.
  mutating func claim(_ name: String, in folder: OutputFolder, for source: String?, _ reader: inout InputReader) -> String? {
    guard let output = folder.file(named: name) else {
      reader.report(.invalidOutputName(name), of: source ?? folder.path)
      return nil
    }
    let key = folder.path + "/" + OutputName.folded(name)
    guard let claim = claims[key] else {
      claims[key] = Claim(output: output, source: source)
      return output
    }
    if claim.output.hasSameBytes(as: output) { return output }
    if let source, let other = claim.source, FileSystem.areSameFile(source, other) { return nil }
    reader.report(.outputTaken(name, by: claim.source), of: source ?? output)
    return nil
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
