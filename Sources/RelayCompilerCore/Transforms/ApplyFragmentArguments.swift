/// Substitutes fragment arguments. Every spread with arguments gets a copy of the fragment, named after a hash of the arguments. In the
/// copy, the fragment's own variables are replaced by the arguments, otherwise by their defaults, otherwise by null.
///
///     fragment F on User @argumentDefinitions(size: {type: "Int"}) { picture(size: $size) }
///     query Q { user { ...F @arguments(size: 20) } }  // spreads F_1G22uz: { picture(size: 20) }
///
/// The result contains the operations and exactly the fragments that they reach. No spread has arguments, and no fragment has variables.
/// Conditions on variables that became constants are decided, and selections left empty are removed. There is only one level of scope: a
/// variable that a fragment does not declare belongs to the operation.
///
/// The number of copies and the size of values are bounded, because validation has checked all of them
/// (`FragmentArgumentLimits`).
func applyFragmentArguments(_ program: Program, diagnostics: inout [Diagnostic]) -> Program {
  var transformer = FragmentArgumentTransformer(program: program)
  let operations = program.operations.map { transformer.transform($0) }
  diagnostics += transformer.diagnostics
  let fragments = transformer.copies.values.compactMap { state in
    if case .done(let fragment?) = state { fragment } else { nil }
  }.sorted(byName: \.name)
  return program.with(operations: operations, fragments: fragments)
}

private struct FragmentArgumentTransformer: SelectionTransformer {
  enum State {
    case pending
    /// nil if the fragment became empty.
    case done(FragmentDefinition?)
  }

  let program: Program
  var diagnostics: [Diagnostic] = []
  var copies: [Name: State] = [:]
  /// The values of the variables of the fragment being copied; empty in operations.
  private var scope: [Name: Value] = [:]

  init(program: Program) { self.program = program }

  mutating func transform(_ condition: Condition, on parent: TypeID) -> SelectionChange {
    guard case .variable(let variable) = condition.value, let value = scope[variable.name] else {
      return descend(into: condition, on: parent)
    }
    let selections: [Selection]
    switch value {
    case .variable(let outer):
      selections = transform(condition.selections, on: parent) ?? condition.selections
      if selections.isEmpty { return .delete }
      return .replace(
        .condition(
          Condition(value: .variable(outer), passingValue: condition.passingValue, selections: selections, range: condition.range)))
    case .constant(.boolean(condition.passingValue)):
      return .replaceMany(transform(condition.selections, on: parent) ?? condition.selections)
    case .constant, .list, .object: return .delete
    }
  }

  mutating func transform(_ spread: FragmentSpread, on parent: TypeID) -> SelectionChange {
    // The fragment was left out because of an error of its own, which must not make its parent empty.
    guard let fragment = program.fragment(spread.name) else { return .keep }
    let arguments = substituted(spread.arguments) ?? spread.arguments
    let directives = transform(directives: spread.directives)
    let name = ArgumentHash.suffix(of: arguments).map { Name("\(spread.name)_\($0)") } ?? spread.name
    switch copies[name] {
    case .pending:
      diagnostics.append(.fragmentSpreadsItself(fragment))
      return .delete
    case .done(nil): return .delete
    case .done: break
    case nil:
      copies[name] = .pending
      let copy = copied(fragment, name: name, arguments: arguments)
      copies[name] = .done(copy)
      if copy == nil { return .delete }
    }
    if name == spread.name && directives == nil && spread.arguments.isEmpty { return .keep }
    return .replace(.fragmentSpread(spread.with(name: name, arguments: [], directives: directives)))
  }

  private mutating func copied(_ fragment: FragmentDefinition, name: Name, arguments: [Argument]) -> FragmentDefinition? {
    let outer = scope
    defer { scope = outer }
    scope = [:]
    let given = NameLookup(arguments) { $0.name }
    for variable in fragment.variables {
      if let argument = given[variable.name], !argument.value.isNull {
        scope[variable.name] = argument.value
      } else {
        scope[variable.name] = .constant(variable.defaultValue ?? .null)
      }
    }
    let directives = transform(directives: fragment.directives)
    let selections = transform(fragment.selections, on: fragment.type)
    if name == fragment.name && directives == nil && selections == nil && fragment.variables.isEmpty { return fragment }
    if let selections, selections.isEmpty { return nil }
    return fragment.with(name: name, variables: [], directives: directives, selections: selections)
  }

  // MARK: Values

  func transform(head: FieldHead) -> FieldHead? {
    if scope.isEmpty { return nil }
    let arguments = substituted(head.arguments)
    let directives = transform(directives: head.directives)
    let handles = substituted(head.handles)
    if arguments == nil && directives == nil && handles == nil { return nil }
    var head = head
    if let arguments { head.arguments = arguments }
    if let directives { head.directives = directives }
    if let handles { head.handles = handles }
    return head
  }

  private func substituted(_ handles: [FieldHandle]) -> [FieldHandle]? {
    if handles.isEmpty { return nil }
    var changed = false
    let result = handles.map { handle in
      var handle = handle
      if let arguments = substituted(handle.arguments) {
        handle.arguments = arguments
        changed = true
      }
      if let key = handle.dynamicKey.flatMap(substituted) {
        handle.dynamicKey = key
        changed = true
      }
      return handle
    }
    return changed ? result : nil
  }

  func transform(directives: [Directive]) -> [Directive]? {
    if scope.isEmpty || directives.isEmpty { return nil }
    var result: [Directive]?
    for index in directives.indices {
      guard let arguments = substituted(directives[index].arguments) else { continue }
      if result == nil { result = directives }
      result?[index].arguments = arguments
    }
    return result
  }

  private func substituted(_ arguments: [Argument]) -> [Argument]? {
    if scope.isEmpty { return nil }
    var result: [Argument]?
    for index in arguments.indices {
      guard let value = substituted(arguments[index].value) else { continue }
      if result == nil { result = arguments }
      result?[index].value = value
    }
    return result
  }

  private func substituted(_ value: Value) -> Value? {
    switch value {
    case .constant: return nil
    case .variable(let variable): return scope[variable.name]
    case .object(let fields): return substituted(fields).map { .object($0) }
    case .list(let items):
      var result: [Value]?
      for index in items.indices {
        guard let item = substituted(items[index]) else { continue }
        if result == nil { result = items }
        result?[index] = item
      }
      return result.map { .list($0) }
    }
  }
}
