extension Compilation {
  /// Runs the whole pipeline up to artifacts. Stages that can find errors independently of one another all run; a stage whose input is
  /// broken does not.
  package static func run(_ input: Input) -> Output {
    var output = Output()
    var clock = StageClock()
    var diagnostics: [Diagnostic] = []

    let files = input.files
    let schemaCount = input.schema.count
    let parsed = parallelMap(Array(files.enumerated()), threads: input.threads) { index, file in
      let id = FileID(rawValue: UInt32(truncatingIfNeeded: index))
      if index < schemaCount { return IntrospectionReader.parseSchema(file, file: id) }
      return Parser.parse(
        file, file: id, allowsFragmentVariables: input.options.featureFlags.enableFragmentArgumentTransform != .disabled)
    }
    for (_, found) in parsed { diagnostics += found }
    let isSyntaxComplete = !diagnostics.hasErrors
    var documents = parsed[...].map(\.0)[...]
    let server = documents.prefix(input.schema.count)
    documents = documents.dropFirst(input.schema.count)
    let extensions = documents.prefix(input.schemaExtensions.count)
    documents = documents.dropFirst(input.schemaExtensions.count)
    let sources = SchemaSources(
      schema: server, documents: documents, imported: input.importedDocuments.count, isNamed: !input.schema.isEmpty)
    diagnostics += sources.diagnostics
    for document in sources.documents.suffix(input.importedDocuments.count) {
      for case .fragment(let fragment) in document.definitions { output.importedFragments.append((fragment.name.name, document.file)) }
    }
    clock.lap("parse", &output)
    if sources.server.isEmpty, diagnostics.hasErrors { return finish(output, diagnostics) }
    // With a part of the schema missing, much of the rest would look wrong.
    let schemaSources = input.schema.isEmpty ? parsed.count : input.schema.count + input.schemaExtensions.count
    if parsed.prefix(schemaSources).contains(where: { $0.1.hasErrors }) { return finish(output, diagnostics) }

    let (schema, schemaDiagnostics) = SchemaBuilder.build(
      server: sources.server, clientExtensions: Array(extensions), options: input.options)
    diagnostics += schemaDiagnostics
    output.schema = schema
    clock.lap("schema", &output)
    // Against a schema that is wrong, documents cannot be judged.
    if schemaDiagnostics.hasErrors { return finish(output, diagnostics) }

    let checked = Validator.validate(
      documents: sources.documents, imported: input.importedDocuments.count, importable: sources.importable, schema: schema,
      options: input.options, profile: .relay,
      isSyntaxComplete: isSyntaxComplete, threads: input.threads)
    diagnostics += checked.diagnostics
    clock.lap("validate", &output)

    // Definitions with errors stay behind; what later stages find in the others is reported in the same run.
    let lowered = Lowering.lower(
      checked.valid, imported: input.importedDocuments.count, schema: schema, threads: input.threads)
    diagnostics += lowered.diagnostics
    clock.lap("lower", &output)
    if lowered.diagnostics.hasErrors { return finish(output, diagnostics) }

    let tooDeep = NestingDepth.check(lowered.program)
    diagnostics += tooDeep
    diagnostics += RelayRules.validate(lowered.program, options: input.options, files: files, threads: input.threads)
    clock.lap("relay rules", &output)
    // Passes descend into what is nested, and have errors of their own to report whatever the rules found.
    if tooDeep.hasErrors { return finish(output, diagnostics) }

    let result = ArtifactBuilder.build(lowered.program, options: input.options, threads: input.threads)
    diagnostics += result.diagnostics
    clock.lap("transform", &output)
    if !diagnostics.hasErrors { output.artifacts = result.artifacts }
    return finish(output, diagnostics)
  }

  private static func finish(_ output: Output, _ diagnostics: [Diagnostic]) -> Output {
    var output = output
    output.diagnostics = diagnostics.sortedAndUnique()
    return output
  }
}

/// The time since the last stage ended.
private struct StageClock {
  private var last = ContinuousClock.now

  mutating func lap(_ stage: String, _ output: inout Compilation.Output) {
    let now = ContinuousClock.now
    let (seconds, attoseconds) = (now - last).components
    output.timings.append((stage, UInt64(max(0, seconds)) * 1_000_000_000 + UInt64(max(0, attoseconds)) / 1_000_000_000))
    last = now
  }
}
