/// A module, the modules below it, and the files that the tool writes for it. The plugin writes the list to `inputs.json`, and the tool
/// reads it. It is JSON, because paths and names may contain any character. Outputs are names, because their folder is on the command line.
///
///     {"name": "Feed", "kind": "library", "root": "…/Sources/Feed", "config": "…/relay.config.json",
///      "documents": ["…/Story.graphql"], "swiftFiles": ["…/StoryView.swift"], "exports": "…/RelayExports.graphql.swift",
///      "documentOutputs": ["Story.graphql.swift"], "schemaOutput": "RelaySchemaTypes.graphql.swift",
///      "shards": ["RelayLiterals_1.graphql.swift"], "below": [{"name": "Model", "root": "…/Sources/Model", …}],
///      "schemaArchive": "…/schema.relay-archive", "schemaDocuments": ["…/schema.graphql"],
///      "elsewhere": [{"name": "Talk", "root": "…/Sources/Talk"}], "above": []}
struct ModuleList {
  /// The module that is compiled.
  var module = Module()
  /// The output for each of its documents.
  var documentOutputs: [String] = []
  var schemaOutput = OutputName.schema
  /// The outputs for literals; empty if there were no literals when the build was planned.
  var shards: [String] = []
  /// Whether the literals of a Swift file go where a document of its name would. No plugin has planned these outputs.
  var literalsHaveOwnFiles = false
  /// The modules that it can import.
  var below: [Module] = []
  /// What the command `schema` of this module or of one below makes.
  var schemaArchive: String?
  /// For the command `schema`: if no configuration names a schema, the documents that have type definitions, of the module itself or of
  /// those below.
  var schemaDocuments: [String] = []
  /// The modules on which this one does not depend, without files, for messages about what is missing.
  var elsewhere: [Module] = []
  /// The names of those that depend on this one.
  var above: [String] = []

  mutating func code<Coder: ModuleListCoder>(_ coder: inout Coder) throws(Coder.Failure) {
    try module.code(&coder)
    try coder.texts("documentOutputs", &documentOutputs, .output)
    try coder.text("schemaOutput", &schemaOutput, .output)
    try coder.texts("shards", &shards, .output)
    try coder.modules("below", &below)
    try coder.text("schemaArchive", &schemaArchive, .path)
    try coder.texts("schemaDocuments", &schemaDocuments, .path)
    try coder.modules("elsewhere", &elsewhere)
    try coder.texts("above", &above, .moduleName)
  }
}

/// Writes the members of a JSON object, or reads them, so that the list names them once.
protocol ModuleListCoder {
  associatedtype Failure: Error
  mutating func text(_ key: String, _ value: inout String, _ form: ModuleListText) throws(Failure)
  /// A member that may be missing.
  mutating func text(_ key: String, _ value: inout String?, _ form: ModuleListText) throws(Failure)
  mutating func texts(_ key: String, _ values: inout [String], _ form: ModuleListText) throws(Failure)
  mutating func modules(_ key: String, _ modules: inout [Module]) throws(Failure)
}

/// What a text of the list is, as messages say it.
enum ModuleListText: String {
  case path = "a path"
  case moduleName = "the name of a module"
  case kind = "'library', 'executable' or 'test'"
  case output = "the name of a file"
}
