/// The order of the passes. All branches share `common` and then fork:
///
///     source ── common ─┬─ reader                                what a fragment or operation reads from the store
///                       └─ operation ── sent ─┬─ normalization   what a response writes to the store
///                                             └─ operation text  what is sent to the server
///
/// Every branch starts from the same shared tree; a pass copies only what it changes.
enum Pipelines {
  /// What every consumer needs.
  static func common(_ source: Program, options: CompilerOptions, diagnostics: inout [Diagnostic]) -> Program {
    // Aliases first, because they depend on spreads as written.
    var program = transformFragmentAliases(source, options: options, diagnostics: &diagnostics)
    // Before `mask`, so that a connection belongs to the document that contains it.
    program = transformConnections(program, options: options)
    program = mask(program, diagnostics: &diagnostics)
    // After connections, which turn `@stream_connection` into `@stream` and `@defer`.
    program = transformDeferStream(program, options: options, diagnostics: &diagnostics)
    // After connections, whose metadata is part of the refetch metadata, and after masking, because a query needs the variables of inlined
    // fragments.
    program = transformRefetchableFragments(program, options: options, diagnostics: &diagnostics)
    // Last, so that generated queries declare provided variables too.
    return transformProvidedVariables(program, diagnostics: &diagnostics)
  }

  /// For the server and the normalizer: removes what only readers need, and adds ids and the handles of mutations.
  static func operation(_ common: Program, options: CompilerOptions, diagnostics: inout [Diagnostic]) -> Program {
    var program = removeFragmentAliases(common)
    program = skipUpdatableQueries(program)
    program = replaceUpdatableSpreads(program)
    program = generateIDField(program, options: options, diagnostics: &diagnostics)
    return transformDeclarativeConnections(program)
  }

  /// The start of normalization and operation text: fragments with their arguments applied.
  static func sent(_ operation: Program, diagnostics: inout [Diagnostic]) -> Program {
    applyFragmentArguments(operation, diagnostics: &diagnostics)
  }

  static func normalization(
    _ sent: Program, options: CompilerOptions, diagnostics: inout [Diagnostic]
  ) -> (program: Program, clientAbstractTypes: [Name: [(key: Name, types: [Name])]]) {
    var program = hashSupportedArgument(sent, diagnostics: &diagnostics)
    // After arguments, which can make conditions constant.
    program = skipUnreachableNodes(program, emptyIsError: true, options: options, diagnostics: &diagnostics)
    var abstractTypes = ClientAbstractTypes(program)
    var clientAbstractTypes: [Name: [(key: Name, types: [Name])]] = [:]
    for operation in program.operations {
      let types = abstractTypes.types(in: operation)
      if !types.isEmpty { clientAbstractTypes[operation.name] = types }
    }
    program = inlineFragments(program)
    program = groupClientExtensions(program)
    // After inlining, which turns fragments on abstract types into type refinements. Before flattening, which must treat the added
    // `__typename` and the user's own as one field.
    program = generateTypename(program, options: options)
    program = flatten(program, for: .artifacts, options: options, diagnostics: &diagnostics)
    program = ExpandedSize.limited(program, diagnostics: &diagnostics)
    program = shareFreshness(program, options: options)
    // Requires every identity to occur once in a selection set. Last, because the selections that it removes have ages as well.
    program = skipRedundantNodes(program, options: options)
    return (program, clientAbstractTypes)
  }

  static func operationText(_ sent: Program, options: CompilerOptions, diagnostics: inout [Diagnostic]) -> Program {
    // Once it is known which of a fragment's variables are its own.
    checkUndefinedVariables(sent, diagnostics: &diagnostics)
    var program = skipUnreachableNodes(sent, emptyIsError: true, options: options, diagnostics: &diagnostics)
    program = skipNullArguments(program)
    program = skipClientExtensions(program)
    // A fragment may have consisted of client fields only, which is not an error.
    var ignored: [Diagnostic] = []
    program = skipUnreachableNodes(program, emptyIsError: false, options: options, diagnostics: &ignored)
    program = generateTypename(program, options: options)
    program = flatten(program, for: .text, options: options, diagnostics: &diagnostics)
    // Last, when nothing else is removed.
    program = skipUnusedVariables(program)
    return unwrapDefer(program, options: options)
  }

  /// - Returns: the program of the artifacts, and that of Swift's types if it differs, because branches never apply.
  static func reader(
    _ common: Program, options: CompilerOptions, diagnostics: inout [Diagnostic]
  ) -> (artifacts: Program, swift: Program?) {
    var program = applyReadTimeDirectives(common)
    program = groupClientExtensions(program)
    program = transformHandleFields(program)
    // After grouping, because the selections added for an assignable spread are read like any field.
    program = transformAssignableSpreads(program)
    program = inlineDataFragments(program, diagnostics: &diagnostics)
    var hasFoundBranches = false
    let reachable = skipUnreachableNodes(
      program, emptyIsError: true, options: options, diagnostics: &diagnostics, hasFoundBranches: &hasFoundBranches)
    let artifacts = readerSelections(reachable, options: options, diagnostics: &diagnostics)
    guard hasFoundBranches else { return (artifacts, nil) }
    let swift = readerSelections(
      resolveConditionsKeepingAllNodes(program, options: options), options: options, diagnostics: &diagnostics)
    return (artifacts, swift)
  }

  private static func readerSelections(_ program: Program, options: CompilerOptions, diagnostics: inout [Diagnostic]) -> Program {
    var program = flatten(program, for: .artifacts, options: options, diagnostics: &diagnostics)
    program = ExpandedSize.limited(program, diagnostics: &diagnostics)
    program = skipRedundantNodes(program, options: options)
    // Once fields with and without a handle are one.
    program = nameHandleFields(program)
    return hashSupportedArgument(program, diagnostics: &diagnostics)
  }
}
