internal import RelayCompilerCore

/// The fragments that definitions spread, and the variables that they use.
struct Spreads {
  /// The names of the fragments that are spread, with repetitions.
  var fragments: [Name] = []
  var variables: Set<Name> = []

  init(of set: SelectionSetSyntax) { add(set) }

  init(of operation: OperationDefinitionSyntax) {
    add(operation.directives)
    for variable in operation.variables { add(variable.directives) }
    add(operation.selectionSet)
  }

  init(of fragment: FragmentDefinitionSyntax) {
    // The arguments that a fragment declares are not uses.
    add(fragment.directives.filter { $0.name.name != "argumentDefinitions" })
    add(fragment.selectionSet)
  }

  private mutating func add(_ set: SelectionSetSyntax) {
    for selection in set.selections {
      switch selection {
      case .field(let field):
        for argument in field.arguments { add(argument.value) }
        add(field.directives)
        if let selections = field.selectionSet { add(selections) }
      case .fragmentSpread(let spread):
        fragments.append(spread.name.name)
        add(spread.directives)
      case .inlineFragment(let fragment):
        add(fragment.directives)
        add(fragment.selectionSet)
      }
    }
  }

  private mutating func add(_ directives: [DirectiveSyntax]) {
    for directive in directives {
      for argument in directive.arguments { add(argument.value) }
    }
  }

  private mutating func add(_ value: ValueSyntax) {
    switch value {
    case .variable(let name): variables.insert(name.name)
    case .list(let items, _): for item in items { add(item) }
    case .object(let fields, _): for field in fields { add(field.value) }
    case .int, .float, .string, .boolean, .null, .enum: return
    }
  }
}

/// Which definitions reach which fragments, in all modules.
struct SpreadGraph {
  private let spreads: [Name: Spreads]
  private let fragments: [Name: FragmentDefinitionSyntax]

  init(_ project: ProjectModules) {
    fragments = project.fragments
    spreads = fragments.mapValues { Spreads(of: $0) }
  }

  /// The fragments that these spreads reach, each once.
  func reachable(from start: Spreads) -> Set<Name> {
    var result: Set<Name> = []
    var pending = start.fragments
    while let name = pending.popLast() {
      guard let next = spreads[name], result.insert(name).inserted else { continue }
      pending += next.fragments
    }
    return result
  }

  /// The variables of an operation that it or a fragment which it reaches uses. The arguments that a fragment declares are its own.
  func usedVariables(of operation: OperationDefinitionSyntax) -> Set<Name> {
    let own = Spreads(of: operation)
    var used = own.variables
    for name in reachable(from: own) {
      guard let spreads = spreads[name], let fragment = fragments[name] else { continue }
      used.formUnion(spreads.variables.subtracting(fragment.declaredArguments.map(\.name)))
    }
    return used
  }

  func variables(of fragment: Name) -> Set<Name> { spreads[fragment]?.variables ?? [] }
}

extension FragmentDefinitionSyntax {
  /// The arguments of `@argumentDefinitions`.
  var declaredArguments: [NameSyntax] {
    directives.filter { $0.name.name == "argumentDefinitions" }.flatMap { $0.arguments.map(\.name) }
  }

  func has(_ directive: Name) -> Bool { directives.contains { $0.name.name == directive } }
}
