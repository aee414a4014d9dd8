import Foundation

/// Everything that the commands of a module read and write.
struct CodegenInputs {
  static let toolName = "relay-compiler-swift"
  static let runtimeName = "RelayRuntime"

  let module: Module
  /// The documents and Swift files that the configuration excludes.
  let otherFiles: [String]
  let configuration: Configuration?
  /// The modules below this one with GraphQL, sorted by name. Their fragments can be spread here. `folder` is the plugin's for the module,
  /// if its exports can be there.
  let imported: [(module: Module, folder: URL?)]
  /// If the module names no schema itself, the configurations of the modules below, each once, with the first module that uses it.
  let importedConfigurations: [(module: BuildModule, configuration: Configuration)]
  /// The files of the schema, and the module that parses them.
  let schema: SharedSchema
  /// The modules of all packages that this one cannot import. They are named in messages about what is missing.
  let elsewhere: [BuildModule]
  let workDirectory: URL
  /// The folder inside it to which the tool writes.
  let outputDirectory: URL
  /// The names of the files that the tool must write in addition to that of the schema's types: one for each document, and the shards.
  let documentOutputs: [String]
  let shards: [String]

  /// - Parameters:
  ///   - dependencies: The modules that `module` can use.
  ///   - others: The modules of all packages, if there are packages.
  ///   - workDirectory: The plugin's folder for the module.
  init(module: BuildModule, dependencies: [BuildModule], others: () -> [BuildModule] = { [] }, workDirectory: URL) {
    (self.module, otherFiles) = module.selected
    configuration = module.configuration
    importedConfigurations = configuration?.namesSchema == true ? [] : dependencies.schemaConfigurations
    // The exports of a module may be empty now and not later. Without exports, the build would not notice the first literal anyway.
    imported = dependencies.sorted { $0.name < $1.name }.compactMap { below in
      let folder = below.workDirectory.flatMap { WorkFolders.prepare(Self.exports(in: $0)) ? $0 : nil }
      let module = below.selected.module
      return folder != nil || !module.documents.isEmpty || below.containsLiterals ? (module, folder) : nil
    }
    var schema = SharedSchema(of: module, dependencies: dependencies, others: others)
    if case .other(let folder)? = schema.owner, !WorkFolders.prepare(Self.schemaStamp(in: folder)) { schema.owner = .itself }
    self.schema = schema
    self.workDirectory = workDirectory
    outputDirectory = workDirectory.appending(path: "Generated")
    let root = FilePath.standard(module.root)
    documentOutputs = self.module.documents.map { OutputName.ofDocument(FilePath.steps(to: FilePath.standard($0), from: root)) }
    shards = module.containsLiterals ? OutputName.shards : []
    let known = Set(dependencies.map(\.name)).union([module.name])
    let unknown = documentOutputs.isEmpty && shards.isEmpty ? [] : others().filter { !known.contains($0.name) }
    elsewhere = unknown.sorted { $0.name < $1.name }
  }

  // MARK: - Outputs of commands

  /// What this module's commands, and those of other modules, notice changes of its GraphQL by.
  static func exports(in workDirectory: URL) -> URL { workDirectory.appending(path: "Exports").appending(path: OutputName.exports) }
  static func schemaStamp(in workDirectory: URL) -> URL { workDirectory.appending(path: "Schema").appending(path: OutputName.schemaStamp) }

  /// The same as `exports` for the modules below whose own exports cannot be found.
  var importsFile: URL { Self.exports(in: workDirectory).deletingLastPathComponent().appending(path: OutputName.imports) }

  /// The folder with the schema's archive: this module's, or that of the module that parses the schema. nil without a schema.
  var schemaDirectory: URL? {
    switch schema.owner {
    case nil: nil
    case .itself: workDirectory
    case .other(let folder): folder
    }
  }

  /// The modules below whose files this module's own command has to look at: those of an Xcode project, those whose generated Swift is
  /// checked in, and those into whose folder the plugin cannot write.
  private var importedFiles: [Module] { imported.filter { $0.folder == nil }.map(\.module) }

  var collectedOutputs: [URL] { [Self.exports(in: workDirectory)] + (importedFiles.isEmpty ? [] : [importsFile]) }

  var outputFiles: [URL] {
    (documentOutputs + [OutputName.schema] + shards).map { outputDirectory.appending(path: $0) }
  }

  // MARK: - Inputs of commands

  /// Files whose change may change what the module exports.
  var collectedFiles: [String] { ([module] + importedFiles).flatMap(\.files) }

  private var configurationFiles: [String] { ([configuration].compactMap { $0 } + importedConfigurations.map(\.configuration)).map(\.file) }

  /// Files whose change makes the schema's archive be made again.
  var schemaInputFiles: [String] { configurationFiles + schema.files }

  /// Files whose change makes the compiler run again.
  var inputFiles: [String] {
    var files = configurationFiles + [Self.exports(in: workDirectory).path] + module.documents
    if let schemaDirectory { files.append(Self.schemaStamp(in: schemaDirectory).path) }
    let schemasBelow = importedConfigurations.flatMap(\.configuration.schemaFiles)
    switch schema.owner {
    // Documents that seem to be a schema may be none. Then the schema is that of a configuration below.
    case .itself: files += schema.documents.isEmpty ? [] : schemasBelow
    // The other module may not have the plugin, or not be part of this build.
    case .other, nil: files += schema.files + schemasBelow
    }
    if !importedFiles.isEmpty { files.append(importsFile.path) }
    for (module, folder) in imported {
      if let folder { files.append(Self.exports(in: folder).path) }
      if configuration?.payloadModules.contains(module.name) == true { files += module.files }
    }
    // SwiftPM warns about a document that no command reads.
    return files + otherFiles.filter(OutputName.isDocument)
  }
}
