/// `@updatable` documents describe what an updater may write: plain fields, inline fragments that tell concrete types apart, and spreads
/// of `@assignable` fragments. `@assignable` fragments stand for a record: `__typename` and nothing else.
extension RelayRuleWalker {
  mutating func checkUpdatable() {
    switch definition {
    case .operation(let operation):
      if operation.directives.contains(.updatable) {
        checkUpdatable(operation.selections, on: operation.type, in: "operations")
      } else {
        checkSpreadPlaces()
      }
    case .fragment(let fragment):
      if fragment.directives.contains(.assignable) { checkAssignable(fragment) }
      if fragment.directives.contains(.updatable) {
        checkUpdatable(fragment.selections, on: fragment.type, in: "fragments")
      } else {
        checkSpreadPlaces()
      }
    }
  }

  private mutating func checkAssignable(_ fragment: FragmentDefinition) {
    for directive in fragment.directives where directive.name != .assignable {
      report(
        "assignable-fragment", "'@\(directive.name)' cannot stand on an assignable fragment, which holds an identity and no data",
        at: directive.range)
    }
    if fragment.selections.count == 1, case .scalarField(let field) = fragment.selections[0], field.head.name == .typename,
      field.head.alias == nil, field.head.directives.isEmpty
    {
      return
    }
    report(
      "assignable-fragment", "An assignable fragment stands for an object, not for data: it selects '__typename' and nothing else",
      at: fragment.selections.first?.range ?? fragment.nameRange)
  }

  // MARK: Inside of updatable documents

  private mutating func checkUpdatable(_ selections: [Selection], on parent: TypeID, in documents: String) {
    for selection in selections {
      switch selection {
      case .scalarField(let field): checkNoDirectives(field.head.directives, in: documents)
      case .linkedField(let field):
        checkNoDirectives(field.head.directives, in: documents)
        checkInlineFragments(of: field, in: documents)
        checkUpdatable(field.selections, on: field.head.type.named, in: documents)
      case .inlineFragment(let fragment):
        checkNoDirectives(fragment.directives, in: documents)
        for case .inlineFragment(let inner) in fragment.selections {
          report(
            "updatable-inline-fragment",
            "In updatable \(documents) an inline fragment cannot stand directly in another one", at: inner.range)
        }
        checkUpdatable(fragment.selections, on: fragment.typeCondition ?? parent, in: documents)
      case .condition(let condition):
        report(
          "updatable-condition",
          "What an update may write must not depend on a condition: no '@include' or '@skip' in updatable \(documents)",
          at: condition.range)
      case .fragmentSpread(let spread):
        checkNoDirectives(spread.directives, in: documents)
        guard let fragment = program.fragment(spread.name) else { continue }
        if !fragment.directives.contains(.assignable) {
          report(
            "updatable-spread",
            "Updatable \(documents) spread assignable fragments only. Add '@assignable' to '\(spread.name)' if it is to be "
              + "assigned", at: spread.nameRange)
        } else if !schema.isSubtype(fragment.type, of: parent) && !schema.isSubtype(parent, of: fragment.type) {
          report(
            "updatable-spread",
            "What is assigned here must be a '\(schema[parent].name)', and not every '\(schema[fragment.type].name)' of "
              + "'\(spread.name)' is one",
            at: spread.nameRange)
        }
      }
    }
  }

  private mutating func checkNoDirectives(_ directives: [Directive], in documents: String) {
    for directive in directives {
      report(
        "updatable-directive", "'@\(directive.name)' has no meaning in updatable \(documents)", at: directive.range)
    }
  }

  private mutating func checkInlineFragments(of field: LinkedField, in documents: String) {
    let fragments = field.selections.compactMap { selection in
      if case .inlineFragment(let fragment) = selection { fragment } else { nil }
    }
    guard !fragments.isEmpty else { return }
    let place = field.head.nameRange
    if fragments.count != field.selections.count {
      report(
        "updatable-inline-fragment",
        "In updatable \(documents) a field with inline fragments has nothing else beside them",
        at: place)
    }
    if !schema.isAbstract(field.head.type.named) {
      report(
        "updatable-inline-fragment",
        "In updatable \(documents) inline fragments tell the types of an interface or union apart; this type is neither", at: place)
    }
    var seen: Set<TypeID> = []
    for fragment in fragments {
      guard let type = fragment.typeCondition, !schema.isAbstract(type) else {
        report(
          "updatable-inline-fragment",
          "In updatable \(documents) every inline fragment is on one object type",
          at: fragment.range)
        continue
      }
      if !seen.insert(type).inserted {
        report(
          "updatable-inline-fragment",
          "In updatable \(documents) a field has one inline fragment for each type, and here there are several for "
            + "'\(schema[type].name)'", at: place)
      }
      if !fragment.selections.containsTypename {
        report(
          "updatable-inline-fragment",
          "In updatable \(documents) every inline fragment selects '__typename', by which the types are told apart", at: place)
      }
    }
  }
}
