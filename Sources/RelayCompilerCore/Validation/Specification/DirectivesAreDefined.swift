/// Directives Are Defined (specification, section 5.7.1).
extension DefinitionWalker {
  mutating func checkDirectiveIsDefined(_ directive: DirectiveSyntax) -> DirectiveDefinition? {
    if let definition = schema.directives[directive.name.name] { return definition }
    report(.unknownDirective(directive.name, among: schema.directives.keys))
    return nil
  }
}
