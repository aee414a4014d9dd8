/// The last stage: generates Swift files from artifacts. It is a pure function; the files are sorted by name. If they are larger than the
/// limit in sum, that is an error, and there are none.
///
/// Documents may share a file. The definitions of a document without one are not written.
enum SwiftEmitter {
  /// - Parameters:
  ///   - importedFragments: the fragments whose Swift is generated in other modules, with their sources.
  ///   - others: what is known of these modules.
  static func emit(
    _ artifacts: [Artifact], payloads: [PayloadDefinition], schema: Schema, options: CompilerOptions, sources: [Source],
    importedFragments: [(name: Name, file: FileID)], others: OtherModules, outputs: SwiftOutputs, limit: OutputLimit, threads: Int
  ) -> (files: [GeneratedFile], diagnostics: [Diagnostic]) {
    let files = files(of: artifacts, payloads, sources: sources, outputs: outputs)
    let schemaTypes = SchemaTypeCollector.types(
      for: files.flatMap(\.artifacts), payloads: files.flatMap(\.payloads), schema: schema, all: outputs.schemaTypes == .all)
    let context = context(
      of: artifacts, payloads: payloads, usedTypes: schemaTypes, schema: schema, options: options, sources: sources,
      importedFragments: importedFragments, others: others, outputs: outputs)
    let declaresTypes = options.swift.schemaModule == nil || outputs.schemaTypes == .all
    let budget = OutputBudget(limit.total)
    let emitted = parallelMap(files, threads: threads) { file -> GeneratedFile? in
      let types = file.name == outputs.schema && declaresTypes ? schemaTypes : []
      return FileEmitter(context: context, limit: limit, budget: budget).emit(
        file.artifacts, payloads: file.payloads, types: types,
        declaresOverloads: file.name == outputs.schema && files.contains { $0.payloads.contains(where: \.conformsToProtocol) }
      )
      .map { GeneratedFile(name: file.name, bytes: $0) }
    }
    if budget.isExhausted { return ([], [.tooMuchSwift(limit, at: artifacts.first?.range ?? .generated)]) }
    return (emitted.compactMap { $0 }, [])
  }

  /// What all files have in common: above all the names of their types.
  static func context(
    of artifacts: [Artifact], payloads: [PayloadDefinition], usedTypes: [TypeID], schema: Schema, options: CompilerOptions,
    sources: [Source], importedFragments: [(name: Name, file: FileID)], others: OtherModules, outputs: SwiftOutputs?
  ) -> EmitterContext {
    let fragmentModules = modules(of: importedFragments, sources: sources)
    // All payloads of a module have the same modules of enums.
    var enumModules: [String: [TypeID: String]] = [:]
    for payload in payloads { if let module = payload.module { enumModules[module] = payload.enumModules } }
    let imported = Set(fragmentModules.values).union(enumModules.values.flatMap(\.values))
    let names = ModuleNames(
      artifacts, fragmentModules: fragmentModules, others: others.names(in: imported, sources: sources, schema: schema),
      usedTypes: usedTypes, schema: schema, options: options, ownsTypes: outputs?.schemaTypes == .all)
    return EmitterContext(artifacts, payloads: payloads, schema: schema, options: options, names: names)
  }

  /// The module of each imported fragment.
  static func modules(of importedFragments: [(name: Name, file: FileID)], sources: [Source]) -> [Name: String] {
    let modules = importedFragments.compactMap { fragment in sources[fragment.file]?.module.map { (fragment.name, $0) } }
    return Dictionary(modules) { $1 }
  }

  private struct File {
    var name: String
    var artifacts: [Artifact] = []
    var payloads: [PayloadDefinition] = []
  }

  /// The definitions of each file. A generated query goes to the file of its fragment, and the payload of another module's definition to
  /// that of the schema's types.
  private static func files(
    of artifacts: [Artifact], _ payloads: [PayloadDefinition], sources: [Source], outputs: SwiftOutputs
  ) -> [File] {
    let names = Set(sources.compactMap(\.output)).union(outputs.others).union([outputs.schema]).sorted()
    var files = names.map { File(name: $0) }
    var indices: [String: Int] = [:]
    for (index, name) in names.enumerated() { indices[name] = index }
    var fragmentFiles: [Name: Int] = [:]
    for case .fragment(let artifact) in artifacts {
      if let name = sources[artifact.range.file]?.output { fragmentFiles[artifact.reader.name] = indices[name] }
    }
    for artifact in artifacts {
      let index: Int?
      switch artifact {
      case .fragment(let fragment): index = fragmentFiles[fragment.reader.name]
      case .operation(let operation):
        if let fragment = operation.refetchedFragment {
          index = fragmentFiles[fragment]
        } else {
          index = sources[operation.range.file]?.output.flatMap { indices[$0] }
        }
      }
      if let index { files[index].artifacts.append(artifact) }
    }
    for payload in payloads {
      let index: Int?
      if payload.module != nil {
        index = indices[outputs.schema]
      } else if let fragment = payload.refetchedFragment {
        index = fragmentFiles[fragment]
      } else {
        index = sources[payload.file]?.output.flatMap { indices[$0] }
      }
      if let index { files[index].payloads.append(payload) }
    }
    return files
  }
}
