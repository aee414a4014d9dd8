/// One of Relay's own rules for documents, beyond the specification's: what it checks at each kind of place. Each has its own file.
struct RelayRule: Sendable {
  typealias Check<Subject> = @Sendable (inout RelayRuleWalker, Subject) -> Void

  var operation: Check<OperationDefinition>?
  var fragment: Check<FragmentDefinition>?
  /// The directives of a definition or selection. This and the next four are only called if there are any.
  var directives: Check<[Directive]>?
  var annotatedField: Check<FieldHead>?
  var annotatedScalarField: Check<ScalarField>?
  var annotatedLinkedField: Check<LinkedField>?
  var annotatedSpread: Check<FragmentSpread>?
  var annotatedInlineFragment: Check<InlineFragment>?
  /// Every field, and the type on which it is selected.
  var field: Check<(head: FieldHead, parent: TypeID)>?
  /// A definition, once its selections have been checked.
  var end: Check<Void>?
  var program: (@Sendable (Program) -> [Diagnostic])?
}

/// The rules run on the program before any pass, and all of them run, so that one run reports everything. Rules that a pass has to check
/// anyway (masking, aliases, labels, refetch queries, undefined variables) are in that pass, and `NestingDepth` runs before all of them.
enum RelayRules {
  /// In the order of execution at one place.
  static let all: [RelayRule] = [
    .globalVariableNames, .unsupportedDirectives, .staticArguments, .typenameOnRoot, .customScalarTypes, .relayDirectiveArguments,
    .unusedFragmentVariables, .fieldAliases, .unselectableFields, .nonNodeIDFields, .catches, .readTimeFeaturesInMutations, .required,
    .clientFields, .connections, .declarativeConnections, .moduleNamePrefix, .clientFieldsUseCatch, .fragmentAliasConflicts, .updatable,
    .updatableSpreads, .freshness, .unusedOperationVariables,
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
    return found.flatMap(\.self) + all.flatMap { $0.program?(program) ?? [] }
  }
}
