/// The operation's variables that a fragment needs, directly or through fragments that it spreads, each with the strictest type of its
/// uses.
struct ReachableVariables {
  let program: Program
  private var known: [Name: [VariableDefinition]] = [:]

  init(_ program: Program) { self.program = program }

  mutating func globals(of fragment: FragmentDefinition) -> [VariableDefinition] {
    if let known = known[fragment.name] { return known }
    // Depth first and without recursion, because a chain of fragments can be long.
    var path = [enter(fragment)]
    while let (current, children, next) = path.last {
      if next < children.count {
        path[path.count - 1].next += 1
        if known[children[next].name] == nil { path.append(enter(children[next])) }
      } else {
        known[current.name] = joined(current, children)
        path.removeLast()
      }
    }
    return known[fragment.name] ?? []
  }

  private typealias Step = (fragment: FragmentDefinition, children: [FragmentDefinition], next: Int)

  private mutating func enter(_ fragment: FragmentDefinition) -> Step {
    // As far as it is known. This is what counts if the fragment reaches itself.
    known[fragment.name] = fragment.usedGlobalVariables
    var visited: Set<Name> = [fragment.name]
    let children = spreads(in: fragment.selections).filter { visited.insert($0).inserted }.compactMap { program.fragment($0) }
    return (fragment, children, 0)
  }

  /// The fragment's own variables and those of the fragments that it spreads.
  private func joined(_ fragment: FragmentDefinition, _ children: [FragmentDefinition]) -> [VariableDefinition] {
    var result = fragment.usedGlobalVariables
    var positions: [Name: Int] = Dictionary(result.enumerated().map { ($1.name, $0) }, uniquingKeysWith: { first, _ in first })
    for child in children {
      for variable in known[child.name] ?? [] {
        if let index = positions[variable.name] {
          if program.schema.isSubtype(variable.type, of: result[index].type) { result[index].type = variable.type }
        } else {
          positions[variable.name] = result.count
          result.append(variable)
        }
      }
    }
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
