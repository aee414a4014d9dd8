import Foundation
import PackagePlugin

extension CodegenInputs {
  /// The commands of the module. The first finds out what of its GraphQL the module itself and other modules use; most changes of Swift end
  /// there. The second, in one of the modules that share a schema, parses the schema. The third generates all Swift of the module.
  ///
  /// Their inputs and outputs are listed in a file, because two thousand paths may not fit on a command line. The file itself is an input:
  /// it changes exactly when a document is added, removed or renamed. The output folder is on the command line.
  ///
  /// - Parameter isInXcode: Whether errors are printed with fixes for Xcode to offer, which would be noise elsewhere.
  func commands(tool: URL, isInXcode: Bool) throws -> [Command] {
    try checkNames()
    let style = isInXcode ? ["--diagnostics", "xcode"] : []
    let listFile = workDirectory.appending(path: "inputs.json")
    let bytes = try ModuleListWriter.json(of: list)
    if (try? Data(contentsOf: listFile)) != bytes {
      try FileManager.default.createDirectory(at: workDirectory, withIntermediateDirectories: true)
      try bytes.write(to: listFile, options: .atomic)
    }
    func command(_ name: String, _ verb: String, into folder: URL, from inputs: [String], to outputs: [URL]) -> Command {
      .buildCommand(
        displayName: name, executable: tool, arguments: [verb, "--plugin-inputs", listFile.path, "--plugin-outputs", folder.path] + style,
        inputFiles: [listFile] + inputs.unique.map { URL(filePath: $0, directoryHint: .notDirectory) }, outputFiles: outputs)
    }
    let exportsFolder = Self.exports(in: workDirectory).deletingLastPathComponent()
    var commands = [
      command("Find the GraphQL of \(module.name)", "collect", into: exportsFolder, from: collectedFiles, to: collectedOutputs)
    ]
    if case .itself? = schema.owner {
      let stamp = Self.schemaStamp(in: workDirectory)
      commands.append(
        command(
          "Read the schema for \(module.name)", "schema", into: stamp.deletingLastPathComponent(), from: schemaInputFiles, to: [stamp]))
    }
    commands.append(
      command("Generate Swift from the GraphQL of \(module.name)", "generate", into: outputDirectory, from: inputFiles, to: outputFiles))
    return commands
  }

  private var list: ModuleList {
    var list = ModuleList()
    list.module = module
    list.module.config = configuration?.file
    list.module.exports = Self.exports(in: workDirectory).path
    list.documentOutputs = documentOutputs
    list.shards = shards
    list.below = imported.map { module, folder in
      var module = module
      module.exports = (folder.map(Self.exports) ?? importsFile).path
      return module
    }
    for (module, configuration) in importedConfigurations {
      let index = list.below.firstIndex { $0.name == module.name } ?? list.below.endIndex
      // A module without GraphQL may have the configuration.
      if index == list.below.endIndex { list.below.append(Module(name: module.name, kind: module.kind, root: module.root)) }
      list.below[index].config = configuration.file
    }
    list.below.sort { $0.name < $1.name }
    list.schemaArchive = schemaDirectory.map {
      Self.schemaStamp(in: $0).deletingLastPathComponent().appending(path: OutputName.schemaArchive).path
    }
    list.schemaDocuments = schema.documents
    list.elsewhere = elsewhere.map { Module(name: $0.name, root: $0.root) }
    list.above = elsewhere.filter { $0.below.contains(module.name) }.map(\.name)
    return list
  }
}

/// Writes the list for the tool.
private struct ModuleListWriter: ModuleListCoder {
  private var object: [String: Any] = [:]

  static func json(of list: ModuleList) throws -> Data {
    var (list, writer) = (list, ModuleListWriter())
    list.code(&writer)
    return try JSONSerialization.data(
      withJSONObject: writer.object, options: [.sortedKeys, .prettyPrinted, .withoutEscapingSlashes])
  }

  mutating func text(_ key: String, _ value: inout String, _ form: ModuleListText) { object[key] = value }
  mutating func text(_ key: String, _ value: inout String?, _ form: ModuleListText) { object[key] = value }
  mutating func texts(_ key: String, _ values: inout [String], _ form: ModuleListText) { object[key] = values }
  mutating func modules(_ key: String, _ modules: inout [Module]) {
    var objects: [[String: Any]] = []
    for var module in modules {
      var writer = ModuleListWriter()
      module.code(&writer)
      objects.append(writer.object)
    }
    object[key] = objects
  }
}

extension [String] {
  /// Each path once. They are compared by bytes: two paths that are equal as strings may be two files.
  fileprivate var unique: [String] {
    var seen: Set<[UInt8]> = []
    return filter { seen.insert([UInt8]($0.utf8)).inserted }
  }
}
