/// Directives in the schema are defined, are at a valid location, are repeated only if they are repeatable, and have valid arguments
/// (specification, sections 5.7 and 5.4, which also apply to type systems).
///
/// Relay's compiler leaves the directives in a server's schema to the server, which often prints some that it does not define.
extension SchemaValidator {
  mutating func checkDirectiveUses(_ builder: SchemaBuilder) {
    guard profile == .specification else { return }
    for definition in builder.schemaDefinitions { check(definition.directives, at: DirectiveLocation.schema) }
    for type in builder.types where type.origin == .server || type.origin == .client {
      let syntax = type.syntax
      check(syntax.directives, at: DirectiveLocation.of(syntax.kind))
      if syntax.isExtension, syntax.kind == .inputObject, let oneOf = syntax.directives.first(where: { $0.name.name == .oneOf }) {
        report(.oneOfInExtension(oneOf.name, of: syntax.name.name))
      }
      for field in syntax.fields {
        check(field.directives, at: DirectiveLocation.fieldDefinition)
        for argument in field.arguments { check(argument.directives, at: DirectiveLocation.argumentDefinition) }
      }
      for value in syntax.values { check(value.directives, at: DirectiveLocation.enumValue) }
      for field in syntax.inputFields { check(field.directives, at: DirectiveLocation.inputFieldDefinition) }
    }
    for directive in builder.directives where directive.origin == .server || directive.origin == .client {
      for argument in directive.syntax.arguments { check(argument.directives, at: DirectiveLocation.argumentDefinition) }
    }
    checkRepetition(across: builder)
  }

  private mutating func check(_ directives: [DirectiveSyntax], at location: Name) {
    var seen: [Name: SourceRange] = [:]
    for directive in directives {
      guard let definition = schema.directives[directive.name.name] else {
        report(.unknownDirective(directive.name, among: schema.directives.keys))
        continue
      }
      if !definition.locations.contains(location) {
        report(.misplacedDirective(directive.name, at: location, allowed: definition.locations))
      }
      if let first = seen[directive.name.name] {
        if !definition.isRepeatable { report(.repeatedDirective(directive.name, first: first)) }
      } else {
        seen[directive.name.name] = directive.range
      }
      check(directive, definition)
    }
  }

  private mutating func check(_ directive: DirectiveSyntax, _ definition: DirectiveDefinition) {
    var seen: [Name: SourceRange] = [:]
    for argument in directive.arguments {
      if let first = seen[argument.name.name] {
        report(.repeatedArgument(argument.name, first: first))
      } else {
        seen[argument.name.name] = argument.name.range
      }
      guard let input = definition.arguments.named(argument.name.name) else {
        report(.unknownArgument(argument.name, of: .directive(definition.name), definition.arguments, in: schema))
        continue
      }
      if let value = ConstantValue(argument.value), !schema.accepts(value, as: input.type) {
        report(.wrongValue(expected: schema.description(of: input.type), found: argument.value, at: argument.value.range))
      }
    }
    let missing = definition.arguments.required.filter { seen[$0.name] == nil }
    if !missing.isEmpty { report(.missingArguments(missing, of: .directive(definition.name), at: directive.name.range, in: schema)) }
  }

  /// Checks the definition and the extensions of a type as one location.
  private mutating func checkRepetition(across builder: SchemaBuilder) {
    var seen: [TypeID: [Name: SourceRange]] = [:]
    for type in builder.types where !type.syntax.directives.isEmpty {
      for directive in type.syntax.directives {
        guard schema.directives[directive.name.name]?.isRepeatable == false else { continue }
        if let first = seen[type.id]?[directive.name.name] {
          if type.syntax.isExtension { report(.repeatedDirective(directive.name, first: first)) }
        } else {
          seen[type.id, default: [:]][directive.name.name] = directive.range
        }
      }
    }
  }
}

extension DirectiveLocation {
  static func of(_ kind: TypeKind) -> Name {
    switch kind {
    case .scalar: scalar
    case .object: object
    case .interface: interface
    case .union: union
    case .enum: `enum`
    case .inputObject: inputObject
    }
  }
}
