/// The rules of `@required`: a null value must have the same effect wherever the field is selected on its object.
///
/// - A field has the same `@required` action everywhere, or none anywhere.
/// - A `@required` field is in every selection of its parent.
/// - A child may not be less severe than the `@required` parent to which its null bubbles.
/// - It is not allowed in an inline fragment on an abstract type without an alias, where a missing match would look like a null, nor in
///   an `@inline` fragment.
///
/// Selections belong to the same object if their response keys and the aliases of the fragments around them agree: two selections of
/// `user` with `... @alias(as: "card")` in each have one `user.card`.
///
/// Definitions are checked as written, and once more by `mask` if it has inlined other fragments into them.
extension RelayRule {
  static let required = RelayRule(annotatedField: { $0.checkRequiredAction($1) }, end: { walker, _ in walker.checkRequired() })
}

extension RelayRuleWalker {
  fileprivate mutating func checkRequired() {
    guard hasRequired else { return }
    switch definition {
    case .operation(let operation): diagnostics += operation.requiredProblems(in: schema)
    case .fragment(let fragment): diagnostics += fragment.requiredProblems(in: schema)
    }
  }

  /// Checks `THROW` and its dangerous variant against the schema's nullability.
  fileprivate mutating func checkRequiredAction(_ head: FieldHead) {
    guard let directive = head.directives.named(.required) else { return }
    hasRequired = true
    guard let argument = directive.arguments.named(.action), case .constant(.enum(let action)) = argument.value
    else { return }
    let neverNull = head.type.isNonNull || (head.definition.map { schema[$0].semanticNonNullLevels.contains(0) } ?? false)
    if action == "DANGEROUSLY_THROW_ON_SEMANTICALLY_NULLABLE_FIELD", neverNull {
      report(.throwIsNoDanger(at: argument.valueRange))
    } else if action == "THROW", !neverNull,
      options.featureFlags.disallowRequiredActionThrowOnSemanticallyNullableFields.isEnabled(for: definition.name)
    {
      report(.throwOnProperNull(at: argument.valueRange))
    }
  }
}

extension OperationDefinition {
  func requiredProblems(in schema: Schema) -> [Diagnostic] {
    var checker = RequiredChecker(schema: schema)
    checker.check(selections)
    return checker.diagnostics
  }
}

extension FragmentDefinition {
  func requiredProblems(in schema: Schema) -> [Diagnostic] {
    var checker = RequiredChecker(schema: schema, isInline: directives.contains(.inline))
    checker.check(selections)
    return checker.diagnostics
  }
}

/// A selection of a field, with its `@required` if it has one.
struct RequiredUse {
  typealias Action = (value: RequiredAction, range: SourceRange)

  var name: Name
  var range: SourceRange
  var action: Action?
}

private struct RequiredChecker {
  let schema: Schema
  let isInline: Bool
  var diagnostics: [Diagnostic] = []
  private var path: [Name] = []
  private var isWithinAbstract = false
  /// The first selection of each field, by path.
  private var fields: [[Name]: RequiredUse] = [:]
  /// For each parent, by path: its first selection, and the `@required` fields there.
  private var parents: [[Name]: (range: SourceRange, children: [Name: RequiredUse])] = [:]

  init(schema: Schema, isInline: Bool = false) {
    self.schema = schema
    self.isInline = isInline
  }

  mutating func check(_ selections: [Selection]) { _ = children(of: selections) }

  /// The `@required` fields of the object of `selections`.
  private mutating func children(of selections: [Selection]) -> [Name: RequiredUse] {
    var result: [Name: RequiredUse] = [:]
    for selection in selections {
      switch selection {
      case .scalarField(let field):
        if let use = checkField(field.head) { result[field.head.responseKey] = use }
      case .linkedField(let field):
        if let use = checkLinkedField(field) { result[field.head.responseKey] = use }
      case .condition(let condition): result.merge(children(of: condition.selections)) { first, _ in first }
      case .inlineFragment(let fragment): result.merge(children(of: fragment)) { first, _ in first }
      case .fragmentSpread: break
      }
    }
    return result
  }

  private mutating func children(of fragment: InlineFragment) -> [Name: RequiredUse] {
    let wasAbstract = isWithinAbstract
    defer { isWithinAbstract = wasAbstract }
    if let alias = alias(of: fragment) {
      // An alias is a separate object, at which bubbling ends.
      isWithinAbstract = false
      path.append(alias)
      defer { path.removeLast() }
      _ = children(of: fragment.selections)
      return [:]
    }
    if let type = fragment.typeCondition, schema.isAbstract(type) { isWithinAbstract = true }
    return children(of: fragment.selections)
  }

  /// The fragment's alias, before or after `transformFragmentAliases`; nil if it has none.
  private func alias(of fragment: InlineFragment) -> Name? {
    if case .aliased(let alias) = fragment.role { return alias.name }
    guard let directive = fragment.directives.named(.alias) else { return nil }
    // Without a name, which is an error of its own, it is the alias of no other fragment.
    return directive.arguments.named(.as)?.value.stringLiteral.map { Name($0) } ?? fragment.typeCondition.map { schema[$0].name }
      ?? Name("@\(directive.range.start)")
  }

  private mutating func checkLinkedField(_ field: LinkedField) -> RequiredUse? {
    let use = checkField(field.head)
    let wasAbstract = isWithinAbstract
    isWithinAbstract = false
    path.append(field.head.responseKey)
    let children = children(of: field.selections)
    checkParent(field.head, children)
    if let action = use?.action {
      // The least severe child determines what the parent can guarantee.
      let weakest = children.values.compactMap(\.action?.value).min { $0.severity < $1.severity }
      if let weakest, weakest.severity < action.value.severity {
        let culprits = children.values.filter { $0.action?.value == weakest }.sorted { $0.range.start < $1.range.start }
        diagnostics.append(.requiredTooSevere(field.head.responseKey, action, weakest: weakest, children: culprits))
      }
    }
    path.removeLast()
    isWithinAbstract = wasAbstract
    return use
  }

  /// Compares the `@required` fields with those of other selections of the same parent.
  private mutating func checkParent(_ head: FieldHead, _ children: [Name: RequiredUse]) {
    guard let first = parents[path] else {
      parents[path] = (head.nameRange, children)
      return
    }
    let missingHere = first.children.values.filter { children[$0.name] == nil }.map { (use: $0, other: head.nameRange) }
    let missingThere = children.values.filter { first.children[$0.name] == nil }.map { (use: $0, other: first.range) }
    for (use, other) in (missingHere + missingThere).sorted(by: { $0.use.range.start < $1.use.range.start }) {
      diagnostics.append(.requiredMissing(use, in: head.responseKey, other: other))
    }
  }

  private mutating func checkField(_ head: FieldHead) -> RequiredUse? {
    let directive = head.directives.named(.required)
    var use = RequiredUse(name: head.responseKey, range: head.nameRange, action: nil)
    if let directive, let action = head.directives.requiredAction {
      use.action = (action, directive.arguments.named(.action)?.valueRange ?? directive.range)
      if isInline {
        diagnostics.append(.requiredInInlineFragment(at: directive.range))
      } else if isWithinAbstract {
        diagnostics.append(.requiredInAbstractFragment(at: directive.range))
      }
    }
    compare(use, at: path + [head.responseKey])
    return use.action == nil ? nil : use
  }

  private mutating func compare(_ use: RequiredUse, at path: [Name]) {
    guard let first = fields[path] else {
      fields[path] = use
      return
    }
    switch (first.action, use.action) {
    case (nil, nil): break
    case (let a?, let b?):
      if a.value != b.value { diagnostics.append(.requiredActionMismatch(use.name, a, b)) }
    case (nil, _?), (_?, nil):
      let required = first.action == nil ? use : first
      let other = first.action == nil ? first : use
      diagnostics.append(.requiredMismatch(use.name, required: required.range, other: other.range))
    }
  }
}

extension RequiredAction {
  fileprivate var severity: Int {
    switch self {
    case .none: 0
    case .log: 1
    case .throw: 2
    }
  }
}
