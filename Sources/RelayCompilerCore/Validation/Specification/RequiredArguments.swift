/// Required Arguments (specification, section 5.4.3): an argument of non-null type without a default value is passed. (Section 5.6.1
/// rejects `null` for it.) The walk over arguments checks their names (section 5.4.1).
extension DefinitionWalker {
  func missingArguments(
    _ definitions: NamedList<InputValueDefinition>, in arguments: [ArgumentSyntax]
  ) -> [InputValueDefinition] {
    let given = NameLookup(arguments) { $0.name.name }
    return definitions.required.filter { given[$0.name] == nil }
  }
}
