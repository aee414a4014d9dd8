/// Directives Are Unique per Location (specification, section 5.7.3).
extension DefinitionWalker {
  mutating func checkDirectivesAreUnique(_ directives: [DirectiveSyntax]) {
    var seen: [Name: SourceRange] = [:]
    for directive in directives {
      let name = directive.name.name
      guard let first = seen[name] else {
        seen[name] = directive.range
        continue
      }
      if let definition = schema.directives[name] {
        if !definition.isRepeatable { report(.repeatedDirective(directive.name, first: first)) }
      } else if isRelay, Name.isArgumentDirective(name) {
        report(.repeatedDirective(directive.name, first: first))
      }
    }
  }
}
