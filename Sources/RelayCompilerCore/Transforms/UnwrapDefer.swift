/// Moves `@defer` back to the spread: `... @defer { ...F }` becomes `...F @defer`. This is the last pass before
/// printing.
func unwrapDefer(_ program: Program, options: CompilerOptions) -> Program {
  var transformer = DeferUnwrapper(deferName: options.schema.deferStreamInterface.deferName)
  return program.transformed(by: &transformer)
}

private struct DeferUnwrapper: SelectionTransformer {
  let deferName: Name

  mutating func transform(_ fragment: InlineFragment, on parent: TypeID) -> SelectionChange {
    guard fragment.typeCondition == nil, fragment.directives.count == 1, fragment.directives.contains(deferName),
      fragment.selections.count == 1, case .fragmentSpread(let spread) = fragment.selections[0]
    else { return descend(into: fragment, on: parent) }
    return .replace(.fragmentSpread(spread.with(directives: spread.directives + fragment.directives)))
  }
}
