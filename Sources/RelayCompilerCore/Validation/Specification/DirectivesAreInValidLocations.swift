/// Directives Are in Valid Locations (specification, section 5.7.2).
extension DefinitionWalker {
  mutating func checkDirectiveLocation(_ directive: DirectiveSyntax, of definition: DirectiveDefinition, at location: Name) {
    if !definition.locations.contains(location) {
      report(.misplacedDirective(directive.name, at: location, allowed: definition.locations))
    }
  }
}
