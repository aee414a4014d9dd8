/// Where documents that are read may spread `@updatable` and `@assignable` fragments.
///
/// An updated record must exist and have the fragment's type whenever the document is read. So there must be no condition on the path and
/// at most one type condition, in a field that distinguishes its types only by inline fragments. An alias on an inline fragment starts a
/// new path, like a field.
extension RelayRule {
  static let updatableSpreads = RelayRule(end: { walker, _ in walker.checkSpreadPlaces() })
}

extension RelayRuleWalker {
  fileprivate mutating func checkSpreadPlaces() {
    var checker = SpreadPlaceChecker(program: program)
    switch definition {
    case .operation(let operation):
      if !operation.directives.contains(.updatable) { checker.check(operation.selections, on: operation.type) }
    case .fragment(let fragment):
      if !fragment.directives.contains(.updatable) { checker.check(fragment.selections, on: fragment.type) }
    }
    diagnostics += checker.diagnostics
  }
}

/// `@updatable` or `@assignable`, as in "an updatable fragment".
enum UpdatingKind: String { case updatable, assignable }

private struct SpreadPlaceChecker {
  let program: Program
  var diagnostics: [Diagnostic] = []
  private var root: TypeID?
  private var path: [Step] = []
  /// The fields, by their index in `path`, that must distinguish their types, and the kind of fragment that requires it.
  private var discriminating: [Int: UpdatingKind] = [:]

  private enum Step {
    case field(LinkedField)
    case inlineFragment
    case aliased(TypeID)
    case condition(Condition)
  }

  init(program: Program) { self.program = program }

  private var schema: Schema {
    _read { yield program.schema }
  }

  mutating func check(_ selections: [Selection], on type: TypeID) {
    root = type
    check(selections)
  }

  private mutating func check(_ selections: [Selection]) {
    for selection in selections {
      switch selection {
      case .scalarField: break
      case .linkedField(let field):
        check(field.selections, under: .field(field))
        if let kind = discriminating.removeValue(forKey: path.count) { checkDiscriminates(field, for: kind) }
      case .inlineFragment(let fragment):
        let alias = fragment.directives.contains(.alias) ? fragment.typeCondition : nil
        check(fragment.selections, under: alias.map { .aliased($0) } ?? .inlineFragment)
      case .condition(let condition): check(condition.selections, under: .condition(condition))
      case .fragmentSpread(let spread):
        guard let fragment = program.fragment(spread.name) else { continue }
        if fragment.directives.contains(.updatable) { checkUpdatable(spread, of: fragment) }
        if fragment.directives.contains(.assignable) { checkAssignable(spread) }
      }
    }
  }

  private mutating func check(_ selections: [Selection], under step: Step) {
    path.append(step)
    check(selections)
    path.removeLast()
  }

  private mutating func checkUpdatable(_ spread: FragmentSpread, of fragment: FragmentDefinition) {
    checkDirectives(of: spread, .updatable)
    var isRefined = false
    for (index, step) in path.enumerated().reversed() {
      switch step {
      case .condition: diagnostics.append(.conditionalUpdate(.updatable, at: spread.nameRange))
      case .inlineFragment:
        if isRefined { diagnostics.append(.updateRefinedTwice(.updatable, at: spread.nameRange)) }
        isRefined = true
      case .aliased(let type): return check(type, is: fragment, at: spread)
      case .field(let field):
        if isRefined { discriminating[index] = .updatable } else { check(field.head.type.named, is: fragment, at: spread) }
        return
      }
    }
    if isRefined {
      diagnostics.append(.updateRefinedAtRoot(at: spread.nameRange))
    } else if let root {
      check(root, is: fragment, at: spread)
    }
  }

  private mutating func checkAssignable(_ spread: FragmentSpread) {
    checkDirectives(of: spread, .assignable)
    if case .condition = path.last { diagnostics.append(.conditionalUpdate(.assignable, at: spread.nameRange)) }
    var isRefined = false
    for (index, step) in path.enumerated().reversed() {
      switch step {
      case .condition: continue
      case .inlineFragment, .aliased:
        if isRefined { diagnostics.append(.updateRefinedTwice(.assignable, at: spread.nameRange)) }
        isRefined = true
      case .field:
        if isRefined { discriminating[index] = .assignable }
        return
      }
    }
    diagnostics.append(.assignableAtRoot(at: spread.nameRange))
  }

  private mutating func checkDirectives(of spread: FragmentSpread, _ kind: UpdatingKind) {
    for directive in spread.directives where directive.name != .unaliasedFixme {
      diagnostics.append(.updateWithDirective(directive.name, kind, at: directive.range))
    }
  }

  private mutating func check(_ type: TypeID, is fragment: FragmentDefinition, at spread: FragmentSpread) {
    if schema.isSubtype(type, of: fragment.type) { return }
    diagnostics.append(
      .updateOfOtherType(
        fragment.name, schema[fragment.type].name, place: schema[type].name, at: spread.nameRange))
  }

  /// The field must have only inline fragments, each on a different object type and with `__typename`.
  private mutating func checkDiscriminates(_ field: LinkedField, for kind: UpdatingKind) {
    var problems: [UpdateUnionProblem] = []
    func note(_ problem: UpdateUnionProblem) {
      if !problems.contains(problem) { problems.append(problem) }
    }
    if !schema.isAbstract(field.head.type.named) { note(.concreteField(schema[field.head.type.named].name)) }
    var seen: Set<TypeID> = []
    for selection in field.selections {
      guard case .inlineFragment(let fragment) = selection else {
        note(.otherSelection)
        continue
      }
      if let type = fragment.typeCondition, !schema.isAbstract(type) {
        if !seen.insert(type).inserted { note(.repeatedType(schema[type].name)) }
      } else {
        note(.noObjectType)
      }
      if !fragment.selections.contains(where: \.isPlainTypename) { note(.noTypename) }
      if !fragment.directives.isEmpty { note(.directives) }
    }
    if !problems.isEmpty { diagnostics.append(.updateInIndiscriminateField(problems, kind, at: field.head.nameRange)) }
  }
}
