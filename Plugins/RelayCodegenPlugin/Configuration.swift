import Foundation

/// The part of `relay.config.json` that the build needs: the files that it names, which are inputs as well. Errors in it are not reported
/// here; the tool reads the whole file.
struct Configuration {
  static let fileName = "relay.config.json"

  let file: URL
  /// The existing files of `schema` and `schemaExtensions`, sorted by path.
  let schemaFiles: [URL]
  /// Whether it names a schema.
  let namesSchema: Bool
  /// Which files of a target it takes.
  let selection: Selection

  /// The nearest configuration: in `directory` or a folder above it, up to that of the package's manifest, or `limit`.
  static func nearest(to directory: URL, upTo limit: URL? = nil) -> Configuration? {
    let limitPath = limit?.standardizedFileURL.path
    var folder = directory.standardizedFileURL
    while true {
      let file = folder.appending(path: Self.fileName)
      if exists(file) { return Configuration(file: file) }
      let parent = folder.deletingLastPathComponent()
      if folder.path == limitPath || exists(folder.appending(path: "Package.swift")) || parent.path.count >= folder.path.count {
        return nil
      }
      folder = parent
    }
  }

  private static func exists(_ file: URL) -> Bool { FileManager.default.fileExists(atPath: file.path) }

  private init(file: URL) {
    self.file = file
    let keys = (try? JSONSerialization.jsonObject(with: Data(contentsOf: file))) as? [String: Any] ?? [:]
    namesSchema = keys["schema"] != nil
    func strings(_ key: String) -> [String]? { keys[key] as? [String] ?? (keys[key] as? String).map { [$0] } }
    let folder = file.deletingLastPathComponent()
    selection = Selection(
      source: (keys["src"] as? String).map { URL(filePath: $0, relativeTo: folder) }, excludes: strings("excludes"))
    let paths = (strings("schema") ?? []) + (strings("schemaExtensions") ?? [])
    schemaFiles = paths.flatMap { Self.files(at: URL(filePath: $0, relativeTo: folder).standardizedFileURL) }
      .sorted { $0.path < $1.path }
  }

  /// The file itself, or the GraphQL files in a folder; empty if nothing exists there.
  private static func files(at url: URL) -> [URL] {
    var isDirectory: ObjCBool = false
    guard FileManager.default.fileExists(atPath: url.path, isDirectory: &isDirectory) else { return [] }
    guard isDirectory.boolValue else { return [url] }
    let paths = FileManager.default.enumerator(atPath: url.path)?.compactMap { $0 as? String } ?? []
    return paths.map { url.appending(path: $0) }.filter(\.isGraphQL)
  }
}
