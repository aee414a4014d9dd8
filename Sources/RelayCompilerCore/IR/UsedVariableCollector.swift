/// Finds the variables that a definition uses, directly or through fragments that it spreads.
struct UsedVariableCollector {
  let program: Program
  /// One use of each variable.
  typealias Uses = [Name: Variable]

  /// The uses of one definition, and the fragments whose uses are included.
  private struct Collection {
    var uses: Uses = [:]
    var fragments: Set<Name> = []
  }

  private var known: [Name: Uses] = [:]

  /// Whether uses in handles, which only the client evaluates, count.
  let includesHandles: Bool

  init(program: Program, includesHandles: Bool = false) {
    self.program = program
    self.includesHandles = includesHandles
  }

  mutating func variables(usedBy operation: OperationDefinition) -> Uses {
    var used = Collection()
    collect(operation.directives, into: &used)
    collect(operation.selections, into: &used)
    return used.uses
  }

  private mutating func variables(usedBy fragment: FragmentDefinition) -> Uses {
    if let known = known[fragment.name] { return known }
    known[fragment.name] = [:]
    var used = Collection()
    collect(fragment.directives, into: &used)
    collect(fragment.selections, into: &used)
    known[fragment.name] = used.uses
    return used.uses
  }

  private mutating func collect(_ selections: [Selection], into used: inout Collection) {
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
        if case .variable(let variable) = condition.value { note(variable, in: &used) }
        collect(condition.selections, into: &used)
      case .fragmentSpread(let spread):
        collect(spread.directives, into: &used)
        for argument in spread.arguments { collect(argument.value, into: &used) }
        guard used.fragments.insert(spread.name).inserted, let fragment = program.fragment(spread.name) else { continue }
        for (name, use) in variables(usedBy: fragment) where used.uses[name] == nil { used.uses[name] = use }
      }
    }
  }

  private func note(_ variable: Variable, in used: inout Collection) {
    if used.uses[variable.name] == nil { used.uses[variable.name] = variable }
  }

  private func collect(_ head: FieldHead, into used: inout Collection) {
    for argument in head.arguments { collect(argument.value, into: &used) }
    if !head.handles.isEmpty && includesHandles {
      for handle in head.handles {
        if let key = handle.dynamicKey { collect(key, into: &used) }
      }
    }
    if !head.directives.isEmpty { collect(head.directives, into: &used) }
  }

  private func collect(_ directives: [Directive], into used: inout Collection) {
    for directive in directives {
      for argument in directive.arguments { collect(argument.value, into: &used) }
    }
  }

  private func collect(_ value: Value, into used: inout Collection) {
    switch value {
    case .constant: break
    case .variable(let variable): note(variable, in: &used)
    case .list(let items): for item in items { collect(item, into: &used) }
    case .object(let fields): for field in fields { collect(field.value, into: &used) }
    }
  }
}
