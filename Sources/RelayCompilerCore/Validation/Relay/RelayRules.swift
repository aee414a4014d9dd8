/// Relay's own rules for documents, beyond the specification's: run on the program before any pass, all of them, so that one run reports
/// everything. Rules that a pass cannot avoid checking (masking, aliases, labels, refetch queries) are in that pass.
enum RelayRules {
  static func validate(_ program: Program, options: CompilerOptions, files: [SourceFile], threads: Int) -> [Diagnostic] {
    let definitions =
      program.operations.map { RelayRuleWalker.Definition.operation($0) }
      + program.fragments.filter { !$0.isImported }.map { .fragment($0) }
    let found = parallelMap(definitions, threads: threads) { definition in
      var walker = RelayRuleWalker(definition: definition, program: program, options: options, files: files)
      walker.checkDefinition()
      return walker.diagnostics
    }
    return found.flatMap(\.self) + UnusedOperationVariables.check(program)
  }
}
