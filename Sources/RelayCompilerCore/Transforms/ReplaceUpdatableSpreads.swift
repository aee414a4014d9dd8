/// Replaces spreads of `@updatable` fragments with `__typename`: what an updater writes need not be fetched, but the object must exist.
func replaceUpdatableSpreads(_ program: Program) -> Program {
  let names = Set(program.fragments.filter { $0.directives.contains(.updatable) }.map(\.name))
  guard !names.isEmpty, let typename = program.schema.typenameField() else { return program }
  var transformer = UpdatableSpreadTransformer(names: names, typename: typename)
  return program.with(
    operations: program.operations.map { transformer.transform($0) },
    fragments: program.fragments.filter { !names.contains($0.name) }.map { transformer.transform($0) })
}

private struct UpdatableSpreadTransformer: SelectionTransformer {
  let names: Set<Name>
  let typename: Selection

  mutating func transform(_ spread: FragmentSpread, on parent: TypeID) -> SelectionChange {
    names.contains(spread.name) ? .replace(typename) : .keep
  }
}
