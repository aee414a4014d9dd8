/// `extend type Book @semanticNonNullField(name: "title")`: the same as `@semanticNonNull` on a field, for fields that an extension cannot
/// declare again.
extension SchemaBuilder {
  mutating func resolveSemanticNonNullFields() {
    for type in types where type.origin == .client || type.origin == .server {
      for directive in type.syntax.directives where directive.name.name == .semanticNonNullField {
        resolve(directive, on: type.id, isClient: type.origin == .client)
      }
    }
  }

  private mutating func resolve(_ directive: DirectiveSyntax, on type: TypeID, isClient: Bool) {
    let arguments = directive.arguments
    guard case .string(let name)? = arguments.first(where: { $0.name.name == .nameArgument })?.value else {
      if isClient { diagnostics.append(.nonNullFieldWithoutName(at: directive.range)) }
      return
    }
    guard let field = schema.field(Name(name.value), on: type) else {
      // A server's schema is its own.
      if isClient, !incomplete.contains(type) {
        diagnostics.append(.unknownNonNullField(NameSyntax(Name(name.value), at: name.range), on: type, in: schema))
      }
      return
    }
    schema.fields[Int(field.rawValue)].semanticNonNullLevels = semanticNonNullLevels(ConstantArgument.list(arguments) ?? [])
  }
}
