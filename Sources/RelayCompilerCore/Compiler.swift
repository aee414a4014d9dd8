/// The compiler: turns sources into Relay's artifacts and Swift files.
///
/// It is a pure function of `CompilerInput`. It neither reads nor writes files, and uses no clock and no environment variables.
package enum Compiler {
  /// The version of the package.
  package static let version = "0.1.0"

  /// Runs every stage. Stages that can find errors independently of each other all run; a stage with broken input does not.
  ///
  /// - Parameter onStageEnd: called after each stage, on the compiler's own thread, for callers that measure time.
  package static func compile(_ input: CompilerInput, onStageEnd: (CompilerStage) -> Void = { _ in }) -> CompilerOutput {
    WorkerThread.run { compileOnCallingThread(input, onStageEnd: onStageEnd) }
  }

  /// The same on a thread of the caller's, whose stack must be as large as a `WorkerThread`'s. Tests measure its processor time.
  static func compileOnCallingThread(_ input: CompilerInput, onStageEnd: (CompilerStage) -> Void = { _ in }) -> CompilerOutput {
    var output = CompilerOutput()
    do throws(BrokenInput) {
      try compile(input, into: &output, onStageEnd)
    } catch {
      // The stages that ran have reported the reason.
    }
    output.diagnostics = output.diagnostics.sortedAndUnique()
    return output
  }

  /// Builds the schema alone, for `SchemaArchive`. It is nil after an error, or if it is not one of whole files.
  package static func schema(of input: CompilerInput) -> (schema: Schema?, files: Set<FileID>, diagnostics: [Diagnostic]) {
    WorkerThread.run { schemaOnCallingThread(of: input) }
  }

  private static func schemaOnCallingThread(
    of input: CompilerInput
  ) -> (schema: Schema?, files: Set<FileID>, diagnostics: [Diagnostic]) {
    let parsed = ParsedSource.parse(input.sources, options: input.options, threads: input.threads)
    let documents = SchemaSources(parsed)
    var diagnostics = parsed.flatMap(\.diagnostics) + documents.diagnostics
    if documents.isSchemaBroken || documents.schemaFiles.isEmpty { return (nil, [], diagnostics.sortedAndUnique()) }
    let (schema, problems) = SchemaBuilder.build(
      server: documents.server, clientExtensions: documents.clientExtensions, options: input.options)
    diagnostics = (diagnostics + problems).sortedAndUnique()
    return diagnostics.hasErrors ? (nil, [], diagnostics) : (schema, documents.schemaFiles, diagnostics)
  }

  /// Thrown if later stages could only repeat errors that have already been reported.
  private struct BrokenInput: Error {}

  private static func compile(
    _ input: CompilerInput, into output: inout CompilerOutput, _ onStageEnd: (CompilerStage) -> Void
  ) throws(BrokenInput) {
    func end(_ stage: CompilerStage, _ diagnostics: [Diagnostic], isBroken: Bool = false) throws(BrokenInput) {
      output.diagnostics += diagnostics
      onStageEnd(stage)
      if isBroken { throw BrokenInput() }
    }

    var archived =
      input.schema.map { SchemaArchive.Contents(schema: $0, files: [], isNamed: true) }
      ?? input.schemaArchive.flatMap { SchemaArchive.decode($0, for: input.sources, options: input.options) }
    var parsed = ParsedSource.parse(input.sources, options: input.options, skipping: archived?.files ?? [], threads: input.threads)
    if let contents = archived, !SchemaSources.isComplete(contents, in: parsed) {
      archived = nil
      parsed = ParsedSource.parse(input.sources, options: input.options, threads: input.threads)
    }
    output.intermediates.append(parsed)
    let sources = SchemaSources(parsed, hasArchive: archived != nil)
    output.schemaFiles = sources.schemaFiles
    output.importedFragments = sources.importedFragments
    // If a part of the schema is missing, most of the rest would look wrong.
    let clashes = FragmentNames.check(parsed, module: input.module)
    try end(.parse, parsed.flatMap(\.diagnostics) + sources.diagnostics + clashes, isBroken: sources.isSchemaBroken)

    let (schema, problems) =
      // A module without any GraphQL needs no schema, but the build still expects its output files.
      input.sources.isEmpty
      ? (SchemaBuilder.build(server: [], clientExtensions: [], options: input.options).0, [])
      : archived.map { ($0.schema, []) }
        ?? SchemaBuilder.build(server: sources.server, clientExtensions: sources.clientExtensions, options: input.options)
    output.schema = schema
    try end(.schema, problems, isBroken: problems.hasErrors)

    let stages = DocumentStages(
      sources: sources, importable: sources.importable, isSyntaxComplete: sources.isSyntaxComplete, schema: schema, options: input.options,
      files: input.files, threads: input.threads)
    let program = try stages.run(hasErrors: output.diagnostics.hasErrors) { ended throws(BrokenInput) in
      output.intermediates.append(ended.result)
      try end(ended.stage, ended.diagnostics, isBroken: ended.isBroken)
    }

    let built = ArtifactBuilder.build(
      program, options: input.options, textBudget: OutputBudget(input.outputLimit.total), threads: input.threads)
    try end(.transform, built.diagnostics, isBroken: (output.diagnostics + built.diagnostics).hasErrors)
    output.artifacts = built.artifacts.filter(\.isOfRelay)

    guard let swift = input.swift else { return }
    var payloads = PayloadBuilder.build(program, artifacts: output.artifacts, options: input.options)
    var others = OtherModules(fragments: sources.importable, options: input.optionsBelow ?? input.options)
    for module in input.options.swift.payloads.imported.sorted() {
      let imported = ImportedPayloads.build(of: module, in: parsed, of: input, schema: schema)
      payloads.append(imported.payloads)
      others.known[module] = imported.names
    }
    output.intermediates.append(payloads.definitions)
    try end(.payloads, payloads.diagnostics, isBroken: payloads.diagnostics.hasErrors)

    let emitted = SwiftEmitter.emit(
      built.artifacts, payloads: payloads.definitions, schema: schema, options: input.options, sources: input.sources,
      importedFragments: sources.importedFragments, others: others, outputs: swift, limit: input.outputLimit, threads: input.threads)
    output.files = emitted.files
    try end(.swift, emitted.diagnostics)
  }
}
