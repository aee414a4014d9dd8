/// Directives Are in Valid Locations (specification, section 5.7.2).
extension ValidationRule {
  static let directivesAreInValidLocations = ValidationRule(
    sections: ["5.7.2"], directive: { $0.checkDirectiveLocation($1.syntax, of: $1.definition, at: $1.location) })
}

extension DefinitionWalker {
  fileprivate mutating func checkDirectiveLocation(_ directive: DirectiveSyntax, of definition: DirectiveDefinition?, at location: Name) {
    if let definition, !definition.locations.contains(location) {
      if isRelay, directive.isCacheControl { return report(.cacheControlInDocument(directive, at: location)) }
      report(.misplacedDirective(directive.name, at: location, allowed: definition.locations))
    }
  }
}
