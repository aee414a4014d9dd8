/// The files of a new project. Those that exist already, with other contents, are left alone.
struct InitialFiles {
  let folder: String
  private var files: [(name: String, text: String)] = []

  init(folder: String) { self.folder = folder }

  mutating func add(_ name: String, _ text: String) { files.append((name, text)) }

  /// - Returns: the names of the files that were written, and of those that were there.
  func write() throws(CommandError) -> (written: [String], kept: [String]) {
    var (written, kept): ([String], [String]) = ([], [])
    for (name, text) in files {
      let path = FilePath.file(name, in: folder)
      if FileSystem.kind(path) == nil {
        try Invocation.replace(path, with: Array(text.utf8))
        written.append(name)
      } else {
        kept.append(name)
      }
    }
    return (written, kept)
  }
}
