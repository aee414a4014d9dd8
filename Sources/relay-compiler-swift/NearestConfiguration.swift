/// Finds the configuration that applies to the files of a command line if it names none, as the build plugin finds that of a target: in a
/// file's folder or the nearest folder above, up to that of a package's manifest.
enum NearestConfiguration {
  /// The configuration of each input, each once.
  ///
  /// - Parameter inputs: absolute paths of files and folders.
  static func paths(for inputs: [String]) -> [String] {
    var found: [String] = []
    for input in inputs {
      let folder = FileSystem.kind(input) == .directory ? input : FileSystem.directory(of: input)
      if let path = path(in: folder), !found.contains(path) { found.append(path) }
    }
    return found
  }

  private static func path(in folder: String) -> String? {
    var folder = folder
    while true {
      let file = FileSystem.absolute(InputLoader.fileName, relativeTo: folder)
      if FileSystem.kind(file) == .file { return file }
      if folder == "/" || FileSystem.kind(FileSystem.absolute("Package.swift", relativeTo: folder)) == .file { return nil }
      folder = FileSystem.directory(of: folder)
    }
  }
}
