/// Single Root Field (specification, section 5.2.4.1): a subscription selects exactly one field at its root, which is not an
/// introspection field and not under a condition.
extension ValidationRule {
  static let singleRootField = ValidationRule(sections: ["5.2.4.1"], operation: { $0.checkSingleRootField($1.syntax, $1.type) })
}

extension DefinitionWalker {
  fileprivate mutating func checkSingleRootField(_ operation: OperationDefinitionSyntax, _ type: TypeID?) {
    guard operation.kind == .subscription, let type else { return }
    let fields = rootFields(of: operation.selectionSet, on: type)
    guard let first = fields.first else { return }
    if let second = fields.first(where: { $0.key != first.key }) {
      report(.subscriptionWithSeveralFields(operation.name?.name, at: second.field.range, first: first.field.range))
    }
    for (_, field) in fields where field.name.name.hasPrefix("__") {
      report(.subscriptionWithIntrospection(operation.name?.name, field.name))
    }
  }

  /// The fields in the order of the document, those of a fragment at its first spread. Without recursion, because a chain of fragments can be
  /// long.
  private mutating func rootFields(of set: SelectionSetSyntax, on type: TypeID) -> [(key: Name, field: FieldSyntax)] {
    var fields: [(key: Name, field: FieldSyntax)] = []
    var visited: Set<Name> = []
    // The last one is next.
    var pending = Array(set.selections.reversed())
    while let selection = pending.popLast() {
      switch selection {
      case .field(let field):
        checkUnconditional(field.directives)
        fields.append(((field.alias ?? field.name).name, field))
      case .fragmentSpread(let spread):
        checkUnconditional(spread.directives)
        guard visited.insert(spread.name.name).inserted, let fragment = context.fragment(spread.name.name),
          let condition = fragment.type, schema.isComposite(condition), applies(condition, to: type)
        else { continue }
        pending += fragment.selectionSet.selections.reversed()
      case .inlineFragment(let fragment):
        checkUnconditional(fragment.directives)
        if let name = fragment.typeCondition {
          guard let condition = schema.type(named: name.name), schema.isComposite(condition), applies(condition, to: type) else { continue }
        }
        pending += fragment.selectionSet.selections.reversed()
      }
    }
    return fields
  }

  private func applies(_ condition: TypeID, to type: TypeID) -> Bool { schema.isSubtype(type, of: condition) }

  private mutating func checkUnconditional(_ directives: [DirectiveSyntax]) {
    guard !isRelay else { return }
    for directive in directives where directive.name.name == .skip || directive.name.name == .include {
      report(.conditionalSubscription(directive.name))
    }
  }
}
