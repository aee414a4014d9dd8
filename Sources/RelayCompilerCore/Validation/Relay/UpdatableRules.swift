/// `@updatable` documents describe what an updater may write: plain fields, inline fragments that tell concrete types apart, and spreads
/// of `@assignable` fragments. `@assignable` fragments stand for a record: `__typename` and nothing else.
extension RelayRuleWalker {
  mutating func checkUpdatable() {
    switch definition {
    case .operation(let operation):
      if operation.directives.contains(.updatable) {
        checkUpdatable(operation.selections, on: operation.type, in: "operations")
      } else {
        checkSpreads(operation.selections, isConditional: false)
      }
    case .fragment(let fragment):
      if fragment.directives.contains(.assignable) { checkAssignable(fragment) }
      if fragment.directives.contains(.updatable) {
        checkUpdatable(fragment.selections, on: fragment.type, in: "fragments")
      } else {
        checkSpreads(fragment.selections, isConditional: false)
      }
    }
  }

  private mutating func checkAssignable(_ fragment: FragmentDefinition) {
    for directive in fragment.directives where directive.name != .assignable {
      report(
        "assignable-fragment", "The @\(directive.name) directive is not allowed on assignable fragments", at: directive.range)
    }
    if fragment.selections.count == 1, case .scalarField(let field) = fragment.selections[0], field.head.name == .typename,
      field.head.alias == nil, field.head.directives.isEmpty
    {
      return
    }
    report(
      "assignable-fragment", "Assignable fragments should contain only a single, unaliased __typename field with no directives",
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
            "Within updatable \(documents), an inline fragment cannot occur immediately within another inline fragment", at: inner.range)
        }
        checkUpdatable(fragment.selections, on: fragment.typeCondition ?? parent, in: documents)
      case .condition(let condition):
        report(
          "updatable-condition", "The directives @include and @skip are not allowed within updatable \(documents)", at: condition.range)
      case .fragmentSpread(let spread):
        checkNoDirectives(spread.directives, in: documents)
        guard let fragment = program.fragment(spread.name) else { continue }
        if !fragment.directives.contains(.assignable) {
          report(
            "updatable-spread",
            "Only fragments decorated with the @assignable directive can be spread within updatable \(documents). You can try adding the "
              + "@assignable directive to the fragment \(spread.name)", at: spread.nameRange)
        } else if !schema.isSubtype(fragment.type, of: parent) && !schema.isSubtype(parent, of: fragment.type) {
          report(
            "updatable-spread",
            "Within updatable \(documents), if an assignable fragment is spread on a linked field, the fragment's type "
              + "(`\(schema[fragment.type].name)`) must be equal to or a subtype of the field's type (`\(schema[parent].name)`)",
            at: spread.nameRange)
        }
      }
    }
  }

  private mutating func checkNoDirectives(_ directives: [Directive], in documents: String) {
    for directive in directives {
      report(
        "updatable-directive", "The @\(directive.name) directive is not allowed in updatable \(documents)", at: directive.range)
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
        "Within updatable \(documents), if a linked field contains an inline fragment spread, it must contain only inline fragment spreads",
        at: place)
    }
    if !schema.isAbstract(field.head.type.named) {
      report(
        "updatable-inline-fragment",
        "Within updatable \(documents), inline fragments are only allowed on interfaces or unions, not on concrete types", at: place)
    }
    var seen: Set<TypeID> = []
    for fragment in fragments {
      guard let type = fragment.typeCondition, !schema.isAbstract(type) else {
        report(
          "updatable-inline-fragment",
          "Within updatable \(documents), each inline fragment spread must have a type condition narrowing the type to a unique concrete type",
          at: fragment.range)
        continue
      }
      if !seen.insert(type).inserted {
        report(
          "updatable-inline-fragment",
          "Within updatable \(documents), a single linked field cannot have multiple inline fragments with the same type condition. There "
            + "were multiple inline fragments narrowing the type to `\(schema[type].name)`", at: place)
      }
      if !fragment.selections.containsTypename {
        report(
          "updatable-inline-fragment",
          "Within updatable \(documents), each inline fragment spread must contain an unaliased typename field", at: place)
      }
    }
  }

  // MARK: Spreads in other documents

  /// Where a regular document spreads assignable and updatable fragments, the record must be there whenever the document is read.
  private mutating func checkSpreads(_ selections: [Selection], isConditional: Bool) {
    for selection in selections {
      switch selection {
      case .scalarField: break
      case .linkedField(let field): checkSpreads(field.selections, isConditional: false)
      case .inlineFragment(let fragment): checkSpreads(fragment.selections, isConditional: isConditional)
      case .condition(let condition): checkSpreads(condition.selections, isConditional: true)
      case .fragmentSpread(let spread):
        guard let fragment = program.fragment(spread.name) else { continue }
        let isUpdatable = fragment.directives.contains(.updatable)
        guard isUpdatable || fragment.directives.contains(.assignable) else { continue }
        let kind = isUpdatable ? "updatable" : "assignable"
        if isConditional {
          report("updatable-or-assignable-spread", "Spreads of \(kind) fragments cannot be contained in @skip or @include", at: spread.nameRange)
        }
        for directive in spread.directives where directive.name != .unaliasedFixme {
          report(
            "updatable-or-assignable-spread", "The @\(directive.name) directive is not allowed on spreads of \(kind) fragments", at: directive.range)
        }
      }
    }
  }
}
