/// A module, the modules below it, and the files that the tool writes for it. The plugin writes the list to `inputs.json`, and the tool
/// reads it. It is JSON, because paths and names may contain any character. Paths are absolute; outputs are names, because their folder is
/// on the command line.
///
///     {"config": "…/relay.config.json", "root": "…/Sources/Feed", "module": "Feed", "kind": "library",
///      "documents": [{"source": "…/Story.graphql", "output": "Story.graphql.swift"}],
///      "schemaOutput": "RelaySchemaTypes.graphql.swift", "shards": ["RelayLiterals_1.graphql.swift"],
///      "swiftSources": ["…/StoryView.swift"],
///      "imported": [{"module": "Model", "kind": "library", "source": "…/Author.graphql"}],
///      "importedConfigs": [{"module": "Model", "config": "…/relay.config.json"}],
///      "exports": [{"module": "Model", "root": "…/Sources/Model", "file": "…/RelayExports.graphql.swift"}],
///      "schemaArchive": "…/schema.relay-archive", "schemaDocuments": ["…/schema.graphql"],
///      "elsewhere": [{"module": "Talk", "root": "…/Sources/Talk", "isAbove": false}]}
struct ModuleList: ModuleListItem {
  var config: String?
  var root: String?
  var module: String?
  var kind = Module.Kind.library
  var documents: [Document] = []
  var schemaOutput = OutputName.schema
  /// The outputs for literals; empty if there were no literals when the build was planned.
  var shards: [String] = []
  /// The Swift files of the module, with or without literals.
  var swiftSources: [String] = []
  /// The documents and Swift files of the modules below.
  var imported: [Imported] = []
  /// The configurations of the modules below that name a schema, each once. They count if the module's own names none.
  var importedConfigs: [ImportedConfiguration] = []
  /// What the command `collect` found in modules, this one among them. It tells which of a module's files need not be read.
  var exports: [Exports] = []
  /// What the command `schema` of this module or of one below makes.
  var schemaArchive: String?
  /// The modules on which this one does not depend, for messages about what is missing.
  var elsewhere: [Elsewhere] = []
  /// For the command `schema`: if no configuration names a schema, the documents that have type definitions, of the module itself or of
  /// those below.
  var schemaDocuments: [String] = []

  init() {}

  /// - Parameters:
  ///   - outputs: the names for the module's documents.
  ///   - config: the module's configuration.
  ///   - below: the modules that it can import.
  init(of module: Module, outputs: [String], config: String?, below: [Module]) {
    (self.config, root, self.module, kind) = (config, module.root, module.name, module.kind)
    documents = zip(module.documents, outputs).map { Document(source: $0, output: $1) }
    swiftSources = module.swiftFiles
    imported = below.flatMap { below in
      (below.documents + below.swiftFiles).map { Imported(module: below.name, kind: below.kind, source: $0) }
    }
  }

  mutating func code<Coder: ModuleListCoder>(_ coder: inout Coder) throws(Coder.Failure) {
    try coder.text("config", &config, .path)
    try coder.text("root", &root, .path)
    try coder.text("module", &module, .moduleName)
    try coder.kind(&kind)
    try coder.items("documents", &documents)
    try coder.text("schemaOutput", &schemaOutput, .output)
    try coder.texts("shards", &shards, .output)
    try coder.texts("swiftSources", &swiftSources, .path)
    try coder.items("imported", &imported)
    try coder.items("importedConfigs", &importedConfigs)
    try coder.items("exports", &exports)
    try coder.text("schemaArchive", &schemaArchive, .path)
    try coder.items("elsewhere", &elsewhere)
    try coder.texts("schemaDocuments", &schemaDocuments, .path)
  }

  // MARK: - Items

  struct Document: ModuleListItem {
    var source = ""
    var output = ""

    mutating func code<Coder: ModuleListCoder>(_ coder: inout Coder) throws(Coder.Failure) {
      try coder.text("source", &source, .path)
      try coder.text("output", &output, .output)
    }
  }

  struct Imported: ModuleListItem {
    var module = ""
    var kind = Module.Kind.library
    var source = ""

    mutating func code<Coder: ModuleListCoder>(_ coder: inout Coder) throws(Coder.Failure) {
      try coder.text("module", &module, .moduleName)
      try coder.kind(&kind)
      try coder.text("source", &source, .path)
    }
  }

  struct ImportedConfiguration: ModuleListItem {
    var module = ""
    var config = ""

    mutating func code<Coder: ModuleListCoder>(_ coder: inout Coder) throws(Coder.Failure) {
      try coder.text("module", &module, .moduleName)
      try coder.text("config", &config, .path)
    }
  }

  struct Exports: ModuleListItem {
    var module = ""
    /// The module's folder.
    var root = ""
    var file = ""

    mutating func code<Coder: ModuleListCoder>(_ coder: inout Coder) throws(Coder.Failure) {
      try coder.text("module", &module, .moduleName)
      try coder.text("root", &root, .path)
      try coder.text("file", &file, .path)
    }
  }

  struct Elsewhere: ModuleListItem {
    var module = ""
    /// The module's folder.
    var root = ""
    /// Whether it depends on the module that is compiled.
    var isAbove = false

    mutating func code<Coder: ModuleListCoder>(_ coder: inout Coder) throws(Coder.Failure) {
      try coder.text("module", &module, .moduleName)
      try coder.text("root", &root, .path)
      try coder.flag("isAbove", &isAbove)
    }
  }
}

// MARK: - JSON

/// A JSON object of the list. It names its members once, for writing and for reading.
protocol ModuleListItem {
  init()
  mutating func code<Coder: ModuleListCoder>(_ coder: inout Coder) throws(Coder.Failure)
}

/// What a text of the list is, as it is named in messages.
enum ModuleListText: String {
  case path = "a path"
  case moduleName = "the name of a module"
  case kind = "'library', 'executable' or 'test'"
  case output = "the name of a file"
}

/// Writes the members of an object, or reads them.
protocol ModuleListCoder {
  associatedtype Failure: Error
  mutating func text(_ key: String, _ value: inout String, _ form: ModuleListText) throws(Failure)
  /// A member that may be missing.
  mutating func text(_ key: String, _ value: inout String?, _ form: ModuleListText) throws(Failure)
  mutating func texts(_ key: String, _ values: inout [String], _ form: ModuleListText) throws(Failure)
  mutating func flag(_ key: String, _ value: inout Bool) throws(Failure)
  mutating func items<Item: ModuleListItem>(_ key: String, _ items: inout [Item]) throws(Failure)
}

extension ModuleListCoder {
  fileprivate mutating func kind(_ value: inout Module.Kind) throws(Failure) {
    var text: String? = value.rawValue
    try self.text("kind", &text, .kind)
    value = text.flatMap(Module.Kind.init) ?? .library
  }
}
