import Foundation

/// The part of `relay.config.json` that the build needs: the files that it names, which are inputs as well. Errors in it are not reported
/// here; the tool reads the whole file.
struct Configuration {
  /// Its path.
  let file: String
  /// The existing files of `schema` and `schemaExtensions`, sorted by path.
  let schemaFiles: [String]
  let namesSchema: Bool
  /// The modules of `payloads`: all of their definitions count, not only what they export.
  let payloadModules: Set<String>
  /// The module that has all enums and input objects of the schema.
  let schemaModule: String?
  private let source: String?
  private let excludes: [String]

  init(_ file: String) {
    self.file = file
    let keys = FileContents.configuration(file)
    let folder = FilePath.directory(of: file)
    func strings(_ value: Any?) -> [String]? { value as? [String] ?? (value as? String).map { [$0] } }
    let swift = keys["swift"] as? [String: Any] ?? [:]
    namesSchema = keys["schema"] != nil
    payloadModules = Set(strings(swift["payloads"]) ?? [])
    schemaModule = swift["schemaModule"] as? String
    source = (keys["src"] as? String).map { FilePath.absolute($0, relativeTo: folder) }
    let excludes = strings(keys["excludes"]) ?? Selection.excludes
    self.excludes = excludes
    let globs = excludes.map(Glob.init)
    func files(_ key: String, where matches: (String) -> Bool) -> [String] {
      (strings(keys[key]) ?? []).flatMap { Self.files(at: FilePath.absolute($0, relativeTo: folder), excluding: globs, where: matches) }
    }
    schemaFiles = (files("schema", where: OutputName.isSchema) + files("schemaExtensions", where: OutputName.isDocument)).sorted()
  }

  /// - Parameter root: the folder of a module.
  func selection(in root: String) -> Selection { Selection(source: source, excludes: excludes, root: FilePath.standard(root)) }

  /// The file itself, or the files in a folder that the tool reads: those whose names match, unless they or a folder around them are hidden
  /// or excluded. Empty if nothing exists there.
  private static func files(at path: String, excluding excludes: [Glob], where matches: (String) -> Bool) -> [String] {
    var isDirectory: ObjCBool = false
    guard FileManager.default.fileExists(atPath: path, isDirectory: &isDirectory) else { return [] }
    guard isDirectory.boolValue else { return [path] }
    guard let enumerator = FileManager.default.enumerator(atPath: path) else { return [] }
    var files: [String] = []
    while let file = enumerator.nextObject() as? String {
      let isFolder = enumerator.fileAttributes?[.type] as? FileAttributeType == .typeDirectory
      if FilePath.name(of: file).hasPrefix(".") || excludes.contains(where: { $0.matches(isFolder ? file + "/" : file) }) {
        if isFolder { enumerator.skipDescendants() }
      } else if !isFolder, matches(file) {
        files.append(FilePath.file(file, in: path))
      }
    }
    return files
  }
}

extension [BuildModule] {
  /// The configurations of the modules that name a schema, each once, with the first module that uses it by name.
  var schemaConfigurations: [(module: BuildModule, configuration: Configuration)] {
    var paths: Set<String> = []
    return sorted { $0.name < $1.name }.compactMap { module in
      guard let configuration = module.configuration, configuration.namesSchema, paths.insert(configuration.file).inserted
      else { return nil }
      return (module, configuration)
    }
  }
}
