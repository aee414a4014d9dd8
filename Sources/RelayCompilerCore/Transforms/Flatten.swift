/// Merges what one selection set selects more than once: inline fragments that refine nothing are dissolved into their parent, and
/// later selections are merged into the first one of the same identity.
///
/// In operation text, an inline fragment dissolves only if it has no directives; in the artifacts' trees, directives of the server on
/// an inline fragment mean nothing. Out: in every selection set, each identity once.
///
/// Whole subtrees that need no change are shared, and a node that is met again (an inlined fragment) is flattened once. What merging
/// makes out of shared nodes is new each time; a definition that grows beyond all measure that way is an error and left out.
func flatten(
  _ program: Program, for target: FlattenTarget, options: CompilerOptions, diagnostics: inout [Diagnostic]
) -> Program {
  var transformer = FlattenTransformer(target: target, deferName: options.schema.deferStreamInterface.deferName)
  var operations: [OperationDefinition] = []
  operations.reserveCapacity(program.operations.count)
  for operation in program.operations {
    transformer.mergedNodes = 0
    let flattened = transformer.transform(operation)
    if transformer.isExhausted {
      diagnostics.append(.tooManySelections(operation.name, at: operation.nameRange))
    } else {
      operations.append(flattened)
    }
  }
  var fragments: [FragmentDefinition] = []
  fragments.reserveCapacity(program.fragments.count)
  for fragment in program.fragments {
    transformer.mergedNodes = 0
    let flattened = transformer.transform(fragment)
    if transformer.isExhausted {
      diagnostics.append(.tooManySelections(fragment.name, at: fragment.nameRange))
    } else {
      fragments.append(flattened)
    }
  }
  return program.with(operations: operations, fragments: fragments)
}

enum FlattenTarget { case text, artifacts }

private struct FlattenTransformer: SelectionTransformer {
  let target: FlattenTarget
  let deferName: Name
  private var seenFields: [ObjectIdentifier: LinkedField] = [:]
  private var seenFragments: [FragmentKey: InlineFragment] = [:]

  private struct FragmentKey: Hashable {
    var fragment: ObjectIdentifier
    var type: TypeID
  }

  /// Selections that merging looked at for the current definition.
  var mergedNodes = 0
  var isExhausted: Bool { mergedNodes > ExpandedSize.limit }

  init(target: FlattenTarget, deferName: Name) {
    self.target = target
    self.deferName = deferName
  }

  mutating func transform(_ selections: [Selection], on parent: TypeID) -> [Selection]? {
    if isExhausted { return nil }
    var merged: [Selection]?
    if needsMerging(selections, on: parent) {
      var merger = SelectionMerger()
      merger.list.reserveCapacity(selections.count)
      merge(selections, into: &merger, on: parent)
      mergedNodes += selections.count + merger.list.count
      merged = merger.finished()
    }
    var result: [Selection]?
    let source = merged ?? selections
    for position in source.indices {
      guard case .replace(let selection) = transform(source[position], on: parent) else { continue }
      if result == nil { result = source }
      result?[position] = selection
    }
    return result ?? merged
  }

  mutating func transform(_ field: LinkedField, on parent: TypeID) -> SelectionChange {
    if let known = seenFields[ObjectIdentifier(field)] { return known === field ? .keep : .replace(.linkedField(known)) }
    let result = transform(field.selections, on: field.head.type.named).map { field.with(selections: $0) } ?? field
    remember(field, result)
    return result === field ? .keep : .replace(.linkedField(result))
  }

  mutating func transform(_ fragment: InlineFragment, on parent: TypeID) -> SelectionChange {
    let type = fragment.typeCondition ?? parent
    let key = FragmentKey(fragment: ObjectIdentifier(fragment), type: type)
    if let known = seenFragments[key] { return known === fragment ? .keep : .replace(.inlineFragment(known)) }
    let result = transform(fragment.selections, on: type).map { fragment.with(selections: $0) } ?? fragment
    keep.append(fragment)
    seenFragments[key] = result
    return result === fragment ? .keep : .replace(.inlineFragment(result))
  }

  /// Objects that `seen…` knows by address: merging makes short-lived ones, whose addresses would be used again.
  private var keep: [AnyObject] = []

  private mutating func remember(_ field: LinkedField, _ result: LinkedField) {
    keep.append(field)
    seenFields[ObjectIdentifier(field)] = result
  }

  // MARK: One selection set

  private func needsMerging(_ selections: [Selection], on parent: TypeID) -> Bool {
    var index = SelectionIndex()
    for selection in selections {
      if case .inlineFragment(let fragment) = selection, dissolves(fragment, on: parent) { return true }
      if index.find(selection, in: selections) != nil { return true }
      index.append(selection)
    }
    return false
  }

  private func dissolves(_ fragment: InlineFragment, on parent: TypeID) -> Bool {
    guard fragment.role == .plain else { return false }
    switch target {
    case .text: guard fragment.directives.isEmpty else { return false }
    case .artifacts: guard !fragment.directives.contains(deferName) else { return false }
    }
    return fragment.typeCondition == nil || fragment.typeCondition == parent
  }

  private func merge(_ selections: [Selection], into merger: inout SelectionMerger, on parent: TypeID) {
    for selection in selections {
      if case .inlineFragment(let fragment) = selection, dissolves(fragment, on: parent) {
        // The fragment of two spreads has nothing to add the second time; walking it again would double the work with every level.
        if merger.dissolved.insert(ObjectIdentifier(fragment)).inserted { merge(fragment.selections, into: &merger, on: parent) }
      } else {
        merger.add(selection)
      }
    }
  }
}

/// One selection set while its selections are merged.
private struct SelectionMerger {
  /// Each identity once, where it came first.
  var list: [Selection] = []
  /// The inline fragments whose selections are in `list`.
  var dissolved: Set<ObjectIdentifier> = []
  private var index = SelectionIndex()
  /// The selections of those that came more than once, by position in `list`. They are put into their node at the end: a node for every time
  /// would be work that grows with the square.
  private var children: [Int: Children] = [:]

  private struct Children {
    var selections: [Selection]
    private var seen: Set<ObjectIdentifier>

    init(_ selections: [Selection]) {
      self.selections = selections
      self.seen = Set(selections.map(\.identity))
    }

    /// Each object once. Their selections are merged when it is the node's turn, which has them all by then.
    mutating func add(_ more: [Selection]) {
      for selection in more where seen.insert(selection.identity).inserted { selections.append(selection) }
    }
  }

  mutating func add(_ selection: Selection) {
    guard let position = index.find(selection, in: list) else {
      list.append(selection)
      index.append(selection)
      return
    }
    switch (list[position], selection) {
    case (.scalarField(let first), .scalarField(let second)):
      if let head = merged(first.head, second.head) {
        list[position] = .scalarField(ScalarField(head, isTypeDiscriminator: first.isTypeDiscriminator))
      }
    case (.linkedField(let first), .linkedField(let second)):
      if first === second { return }
      let isConnection = first.isConnection || second.isConnection
      if let head = merged(first.head, second.head) ?? (isConnection == first.isConnection ? nil : first.head) {
        list[position] = .linkedField(LinkedField(head, selections: first.selections, isConnection: isConnection))
      }
      children[position, default: Children(first.selections)].add(second.selections)
    case (.inlineFragment(let first), .inlineFragment(let second)):
      if first !== second { children[position, default: Children(first.selections)].add(second.selections) }
    case (.condition(let first), .condition(let second)):
      if first !== second { children[position, default: Children(first.selections)].add(second.selections) }
    default: break
    }
  }

  /// The selections, with all that each has come to.
  consuming func finished() -> [Selection] {
    for (position, children) in children {
      switch list[position] {
      case .linkedField(let node):
        list[position] = .linkedField(LinkedField(node.head, selections: children.selections, isConnection: node.isConnection))
      case .inlineFragment(let node): list[position] = .inlineFragment(node.with(selections: children.selections))
      case .condition(let node): list[position] = .condition(node.with(selections: children.selections))
      case .scalarField, .fragmentSpread: break
      }
    }
    return list
  }

  /// What both heads say together, where that is more than the first says.
  private func merged(_ first: FieldHead, _ second: FieldHead) -> FieldHead? {
    let handles = second.handles.filter { handle in !first.handles.contains { $0.key == handle.key && $0.handle == handle.handle } }
    let isShown = first.isHidden && !second.isHidden
    if handles.isEmpty, !isShown { return nil }
    var head = first
    head.handles += handles
    if isShown { head.isHidden = false }
    return head
  }
}
