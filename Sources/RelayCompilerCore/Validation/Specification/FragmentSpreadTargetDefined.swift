/// Fragment Spread Target Defined (specification, section 5.5.2.1).
extension DefinitionWalker {
  mutating func checkSpreadTarget(_ spread: FragmentSpreadSyntax) -> ExecutableDefinition? {
    if let fragment = context.fragment(spread.name.name) { return fragment }
    facts.spreadsUnknownFragment = true
    // The fragment may be in a part that could not be parsed.
    guard context.isSyntaxComplete else { return nil }
    report(.unknownFragment(spread.name, among: context.spreadableNames, in: fragmentName))
    return nil
  }
}
