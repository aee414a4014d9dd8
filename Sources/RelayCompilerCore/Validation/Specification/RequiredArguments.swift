/// Required Arguments (specification, section 5.4.3): an argument of non-null type without a default value is given. (That it is not
/// given as `null` is a matter of section 5.6.1.) Argument names themselves, section 5.4.1, are checked where arguments are walked.
extension DefinitionWalker {
  mutating func checkRequiredArgument(
    _ definition: InputValueDefinition, in arguments: [ArgumentSyntax], of owner: ArgumentOwner, at range: SourceRange,
    _ directives: [DirectiveSyntax]
  ) {
    if arguments.contains(where: { $0.name.name == definition.name }) { return }
    // Relay's compiler fills in `supported` itself on fields with @match.
    if isRelay, definition.name == .supported, directives.contains(where: { $0.name.name == .match }) { return }
    report(.missingArgument(definition, of: owner, at: range, in: schema))
  }
}
