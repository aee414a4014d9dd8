/// Removes `@alias` for the server and the normalizer: a spread loses its wrapper, and an inline fragment becomes a plain one.
func removeFragmentAliases(_ program: Program) -> Program {
  var transformer = AliasRemover()
  return program.transformed(by: &transformer)
}

private struct AliasRemover: SelectionTransformer {
  mutating func transform(_ fragment: InlineFragment, on parent: TypeID) -> SelectionChange {
    guard case .aliased(let alias) = fragment.role else { return descend(into: fragment, on: parent) }
    let selections = transform(fragment.selections, on: fragment.typeCondition ?? parent) ?? fragment.selections
    if alias.isSpread { return .replaceMany(selections) }
    // An aliased fragment must stay distinct from one without an alias or with a different alias.
    let directive = Directive(.alias, [Argument(.as, .constant(.string(alias.name.string)))])
    return .replace(
      .inlineFragment(fragment.with(role: .plain, directives: fragment.directives + [directive], selections: selections)))
  }
}
