/// `@updatable` documents describe what an updater may write: plain fields, inline fragments that distinguish object types, and spreads
/// of `@assignable` fragments. `@assignable` fragments represent a record and contain only `__typename`.
extension RelayRule {
  static let updatable = RelayRule(end: { walker, _ in walker.checkUpdatable() })
}

extension RelayRuleWalker {
  fileprivate mutating func checkUpdatable() {
    switch definition {
    case .operation(let operation):
      guard operation.directives.contains(.updatable) else { return }
      checkNoDirectives(operation.directives, besides: [.updatable], in: .operations)
      checkUpdatable(operation.selections, of: nil, in: .operations)
    case .fragment(let fragment):
      if fragment.directives.contains(.assignable) { checkAssignable(fragment) }
      guard fragment.directives.contains(.updatable) else { return }
      if !fragment.directives.contains(.assignable) {
        checkNoDirectives(fragment.directives, besides: [.updatable], in: .fragments)
      }
      // The schema does not declare this directive, so it is not among the others.
      if !fragment.variables.isEmpty { report(.argumentsOfUpdatable(fragment)) }
      checkUpdatable(fragment.selections, of: nil, in: .fragments)
    }
  }

  private mutating func checkAssignable(_ fragment: FragmentDefinition) {
    for directive in fragment.directives where directive.name != .assignable {
      report(.directiveOnAssignable(directive))
    }
    let others = fragment.selections.filter { !$0.isPlainTypename }
    if others.isEmpty, fragment.selections.count == 1 { return }
    report(.assignableSelections(at: (others.first ?? fragment.selections.last)?.range ?? fragment.nameRange))
  }

  // MARK: Inside updatable documents

  /// - Parameter field: the type of the field with the selections; nil for those of the definition itself.
  private mutating func checkUpdatable(_ selections: [Selection], of field: TypeID?, in documents: UpdatableDocuments) {
    for selection in selections {
      switch selection {
      case .scalarField(let field): checkNoDirectives(field.head.directives, in: documents)
      case .linkedField(let field):
        checkNoDirectives(field.head.directives, in: documents)
        checkInlineFragments(of: field, in: documents)
        checkUpdatable(field.selections, of: field.head.type.named, in: documents)
      case .inlineFragment(let fragment):
        checkNoDirectives(fragment.directives, besides: [.alias], in: documents)
        for case .inlineFragment(let inner) in fragment.selections {
          report(.inlineFragmentInInlineFragment(documents, at: inner.range))
        }
        checkUpdatable(fragment.selections, of: field, in: documents)
      case .condition(let condition):
        report(.conditionInUpdatable(documents, at: condition.range))
      case .fragmentSpread(let spread):
        checkNoDirectives(spread.directives, besides: [.alias, .unaliasedFixme], in: documents)
        guard let fragment = program.fragment(spread.name) else { continue }
        if !fragment.directives.contains(.assignable) {
          // Relay allows spreads of other fragments at the root of the definition; the updater does not see their data.
          report(.spreadOfNotAssignable(spread, documents, isAllowed: field == nil))
        } else if let field, !schema.isSubtype(fragment.type, of: field) {
          report(.assignableOfOtherType(spread, type: schema[fragment.type].name, expected: schema[field].name))
        }
      }
    }
  }

  private mutating func checkNoDirectives(_ directives: [Directive], besides allowed: [Name] = [], in documents: UpdatableDocuments) {
    for directive in directives where !allowed.contains(directive.name) { report(.directiveInUpdatable(directive, documents)) }
  }

  private mutating func checkInlineFragments(of field: LinkedField, in documents: UpdatableDocuments) {
    let fragments = field.selections.compactMap { selection in
      if case .inlineFragment(let fragment) = selection { fragment } else { nil }
    }
    guard !fragments.isEmpty else { return }
    let place = field.head.nameRange
    if fragments.count != field.selections.count { report(.selectionsBesideInlineFragments(documents, at: place)) }
    if !schema.isAbstract(field.head.type.named) { report(.inlineFragmentsOnConcreteField(documents, at: place)) }
    var seen: Set<TypeID> = []
    for fragment in fragments {
      guard let type = fragment.typeCondition, !schema.isAbstract(type) else {
        report(.inlineFragmentOnNoObjectType(documents, at: fragment.range))
        continue
      }
      if !seen.insert(type).inserted { report(.repeatedInlineFragment(on: schema[type].name, documents, at: place)) }
      if !fragment.selections.containsTypename { report(.inlineFragmentWithoutTypename(documents, at: place)) }
    }
  }
}

extension Selection {
  /// `__typename`, without an alias or directives.
  var isPlainTypename: Bool {
    guard case .scalarField(let field) = self else { return false }
    return field.head.name == .typename && field.head.alias == nil && field.head.directives.isEmpty
  }
}
