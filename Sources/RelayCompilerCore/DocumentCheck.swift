/// The diagnostics of the stages that check documents, for a process that keeps what earlier stages made: parsed sources and the schema.
///
/// It runs the stages of `Compiler.compile` in the same order, without those that only write.
package struct DocumentCheck {
  /// Sorted, without duplicates.
  package private(set) var diagnostics: [Diagnostic]
  /// Whether all stages ran. After some errors, later stages could only repeat them.
  package private(set) var isComplete = false

  /// The calling thread needs the stack of a `WorkerThread`.
  ///
  /// - Parameters:
  ///   - parsed: the sources of a project, or those that some of its definitions reach.
  ///   - elsewhere: the sources of the project that are not among these, whose fragments a misspelled spread may mean.
  ///   - isSyntaxComplete: whether every source could be parsed. If not, a missing fragment may be in a part that could not.
  ///   - files: the files that the `FileID`s index.
  ///   - isCancelled: asked between stages.
  /// - Returns: nil if the check was cancelled.
  package init?(
    _ parsed: [ParsedSource], elsewhere: [ParsedSource] = [], schema: Schema, options: CompilerOptions, files: [SourceFile],
    isSyntaxComplete: Bool, threads: Int = defaultThreadCount, isCancelled: () -> Bool = { false }
  ) {
    let sources = SchemaSources(parsed)
    let importable = sources.importable + elsewhere.flatMap(\.fragments)
    let checked = Validator.validate(
      documents: sources.documents, unseen: UnseenDefinitions(importable: importable, isSyntaxComplete: isSyntaxComplete),
      schema: schema, options: options, profile: .relay, threads: threads)
    diagnostics = checked.diagnostics
    defer { diagnostics = diagnostics.sortedAndUnique() }
    if isCancelled() { return nil }
    let lowered = Lowering.lower(checked, schema: schema, threads: threads)
    diagnostics += lowered.diagnostics
    if lowered.diagnostics.hasErrors { return }
    if isCancelled() { return nil }
    let tooDeep = NestingDepth.check(lowered.program)
    diagnostics += tooDeep + RelayRules.validate(lowered.program, options: options, files: files, threads: threads)
    if tooDeep.hasErrors { return }
    if !diagnostics.hasErrors {
      let importable = MutationCoverage.importable(sources.importable, beside: lowered.program, options: options, threads: threads)
      diagnostics += MutationCoverage.check(lowered.program, importable: importable, options: options, files: files)
    }
    // Part by part, so that no more than a part of the passes' trees exists at a time.
    for part in lowered.program.independentParts(ofAtLeast: Self.definitionsPerPart, threads: threads) {
      if isCancelled() { return nil }
      _ = Programs(part, options: options, threads: threads, diagnostics: &diagnostics)
    }
    isComplete = true
  }

  private static let definitionsPerPart = 256
}

extension ParsedSource {
  fileprivate var fragments: [FragmentDefinitionSyntax] {
    document.definitions.compactMap { definition in
      if case .fragment(let fragment) = definition { fragment } else { nil }
    }
  }
}
