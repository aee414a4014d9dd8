/// Directives Are Unique per Location (specification, section 5.7.3).
extension DefinitionWalker {
  mutating func checkDirectivesAreUnique(_ directives: [DirectiveSyntax]) {
    guard directives.count > 1 else { return }
    let index = NameIndex(directives, lookups: directives.count, name: \.name.name)
    for directive in directives.dropFirst() {
      let name = directive.name.name
      guard let first = index[name], first.range != directive.range else { continue }
      if let definition = schema.directives[name] {
        if !definition.isRepeatable { report(.repeatedDirective(directive.name, first: first.range)) }
      } else if isRelay, Name.isArgumentDirective(name) {
        report(.repeatedDirective(directive.name, first: first.range))
      }
    }
  }
}
