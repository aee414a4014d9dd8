/// Replaces every spread with the fragment's selections, in an inline fragment on the fragment's type with the directives of the spread.
/// The result contains operations without spreads, and no fragments.
///
/// Each fragment is inlined once, and all spreads share the result. Later passes cache results by node, so they also process the fragment
/// only once.
func inlineFragments(_ program: Program) -> Program {
  var transformer = InlineFragmentTransformer(program: program)
  return program.with(operations: program.operations.map { transformer.transform($0) }, fragments: [])
}

private struct InlineFragmentTransformer: SelectionTransformer {
  let program: Program
  private var inlined: [Name: InlineFragment] = [:]

  init(program: Program) { self.program = program }

  mutating func transform(_ spread: FragmentSpread, on parent: TypeID) -> SelectionChange {
    guard let fragment = program.fragment(spread.name) else { return .delete }
    let node: InlineFragment
    if let known = inlined[spread.name] {
      node = known
    } else {
      // Validation rejects a fragment that spreads itself; this ends the recursion in any case.
      inlined[spread.name] = InlineFragment(typeCondition: fragment.type, selections: [])
      node = InlineFragment(
        typeCondition: fragment.type, selections: transform(fragment.selections, on: fragment.type) ?? fragment.selections,
        range: fragment.range)
      inlined[spread.name] = node
    }
    return .replace(.inlineFragment(spread.directives.isEmpty ? node : node.with(directives: spread.directives)))
  }
}
