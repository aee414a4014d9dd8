/// Argument Uniqueness (specification, section 5.4.2).
extension ValidationRule {
  static let argumentUniqueness = ValidationRule(
    sections: ["5.4.2"], arguments: { if $1.given.count > 1 { $0.checkArgumentsAreUnique($1.given) } })
}

extension DefinitionWalker {
  mutating func checkArgumentsAreUnique(_ arguments: [ArgumentSyntax]) {
    // A quadratic search is used only for a few arguments.
    if arguments.count <= 16 {
      for index in arguments.indices.dropFirst() {
        if let first = arguments[..<index].first(where: { $0.name.name == arguments[index].name.name }) {
          report(.repeatedArgument(arguments[index].name, first: first.name.range))
        }
      }
      return
    }
    var seen: [Name: SourceRange] = [:]
    for argument in arguments {
      if let first = seen[argument.name.name] {
        report(.repeatedArgument(argument.name, first: first))
      } else {
        seen[argument.name.name] = argument.name.range
      }
    }
  }
}
