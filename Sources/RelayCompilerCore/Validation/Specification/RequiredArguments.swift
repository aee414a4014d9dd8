/// Argument Names and Required Arguments (specification, sections 5.4.1 and 5.4.3): arguments are declared, and one of non-null type
/// without a default value is passed. (Section 5.6.1 rejects `null` for it.)
extension ValidationRule {
  static let requiredArguments = ValidationRule(sections: ["5.4.1", "5.4.3"], arguments: { $0.checkArguments($1) })
}

extension DefinitionWalker {
  /// The arguments of a field or directive, those that are not declared, and the declarations.
  struct ArgumentList {
    let given: [ArgumentSyntax]
    let unknown: [ArgumentSyntax]
    let owner: ArgumentOwner
    let definitions: NamedList<InputValueDefinition>
    let range: SourceRange
  }

  fileprivate mutating func checkArguments(_ list: ArgumentList) {
    let given = NameLookup(list.given) { $0.name.name }
    let missing = list.definitions.required.filter { given[$0.name] == nil }
    if list.unknown.count == 1, missing.count == 1 {
      return report(.otherArgument(list.unknown[0].name, insteadOf: missing[0], of: list.owner, in: schema))
    }
    for argument in list.unknown { report(.unknownArgument(argument.name, of: list.owner, list.definitions, in: schema)) }
    if !missing.isEmpty { report(.missingArguments(missing, of: list.owner, at: list.range, in: schema)) }
  }
}
