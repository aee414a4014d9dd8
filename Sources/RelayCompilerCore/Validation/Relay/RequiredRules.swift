/// The rules of `@required`: what a field's null does must be the same wherever the field is selected on its object.
///
/// - A field is `@required` with one action, or nowhere.
/// - A field whose null makes its parent null (`NONE`, `LOG`) is in every selection of that parent.
/// - A child may not be less severe than the `@required` parent that its null bubbles to.
/// - Not in an inline fragment on an abstract type without an alias (no match would look like a null), and not in an `@inline` fragment.
extension RelayRuleWalker {
  mutating func checkRequired() {
    var checker = RequiredChecker(schema: schema)
    switch definition {
    case .operation(let operation): checker.check(operation.selections)
    case .fragment(let fragment):
      checker.isInline = fragment.directives.contains(.inline)
      checker.check(fragment.selections)
    }
    diagnostics += checker.diagnostics
  }

  /// `THROW` and its dangerous variant, against what the schema says of null.
  mutating func checkRequiredAction(_ head: FieldHead) {
    guard let argument = head.directives.named(.required)?.arguments.named(.action), case .constant(.enum(let action)) = argument.value
    else { return }
    let neverNull = head.type.isNonNull || (head.definition.map { schema[$0].semanticNonNullLevels.contains(0) } ?? false)
    if action == "DANGEROUSLY_THROW_ON_SEMANTICALLY_NULLABLE_FIELD", neverNull {
      report(
        "required-action",
        "This field is never null unless there was an error, so nothing is dangerous here. Use the action THROW", at: argument.valueRange)
    } else if action == "THROW", !neverNull,
      options.featureFlags.disallowRequiredActionThrowOnSemanticallyNullableFields.isEnabled(for: definition.name)
    {
      report(
        "required-action",
        "Null is a proper value of this field, and no reason to throw. Use the action LOG or NONE, or leave '@required' out",
        at: argument.valueRange)
    }
  }
}

private struct RequiredChecker {
  let schema: Schema
  var isInline = false
  var diagnostics: [Diagnostic] = []
  private var path: [Name] = []
  private var isWithinAbstract = false
  /// By path: the first selection of the field.
  private var fields: [[Name]: Use] = [:]
  /// By path of a parent: the bubbling children of its first selection.
  private var parents: [[Name]: [Name: Use]] = [:]

  private struct Use {
    var name: Name
    var range: SourceRange
    var action: (value: RequiredAction, range: SourceRange)?
  }

  init(schema: Schema) { self.schema = schema }

  mutating func check(_ selections: [Selection]) { _ = children(of: selections) }

  /// The `@required` fields whose null makes the object null on which `selections` stand.
  private mutating func children(of selections: [Selection]) -> [Name: Use] {
    var result: [Name: Use] = [:]
    for selection in selections {
      switch selection {
      case .scalarField(let field):
        if let use = checkField(field.head), use.action?.value != .throw { result[field.head.responseKey] = use }
      case .linkedField(let field):
        if let use = checkLinkedField(field), use.action?.value != .throw { result[field.head.responseKey] = use }
      case .condition(let condition): result.merge(children(of: condition.selections)) { first, _ in first }
      case .inlineFragment(let fragment): result.merge(children(of: fragment)) { first, _ in first }
      case .fragmentSpread: break
      }
    }
    return result
  }

  private mutating func children(of fragment: InlineFragment) -> [Name: Use] {
    let wasAbstract = isWithinAbstract
    defer { isWithinAbstract = wasAbstract }
    if let alias = fragment.directives.named(.alias) {
      // An alias is an object of its own: nulls bubble to it and no further.
      isWithinAbstract = false
      path.append(Name("@\(alias.range.start)"))
      defer { path.removeLast() }
      _ = children(of: fragment.selections)
      return [:]
    }
    if let type = fragment.typeCondition, schema.isAbstract(type) { isWithinAbstract = true }
    return children(of: fragment.selections)
  }

  private mutating func checkLinkedField(_ field: LinkedField) -> Use? {
    let use = checkField(field.head)
    let wasAbstract = isWithinAbstract
    isWithinAbstract = false
    path.append(field.head.responseKey)
    let children = children(of: field.selections)
    checkParent(children)
    if let action = use?.action {
      // The least severe child decides what the parent can promise.
      let weakest = children.values.compactMap(\.action?.value).min { $0.severity < $1.severity }
      if let weakest, weakest.severity < action.value.severity {
        let culprits = children.values.filter { $0.action?.value == weakest }.sorted { $0.range.start < $1.range.start }
        diagnostics.append(
          Diagnostic(
            "required-nesting",
            "A field below makes this one null with a milder action, so this action would come too late. Use the action "
              + "\(weakest.rawValue)", at: action.range,
            notes: culprits.map { Diagnostic.Note("so that it can match its parent", at: $0.action?.range ?? $0.range) }))
      }
    }
    path.removeLast()
    isWithinAbstract = wasAbstract
    return use
  }

  /// Compares the bubbling children with those of other selections of the same parent.
  private mutating func checkParent(_ children: [Name: Use]) {
    guard let others = parents[path] else {
      parents[path] = children
      return
    }
    let missing =
      others.filter { children[$0.key] == nil }.map(\.value) + children.filter { others[$0.key] == nil }.map(\.value)
    for use in missing.sorted(by: { $0.range.start < $1.range.start }) {
      diagnostics.append(
        Diagnostic(
          "required-missing",
          "'\(use.name)' is required here, but the same object is selected elsewhere without it",
          at: use.range))
    }
  }

  private mutating func checkField(_ head: FieldHead) -> Use? {
    let directive = head.directives.named(.required)
    var use = Use(name: head.responseKey, range: head.nameRange, action: nil)
    if let directive, let action = head.directives.requiredAction {
      use.action = (action, directive.arguments.named(.action)?.valueRange ?? directive.range)
      if isInline {
        diagnostics.append(
          Diagnostic(
            "required-in-inline", "'@required' has no effect in an '@inline' fragment, whose data is handed on as it is",
            at: directive.range))
      } else if isWithinAbstract {
        diagnostics.append(
          Diagnostic(
            "required-in-abstract",
            "When this fragment on an abstract type does not match, the field is absent, which looks like a required field that is null. "
              + "Give the inline fragment a name with '@alias'",
            at: directive.range))
      }
    }
    compare(use, at: path + [head.responseKey])
    return use.action == nil ? nil : use
  }

  private mutating func compare(_ use: Use, at path: [Name]) {
    guard let first = fields[path] else {
      fields[path] = use
      return
    }
    switch (first.action, use.action) {
    case (nil, nil): break
    case (let a?, let b?):
      if a.value != b.value {
        diagnostics.append(
          Diagnostic(
            "required-action-mismatch",
            "'\(use.name)' is required with different actions in one place. Use the same one",
            at: a.range, notes: [Diagnostic.Note("the other action", at: b.range)]))
      }
    case (nil, _?), (_?, nil):
      let required = first.action == nil ? use : first
      let other = first.action == nil ? first : use
      diagnostics.append(
        Diagnostic(
          "required-mismatch",
          "'\(use.name)' is required here, and not where it is selected again",
          at: required.range, notes: [Diagnostic.Note("but not here", at: other.range)]))
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
