import Foundation
import PackagePlugin

/// Everything that one run of `relay-compiler-swift` reads and writes.
struct CodegenInputs {
  static let toolName = "relay-compiler-swift"
  static let runtimeName = "RelayRuntime"

  let module: SourceModule
  let configuration: Configuration?
  /// The modules below this one that hold GraphQL too, sorted by name: their fragments can be spread here.
  let imported: [SourceModule]
  let workDirectory: URL
  /// The files that the compiler must write: one per document, the schema's types, and the shards.
  let documentOutputs: [URL]
  let schemaOutput: URL
  let shards: [URL]

  /// - Parameters:
  ///   - dependencies: The modules that `module` can use.
  ///   - configurationLimit: The project's folder, where there is no package: no configuration is looked for above it.
  ///   - workDirectory: The only folder that plugin and compiler may write to.
  init(module: SourceModule, dependencies: [SourceModule], configurationLimit: URL? = nil, workDirectory: URL) {
    self.module = module
    self.configuration = .nearest(to: module.directory, upTo: configurationLimit)
    self.imported = dependencies.filter { !$0.documents.isEmpty || $0.containsLiterals() }
      .sorted { $0.name < $1.name }
    self.workDirectory = workDirectory
    let folder = workDirectory.appending(path: "Generated")
    self.documentOutputs = module.documents.map { folder.appending(path: OutputName.ofDocument($0, in: module.directory)) }
    self.schemaOutput = folder.appending(path: OutputName.schema)
    self.shards = module.containsLiterals() ? OutputName.shards.map { folder.appending(path: $0) } : []
  }

  /// Files whose change makes the compiler run again.
  var inputFiles: [URL] {
    var files = self.configuration.map { [$0.file] + $0.schemaFiles } ?? []
    for module in [self.module] + self.imported { files += module.documents + module.swiftFiles }
    var seen: Set<String> = []
    return files.filter { seen.insert($0.path).inserted }
  }

  var outputFiles: [URL] { self.documentOutputs + [self.schemaOutput] + self.shards }
}
