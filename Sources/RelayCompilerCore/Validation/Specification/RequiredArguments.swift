/// Required Arguments (specification, section 5.4.3): an argument of non-null type without a default value is passed. (Section 5.6.1
/// rejects `null` for it.) The walk over arguments checks their names (section 5.4.1).
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
