internal import RelayCompilerCore

/// The documents and literals of a module, and those of the modules below, as a list names them.
struct ListedDocuments {
  let list: ModuleList
  /// Where outputs go.
  let folder: OutputFolder
  let configuration: ProjectConfiguration
  /// The files of the schema, which are not documents.
  let schemaPaths: FileSet

  func add(to loaded: inout LoadedInput, _ reader: inout InputReader) {
    var claims = OutputClaims()
    let shared = ([list.schemaOutput] + list.shards).compactMap { claims.claim($0, in: folder, for: nil, &reader) }
    guard let schemaOutput = shared.first else { return }
    loaded.input.swift = SwiftOutputs(schema: schemaOutput)
    loaded.ownedDirectory = folder.path
    loaded.input.swift?.others = list.documentOutputs.compactMap { folder.file(named: $0) } + shared.dropFirst()

    let selection = selection(&reader)
    let documents = zip(list.module.documents, list.documentOutputs).filter { selection.takes($0.0) && !schemaPaths.contains($0.0) }
    for ((path, name), bytes) in zip(documents, reader.contents(documents.map(\.0))) {
      if let bytes, let output = claims.claim(name, in: folder, for: path, &reader) {
        loaded.input.add(reader.documents(in: SourceFile(path: path, bytes: bytes)), as: .document(output: output))
      }
    }
    for file in reader.sources(exported(list.module.swiftFiles.filter(selection.takes), of: list.module)) {
      let name = literalOutput(of: file.path)
      loaded.input.add(reader.documents(in: file), as: .document(output: folder.file(named: name) ?? schemaOutput))
    }
    let imported = list.below.flatMap { module in
      exported(module.files.filter { !schemaPaths.contains($0) }, of: module).map { (module: module.name, path: $0) }
    }
    for (file, bytes) in zip(imported, reader.contents(imported.map(\.path))) {
      guard let bytes else { continue }
      loaded.input.add(reader.documents(in: SourceFile(path: file.path, bytes: bytes)), as: .imported(module: file.module))
    }
  }

  /// The files that the configuration selects.
  private func selection(_ reader: inout InputReader) -> Selection {
    let source = configuration.config.src.map(configuration.path)
    if let source, let src = configuration.config.src, let file = configuration.file, FileSystem.kind(source) == nil {
      reader.reportMissing(src, "src", resolved: source, in: file)
    }
    return Selection(source: source, excludes: configuration.config.excludes, root: list.module.root)
  }

  /// The name of the Swift file for the literals of a file: it depends on the file's path only, so that an edit affects no other one.
  private func literalOutput(of path: String) -> String {
    let relative = FilePath.relative(path, to: list.module.root)
    if list.literalsHaveOwnFiles { return OutputName.ofDocument(relative ?? FilePath.name(of: path)) }
    if list.shards.isEmpty { return list.schemaOutput }
    return list.shards[Int(Name(relative ?? path).stableHash % UInt64(list.shards.count))]
  }

  /// Those of the files that have something to import, as far as it is known.
  private func exported(_ paths: [String], of module: Module) -> [String] {
    guard let file = module.exports, !configuration.config.options.swift.payloads.imported.contains(module.name),
      let bytes = try? FileSystem.read(file, limit: FileSizeLimit.output),
      let known = ModuleExports.paths(in: bytes, of: module.name)
    else { return paths }
    return paths.filter { known.contains(Array(ModuleExports.escaped(FilePath.relative($0, to: module.root) ?? $0).utf8)) }
  }
}
