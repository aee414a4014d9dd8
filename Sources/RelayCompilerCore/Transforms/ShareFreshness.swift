/// Gives a field the ages and invalidations of those selections of it that `skipRedundantNodes` removes because of it: in
/// `user { name  ... on Admin { name @maxAge(seconds: 5) } }`, the outer `name` gets the age of the inner one. The lesser of two ages holds.
///
/// The program must have been through `flatten`. Nothing changes in a program without directives of ours.
func shareFreshness(_ program: Program, options: CompilerOptions) -> Program {
  guard program.hasFreshness else { return program }
  var sharing = FreshnessSharing(deferName: options.schema.deferStreamInterface.deferName)
  return program.with(
    operations: program.operations.map { operation in
      sharing.shared(operation.selections, covering: []).map { operation.with(selections: $0) } ?? operation
    })
}

private struct FreshnessSharing {
  let deferName: Name
  private var search = FreshnessSearch()

  init(deferName: Name) { self.deferName = deferName }

  /// The selections of a set, with the freshness of what they make redundant; nil if nothing changes.
  ///
  /// - Parameter covered: selections of the same objects that are in branches of other selection sets, and see these.
  mutating func shared(_ selections: [Selection], covering covered: [Selection]) -> [Selection]? {
    guard search.contains(selections) || search.contains(covered) else { return nil }
    var below = Covered()
    for selection in covered { below.append(selection, deferName) }
    for selection in selections { for inner in branch(of: selection) ?? [] { below.append(inner, deferName) } }
    return selections.map { selection in
      let same = below.same(as: selection)
      switch selection {
      case .scalarField(let field):
        return head(field.head, with: same).map { .scalarField(field.with(head: $0)) } ?? selection
      case .linkedField(let field):
        let inner = shared(field.selections, covering: same.flatMap(\.children))
        let head = head(field.head, with: same)
        return head == nil && inner == nil ? selection : .linkedField(field.with(head: head, selections: inner))
      case .inlineFragment(let fragment):
        let inner = shared(fragment.selections, covering: same.flatMap(\.children))
        return inner.map { .inlineFragment(fragment.with(selections: $0)) } ?? selection
      case .condition(let condition):
        let inner = shared(condition.selections, covering: same.flatMap(\.children))
        return inner.map { .condition(condition.with(selections: $0)) } ?? selection
      case .fragmentSpread: return selection
      }
    }
  }

  private func branch(of selection: Selection) -> [Selection]? { Covered.branch(of: selection, deferName) }

  /// nil if nothing changes.
  private func head(_ head: FieldHead, with others: [Selection]) -> FieldHead? {
    var result: FieldHead?
    for other in others.compactMap(\.head) {
      guard let freshness = (result ?? head).freshness(sharedWith: other) else { continue }
      if result == nil { result = head }
      result?.freshness = freshness
    }
    return result
  }
}

/// Selections in branches, by identity.
private struct Covered {
  private var byHash: [UInt64: [Selection]] = [:]

  /// Adds a selection and, if it is a branch, those in it.
  mutating func append(_ selection: Selection, _ deferName: Name) {
    byHash[selection.identityHash, default: []].append(selection)
    for inner in Self.branch(of: selection, deferName) ?? [] { append(inner, deferName) }
  }

  func same(as selection: Selection) -> [Selection] {
    if byHash.isEmpty { return [] }
    return byHash[selection.identityHash]?.filter { $0.hasSameIdentity(as: selection) } ?? []
  }

  /// The selections of a branch that sees what its selection set selects; nil for what is none (`skipRedundantNodes`).
  static func branch(of selection: Selection, _ deferName: Name) -> [Selection]? {
    switch selection {
    case .inlineFragment(let fragment):
      fragment.role == .plain && !fragment.directives.contains(deferName) ? fragment.selections : nil
    case .condition(let condition): condition.selections
    case .scalarField, .linkedField, .fragmentSpread: nil
    }
  }
}

/// Finds whether selections have any freshness. Shared nodes are visited once.
private struct FreshnessSearch {
  // The program keeps the nodes alive.
  private var known: [NodeIdentity: Bool] = [:]

  mutating func contains(_ selections: [Selection]) -> Bool {
    for selection in selections where contains(selection) { return true }
    return false
  }

  private mutating func contains(_ selection: Selection) -> Bool {
    if selection.head?.freshness != nil { return true }
    let children = selection.children
    if children.isEmpty { return false }
    if let known = known[selection.identity] { return known }
    let result = contains(children)
    known[selection.identity] = result
    return result
  }
}

extension Selection {
  fileprivate var head: FieldHead? {
    switch self {
    case .scalarField(let field): field.head
    case .linkedField(let field): field.head
    case .fragmentSpread, .inlineFragment, .condition: nil
    }
  }

  fileprivate var children: [Selection] {
    switch self {
    case .linkedField(let field): field.selections
    case .inlineFragment(let fragment): fragment.selections
    case .condition(let condition): condition.selections
    case .scalarField, .fragmentSpread: []
    }
  }
}
