/// Finds the configuration that applies to a folder: in the folder itself or the nearest one above, up to that of a package's manifest.
enum NearestConfiguration {
  static let fileName = "relay.config.json"

  /// - Parameters:
  ///   - folder: an absolute path.
  ///   - limit: the last folder to look at, if there is no manifest.
  static func path(in folder: String, upTo limit: String? = nil, exists: (String) -> Bool) -> String? {
    var folder = folder
    while true {
      let file = FilePath.file(fileName, in: folder)
      if exists(file) { return file }
      if folder == "/" || folder == limit || exists(FilePath.file("Package.swift", in: folder)) { return nil }
      folder = FilePath.directory(of: folder)
    }
  }
}
