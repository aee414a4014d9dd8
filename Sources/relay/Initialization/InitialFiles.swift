/// The files of a new project. Those that exist already, with other contents, are left alone.
struct InitialFiles {
  let folder: String
  private var files: [(name: String, text: String)] = []

  init(folder: String) { self.folder = folder }

  mutating func add(_ name: String, _ text: String) { files.append((name, text)) }

  /// - Returns: the names of the files that were written.
  func write() throws(CommandError) -> [String] {
    var written: [String] = []
    for (name, text) in files {
      let path = FilePath.file(name, in: folder)
      guard FileSystem.kind(path) == nil else { continue }
      try Invocation.replace(path, with: Array(text.utf8))
      written.append(name)
    }
    return written
  }
}
