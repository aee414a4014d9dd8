/// The compiler: from sources to Relay's artifacts and Swift files.
///
/// A pure function of `CompilerInput`: no file is read or written here, and no clock or environment is looked at.
package enum Compiler {
  /// The version of the compiler, which is the package's.
  package static let version = "0.1.0"

  /// Runs every stage. Stages that can find errors independently of one another all run; a stage whose input is broken does not.
  ///
  /// - Parameter onStageEnd: told of each stage that has run, for those who time them.
  package static func compile(_ input: CompilerInput, onStageEnd: (CompilerStage) -> Void = { _ in }) -> CompilerOutput {
    var output = CompilerOutput()
    do throws(BrokenInput) {
      try compile(input, into: &output, onStageEnd)
    } catch {
      // What the stages before have reported says why.
    }
    output.diagnostics = output.diagnostics.sortedAndUnique()
    return output
  }

  /// A later stage could only repeat what earlier ones have said.
  private struct BrokenInput: Error {}

  private static func compile(
    _ input: CompilerInput, into output: inout CompilerOutput, _ onStageEnd: (CompilerStage) -> Void
  ) throws(BrokenInput) {
    func end(_ stage: CompilerStage, _ diagnostics: [Diagnostic], isBroken: Bool = false) throws(BrokenInput) {
      output.diagnostics += diagnostics
      onStageEnd(stage)
      if isBroken { throw BrokenInput() }
    }

    let parsed = ParsedSource.parse(input.sources, options: input.options, threads: input.threads)
    let sources = SchemaSources(parsed)
    output.importedFragments = sources.importedFragments
    // With a part of the schema missing, much of the rest would look wrong.
    try end(.parse, parsed.flatMap(\.diagnostics) + sources.diagnostics, isBroken: sources.isSchemaBroken)

    let (schema, problems) =
      // A module that has no GraphQL yet needs no schema, but its outputs are waited for.
      input.sources.isEmpty
      ? (SchemaBuilder.build(server: [], clientExtensions: [], options: input.options).0, [])
      : SchemaBuilder.build(server: sources.server, clientExtensions: sources.clientExtensions, options: input.options)
    output.schema = schema
    try end(.schema, problems, isBroken: problems.hasErrors)

    let checked = Validator.validate(
      documents: sources.documents, importable: sources.importable, schema: schema, options: input.options, profile: .relay,
      isSyntaxComplete: sources.isSyntaxComplete, threads: input.threads)
    try end(.validate, checked.diagnostics)

    // Definitions with errors stay behind; what later stages find in the others is reported in the same run.
    let lowered = Lowering.lower(checked, schema: schema, threads: input.threads)
    try end(.lower, lowered.diagnostics, isBroken: lowered.diagnostics.hasErrors)

    let tooDeep = NestingDepth.check(lowered.program)
    let violations = RelayRules.validate(lowered.program, options: input.options, files: input.files, threads: input.threads)
    // Passes descend into what is nested, and have errors of their own to report whatever the rules found.
    try end(.relayRules, tooDeep + violations, isBroken: tooDeep.hasErrors)

    let built = ArtifactBuilder.build(lowered.program, options: input.options, threads: input.threads)
    try end(.transform, built.diagnostics, isBroken: (output.diagnostics + built.diagnostics).hasErrors)
    output.artifacts = built.artifacts

    guard let swift = input.swift else { return }
    output.files = SwiftEmitter.emit(
      built.artifacts, schema: schema, options: input.options, outputs: swift.with(input.sources, fragments: sources.importedFragments),
      threads: input.threads)
    try end(.swift, [])
  }
}
