internal import RelayCompilerCore

/// The configuration of what is compiled and, if it names no schema, that of a module below.
struct ProjectConfiguration {
  private(set) var config = RelayConfig()
  private(set) var file: SourceFile?
  /// The folder to which its paths are relative.
  private(set) var folder = FileSystem.currentDirectory
  private(set) var below: (config: RelayConfig, file: SourceFile)?
  /// Whether the schema is not known, which has been reported.
  private(set) var lacksNamedSchema = false

  /// - Parameter path: nil if there is no configuration.
  init(_ path: String?, _ reader: inout InputReader) {
    guard let path else { return }
    folder = FilePath.directory(of: path)
    guard let (config, file) = parse(path, &reader) else { return }
    (self.config, self.file) = (config, file)
  }

  private mutating func parse(_ path: String, _ reader: inout InputReader) -> (RelayConfig, SourceFile)? {
    guard let file = reader.configuration(path) else { return nil }
    let (config, diagnostics) = ConfigParser.parse(file, file: FileID(rawValue: 0))
    reader.report(diagnostics, in: file)
    // What it would have named is not known.
    if diagnostics.hasErrors, config.schema.isEmpty { lacksNamedSchema = true }
    return (config, file)
  }

  func path(_ path: RelayConfig.Path) -> String { FilePath.absolute(path.path, relativeTo: folder) }

  var excludes: [Glob] { config.excludes.map(Glob.init) }

  // MARK: - Modules

  /// A module without a schema uses that of the module on which it depends and, if it has no configuration, all options of that module.
  mutating func takeSchemaFromBelow(_ list: ModuleList, isNamed: Bool, _ reader: inout InputReader) {
    let below = list.below.filter { $0.config != nil }
    let choice = SchemaChoice(isNamed: isNamed || !config.schema.isEmpty, below: below) {
      reader.sources(list.module.documents).contains { file in
        Parser.parse(file, file: FileID(rawValue: 0)).0.definitions.contains(where: \.isTypeSystem)
      }
    }
    switch choice {
    case .named, .documents: return
    case .ambiguous:
      guard let document = list.module.files.first else { return }
      lacksNamedSchema = true
      reader.report(.severalSchemasBelow(below), of: document)
    case .below(let module):
      guard let path = module.config, let (config, file) = parse(path, &reader) else { return }
      self.below = (config, file)
      if self.file == nil {
        self.config.options = config.options
        // These options concern the other module's own files.
        self.config.options.persist = nil
        self.config.options.swift.payloads = SwiftOptions.Payloads()
      }
    }
  }

  /// An executable or an app can only be imported by tests, and a test by nothing; what is generated there is internal unless the
  /// configuration says otherwise. A test uses internal types of other modules through `@testable import`.
  mutating func setAccess(for list: ModuleList) {
    guard list.module.kind != .library else { return }
    config.options.swift.defaultAccessLevel = .internal
    guard list.module.kind == .test else { return }
    let isInternal = config.options.swift.configuredAccessLevel == .internal
    config.options.swift.testableModules = Set(list.below.filter { $0.kind != .library || isInternal }.map(\.name))
  }

  /// Finds the modules whose definitions get types for their payloads.
  mutating func setPayloads(for list: ModuleList?, _ reader: inout InputReader) {
    for module in config.payloadModules {
      if let list, module.name == list.module.name {
        config.options.swift.payloads.isForModule = true
      } else if let list, list.below.contains(where: { $0.name == module.name }) {
        config.options.swift.payloads.imported.insert(module.name)
      } else if let file {
        let known = list.map { ($0.below + [$0.module]).map(\.name).sorted() }
        reader.report([.unknownPayloadModule(module, known: known)], in: file)
      }
    }
  }
}
