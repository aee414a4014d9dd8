extension GeneratedProperty {
  /// The properties of all definitions of a module, except for those of generated queries.
  ///
  /// - Parameter output: what `Compiler.compile` made of `input`, without errors.
  package static func all(of output: CompilerOutput, for input: CompilerInput) -> [GeneratedProperty] {
    guard let schema = output.schema else { return [] }
    let usedTypes = SchemaTypeCollector.types(
      for: output.artifacts, payloads: [], schema: schema, all: input.swift?.schemaTypes == .all)
    let context = SwiftEmitter.context(
      of: output.artifacts, payloads: [], usedTypes: usedTypes, schema: schema, options: input.options, sources: input.sources,
      importedFragments: output.importedFragments, others: OtherModules(), outputs: input.swift)
    return WorkerThread.run { all(of: output.artifacts, context) }
  }
}
