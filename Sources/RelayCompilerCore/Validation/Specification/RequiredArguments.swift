/// Required Arguments (specification, section 5.4.3): an argument of non-null type without a default value is given. (That it is not
/// given as `null` is a matter of section 5.6.1.) Argument names themselves, section 5.4.1, are checked where arguments are walked.
extension DefinitionWalker {
  mutating func checkRequiredArguments(
    _ definitions: NamedList<InputValueDefinition>, in arguments: [ArgumentSyntax], of owner: ArgumentOwner, at range: SourceRange
  ) {
    var missing: [InputValueDefinition] = []
    let given = NameLookup(arguments) { $0.name.name }
    for definition in definitions.required where given[definition.name] == nil { missing.append(definition) }
    if !missing.isEmpty { report(.missingArguments(missing, of: owner, at: range, in: schema)) }
  }
}
