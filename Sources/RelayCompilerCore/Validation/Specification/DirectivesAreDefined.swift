/// Directives Are Defined (specification, section 5.7.1).
extension ValidationRule {
  static let directivesAreDefined = ValidationRule(
    sections: ["5.7.1"], directive: { $0.checkDirectiveIsDefined($1.syntax, $1.definition, at: $1.location) })
}

extension DefinitionWalker {
  fileprivate mutating func checkDirectiveIsDefined(_ directive: DirectiveSyntax, _ definition: DirectiveDefinition?, at location: Name) {
    if definition != nil { return }
    if isRelay, directive.isCacheControl { return report(.cacheControlInDocument(directive, at: location)) }
    report(.unknownDirective(directive.name, among: schema.directives.keys))
  }
}
