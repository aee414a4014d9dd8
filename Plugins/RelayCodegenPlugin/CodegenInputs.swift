import Foundation
import PackagePlugin

/// Everything that one run of `relay-compiler-swift` reads and writes.
struct CodegenInputs {
  static let toolName = "relay-compiler-swift"
  static let runtimeName = "RelayRuntime"

  let module: SourceModule
  let configuration: Configuration?
  /// The modules below this one with GraphQL, sorted by name. Their fragments can be spread here.
  let imported: [SourceModule]
  /// If the module names no schema itself, the configurations of the modules below, each once, with the first module that uses it.
  let importedConfigurations: [(module: String, configuration: Configuration)]
  /// The files of the schema, and those modules below that share it.
  let schema: SharedSchema
  /// The modules of all packages that this one cannot import. They are named in messages about what is missing.
  let elsewhere: [Neighbor]
  let workDirectory: URL
  /// The folder inside it to which the tool writes.
  let outputDirectory: URL
  /// The names of the files that the tool must write in addition to that of the schema's types: one for each document, and the shards.
  let documentOutputs: [String]
  let shards: [String]

  /// - Parameters:
  ///   - dependencies: The modules that `module` can use.
  ///   - neighbors: The modules of all packages, if there are packages.
  ///   - configurationLimit: The project's folder, if there is no package. Configurations above it are ignored.
  ///   - workDirectory: The only folder to which plugin and tool may write.
  init(
    module: SourceModule, dependencies: [SourceModule], neighbors: () -> [Neighbor] = { [] }, configurationLimit: URL? = nil,
    workDirectory: URL
  ) {
    let configurations = Configurations(upTo: configurationLimit)
    let configuration = configurations.nearest(to: module.directory)
    self.configuration = configuration
    let module = module.selected(by: configuration)
    let dependencies = dependencies.map { $0.selected(by: configurations.nearest(to: $0.directory)) }
    self.module = module
    importedConfigurations = configuration?.namesSchema == true ? [] : Self.configurations(of: dependencies, configurations)
    // What a module exports may be nothing yet. Of others, the build would not notice their first literal anyway.
    imported = dependencies.filter { $0.workDirectory != nil || !$0.documents.isEmpty || $0.containsLiterals() }
      .sorted { $0.name < $1.name }
    schema = SharedSchema(of: module, dependencies: dependencies, others: neighbors, configurations: configurations)
    self.workDirectory = workDirectory
    outputDirectory = workDirectory.appending(path: "Generated")
    documentOutputs = module.documents.map { OutputName.ofDocument($0, in: module.directory) }
    shards = module.containsLiterals() ? OutputName.shards : []
    let known = Set(dependencies.map(\.name)).union([module.name])
    let others = documentOutputs.isEmpty && shards.isEmpty ? [] : neighbors()
    elsewhere = others.filter { !known.contains($0.name) }.sorted { $0.name < $1.name }
  }

  private static func configurations(
    of modules: [SourceModule], _ configurations: Configurations
  ) -> [(module: String, configuration: Configuration)] {
    var paths: Set<String> = []
    return modules.sorted { $0.name < $1.name }.compactMap { module in
      guard let configuration = configurations.nearest(to: module.directory), configuration.namesSchema,
        paths.insert(configuration.file.path).inserted
      else { return nil }
      return (module.name, configuration)
    }
  }

  /// What tells others, and this module's own command, that its GraphQL has changed.
  static func exports(in workDirectory: URL) -> URL { workDirectory.appending(path: "Exports").appending(path: OutputName.exports) }
  static func schemaStamp(in workDirectory: URL) -> URL { workDirectory.appending(path: "Schema").appending(path: OutputName.schemaStamp) }

  /// What this module's own command finds out of modules below whose folders are not known.
  var importsFile: URL { Self.exports(in: workDirectory).deletingLastPathComponent().appending(path: OutputName.imports) }

  /// The folder with the schema's archive: this module's, or that of the module that parses the schema. nil without a schema.
  var schemaDirectory: URL? {
    switch schema.owner {
    case nil: nil
    case .itself: workDirectory
    case .other(let folder): folder
    }
  }

  private var configurationFiles: [URL] { ([configuration].compactMap { $0 } + importedConfigurations.map(\.configuration)).map(\.file) }

  /// The modules below of which nothing tells what others use but their files: those of an Xcode project, and those whose generated Swift is
  /// checked in.
  private var importedFiles: [SourceModule] { imported.filter { $0.workDirectory == nil } }

  /// Files whose change makes the compiler run again.
  var inputFiles: [URL] {
    var files = configurationFiles + [Self.exports(in: workDirectory)] + module.documents
    if let schemaDirectory { files.append(Self.schemaStamp(in: schemaDirectory)) }
    switch schema.owner {
    // What seems to be a schema among its documents may be none; then it is that of a configuration below.
    case .itself: files += schema.documents.isEmpty ? [] : importedConfigurations.flatMap(\.configuration.schemaFiles)
    // The other module may not have the plugin, or not be part of this build.
    case .other, nil: files += schema.files + importedConfigurations.flatMap(\.configuration.schemaFiles)
    }
    if !importedFiles.isEmpty { files.append(importsFile) }
    for module in imported {
      if let folder = module.workDirectory { files.append(Self.exports(in: folder)) }
      if configuration?.payloadModules.contains(module.name) == true { files += module.documents + module.swiftFiles }
    }
    // SwiftPM warns about a document that no command reads.
    files += module.otherFiles.filter(\.isGraphQL)
    return files.unique
  }

  /// Files whose change may change what the module exports.
  var collectedFiles: [URL] {
    (module.documents + module.swiftFiles + importedFiles.flatMap { $0.documents + $0.swiftFiles }).unique
  }

  /// The outputs of the command that looks at them.
  var collectedOutputs: [URL] { [Self.exports(in: workDirectory)] + (importedFiles.isEmpty ? [] : [importsFile]) }

  /// Files whose change makes the schema's archive be made again.
  var schemaInputFiles: [URL] { (configurationFiles + schema.files).unique }

  var outputFiles: [URL] {
    (documentOutputs + [OutputName.schema] + shards).map { outputDirectory.appending(path: $0) }
  }
}

extension [URL] {
  /// Each file once. They are compared by bytes: two paths that are equal as strings may be two files.
  fileprivate var unique: [URL] {
    var seen: Set<[UInt8]> = []
    return filter { seen.insert([UInt8]($0.path.utf8)).inserted }
  }
}
