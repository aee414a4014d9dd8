/// Takes variables that nothing reachable uses out of the operations' declarations: what used them was the client's, or a fragment's
/// constant argument removed it. Only operation text goes through here.
func removeUnusedVariables(_ program: Program) -> Program {
  guard program.operations.contains(where: { !$0.variables.isEmpty }) else { return program }
  var collector = UsedVariableCollector(program: program)
  return program.with(
    operations: program.operations.map { operation in
      if operation.variables.isEmpty { return operation }
      let used = collector.variables(usedBy: operation)
      if operation.variables.allSatisfy({ used.contains($0.name) }) { return operation }
      return operation.with(variables: operation.variables.filter { used.contains($0.name) })
    })
}

/// Which variables a definition uses, itself and through what it spreads.
struct UsedVariableCollector {
  let program: Program
  private var known: [Name: Set<Name>] = [:]

  init(program: Program) { self.program = program }

  mutating func variables(usedBy operation: OperationDefinition) -> Set<Name> {
    var used: Set<Name> = []
    collect(operation.directives, into: &used)
    collect(operation.selections, into: &used)
    return used
  }

  private mutating func variables(usedBy fragment: FragmentDefinition) -> Set<Name> {
    if let known = known[fragment.name] { return known }
    known[fragment.name] = []
    var used: Set<Name> = []
    collect(fragment.directives, into: &used)
    collect(fragment.selections, into: &used)
    known[fragment.name] = used
    return used
  }

  private mutating func collect(_ selections: [Selection], into used: inout Set<Name>) {
    for selection in selections {
      switch selection {
      case .scalarField(let field): collect(field.head, into: &used)
      case .linkedField(let field):
        collect(field.head, into: &used)
        collect(field.selections, into: &used)
      case .inlineFragment(let fragment):
        collect(fragment.directives, into: &used)
        collect(fragment.selections, into: &used)
      case .condition(let condition):
        if case .variable(let variable) = condition.value { used.insert(variable.name) }
        collect(condition.selections, into: &used)
      case .fragmentSpread(let spread):
        collect(spread.directives, into: &used)
        for argument in spread.arguments { collect(argument.value, into: &used) }
        if let fragment = program.fragment(spread.name) { used.formUnion(variables(usedBy: fragment)) }
      }
    }
  }

  private func collect(_ head: FieldHead, into used: inout Set<Name>) {
    for argument in head.arguments { collect(argument.value, into: &used) }
    if !head.directives.isEmpty { collect(head.directives, into: &used) }
  }

  private func collect(_ directives: [Directive], into used: inout Set<Name>) {
    for directive in directives {
      for argument in directive.arguments { collect(argument.value, into: &used) }
    }
  }

  private func collect(_ value: Value, into used: inout Set<Name>) {
    switch value {
    case .constant: break
    case .variable(let variable): used.insert(variable.name)
    case .list(let items): for item in items { collect(item, into: &used) }
    case .object(let fields): for field in fields { collect(field.value, into: &used) }
    }
  }
}
