/// Merges selections that occur more than once in a selection set: inline fragments that refine nothing are dissolved into their parent,
/// and later selections are merged into the first one with the same identity. Of two ages of a field, the lesser one holds.
///
/// In operation text, an inline fragment is dissolved only if it has no directives. In the trees of artifacts, a server's directives on
/// an inline fragment have no meaning. Afterwards, every selection set contains each identity once.
///
/// Subtrees without changes are shared, and a repeated node, such as an inlined fragment, is flattened only once. Merging shared nodes
/// creates new ones each time: a definition that grows too large is reported as an error and left out.
func flatten(
  _ program: Program, for target: FlattenTarget, options: CompilerOptions, diagnostics: inout [Diagnostic]
) -> Program {
  var transformer = FlattenTransformer(target: target, deferName: options.schema.deferStreamInterface.deferName)
  return program.transformed(by: &transformer, diagnostics: &diagnostics)
}

enum FlattenTarget { case text, artifacts }

private struct FlattenTransformer: LimitedTransformer {
  let target: FlattenTarget
  let deferName: Name
  private var seen = TransformedNodes()

  /// The number of selections examined by merging for the current definition.
  var addedSelections = 0

  init(target: FlattenTarget, deferName: Name) {
    self.target = target
    self.deferName = deferName
  }

  mutating func transform(_ selections: [Selection], on parent: TypeID) -> [Selection]? {
    if isExhausted { return nil }
    var merged: [Selection]?
    if needsMerging(selections, on: parent) {
      var set = MergedSet(capacity: selections.count)
      merge(selections, into: &set, on: parent)
      let list = set.finish()
      addedSelections += selections.count + list.count
      merged = list
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
    if let known = seen.change(of: field) { return known }
    let selections = transform(field.selections, on: field.head.type.named)
    return seen.remember(field, as: selections.map { field.with(selections: $0) } ?? field)
  }

  mutating func transform(_ fragment: InlineFragment, on parent: TypeID) -> SelectionChange {
    let type = fragment.typeCondition ?? parent
    if let known = seen.change(of: fragment, on: type) { return known }
    let selections = transform(fragment.selections, on: type)
    return seen.remember(fragment, on: type, as: selections.map { fragment.with(selections: $0) } ?? fragment)
  }

  // MARK: One selection set

  private func needsMerging(_ selections: [Selection], on parent: TypeID) -> Bool {
    for selection in selections {
      if case .inlineFragment(let fragment) = selection, dissolves(fragment, on: parent) { return true }
    }
    if selections.count > SelectionIndex.linearLimit {
      var index = SelectionIndex()
      for selection in selections {
        if index.find(selection, in: selections) != nil { return true }
        index.append(selection)
      }
      return false
    }
    // Most sets are small and need no merging. Detecting that allocates nothing.
    // Sound: only hashes of earlier positions are read, and a number need not be deinitialized.
    return unsafe withUnsafeTemporaryAllocation(of: UInt64.self, capacity: selections.count) { hashes in
      for position in selections.indices {
        let hash = selections[position].identityHash
        for earlier in 0..<position where unsafe hashes[earlier] == hash && selections[earlier].hasSameIdentity(as: selections[position]) {
          return true
        }
        unsafe hashes.initializeElement(at: position, to: hash)
      }
      return false
    }
  }

  private func dissolves(_ fragment: InlineFragment, on parent: TypeID) -> Bool {
    guard fragment.role == .plain else { return false }
    switch target {
    case .text: guard fragment.directives.isEmpty else { return false }
    case .artifacts: guard !fragment.directives.contains(deferName) else { return false }
    }
    return fragment.typeCondition == nil || fragment.typeCondition == parent
  }

  /// A selection set under construction.
  private struct MergedSet {
    private(set) var list: [Selection] = []
    private var index: SelectionIndex
    /// The selections merged into the node at each position of `list`.
    private var joined: [Int: JoinedSelections] = [:]
    /// The inline fragments dissolved so far. Dissolving one again would add nothing.
    private var dissolved: Set<NodeIdentity> = []

    init(capacity: Int) {
      list.reserveCapacity(capacity)
      index = SelectionIndex(capacity: capacity)
    }

    mutating func dissolve(_ fragment: InlineFragment) -> Bool { dissolved.insert(NodeIdentity(fragment)).inserted }

    func position(of selection: Selection) -> Int? { index.find(selection, in: list) }

    mutating func append(_ selection: Selection) {
      list.append(selection)
      index.append(selection)
    }

    mutating func replace(_ selection: Selection, at position: Int) { list[position] = selection }

    /// Adds the selections of another node to those of the node at `position`, each object once. They are merged when that node is
    /// processed, which then has all of them.
    mutating func join(_ first: [Selection], _ second: [Selection], at position: Int) {
      joined[position, default: JoinedSelections(first)].append(second)
    }

    /// The whole list, with all joined selections in place.
    mutating func finish() -> [Selection] {
      for (position, joined) in joined {
        let selections = joined.selections
        switch list[position] {
        case .linkedField(let field): list[position] = .linkedField(field.with(selections: selections))
        case .inlineFragment(let fragment): list[position] = .inlineFragment(fragment.with(selections: selections))
        case .condition(let condition): list[position] = .condition(condition.with(selections: selections))
        case .scalarField, .fragmentSpread: break
        }
      }
      joined = [:]
      return list
    }
  }

  private struct JoinedSelections {
    private(set) var selections: [Selection]
    /// Empty while a linear search is faster.
    private var seen: Set<NodeIdentity> = []
    private static let linearLimit = 8

    init(_ selections: [Selection]) { self.selections = selections }

    mutating func append(_ added: [Selection]) {
      if seen.isEmpty, selections.count + added.count <= Self.linearLimit {
        for selection in added where !selections.contains(where: { $0.identity == selection.identity }) { selections.append(selection) }
        return
      }
      if seen.isEmpty { seen = Set(selections.map(\.identity)) }
      for selection in added where seen.insert(selection.identity).inserted { selections.append(selection) }
    }
  }

  private func merge(_ selections: [Selection], into set: inout MergedSet, on parent: TypeID) {
    for selection in selections {
      if case .inlineFragment(let fragment) = selection, dissolves(fragment, on: parent) {
        if set.dissolve(fragment) { merge(fragment.selections, into: &set, on: parent) }
        continue
      }
      guard let position = set.position(of: selection) else {
        set.append(selection)
        continue
      }
      switch (set.list[position], selection) {
      case (.scalarField(let first), .scalarField(let second)):
        let handles = mergedHandles(first.head, second.head)
        let isShown = first.head.isHidden && !second.head.isHidden
        let freshness = first.head.freshness(sharedWith: second.head)
        if handles != nil || isShown || freshness != nil {
          var head = first.head
          if let handles { head.handles = handles }
          if isShown { head.isHidden = false }
          if let freshness { head.freshness = freshness }
          set.replace(.scalarField(ScalarField(head, isTypeDiscriminator: first.isTypeDiscriminator)), at: position)
        }
      case (.linkedField(let first), .linkedField(let second)):
        if first === second { continue }
        set.join(first.selections, second.selections, at: position)
        let handles = mergedHandles(first.head, second.head)
        let isShown = first.head.isHidden && !second.head.isHidden
        let isConnection = second.isConnection && !first.isConnection
        let freshness = first.head.freshness(sharedWith: second.head)
        if handles != nil || isShown || isConnection || freshness != nil {
          var head = first.head
          if let handles { head.handles = handles }
          if isShown { head.isHidden = false }
          if let freshness { head.freshness = freshness }
          set.replace(
            .linkedField(LinkedField(head, selections: first.selections, isConnection: first.isConnection || isConnection)), at: position)
        }
      case (.inlineFragment(let first), .inlineFragment(let second)):
        if first !== second { set.join(first.selections, second.selections, at: position) }
      case (.condition(let first), .condition(let second)):
        if first !== second { set.join(first.selections, second.selections, at: position) }
      default: break
      }
    }
  }

  private func mergedHandles(_ first: FieldHead, _ second: FieldHead) -> [FieldHandle]? {
    if second.handles.isEmpty { return nil }
    let added = second.handles.filter { handle in
      !first.handles.contains { $0.key == handle.key && $0.handle == handle.handle }
    }
    return added.isEmpty ? nil : first.handles + added
  }
}
