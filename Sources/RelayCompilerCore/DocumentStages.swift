/// The stages that check documents against a schema, in their order. A whole compilation and the check of a part of a project both run
/// them; the compilation goes on with artifacts.
struct DocumentStages {
  var sources: SchemaSources
  /// Fragments that are not among the documents, and which a misspelled spread may mean.
  var importable: [FragmentDefinitionSyntax]
  /// Whether every source could be parsed. If not, a missing fragment may be in a part that could not.
  var isSyntaxComplete: Bool
  var schema: Schema
  var options: CompilerOptions
  /// The files that the `FileID`s index.
  var files: [SourceFile]
  var threads: Int
  /// Whether the caller sorts the diagnostics with others and has suggestions searched then.
  var postponesSuggestions = false

  /// The end of a stage.
  struct End {
    var stage: CompilerStage
    var diagnostics: [Diagnostic]
    /// Whether later stages could only repeat errors.
    var isBroken = false
    /// What the stage made.
    var result: any Sendable
  }

  /// - Parameters:
  ///   - hasErrors: whether earlier stages have found errors.
  ///   - onEnd: called after each stage. If it throws, no other stage runs; it must throw after a broken one.
  /// - Returns: the program for the passes.
  func run<Failure: Error>(hasErrors: Bool, onEnd: (End) throws(Failure) -> Void) throws(Failure) -> Program {
    let checked = Validator.validate(
      documents: sources.documents, unseen: UnseenDefinitions(importable: importable, isSyntaxComplete: isSyntaxComplete),
      schema: schema, options: options, profile: .relay, postponesSuggestions: postponesSuggestions, threads: threads)
    try onEnd(End(stage: .validate, diagnostics: checked.diagnostics, result: checked))

    // Definitions with errors have been dropped. Later stages report errors in the others in the same run.
    let lowered = Lowering.lower(checked, schema: schema, threads: threads)
    try onEnd(
      End(stage: .lower, diagnostics: lowered.diagnostics, isBroken: lowered.diagnostics.hasErrors, result: lowered.program))

    // Passes recurse into nested selections, so their depth must be bounded. Passes run and report errors even if rules have found some.
    let tooDeep = NestingDepth.check(lowered.program)
    var found = tooDeep + RelayRules.validate(lowered.program, options: options, files: files, threads: threads)
    // An answer would seem to lack what a definition with an error selects.
    if !hasErrors, !checked.diagnostics.hasErrors, !found.hasErrors {
      let importable = MutationCoverage.importable(sources.importable, beside: lowered.program, options: options, threads: threads)
      found += MutationCoverage.check(lowered.program, importable: importable, options: options, files: files)
    }
    try onEnd(End(stage: .relayRules, diagnostics: found, isBroken: tooDeep.hasErrors, result: ()))
    return lowered.program
  }
}
