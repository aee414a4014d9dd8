/// Removes what an enclosing selection set of the same object already selects: in `actor { id  ... on User { id  hometown { name } } }`,
/// the inner `id` is removed, and so is a nested field that is entirely redundant. The fields of a set are processed before everything
/// else in it, so that branches see them (a `@stream` field counts as a branch). A set that loses something keeps this order; a set
/// without changes keeps its own order.
///
/// A branch (a type refinement or a condition) sees what its parents had selected when it began, and adds only to itself. The program
/// must have been through `flatten`. Only the trees of artifacts go through this pass; operation text keeps what was written.
func skipRedundantNodes(_ program: Program, options: CompilerOptions) -> Program {
  var transformer = RedundantNodeTransformer(names: options.schema.deferStreamInterface)
  return program.with(
    operations: program.operations.map { operation in
      transformer.transform(operation.selections, in: SelectionScope()).map { operation.with(selections: $0) } ?? operation
    },
    fragments: program.fragments.map { fragment in
      transformer.transform(fragment.selections, in: SelectionScope()).map { fragment.with(selections: $0) } ?? fragment
    })
}

/// The selections on one object at one point: those of this set so far, and those that were visible at its start.
private final class SelectionScope {
  private struct Entry {
    let selection: Selection
    let hash: UInt64
    var nested: SelectionScope?
  }

  private let outer: SelectionScope?
  /// The number of selections of `outer` when this scope began.
  private let visible: Int
  private var entries: [Entry] = []
  /// The positions in `entries` by hash, where there are many.
  private var table: [UInt64: [Int]] = [:]
  private static let linearLimit = 24

  init(within outer: SelectionScope? = nil, capacity: Int = 0) {
    self.outer = outer
    visible = outer?.entries.count ?? 0
    entries.reserveCapacity(capacity)
  }

  enum Lookup {
    case none
    /// With the scope of its own selections, if it has any.
    case found(SelectionScope?)
  }

  /// - Parameter hash: the selection's `identityHash`.
  func find(_ selection: Selection, hash: UInt64) -> Lookup {
    var scope = self
    var limit = entries.count
    while true {
      if let position = scope.position(of: selection, hash: hash), position < limit {
        return .found(scope.entries[position].nested)
      }
      guard let outer = scope.outer else { return .none }
      limit = scope.visible
      scope = outer
    }
  }

  func insert(_ selection: Selection, hash: UInt64, nested scope: SelectionScope?) {
    if let position = position(of: selection, hash: hash) {
      entries[position].nested = scope
      return
    }
    entries.append(Entry(selection: selection, hash: hash, nested: scope))
    if entries.count == Self.linearLimit + 1 {
      for position in entries.indices { table[entries[position].hash, default: []].append(position) }
    } else if entries.count > Self.linearLimit {
      table[hash, default: []].append(entries.count - 1)
    }
  }

  private func position(of selection: Selection, hash: UInt64) -> Int? {
    if entries.count > Self.linearLimit {
      return table[hash]?.first { entries[$0].selection.hasSameIdentity(as: selection) }
    }
    return entries.indices.first { entries[$0].hash == hash && entries[$0].selection.hasSameIdentity(as: selection) }
  }
}

private struct RedundantNodeTransformer {
  let streamName: Name
  let deferName: Name
  /// The results for linked fields of which nothing had been selected before; these results are the same everywhere.
  private var seen: [NodeIdentity: (result: SelectionChange, scope: SelectionScope)] = [:]

  init(names: DeferStreamInterface) {
    streamName = names.streamName
    deferName = names.deferName
  }

  mutating func transform(_ selections: [Selection], in scope: SelectionScope) -> [Selection]? {
    let source = fieldsFirst(selections) ?? selections
    var result: [Selection]?
    for index in source.indices {
      let change = transform(source[index], in: scope)
      if case .keep = change {
        result?.append(source[index])
        continue
      }
      if result == nil { result = Array(source[..<index]) }
      if case .replace(let selection) = change { result?.append(selection) }
    }
    return result
  }

  private mutating func transform(_ selection: Selection, in scope: SelectionScope) -> SelectionChange {
    let hash = selection.identityHash
    let lookup = scope.find(selection, hash: hash)
    switch selection {
    case .scalarField, .fragmentSpread:
      if case .found = lookup { return .delete }
      scope.insert(selection, hash: hash, nested: nil)
      return .keep
    case .linkedField(let field):
      if case .found(let existing) = lookup {
        let nested = SelectionScope(within: existing, capacity: field.selections.count)
        let change = rebuilt(transform(field.selections, in: nested)) { .linkedField(field.with(selections: $0)) }
        scope.insert(selection, hash: hash, nested: nested)
        return change
      }
      if let known = seen[NodeIdentity(field)] {
        if case .delete = known.result { return .delete }
        scope.insert(selection, hash: hash, nested: known.scope)
        return known.result
      }
      let nested = SelectionScope(capacity: field.selections.count)
      let change = rebuilt(transform(field.selections, in: nested)) { .linkedField(field.with(selections: $0)) }
      seen[NodeIdentity(field)] = (change, nested)
      if case .delete = change { return .delete }
      scope.insert(selection, hash: hash, nested: nested)
      return change
    case .inlineFragment(let fragment):
      let outer = standsAlone(fragment) ? nil : scope
      return transformBranch(selection, hash, fragment.selections, lookup, in: scope, within: outer) {
        .inlineFragment(fragment.with(selections: $0))
      }
    case .condition(let condition):
      return transformBranch(selection, hash, condition.selections, lookup, in: scope, within: scope) {
        .condition(condition.with(selections: $0))
      }
    }
  }

  /// - Parameter outer: what the branch sees when it occurs for the first time.
  private mutating func transformBranch(
    _ selection: Selection, _ hash: UInt64, _ selections: [Selection], _ lookup: SelectionScope.Lookup, in scope: SelectionScope,
    within outer: SelectionScope?, rebuild: ([Selection]) -> Selection
  ) -> SelectionChange {
    let seen: SelectionScope?
    if case .found(let existing) = lookup { seen = existing } else { seen = outer }
    let nested = SelectionScope(within: seen, capacity: selections.count)
    let change = rebuilt(transform(selections, in: nested), rebuild)
    if case .delete = change { return .delete }
    scope.insert(selection, hash: hash, nested: nested)
    return change
  }

  private func rebuilt(_ selections: [Selection]?, _ rebuild: ([Selection]) -> Selection) -> SelectionChange {
    guard let selections else { return .keep }
    return selections.isEmpty ? .delete : .replace(rebuild(selections))
  }

  /// Whether the fragment needs everything that it selects: a deferred fragment arrives in a separate payload, an aliased or inlined one
  /// is a separate object, and client fields are not read with the others.
  private func standsAlone(_ fragment: InlineFragment) -> Bool {
    fragment.role != .plain || fragment.directives.contains(deferName)
  }

  /// The selections with all fields first; nil if they are already in that order.
  private func fieldsFirst(_ selections: [Selection]) -> [Selection]? {
    var seenOther = false
    var inOrder = true
    for selection in selections {
      if isField(selection) {
        if seenOther {
          inOrder = false
          break
        }
      } else {
        seenOther = true
      }
    }
    return inOrder ? nil : selections.filter(isField) + selections.filter { !isField($0) }
  }

  private func isField(_ selection: Selection) -> Bool {
    switch selection {
    case .scalarField: true
    case .linkedField(let field): field.head.directives.isEmpty || !field.head.directives.contains(streamName)
    case .fragmentSpread, .inlineFragment, .condition: false
    }
  }
}
