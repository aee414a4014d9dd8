/// The operation's variables that a fragment needs, directly or through fragments that it spreads, each with the strictest type of its
/// uses.
struct ReachableVariables {
  let program: Program
  private var known: [Name: [VariableDefinition]] = [:]

  init(_ program: Program) { self.program = program }

  mutating func globals(of fragment: FragmentDefinition) -> [VariableDefinition] {
    if let known = known[fragment.name] { return known }
    // Ends the recursion if a fragment reaches itself.
    known[fragment.name] = fragment.usedGlobalVariables
    var result = fragment.usedGlobalVariables
    var visited: Set<Name> = [fragment.name]
    var positions: [Name: Int] = Dictionary(result.enumerated().map { ($1.name, $0) }, uniquingKeysWith: { first, _ in first })
    for spread in spreads(in: fragment.selections) where visited.insert(spread).inserted {
      guard let child = program.fragment(spread) else { continue }
      for variable in globals(of: child) {
        if let index = positions[variable.name] {
          if program.schema.isSubtype(variable.type, of: result[index].type) { result[index].type = variable.type }
        } else {
          positions[variable.name] = result.count
          result.append(variable)
        }
      }
    }
    known[fragment.name] = result
    return result
  }
}

/// The names of all fragments that are spread at any depth, in document order.
func spreads(in selections: [Selection]) -> [Name] {
  var result: [Name] = []
  func collect(_ selections: [Selection]) {
    for selection in selections {
      switch selection {
      case .scalarField: break
      case .fragmentSpread(let spread): result.append(spread.name)
      case .linkedField(let field): collect(field.selections)
      case .inlineFragment(let fragment): collect(fragment.selections)
      case .condition(let condition): collect(condition.selections)
      }
    }
  }
  collect(selections)
  return result
}
