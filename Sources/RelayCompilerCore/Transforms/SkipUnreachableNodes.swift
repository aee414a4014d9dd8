/// Decides conditions on constants and removes what can never be sent: branches that never apply, `@defer(if: false)` and `@stream(if:
/// false)`, and fragments that become empty, with their spreads.
///
/// - Parameter emptyIsError: whether it is an error if an operation or fragment loses all its selections, or if only the ids of
///   `generateIDField` remain of a query. Otherwise it is removed. A fragment that an operation spreads is removed in any case, as in
///   Relay, with a warning: people write conditions that never apply while debugging.
func skipUnreachableNodes(
  _ program: Program, emptyIsError: Bool, options: CompilerOptions, diagnostics: inout [Diagnostic]
) -> Program {
  var hasFound = false
  return skipUnreachableNodes(
    program, emptyIsError: emptyIsError, options: options, diagnostics: &diagnostics, hasFoundBranches: &hasFound)
}

/// - Parameter hasFoundBranches: becomes true if the program has branches that never apply.
func skipUnreachableNodes(
  _ program: Program, emptyIsError: Bool, options: CompilerOptions, diagnostics: inout [Diagnostic], hasFoundBranches: inout Bool
) -> Program {
  var transformer = UnreachableNodeTransformer(program: program, names: options.schema.deferStreamInterface)
  var operations: [OperationDefinition] = []
  operations.reserveCapacity(program.operations.count)
  for operation in program.operations {
    let transformed = transformer.transform(operation)
    let isPointless = emptyIsError && operation.kind == .query && transformed.selections.haveOnlyGeneratedIDs
    if !transformed.selections.isEmpty, !isPointless {
      operations.append(transformed)
    } else if emptyIsError {
      diagnostics.append(.emptySelections(operation.kind.rawValue, operation.name, at: operation.nameRange))
    }
  }
  let spread = transformer.seen
  var fragments: [FragmentDefinition] = []
  fragments.reserveCapacity(program.fragments.count)
  for fragment in program.fragments {
    if let transformed = transformer.reachable(fragment) {
      fragments.append(transformed)
    } else if emptyIsError {
      diagnostics.append(
        spread[fragment.name] == nil
          ? .emptySelections("fragment", fragment.name, at: fragment.nameRange) : .emptyFragment(fragment.name, at: fragment.nameRange))
    }
  }
  if transformer.hasFoundBranches { hasFoundBranches = true }
  return program.with(operations: operations, fragments: fragments)
}

/// The same for Swift's types: branches that never apply stay, under their conditions, and so does every definition.
///
/// People write conditions that never apply while debugging. Their views read what is under them, and should still compile.
func resolveConditionsKeepingAllNodes(_ program: Program, options: CompilerOptions) -> Program {
  var transformer = UnreachableNodeTransformer(program: program, names: options.schema.deferStreamInterface, keepsBranches: true)
  return program.with(
    operations: program.operations.map { transformer.transform($0) }, fragments: program.fragments.map { transformer.transform($0) })
}

extension [Selection] {
  /// Whether there is nothing from the document, apart from the fields around generated ids.
  fileprivate var haveOnlyGeneratedIDs: Bool {
    allSatisfy { selection in
      switch selection {
      case .scalarField(let field): field.head.name != .typename && field.range == .generated
      case .linkedField(let field): field.selections.haveOnlyGeneratedIDs
      case .inlineFragment(let fragment): fragment.selections.haveOnlyGeneratedIDs
      case .condition(let condition): condition.selections.haveOnlyGeneratedIDs
      case .fragmentSpread: false
      }
    }
  }
}

private struct UnreachableNodeTransformer: SelectionTransformer {
  let program: Program
  let names: DeferStreamInterface
  /// Whether branches that never apply, and fragments without any other, are kept.
  let keepsBranches: Bool
  private(set) var hasFoundBranches = false
  /// nil means that a fragment became empty. A fragment in progress maps to itself.
  private(set) var seen: [Name: FragmentDefinition?] = [:]

  init(program: Program, names: DeferStreamInterface, keepsBranches: Bool = false) {
    self.program = program
    self.names = names
    self.keepsBranches = keepsBranches
  }

  mutating func reachable(_ fragment: FragmentDefinition) -> FragmentDefinition? {
    if let known = seen[fragment.name] { return known }
    seen[fragment.name] = .some(fragment)
    let transformed = transform(fragment)
    let result: FragmentDefinition? = transformed.selections.isEmpty ? nil : transformed
    seen[fragment.name] = .some(result)
    return result
  }

  mutating func transform(_ spread: FragmentSpread, on parent: TypeID) -> SelectionChange {
    guard !keepsBranches, let fragment = program.fragment(spread.name) else { return .keep }
    return reachable(fragment) == nil ? .delete : .keep
  }

  mutating func transform(_ condition: Condition, on parent: TypeID) -> SelectionChange {
    guard case .constant(let constant) = condition.value else { return descend(into: condition, on: parent) }
    guard constant == condition.passingValue else {
      hasFoundBranches = true
      return keepsBranches ? descend(into: condition, on: parent) : .delete
    }
    return .replaceMany(transform(condition.selections, on: parent) ?? condition.selections)
  }

  mutating func transform(_ fragment: InlineFragment, on parent: TypeID) -> SelectionChange {
    if let directive = fragment.directives.named(names.deferName),
      directive.arguments.named(names.ifArgument)?.value.booleanLiteral == false
    {
      return .replaceMany(transform(fragment.selections, on: parent) ?? fragment.selections)
    }
    return descend(into: fragment, on: parent)
  }

  mutating func transform(_ field: LinkedField, on parent: TypeID) -> SelectionChange {
    if let directive = field.head.directives.named(names.streamName),
      directive.arguments.named(names.ifArgument)?.value.booleanLiteral == false
    {
      var head = field.head
      head.directives = head.directives.without(names.streamName)
      let selections = transform(field.selections, on: field.head.type.named) ?? field.selections
      return selections.isEmpty
        ? .delete : .replace(.linkedField(field.with(head: head, selections: selections)))
    }
    return descend(into: field)
  }
}
