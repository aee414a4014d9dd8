/// Bounds how deep selections nest once fragments are expanded, because every pass recurses into that tree.
enum NestingDepth {
  /// Real documents stay below 60.
  static let limit = FragmentArgumentLimits.depth

  static func check(_ program: Program) -> [Diagnostic] {
    var measure = Measure(program: program)
    var diagnostics: [Diagnostic] = []
    for operation in program.operations where measure.depth(of: operation.selections, from: 0) > limit {
      diagnostics.append(.selectionsTooDeep(operation.name, limit: limit, at: operation.nameRange))
    }
    for fragment in program.fragments where measure.depth(of: fragment, from: 0) > limit {
      diagnostics.append(.selectionsTooDeep(fragment.name, limit: limit, at: fragment.nameRange))
    }
    return diagnostics
  }

  /// The fragments that are too deep, without a diagnostic: those of other modules, which nothing here spreads.
  static func tooDeep(in program: Program) -> [Name] {
    var measure = Measure(program: program)
    return program.fragments.filter { measure.depth(of: $0, from: 0) > limit }.map(\.name)
  }

  private struct Measure {
    let program: Program
    var known: [Name: Int] = [:]

    mutating func depth(of fragment: FragmentDefinition, from level: Int) -> Int {
      if let known = known[fragment.name] { return known }
      // There is no need to go deeper than the limit. This also ends the recursion of cyclic fragments.
      if level > limit { return limit + 1 }
      let depth = depth(of: fragment.selections, from: level)
      known[fragment.name] = depth
      return depth
    }

    mutating func depth(of selections: [Selection], from level: Int) -> Int {
      if level > limit { return limit + 1 }
      var deepest = 0
      for selection in selections {
        let inner: Int
        switch selection {
        case .scalarField: inner = 0
        case .linkedField(let field): inner = depth(of: field.selections, from: level + 1)
        case .inlineFragment(let fragment): inner = depth(of: fragment.selections, from: level + 1)
        case .condition(let condition): inner = depth(of: condition.selections, from: level + 1)
        case .fragmentSpread(let spread): inner = program.fragment(spread.name).map { depth(of: $0, from: level + 1) } ?? 0
        }
        deepest = max(deepest, inner + 1)
      }
      return min(deepest, limit + 1)
    }
  }
}
