/// Directives Are Defined (specification, section 5.7.1).
extension ValidationRule {
  static let directivesAreDefined = ValidationRule(
    sections: ["5.7.1"], directive: { $0.checkDirectiveIsDefined($1.syntax, $1.definition) })
}

extension DefinitionWalker {
  fileprivate mutating func checkDirectiveIsDefined(_ directive: DirectiveSyntax, _ definition: DirectiveDefinition?) {
    if definition == nil { report(.unknownDirective(directive.name, among: schema.directives.keys)) }
  }
}
