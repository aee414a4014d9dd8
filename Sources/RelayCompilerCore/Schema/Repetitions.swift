/// Definitions that a server's schema repeats.
///
/// Schemas are published that define a field twice. They are someone else's, and the repetition has no meaning: so it is a warning, also if
/// the descriptions differ, of which the first is kept. With another type, other arguments, defaults or directives, and in extensions of the
/// client, it is an error.
extension SchemaBuilder {
  /// Whether a repeated field, argument, input field, value or interface is only a warning.
  func toleratesRepetitions(of origin: SchemaSource.Origin) -> Bool { origin == .server && profile == .relay }

  func isSame(_ syntax: FieldDefinitionSyntax, as field: FieldDefinition) -> Bool {
    !field.isClientOnly && isSame(syntax.type, as: field.type) && isSame(syntax.arguments, as: Array(field.arguments))
      && isSame(syntax.directives, as: field.directives)
  }

  func isSame(_ syntax: InputValueDefinitionSyntax, as value: InputValueDefinition) -> Bool {
    syntax.name.name == value.name && isSame(syntax.type, as: value.type)
      && syntax.defaultValue.flatMap { ConstantValue($0) } == value.defaultValue && isSame(syntax.directives, as: value.directives)
  }

  func isSame(_ syntax: EnumValueDefinitionSyntax, as value: EnumValueDefinition) -> Bool {
    isSame(syntax.directives, as: value.directives)
  }

  private func isSame(_ syntax: [InputValueDefinitionSyntax], as values: [InputValueDefinition]) -> Bool {
    syntax.count == values.count && zip(syntax, values).allSatisfy { isSame($0, as: $1) }
  }

  private func isSame(_ syntax: TypeSyntax, as type: TypeReference) -> Bool {
    schema.typeIDs[syntax.innermost.name].flatMap { TypeReference($0, wrappedAs: syntax) } == type
  }

  private func isSame(_ syntax: [DirectiveSyntax], as uses: [DirectiveUse]) -> Bool {
    syntax.count == uses.count
      && zip(self.uses(of: syntax), uses).allSatisfy { $0.name == $1.name && $0.arguments == $1.arguments }
  }
}
