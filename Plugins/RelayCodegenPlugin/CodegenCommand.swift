import Foundation
import PackagePlugin

extension CodegenInputs {
  /// The commands of the module. The first finds out what its GraphQL is to itself and to other modules; most changes of Swift end there.
  /// The second, in one of the modules that share a schema, parses that. The third generates all Swift of the module.
  ///
  /// Their inputs and outputs are listed in a file, because two thousand paths may not fit on a command line. The file itself is an input:
  /// it changes exactly when a document is added, removed or renamed. The output folder is on the command line.
  ///
  /// - Parameter isInXcode: Whether errors are printed with fixes for Xcode to offer, which would be noise elsewhere.
  func commands(tool: URL, isInXcode: Bool) throws -> [Command] {
    let style = isInXcode ? ["--diagnostics", "xcode"] : []
    try rejectNames()
    let list = workDirectory.appending(path: "inputs.json")
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .prettyPrinted, .withoutEscapingSlashes]
    let bytes = try encoder.encode(self.list)
    if (try? Data(contentsOf: list)) != bytes {
      try FileManager.default.createDirectory(at: workDirectory, withIntermediateDirectories: true)
      try bytes.write(to: list, options: .atomic)
    }
    for module in imported {
      if let folder = module.workDirectory { try WorkFolders.prepare(Self.exports(in: folder)) }
    }
    func command(_ name: String, _ verb: String, into folder: URL, from inputs: [URL], to outputs: [URL]) -> Command {
      .buildCommand(
        displayName: name, executable: tool, arguments: [verb, "--plugin-inputs", list.path, "--plugin-outputs", folder.path] + style,
        inputFiles: [list] + inputs, outputFiles: outputs)
    }
    let exports = Self.exports(in: workDirectory)
    var commands = [
      command(
        "Find the GraphQL of \(module.name)", "collect", into: exports.deletingLastPathComponent(), from: collectedFiles,
        to: collectedOutputs)
    ]
    switch schema.owner {
    case nil: break
    case .itself:
      let stamp = Self.schemaStamp(in: workDirectory)
      commands.append(
        command(
          "Read the schema for \(module.name)", "schema", into: stamp.deletingLastPathComponent(), from: schemaInputFiles, to: [stamp]))
    case .other(let folder):
      try WorkFolders.prepare(Self.schemaStamp(in: folder))
    }
    commands.append(
      command("Generate Swift from the GraphQL of \(module.name)", "generate", into: outputDirectory, from: inputFiles, to: outputFiles))
    return commands
  }

  /// The list that the tool reads. It is JSON, because paths may contain any character. Outputs are names only.
  private struct List: Encodable {
    struct Document: Encodable {
      var source: String
      var output: String
    }

    struct Imported: Encodable {
      var module: String
      var kind: SourceModule.Kind
      var source: String
    }

    struct ImportedConfiguration: Encodable {
      var module: String
      var config: String
    }

    struct Exports: Encodable {
      var module: String
      var root: String
      var file: String
    }

    struct Elsewhere: Encodable {
      var module: String
      var root: String
      var isAbove: Bool
    }

    var config: String?
    var root: String
    var module: String
    var kind: SourceModule.Kind
    var documents: [Document]
    var schemaOutput: String
    var shards: [String]
    var swiftSources: [String]
    var imported: [Imported]
    var importedConfigs: [ImportedConfiguration]
    var exports: [Exports]
    var schemaArchive: String?
    var schemaDocuments: [String]
    var elsewhere: [Elsewhere]
  }

  private var list: List {
    List(
      config: configuration?.file.path,
      root: self.module.directory.path,
      module: self.module.name,
      kind: self.module.kind,
      documents: zip(self.module.documents, documentOutputs).map { List.Document(source: $0.path, output: $1) },
      schemaOutput: OutputName.schema,
      shards: shards,
      swiftSources: self.module.swiftFiles.map(\.path),
      imported: imported.flatMap { module in
        (module.documents + module.swiftFiles).map { List.Imported(module: module.name, kind: module.kind, source: $0.path) }
      },
      importedConfigs: importedConfigurations.map {
        List.ImportedConfiguration(module: $0.module, config: $0.configuration.file.path)
      },
      exports: [List.Exports(module: module.name, root: module.directory.path, file: Self.exports(in: workDirectory).path)]
        + imported.map { module in
          List.Exports(
            module: module.name, root: module.directory.path, file: (module.workDirectory.map(Self.exports) ?? importsFile).path)
        },
      schemaArchive: schemaDirectory.map {
        Self.schemaStamp(in: $0).deletingLastPathComponent().appending(path: OutputName.schemaArchive).path
      },
      schemaDocuments: schema.documents.map(\.path),
      elsewhere: elsewhere.map {
        List.Elsewhere(module: $0.name, root: $0.directory.path, isAbove: $0.below.contains(module.name))
      })
  }

  /// Rejects files with the same name in a module. They would fail to compile with an unhelpful error. Many file systems also ignore case
  /// and Unicode normalisation.
  private func rejectNames() throws {
    if let (document, known) = module.unlistedDocument() { throw CodegenError.sameName(document, known) }
    var documents: [String: URL] = [:]
    let own = [OutputName.schema, OutputName.exports, OutputName.imports, OutputName.schemaStamp]
    let reserved = Set((own + OutputName.shards).map(OutputName.folded))
    for (document, output) in zip(module.documents, documentOutputs) {
      if OutputName.isUnwritable(output) { throw CodegenError.unwritableName(document) }
      let name = OutputName.folded(output)
      if reserved.contains(name) { throw CodegenError.reservedName(document) }
      if let other = documents.updateValue(document, forKey: name) { throw CodegenError.sameName(document, other) }
    }
    let names = Set((own + documentOutputs + shards).map(OutputName.folded))
    let swiftFiles = module.swiftFiles + module.otherFiles.filter { !$0.isGraphQL }
    for file in swiftFiles where names.contains(OutputName.folded(file.lastPathComponent)) {
      throw CodegenError.outputIsSource(file)
    }
  }
}

enum CodegenError: Error, CustomStringConvertible {
  case reservedName(URL)
  case outputIsSource(URL)
  case unwritableName(URL)
  case sameName(URL, URL)

  var description: String {
    switch self {
    case .reservedName(let document):
      "\(Self.line(document)):1:1: error: the build generates another file from this name; rename this document"
    case .outputIsSource(let file):
      "\(Self.line(file)):1:1: error: the build generates a file of this name; remove this one from the target"
    case .unwritableName(let document):
      "\(Self.line(document)):1:1: error: no file can be named after this one; give it a shorter name, without control characters"
    case .sameName(let document, let other):
      """
      \(Self.line(document)):1:1: error: the name of this document and that of '\(Self.line(other))' differ in case, or in how letters are put \
      together; what is generated from them would be one file on many disks; rename one of them
      """
    }
  }

  /// The path on a single line.
  private static func line(_ file: URL) -> String {
    var line = ""
    line.unicodeScalars.append(contentsOf: file.path.unicodeScalars.map { $0.value < 0x20 || $0.value == 0x7F ? " " : $0 })
    return line
  }
}
