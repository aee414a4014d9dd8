/// Every argument that a fragment declares is used in it, or marked `unusedLocalVariable_DEPRECATED: true`. The mark on a used argument
/// is an error too.
extension RelayRule {
  static let unusedFragmentVariables = RelayRule(fragment: { $0.checkUnusedVariables(of: $1) })
}

extension RelayRuleWalker {
  fileprivate mutating func checkUnusedVariables(of fragment: FragmentDefinition) {
    guard !fragment.variables.isEmpty else { return }
    var used: Set<Name> = []
    LocalVariableUses.collect(fragment.selections, into: &used)
    for directive in fragment.directives {
      for argument in directive.arguments { LocalVariableUses.collect(argument.value, into: &used) }
    }
    for variable in fragment.variables {
      let isMarked = variable.directives.contains(.unusedLocalVariable)
      if !used.contains(variable.name) && !isMarked {
        report(.unusedFragmentArgument(variable, of: fragment.name))
      } else if used.contains(variable.name) && isMarked {
        report(.uselessUnusedArgumentMark(variable, of: fragment.name))
      }
    }
  }
}

/// The variables in selections, including arguments of spreads.
enum LocalVariableUses {
  static func collect(_ selections: [Selection], into used: inout Set<Name>) {
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
      }
    }
  }

  static func collect(_ value: Value, into used: inout Set<Name>) {
    switch value {
    case .constant: break
    case .variable(let variable): used.insert(variable.name)
    case .list(let items): for item in items { collect(item, into: &used) }
    case .object(let fields): for field in fields { collect(field.value, into: &used) }
    }
  }

  private static func collect(_ head: FieldHead, into used: inout Set<Name>) {
    for argument in head.arguments { collect(argument.value, into: &used) }
    collect(head.directives, into: &used)
    if let freshness = head.freshness { used.formUnion(freshness.variables.map(\.name)) }
  }

  private static func collect(_ directives: [Directive], into used: inout Set<Name>) {
    for directive in directives {
      for argument in directive.arguments { collect(argument.value, into: &used) }
    }
  }
}
