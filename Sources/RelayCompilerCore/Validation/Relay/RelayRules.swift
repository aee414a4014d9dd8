/// Relay's own rules for documents, beyond the specification's. They run on the program before any pass, and all of them run, so that one
/// run reports everything. Rules that a pass has to check anyway (masking, aliases, labels, refetch queries) are in that pass.
enum RelayRules {
  /// The rules for single definitions, in the order in which `RelayRuleWalker` first applies them.
  static let ofDefinitions: [ValidationRule] = [
    ValidationRule("GlobalVariableNames"),
    ValidationRule("UnsupportedDirectives"),
    ValidationRule("StaticArguments"),
    ValidationRule("TypenameOnRoot"),
    ValidationRule("CustomScalarTypes"),
    ValidationRule("RelayDirectiveArguments"),
    ValidationRule("UnusedFragmentVariables"),
    ValidationRule("FieldAliases"),
    ValidationRule("UnselectableFields"),
    ValidationRule("NonNodeIDFields"),
    ValidationRule("CatchRules"),
    ValidationRule("ReadTimeFeaturesInMutations"),
    ValidationRule("RequiredRules"),
    ValidationRule("ClientFields"),
    ValidationRule("ConnectionRules"),
    ValidationRule("DeclarativeConnectionRules"),
    ValidationRule("ModuleNamePrefix"),
    ValidationRule("ClientFieldsUseCatch"),
    ValidationRule("FragmentAliasConflicts"),
    ValidationRule("UpdatableRules"),
    ValidationRule("UpdatableSpreads"),
  ]

  /// The rules for whole programs: before the rules for definitions, after them, and once fragment arguments are applied.
  static let ofPrograms: [ValidationRule] = [
    ValidationRule("NestingDepth"),
    ValidationRule("UnusedOperationVariables"),
    ValidationRule("UndefinedVariables"),
  ]

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
