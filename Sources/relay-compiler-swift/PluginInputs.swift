internal import RelayCompilerCore

/// The list that the build plugin writes for the tool. It is JSON, because paths and names may contain any character. The plugin alone
/// chooses the names of outputs; their folder is on the command line.
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
struct PluginInputs {
  var config: String?
  var root: String?
  var module: String?
  var kind = Kind.library
  var documents: [(source: String, output: String)] = []
  var schemaOutput = ""
  /// The documents of modules below, and their Swift files, which may contain literals.
  var imported: [(module: String, kind: Kind, source: String)] = []
  /// If the target names no schema, the configurations of the modules below that name one.
  var importedConfigs: [(module: String, path: String)] = []
  /// The Swift files of the target, with or without literals.
  var swiftSources: [String] = []
  /// What the command `collect` found in modules, this one among them. It tells which of a module's files need not be read.
  var exports: [(module: String, root: String, file: String)] = []
  /// What the command `schema` of this module or of one below makes.
  var schemaArchive: String?
  /// For the command `schema`: if no configuration names a schema, the documents that have type definitions, of the module itself or of those
  /// below.
  var schemaDocuments: [String] = []
  /// The modules on which the target does not depend, for messages about what is missing.
  var elsewhere = ModulesElsewhere()
  /// The outputs for literals; empty if there were no literals when the build was planned.
  var shards: [String] = []

  /// Who can import a module: any module, tests only (an executable, an app), or other tests.
  enum Kind: String { case library, executable, test }

  /// If the plugin has made no list: where the literals of a Swift file go, as a document of its name would.
  var literalFolder: OutputFolder?

  init() {}

  /// - Parameter folder: the folder of the outputs.
  init(_ source: SourceFile, outputsIn folder: OutputFolder) throws(PluginInputsError) {
    let json: JSONSyntax
    do throws(JSONSyntaxError) {
      json = try JSONSyntax.parse(source, file: FileID(rawValue: 0))
    } catch {
      throw PluginInputsError(diagnostic: error.diagnostic)
    }
    config = try Self.path(json["config"])
    root = try Self.path(json["root"])
    module = json["module"]?.string
    kind = try Self.kind(json["kind"])
    for document in try Self.items(json["documents"]) {
      documents.append((try Self.path(json: document, "source"), try Self.output(Self.member(document, "output"), in: folder)))
    }
    schemaOutput = try Self.output(Self.member(json, "schemaOutput"), in: folder)
    for shard in try Self.items(json["shards"]) { shards.append(try Self.output(shard, in: folder)) }
    for file in try Self.items(json["swiftSources"]) { swiftSources.append(try Self.text(file)) }
    for file in try Self.items(json["imported"]) {
      imported.append(
        (try Self.module(Self.member(file, "module")), try Self.kind(file["kind"]), try Self.path(json: file, "source")))
    }
    for file in try Self.items(json["importedConfigs"]) {
      importedConfigs.append((try Self.module(Self.member(file, "module")), try Self.path(json: file, "config")))
    }
    for file in try Self.items(json["exports"]) {
      exports.append(
        (try Self.module(Self.member(file, "module")), try Self.path(json: file, "root"), try Self.path(json: file, "file")))
    }
    schemaArchive = try Self.path(json["schemaArchive"])
    for other in try Self.items(json["elsewhere"]) {
      let isAbove = if case .boolean(true)? = other["isAbove"]?.value { true } else { false }
      elsewhere.modules.append(
        ModulesElsewhere.Module(
          name: try Self.module(Self.member(other, "module")), root: try Self.path(json: other, "root"), isAbove: isAbove))
    }
    for file in try Self.items(json["schemaDocuments"]) { schemaDocuments.append(try Self.text(file)) }
  }

  // MARK: - Parts

  private static func problem(_ expected: String, _ json: JSONSyntax) -> PluginInputsError {
    PluginInputsError(diagnostic: .pluginInputs(expected: expected, found: json.string.map { "'\($0)'" } ?? json.kind, at: json.range))
  }

  private static func items(_ json: JSONSyntax?) throws(PluginInputsError) -> [JSONSyntax] {
    guard let json else { return [] }
    guard case .array(let items) = json.value else { throw problem("an array", json) }
    return items
  }

  private static func member(_ json: JSONSyntax, _ key: String) throws(PluginInputsError) -> JSONSyntax {
    guard let value = json[key] else { throw problem("an object with '\(key)'", json) }
    return value
  }

  private static func text(_ json: JSONSyntax) throws(PluginInputsError) -> String {
    guard let text = json.string, !text.isEmpty, !text.utf8.contains(0) else { throw problem("a path", json) }
    return text
  }

  private static func path(_ json: JSONSyntax?) throws(PluginInputsError) -> String? {
    guard let json else { return nil }
    return try text(json)
  }

  private static func path(json: JSONSyntax, _ key: String) throws(PluginInputsError) -> String { try text(member(json, key)) }

  private static func module(_ json: JSONSyntax) throws(PluginInputsError) -> String {
    guard let text = json.string, SwiftTypeSyntax.isModule(text) else { throw problem("the name of a module", json) }
    return text
  }

  private static func kind(_ json: JSONSyntax?) throws(PluginInputsError) -> Kind {
    guard let json else { return .library }
    guard let kind = json.string.flatMap(Kind.init) else { throw problem("'library', 'executable' or 'test'", json) }
    return kind
  }

  private static func output(_ json: JSONSyntax, in folder: OutputFolder) throws(PluginInputsError) -> String {
    guard let path = json.string.flatMap(folder.file) else { throw problem("the name of a file", json) }
    return path
  }

  /// The Swift file for the literals of `source`: a shard that depends only on the file's path, so that an edit affects only that shard.
  func literalOutput(of source: String, root: String) -> String {
    if let literalFolder {
      let name = OutputName.ofDocument(FileSystem.relative(source, to: root) ?? FileSystem.name(of: source))
      return literalFolder.file(named: name) ?? schemaOutput
    }
    if shards.isEmpty { return schemaOutput }
    let relative = FileSystem.relative(source, to: root) ?? source
    return shards[Int(Name(relative).stableHash % UInt64(shards.count))]
  }
}

struct PluginInputsError: Error {
  var diagnostic: Diagnostic
}
