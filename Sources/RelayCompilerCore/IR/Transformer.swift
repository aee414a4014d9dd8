/// The result of a pass for one selection.
enum SelectionChange {
  /// Keeps the node. The parent is shared as well if nothing else in it changes.
  case keep
  case delete
  case replace(Selection)
  /// Replaces one selection by any number of selections.
  case replaceMany([Selection])
}

/// A walk over selections that rebuilds only what changes. A pass implements the methods for the nodes it changes; the defaults
/// descend. A node that loses all its selections is deleted.
///
/// `parent` is the type that the selections apply to: the enclosing type condition, or the type of the enclosing field.
protocol SelectionTransformer {
  /// The new head of a scalar or linked field, or nil to keep it. Called before the field's selections are transformed.
  mutating func transform(head: FieldHead) -> FieldHead?
  /// The new directives of a spread or an inline fragment, or nil to keep them. A field's directives are part of its head.
  mutating func transform(directives: [Directive]) -> [Directive]?

  mutating func transform(_ field: ScalarField, on parent: TypeID) -> SelectionChange
  mutating func transform(_ field: LinkedField, on parent: TypeID) -> SelectionChange
  mutating func transform(_ spread: FragmentSpread, on parent: TypeID) -> SelectionChange
  mutating func transform(_ fragment: InlineFragment, on parent: TypeID) -> SelectionChange
  mutating func transform(_ condition: Condition, on parent: TypeID) -> SelectionChange
  /// The transformed selections of one set, or nil if all of them stay unchanged.
  mutating func transform(_ selections: [Selection], on parent: TypeID) -> [Selection]?
}

extension SelectionTransformer {
  mutating func transform(head: FieldHead) -> FieldHead? { nil }
  mutating func transform(directives: [Directive]) -> [Directive]? { nil }

  mutating func transform(_ field: ScalarField, on parent: TypeID) -> SelectionChange {
    transform(head: field.head).map { .replace(.scalarField(field.with(head: $0))) } ?? .keep
  }
  mutating func transform(_ spread: FragmentSpread, on parent: TypeID) -> SelectionChange {
    transform(directives: spread.directives).map { .replace(.fragmentSpread(spread.with(directives: $0))) } ?? .keep
  }
  mutating func transform(_ field: LinkedField, on parent: TypeID) -> SelectionChange { descend(into: field) }
  mutating func transform(_ fragment: InlineFragment, on parent: TypeID) -> SelectionChange {
    descend(into: fragment, on: parent)
  }
  mutating func transform(_ condition: Condition, on parent: TypeID) -> SelectionChange {
    descend(into: condition, on: parent)
  }

  mutating func descend(into field: LinkedField) -> SelectionChange {
    let head = transform(head: field.head)
    let selections = transform(field.selections, on: field.head.type.named)
    if head == nil && selections == nil { return .keep }
    if let selections, selections.isEmpty { return .delete }
    return .replace(.linkedField(field.with(head: head, selections: selections)))
  }

  mutating func descend(into fragment: InlineFragment, on parent: TypeID) -> SelectionChange {
    let directives = transform(directives: fragment.directives)
    let selections = transform(fragment.selections, on: fragment.typeCondition ?? parent)
    if directives == nil && selections == nil { return .keep }
    if let selections, selections.isEmpty { return .delete }
    return .replace(.inlineFragment(fragment.with(directives: directives, selections: selections)))
  }

  mutating func descend(into condition: Condition, on parent: TypeID) -> SelectionChange {
    guard let selections = transform(condition.selections, on: parent) else { return .keep }
    return selections.isEmpty ? .delete : .replace(.condition(condition.with(selections: selections)))
  }

  mutating func transform(_ selection: Selection, on parent: TypeID) -> SelectionChange {
    switch selection {
    case .scalarField(let node): transform(node, on: parent)
    case .linkedField(let node): transform(node, on: parent)
    case .fragmentSpread(let node): transform(node, on: parent)
    case .inlineFragment(let node): transform(node, on: parent)
    case .condition(let node): transform(node, on: parent)
    }
  }

  mutating func transform(_ selections: [Selection], on parent: TypeID) -> [Selection]? {
    var result: [Selection]?
    for index in selections.indices {
      let change = transform(selections[index], on: parent)
      if case .keep = change {
        result?.append(selections[index])
        continue
      }
      if result == nil {
        result = []
        result?.reserveCapacity(selections.count + 2)
        result?.append(contentsOf: selections[..<index])
      }
      switch change {
      case .keep, .delete: break
      case .replace(let selection): result?.append(selection)
      case .replaceMany(let selections): result?.append(contentsOf: selections)
      }
    }
    return result
  }

  mutating func transform<Definition: SelectingDefinition>(_ definition: Definition) -> Definition {
    transform(definition.selections, on: definition.type).map { definition.with(selections: $0) } ?? definition
  }
}

/// A transformer under which a definition may grow without end.
protocol LimitedTransformer: SelectionTransformer {
  /// The number of selections added to the current definition.
  var addedSelections: Int { get set }
}

extension LimitedTransformer {
  /// Whether the definition has grown too large.
  var isExhausted: Bool { addedSelections > ExpandedSize.limit }

  /// nil after it has been reported.
  fileprivate mutating func limited<Definition: SelectingDefinition>(
    _ definition: Definition, _ problems: inout [Diagnostic]
  ) -> Definition? {
    addedSelections = 0
    let transformed = transform(definition)
    if !isExhausted { return transformed }
    problems.append(.tooManySelections(definition.name, at: definition.nameRange))
    return nil
  }
}

extension Program {
  /// The program with every definition transformed.
  func transformed(by transformer: inout some SelectionTransformer) -> Program {
    var operations = self.operations
    for index in operations.indices { operations[index] = transformer.transform(operations[index]) }
    var fragments = self.fragments
    for index in fragments.indices { fragments[index] = transformer.transform(fragments[index]) }
    return with(operations: operations, fragments: fragments)
  }

  /// The same, without the definitions that grow too large. Each of them is reported.
  func transformed(by transformer: inout some LimitedTransformer, diagnostics: inout [Diagnostic]) -> Program {
    let operations = operations.compactMap { transformer.limited($0, &diagnostics) }
    return with(operations: operations, fragments: fragments.compactMap { transformer.limited($0, &diagnostics) })
  }
}
