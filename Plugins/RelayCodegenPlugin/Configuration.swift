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
  /// The modules of `payloads`: all of their definitions count, not only what they export.
  let payloadModules: Set<String>
  /// The module that has all enums and input objects of the schema.
  let schemaModule: String?
  /// The files of a target that it selects.
  let selection: Selection

  fileprivate init(file: URL) {
    self.file = file
    let keys = FileContents.configuration(file)
    namesSchema = keys["schema"] != nil
    func list(_ value: Any?) -> [String]? { value as? [String] ?? (value as? String).map { [$0] } }
    func strings(_ key: String) -> [String]? { list(keys[key]) }
    let swift = keys["swift"] as? [String: Any] ?? [:]
    payloadModules = Set(list(swift["payloads"]) ?? [])
    schemaModule = swift["schemaModule"] as? String
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

/// The configurations of a build, each read once.
final class Configurations {
  private let limit: String?
  private var nearest: [String: Configuration?] = [:]

  /// - Parameter limit: The project's folder, if there is no package. Configurations above it are ignored.
  init(upTo limit: URL? = nil) { self.limit = limit?.standardizedFileURL.path }

  /// The nearest configuration: in `directory` or a folder above it, up to that of the package's manifest, or `limit`.
  func nearest(to directory: URL) -> Configuration? {
    if let known = nearest[directory.path] { return known }
    let found = find(in: directory.standardizedFileURL.path)
    nearest[directory.path] = .some(found)
    return found
  }

  private func find(in folder: String) -> Configuration? {
    if let known = nearest[folder] { return known }
    let start = folder.hasSuffix("/") ? folder : folder + "/"
    let file = start + Configuration.fileName
    let found: Configuration?
    if Self.exists(file) {
      found = Configuration(file: URL(filePath: file))
    } else if folder == limit || Self.exists(start + "Package.swift") {
      found = nil
    } else {
      let parent = folder.utf8.lastIndex(of: UInt8(ascii: "/")).map { String(decoding: folder.utf8[..<$0], as: UTF8.self) } ?? ""
      found = parent.isEmpty ? nil : find(in: parent)
    }
    nearest[folder] = .some(found)
    return found
  }

  /// The configurations for folders that name a schema, each once.
  func schemas(of directories: [URL]) -> [Configuration] {
    var paths: Set<String> = []
    return directories.compactMap { nearest(to: $0) }.filter { $0.namesSchema && paths.insert($0.file.path).inserted }
  }

  private static func exists(_ path: String) -> Bool { FileManager.default.fileExists(atPath: path) }
}
