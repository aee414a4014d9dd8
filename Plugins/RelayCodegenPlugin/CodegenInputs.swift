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
  let workDirectory: URL
  /// The folder inside it to which the tool writes.
  let outputDirectory: URL
  /// The names of the files that the tool must write in addition to that of the schema's types: one for each document, and the shards.
  let documentOutputs: [String]
  let shards: [String]

  /// - Parameters:
  ///   - dependencies: The modules that `module` can use.
  ///   - configurationLimit: The project's folder, if there is no package. Configurations above it are ignored.
  ///   - workDirectory: The only folder to which plugin and tool may write.
  init(module: SourceModule, dependencies: [SourceModule], configurationLimit: URL? = nil, workDirectory: URL) {
    let configuration = Configuration.nearest(to: module.directory, upTo: configurationLimit)
    self.configuration = configuration
    let module = module.selected(by: configuration)
    let dependencies = dependencies.map { $0.selected(by: .nearest(to: $0.directory, upTo: configurationLimit)) }
    self.module = module
    importedConfigurations =
      configuration?.namesSchema == true ? [] : Self.configurations(of: dependencies, upTo: configurationLimit)
    imported = dependencies.filter { !$0.documents.isEmpty || $0.containsLiterals() }
      .sorted { $0.name < $1.name }
    self.workDirectory = workDirectory
    outputDirectory = workDirectory.appending(path: "Generated")
    documentOutputs = module.documents.map { OutputName.ofDocument($0, in: module.directory) }
    shards = module.containsLiterals() ? OutputName.shards : []
  }

  private static func configurations(of modules: [SourceModule], upTo limit: URL?) -> [(module: String, configuration: Configuration)] {
    var paths: Set<String> = []
    return modules.sorted { $0.name < $1.name }.compactMap { module in
      guard let configuration = Configuration.nearest(to: module.directory, upTo: limit), configuration.namesSchema,
        paths.insert(configuration.file.path).inserted
      else { return nil }
      return (module.name, configuration)
    }
  }

  /// Files whose change makes the compiler run again.
  var inputFiles: [URL] {
    let configurations = [configuration].compactMap { $0 } + importedConfigurations.map(\.configuration)
    var files = configurations.flatMap { [$0.file] + $0.schemaFiles }
    for module in [self.module] + imported { files += module.documents + module.swiftFiles }
    // SwiftPM warns of a document that no command reads.
    files += module.otherFiles.filter(\.isGraphQL)
    // Compared by bytes: two paths that are equal as strings may be two files.
    var seen: Set<[UInt8]> = []
    return files.filter { seen.insert(Array($0.path.utf8)).inserted }
  }

  var outputFiles: [URL] {
    (documentOutputs + [OutputName.schema] + shards).map { outputDirectory.appending(path: $0) }
  }
}
