/// Directives Are Unique per Location (specification, section 5.7.3).
extension ValidationRule {
  static let directivesAreUnique = ValidationRule(sections: ["5.7.3"], directives: { $0.checkDirectivesAreUnique($1) })
}

extension DefinitionWalker {
  fileprivate mutating func checkDirectivesAreUnique(_ directives: [DirectiveSyntax]) {
    var seen: [Name: SourceRange] = [:]
    for directive in directives {
      var name = directive.name.name
      // Both pass arguments to a spread.
      if isRelay, name == .uncheckedArguments { name = .arguments }
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
