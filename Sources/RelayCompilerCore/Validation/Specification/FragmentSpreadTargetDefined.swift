/// Fragment Spread Target Defined (specification, section 5.5.2.1).
extension ValidationRule {
  static let fragmentSpreadTargetDefined = ValidationRule(sections: ["5.5.2.1"], spread: { $0.checkSpreadTarget($1.syntax, $1.fragment) })
}

extension DefinitionWalker {
  fileprivate mutating func checkSpreadTarget(_ spread: FragmentSpreadSyntax, _ fragment: ExecutableDefinition?) {
    // The fragment may be in a part that could not be parsed.
    if fragment == nil, context.isSyntaxComplete { report(.unknownFragment(spread.name, among: context.spreadableNames, in: fragmentName)) }
  }
}
