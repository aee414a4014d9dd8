internal import RelayCompilerCore

/// The documents and literals of a module, and those of the modules below, as a list names them.
struct ListedDocuments {
  let list: ModuleList
  /// Where outputs go.
  let folder: OutputFolder
  /// Whether the literals of a Swift file go where those of a document of its name would. The build plugin has shards for them instead.
  let literalsHaveOwnFiles: Bool
  let configuration: ProjectConfiguration
  /// The files of the schema, which are not documents.
  let schemaPaths: FileSet

  func add(to loaded: inout LoadedInput, _ reader: inout InputReader) {
    var claims = OutputClaims()
    let shared = ([list.schemaOutput] + list.shards).compactMap { claims.claim($0, in: folder, for: nil, &reader) }
    guard let schemaOutput = shared.first else { return }
    loaded.input.swift = SwiftOutputs(schema: schemaOutput)
    loaded.ownedDirectory = folder.path
    loaded.input.swift?.others = list.documents.compactMap { folder.file(named: $0.output) } + shared.dropFirst()

    let selection = selection(&reader)
    let documents = list.documents.filter { selection.takes($0.source) && !schemaPaths.contains($0.source) }
    for (document, bytes) in zip(documents, reader.contents(documents.map(\.source))) {
      if let bytes, let output = claims.claim(document.output, in: folder, for: document.source, &reader) {
        loaded.input.add(
          reader.documents(in: SourceFile(path: document.source, bytes: bytes)), as: .document(output: output))
      }
    }
    let exports = exportedPaths()
    let swiftSources = list.swiftSources.filter { selection.takes($0) && isExported($0, of: list.module, exports) }
    for file in reader.sources(swiftSources) {
      let name = literalOutput(of: file.path)
      loaded.input.add(reader.documents(in: file), as: .document(output: folder.file(named: name) ?? schemaOutput))
    }
    let imported = list.imported.filter { !schemaPaths.contains($0.source) && isExported($0.source, of: $0.module, exports) }
    for (document, bytes) in zip(imported, reader.contents(imported.map(\.source))) {
      guard let bytes else { continue }
      loaded.input.add(
        reader.documents(in: SourceFile(path: document.source, bytes: bytes)), as: .imported(module: document.module))
    }
  }

  private var root: String { list.root ?? configuration.folder }

  /// The files that the configuration selects.
  private func selection(_ reader: inout InputReader) -> Selection {
    let source = configuration.config.src.map(configuration.path)
    if let source, let src = configuration.config.src, let file = configuration.file, FileSystem.kind(source) == nil {
      reader.reportMissing(src, "src", resolved: source, in: file)
    }
    return Selection(source: source, excludes: configuration.config.excludes, root: root)
  }

  /// The name of the Swift file for the literals of a file: it depends on the file's path only, so that an edit affects no other one.
  private func literalOutput(of path: String) -> String {
    let relative = FilePath.relative(path, to: root)
    if literalsHaveOwnFiles { return OutputName.ofDocument(relative ?? FilePath.name(of: path)) }
    if list.shards.isEmpty { return list.schemaOutput }
    return list.shards[Int(Name(relative ?? path).stableHash % UInt64(list.shards.count))]
  }

  // MARK: - Exports

  private typealias ExportedPaths = [String: (root: String, paths: Set<[UInt8]>)]

  /// The files of each module that have something to import. A module is missing if nothing is known of it.
  private func exportedPaths() -> ExportedPaths {
    var result: ExportedPaths = [:]
    for exports in list.exports {
      guard let bytes = try? FileSystem.read(exports.file, limit: FileSizeLimit.output),
        let paths = ModuleExports.paths(in: bytes, of: exports.module)
      else { continue }
      result[exports.module] = (exports.root, paths)
    }
    return result
  }

  private func isExported(_ path: String, of module: String?, _ exports: ExportedPaths) -> Bool {
    let whole = configuration.config.options.swift.payloads.imported
    guard let module, let known = exports[module], !whole.contains(module) else { return true }
    return known.paths.contains(Array(ModuleExports.escaped(FilePath.relative(path, to: known.root) ?? path).utf8))
  }
}
