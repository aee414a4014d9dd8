/// Turns a fragment's provided variables (`provider:` in `@argumentDefinitions`) into variables of the operation, named after the
/// providing module, and declares them on every operation that reaches such a fragment.
func transformProvidedVariables(_ program: Program, diagnostics: inout [Diagnostic]) -> Program {
  guard program.fragments.contains(where: { $0.variables.contains { $0.provider != nil } }) else { return program }
  check(program, diagnostics: &diagnostics)
  let fragments = program.fragments.map { fragment in
    let provided = fragment.variables.filter { $0.provider != nil }
    guard !provided.isEmpty else { return fragment }
    var renamer = VariableRenamer()
    for variable in provided {
      renamer.names[variable.name] = variable.provider.map { Name.providedVariable($0) }
    }
    let renamed = renamer.transform(fragment)
    return renamed.with(
      variables: fragment.variables.filter { $0.provider == nil },
      usedGlobalVariables: fragment.usedGlobalVariables + provided.map { $0.asGlobal(of: fragment.name) })
  }
  let reachable = program.with(fragments: fragments)
  var collector = ProvidedVariableCollector(original: program)
  let operations = program.operations.map { operation in
    let provided = collector.provided(by: operation)
    return provided.isEmpty ? operation : operation.with(variables: operation.variables + provided)
  }
  return reachable.with(operations: operations)
}

extension VariableDefinition {
  /// Whether the app never passes the variable. (As in Relay, a refetch query also declares its fragment's provided variable under the
  /// fragment's own name, which is never used.)
  var isProvided: Bool { provider != nil && name.string.hasPrefix(Name.providedVariablePrefix) }

  fileprivate func asGlobal(of fragment: Name) -> VariableDefinition {
    var result = self
    result.declaringFragment = fragment
    if let provider { result.name = .providedVariable(provider) }
    return result
  }
}

/// A module must provide the same type everywhere, and two modules must not result in the same name.
private func check(_ program: Program, diagnostics: inout [Diagnostic]) {
  var modules: [Name: VariableDefinition] = [:]
  for fragment in program.fragments {
    for variable in fragment.variables {
      guard let module = variable.provider else { continue }
      let name = Name.providedVariable(module)
      guard let other = modules[name] else {
        modules[name] = variable
        continue
      }
      if other.provider != module {
        diagnostics.append(.indistinctProviders(variable, other))
      } else if other.type != variable.type {
        diagnostics.append(.providerWithTwoTypes(variable, other, in: program.schema))
      }
    }
  }
}

private struct ProvidedVariableCollector {
  let original: Program
  private var known: [Name: [VariableDefinition]] = [:]

  init(original: Program) { self.original = original }

  mutating func provided(by operation: OperationDefinition) -> [VariableDefinition] {
    collect(own: [], spreads(in: operation.selections))
  }

  private mutating func provided(by fragment: FragmentDefinition) -> [VariableDefinition] {
    if let known = known[fragment.name] { return known }
    known[fragment.name] = []
    let own = fragment.variables.filter { $0.provider != nil }.map { $0.asGlobal(of: fragment.name) }
    let result = collect(own: own, spreads(in: fragment.selections))
    known[fragment.name] = result
    return result
  }

  private mutating func collect(own: [VariableDefinition], _ spreads: [Name]) -> [VariableDefinition] {
    var result: [VariableDefinition] = []
    var names: Set<Name> = []
    for variable in own where names.insert(variable.name).inserted { result.append(variable) }
    for spread in spreads.unique {
      guard let fragment = original.fragment(spread) else { continue }
      for variable in provided(by: fragment) where names.insert(variable.name).inserted { result.append(variable) }
    }
    return result
  }
}

/// Renames variables wherever they are used.
struct VariableRenamer: SelectionTransformer {
  var names: [Name: Name] = [:]

  func transform(directives: [Directive]) -> [Directive]? { directives.isEmpty ? nil : directives.map(renamed) }

  mutating func transform(_ spread: FragmentSpread, on parent: TypeID) -> SelectionChange {
    .replace(
      .fragmentSpread(spread.with(arguments: spread.arguments.map(renamed), directives: spread.directives.map(renamed))))
  }

  mutating func transform(_ condition: Condition, on parent: TypeID) -> SelectionChange {
    guard case .variable(var variable) = condition.value, let name = names[variable.name] else {
      return descend(into: condition, on: parent)
    }
    variable.name = name
    return .replace(
      .condition(
        Condition(
          value: .variable(variable), passingValue: condition.passingValue,
          selections: transform(condition.selections, on: parent) ?? condition.selections, range: condition.range)))
  }

  func transform(head: FieldHead) -> FieldHead? {
    if head.arguments.isEmpty && head.directives.isEmpty && head.handles.isEmpty { return nil }
    var head = head
    head.arguments = head.arguments.map(renamed)
    head.directives = head.directives.map(renamed)
    head.handles = head.handles.map { handle in
      var handle = handle
      handle.arguments = handle.arguments.map(renamed)
      handle.dynamicKey = handle.dynamicKey.map(renamed)
      return handle
    }
    return head
  }

  private func renamed(_ directive: Directive) -> Directive {
    Directive(directive.name, directive.arguments.map(renamed), range: directive.range)
  }

  private func renamed(_ argument: Argument) -> Argument {
    var argument = argument
    argument.value = renamed(argument.value)
    return argument
  }

  private func renamed(_ value: Value) -> Value {
    switch value {
    case .constant: return value
    case .variable(var variable):
      variable.name = names[variable.name] ?? variable.name
      return .variable(variable)
    case .list(let items): return .list(items.map(renamed))
    case .object(let fields): return .object(fields.map(renamed))
    }
  }
}
