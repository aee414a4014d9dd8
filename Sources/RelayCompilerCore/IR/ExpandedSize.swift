/// Counts the selections of a tree with all shared nodes expanded, as a reader, a normalizer or a file would contain it.
///
/// If each fragment spreads the next one twice, a small document expands to an astronomical size. Such definitions are found here, before
/// a pass walks them.
struct ExpandedSize {
  /// Large operations of real applications have a few thousand selections.
  static let limit = 500_000

  private var known: [NodeIdentity: Int] = [:]

  /// The program without definitions that are too large. Each of them is reported.
  static func limited(_ program: Program, diagnostics: inout [Diagnostic]) -> Program {
    var size = ExpandedSize()
    func fits(_ definition: some SelectingDefinition) -> Bool {
      if size.of(definition.selections) <= limit { return true }
      diagnostics.append(.tooManySelections(definition.name, at: definition.nameRange))
      return false
    }
    let (operations, fragments) = (program.operations.filter(fits), program.fragments.filter(fits))
    if operations.count == program.operations.count && fragments.count == program.fragments.count { return program }
    return program.with(operations: operations, fragments: fragments)
  }

  private mutating func of(_ selections: [Selection]) -> Int {
    var total = selections.count
    for selection in selections {
      switch selection {
      case .scalarField, .fragmentSpread: break
      case .linkedField(let node): total += of(node, node.selections)
      case .inlineFragment(let node): total += of(node, node.selections)
      case .condition(let node): total += of(node, node.selections)
      }
    }
    return min(total, Self.limit + 1)
  }

  private mutating func of(_ node: AnyObject, _ selections: [Selection]) -> Int {
    if let known = known[NodeIdentity(node)] { return known }
    let size = of(selections)
    known[NodeIdentity(node)] = size
    return size
  }
}
