/// The order of the passes. A program takes one road up to `common` and then forks:
///
///     source ── common ─┬─ reader                                what a fragment or operation reads from the store
///                       └─ operation ── sent ─┬─ normalization   what a response writes to the store
///                                             └─ operation text  what is sent to the server
///
/// Every branch begins from the same shared tree; a pass copies only what it changes.
enum Pipelines {
  /// What every consumer needs.
  static func common(_ source: Program, options: CompilerOptions, diagnostics: inout [Diagnostic]) -> Program {
    // Aliases first: they look at spreads as the user wrote them.
    var program = transformFragmentAliases(source, options: options, diagnostics: &diagnostics)
    // Before `mask`, so that a connection belongs to the document that it is written in.
    program = transformConnections(program, options: options)
    program = mask(program, diagnostics: &diagnostics)
    // After connections, which make `@stream` and `@defer` of `@stream_connection`.
    program = transformDeferStream(program, options: options, diagnostics: &diagnostics)
    // After connections (their metadata goes into the refetch metadata) and masking (a query needs the variables of what was inlined).
    program = transformRefetchableFragments(program, options: options, diagnostics: &diagnostics)
    // Last, so that generated queries declare provided variables too.
    return transformProvidedVariables(program, diagnostics: &diagnostics)
  }

  /// What the server and the normalizer need: no reader's matters, ids, handles of mutations.
  static func operation(_ common: Program, options: CompilerOptions, diagnostics: inout [Diagnostic]) -> Program {
    var program = removeFragmentAliases(common)
    program = skipUpdatableQueries(program)
    program = replaceUpdatableSpreads(program)
    program = generateIDField(program, options: options, diagnostics: &diagnostics)
    return transformDeclarativeConnections(program)
  }

  /// What normalization and operation text begin with: fragments have the arguments that they are spread with.
  static func sent(_ operation: Program, diagnostics: inout [Diagnostic]) -> Program {
    applyFragmentArguments(operation, diagnostics: &diagnostics)
  }

  static func normalization(
    _ sent: Program, options: CompilerOptions, diagnostics: inout [Diagnostic]
  ) -> (program: Program, clientAbstractTypes: [Name: [(key: Name, types: [Name])]]) {
    var program = hashSupportedArgument(sent, diagnostics: &diagnostics)
    // After arguments, which make conditions constant.
    program = skipUnreachableNodes(program, emptyIsError: true, options: options, diagnostics: &diagnostics)
    var abstractTypes = ClientAbstractTypes(program)
    var clientAbstractTypes: [Name: [(key: Name, types: [Name])]] = [:]
    for operation in program.operations {
      let types = abstractTypes.types(in: operation)
      if !types.isEmpty { clientAbstractTypes[operation.name] = types }
    }
    program = inlineFragments(program)
    program = groupClientExtensions(program)
    // After inlining, when fragments on abstract types are type refinements; before flattening, which must see `__typename` as the same
    // field as the user's.
    program = generateTypename(program, options: options)
    program = flatten(program, for: .artifacts, options: options, diagnostics: &diagnostics)
    program = ExpandedSize.limited(program, diagnostics: &diagnostics)
    // Needs every identity once per selection set.
    program = skipRedundantNodes(program, options: options)
    return (program, clientAbstractTypes)
  }

  static func operationText(_ sent: Program, options: CompilerOptions, diagnostics: inout [Diagnostic]) -> Program {
    // When it is known which of a fragment's variables are its own.
    checkUndefinedVariables(sent, diagnostics: &diagnostics)
    var program = skipUnreachableNodes(sent, emptyIsError: true, options: options, diagnostics: &diagnostics)
    program = skipNullArguments(program)
    program = skipClientExtensions(program)
    // Client fields may have been all that a fragment had; that is no error.
    var ignored: [Diagnostic] = []
    program = skipUnreachableNodes(program, emptyIsError: false, options: options, diagnostics: &ignored)
    program = generateTypename(program, options: options)
    program = flatten(program, for: .text, options: options, diagnostics: &diagnostics)
    // When nothing is removed any more.
    program = skipUnusedVariables(program)
    return unwrapDefer(program, options: options)
  }

  static func reader(_ common: Program, options: CompilerOptions, diagnostics: inout [Diagnostic]) -> Program {
    var program = applyReadTimeDirectives(common)
    program = groupClientExtensions(program)
    program = transformHandleFields(program)
    // After grouping: what is added beside an assignable spread is read like any field.
    program = transformAssignableSpreads(program)
    program = inlineDataFragments(program, diagnostics: &diagnostics)
    program = skipUnreachableNodes(program, emptyIsError: true, options: options, diagnostics: &diagnostics)
    program = flatten(program, for: .artifacts, options: options, diagnostics: &diagnostics)
    program = ExpandedSize.limited(program, diagnostics: &diagnostics)
    program = skipRedundantNodes(program, options: options)
    // When fields with and without a handle are one.
    program = nameHandleFields(program)
    return hashSupportedArgument(program, diagnostics: &diagnostics)
  }
}
