/// A directive definition does not use the directive itself, directly or through others (specification, section 3.13).
extension SchemaValidator {
  mutating func checkDirectiveReferencesItself(_ directive: DirectiveDefinition) {
    var pending = directive.arguments
    var seenDirectives: Set<Name> = []
    var seenTypes: Set<TypeID> = []
    while let argument = pending.popLast() {
      for use in argument.directives {
        if use.name == directive.name {
          report(.directiveReferencesItself(directive))
          return
        }
        if seenDirectives.insert(use.name).inserted { pending += schema.directives[use.name]?.arguments ?? [] }
      }
      if seenTypes.insert(argument.type.named).inserted {
        let type = schema[argument.type.named]
        if type.directives.contains(where: { $0.name == directive.name })
          || type.values.contains(where: { $0.directives.contains { $0.name == directive.name } })
        {
          report(.directiveReferencesItself(directive))
          return
        }
        pending += type.inputFields
      }
    }
  }
}
