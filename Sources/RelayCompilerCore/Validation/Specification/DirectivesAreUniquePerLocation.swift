/// Directives Are Unique per Location (specification, section 5.7.3).
extension DefinitionWalker {
  mutating func checkDirectivesAreUnique(_ directives: [DirectiveSyntax]) {
    for index in directives.indices.dropFirst() {
      let name = directives[index].name.name
      guard let first = directives[..<index].first(where: { $0.name.name == name }) else { continue }
      if let definition = schema.directives[name] {
        if !definition.isRepeatable { report(.repeatedDirective(directives[index].name, first: first.range)) }
      } else if isRelay, Name.isArgumentDirective(name) {
        report(.repeatedDirective(directives[index].name, first: first.range))
      }
    }
  }
}
