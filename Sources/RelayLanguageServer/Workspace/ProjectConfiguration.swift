internal import RelayCompilerCore

/// A configuration file, or the folder that stands for one.
struct ProjectConfiguration: Sendable {
  /// nil for a folder without a configuration.
  var path: String?
  var folder: String
  var config = RelayConfig()
  var bytes: [UInt8] = []
  var diagnostics: [Diagnostic] = []
  /// Whether its files are only what the editor has open, because they belong to no project.
  var isLoose = false
  /// Folders below that have a configuration of their own.
  var nested: [String] = []
  /// The configuration that names the schema, if this one does not.
  var schemaOwner: (folder: String, config: RelayConfig)?

  /// The module whose documents it selects, if the configuration is that of several: a build compiles each for itself.
  var module: PackageModule?

  /// The configurations of the same workspace whose fragments its documents can spread, each as a module.
  var imports: [(module: String, configuration: ProjectConfiguration)] = []

  /// The configuration's name among all.
  var key: String { (path ?? folder) + (module.map { "#" + $0.name } ?? "") }

  init(folder: String, isLoose: Bool = false) {
    self.folder = folder
    self.isLoose = isLoose
  }

  init(path: String, bytes: [UInt8]) {
    self.path = path
    self.bytes = bytes
    folder = FilePath.directory(of: path)
    (config, diagnostics) = ConfigParser.parse(SourceFile(path: path, bytes: bytes), file: FileID(rawValue: 0))
  }

  func resolve(_ path: RelayConfig.Path) -> String { FilePath.absolute(path.path, relativeTo: folder) }

  var source: String? { config.src.map(resolve) }

  /// The folder of all its documents.
  private var documentFolder: String {
    let folder = source ?? folder
    guard let root = module?.root, FilePath.relative(root, to: folder) != nil else { return folder }
    return root
  }

  /// Whether a file is one of the project's documents, as the build plugin selects them.
  func takes(_ path: String) -> Bool {
    guard OutputName.isDocument(path) || OutputName.isSwift(path) else { return false }
    guard FilePath.relative(path, to: documentFolder) != nil else { return false }
    if nested.contains(where: { FilePath.relative(path, to: $0) != nil }) { return false }
    if let module, FilePath.relative(path, to: module.root) == nil { return false }
    return Selection(source: source, excludes: config.excludes, root: module?.root ?? folder).takes(path)
  }

  /// Whether a file is one of the project's documents, or of those that it imports.
  func selects(_ path: String) -> Bool { takes(path) || importedModule(of: path) != nil }

  /// The module from which the project imports a document; nil for its own.
  func importedModule(of path: String) -> String? {
    takes(path) ? nil : imports.first { $0.configuration.takes(path) }?.module
  }

  // MARK: - Files

  /// The paths of the schema's files, of the client's extensions, and of documents.
  func files() -> [(path: String, role: GraphQLText.Role)] {
    if isLoose { return [] }
    var found: [(path: String, role: GraphQLText.Role)] = []
    var seen: Set<String> = []
    func add(_ paths: [RelayConfig.Path], of folder: String, _ role: GraphQLText.Role, where matches: (String) -> Bool) {
      for path in paths.map({ FilePath.absolute($0.path, relativeTo: folder) }) {
        for file in Self.files(at: path, where: matches) where seen.insert(file).inserted { found.append((file, role)) }
      }
    }
    let owners = [(folder, config)] + (schemaOwner.map { [($0.folder, $0.config)] } ?? [])
    for (folder, config) in owners {
      add(config.schema, of: folder, .schema, where: OutputName.isSchema)
      add(config.schemaExtensions, of: folder, .clientSchema, where: OutputName.isDocument)
    }
    for configuration in [self] + imports.map(\.configuration) {
      let files = Self.files(at: configuration.documentFolder) { OutputName.isDocument($0) || OutputName.isSwift($0) }
      for file in files where configuration.takes(file) && seen.insert(file).inserted { found.append((file, .document)) }
    }
    return found
  }

  private static func files(at path: String, where matches: (String) -> Bool) -> [String] {
    switch FileSystem.kind(path) {
    case .directory: (try? FileSystem.files(below: path, excluding: isSkipped, where: matches, misnamed: { _, _ in })) ?? []
    case nil: []
    default: [path]
    }
  }

  /// Folders in which no package has its sources.
  private static func isSkipped(_ path: String) -> Bool { path.hasSuffix("node_modules/") }

  // MARK: - Discovery

  /// The configurations in folders, each with those below it taken into account.
  static func discover(in folders: [String], bytes: (String) -> [UInt8]?) -> [ProjectConfiguration] {
    var found: [ProjectConfiguration] = []
    for folder in folders {
      let paths =
        (try? FileSystem.files(
          below: folder, excluding: isSkipped, where: { FilePath.name(of: $0) == NearestConfiguration.fileName }, misnamed: { _, _ in }))
        ?? []
      var all = paths
      // A folder inside of a package is opened.
      if let above = NearestConfiguration.path(in: folder, exists: { FileSystem.kind($0) == .file }), !all.contains(above) {
        all.append(above)
      }
      for path in all where !found.contains(where: { $0.path == path }) {
        if let bytes = bytes(path) { found.append(ProjectConfiguration(path: path, bytes: bytes)) }
      }
      if all.isEmpty { found.append(ProjectConfiguration(folder: folder)) }
    }
    let folders = found.map(\.folder)
    for index in found.indices {
      found[index].nested = folders.filter { FilePath.relative($0, to: found[index].folder) != nil }
      guard found[index].config.schema.isEmpty else { continue }
      let owners = found.filter { !$0.config.schema.isEmpty }
      let above = owners.filter { FilePath.relative(found[index].folder, to: $0.folder) != nil }.max {
        $0.folder.utf8.count < $1.folder.utf8.count
      }
      if let owner = above ?? (owners.count == 1 ? owners.first : nil) { found[index].schemaOwner = (owner.folder, owner.config) }
    }
    // Without what the package manager knows, any other configuration may be one of a module below.
    let all = found
    for index in found.indices {
      found[index].imports = all.filter { $0.key != all[index].key }.map { (FilePath.name(of: $0.folder), $0) }
    }
    return found
  }
}
