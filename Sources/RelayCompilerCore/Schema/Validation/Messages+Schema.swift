/// Diagnostics of the rules for whole schemas (specification, section 3).
extension Diagnostic {
  static func missingQueryType(at range: SourceRange) -> Diagnostic {
    Diagnostic(
      "missing-query-type",
      "The schema has no query type. Define 'type Query', or name another type in 'schema { query: ... }'", at: range)
  }

  static func rootTypeNotAnObject(_ kind: OperationKind, _ type: TypeDefinition) -> Diagnostic {
    Diagnostic(
      "root-type", "The root type of '\(kind.rawValue)' must be an object type, but '\(type.name)' is \(type.kind.phrase)", at: type.range)
  }

  static func sharedRootType(_ type: TypeDefinition, _ kind: OperationKind, _ other: OperationKind, at range: SourceRange?) -> Diagnostic {
    Diagnostic(
      "root-type", "'\(type.name)' cannot be the root type of both '\(other.rawValue)' and '\(kind.rawValue)'", at: range ?? type.range)
  }

  static func reservedName(_ name: Name, at range: SourceRange) -> Diagnostic {
    Diagnostic("reserved-name", "The name '\(name)' begins with '__', which is reserved for introspection", at: range)
  }

  static func emptyType(_ type: TypeDefinition) -> Diagnostic {
    let what =
      switch type.kind {
      case .union: "member"
      case .enum: "value"
      case .scalar, .object, .interface, .inputObject: "field"
      }
    return Diagnostic("empty-type", "'\(type.name)' is \(type.kind.phrase) and needs at least one \(what)", at: type.range)
  }

  // MARK: - Interfaces

  static func interfaceImplementsItself(_ type: TypeDefinition) -> Diagnostic {
    Diagnostic("interface-cycle", "The interface '\(type.name)' cannot implement itself", at: type.range)
  }

  static func interfaceCycle(_ type: TypeDefinition, through other: TypeDefinition) -> Diagnostic {
    Diagnostic(
      "interface-cycle", "The interface '\(type.name)' cannot implement '\(other.name)', which implements '\(type.name)'", at: type.range,
      notes: [.init("'\(other.name)' is defined here", at: other.range)])
  }

  static func missingImpliedInterface(_ interface: Name, of type: TypeDefinition, through other: TypeDefinition) -> Diagnostic {
    Diagnostic(
      "missing-implied-interface",
      "'\(type.name)' must implement '\(interface)' too, because it implements '\(other.name)', which does", at: type.range,
      notes: [.init("'\(other.name)' is defined here", at: other.range)])
  }

  static func missingInterfaceFields(
    _ names: [Name], first: FieldDefinition, of interface: Name, on type: TypeDefinition
  ) -> Diagnostic {
    let shown = names.prefix(3).map { "'\($0)'" }.joined(separator: ", ")
    let more = names.count > 3 ? " and \(names.count - 3) more" : ""
    return Diagnostic(
      "missing-interface-field",
      "'\(type.name)' lacks the field\(names.count == 1 ? "" : "s") \(shown)\(more) of its interface '\(interface)'", at: type.range,
      notes: [.init("'\(interface).\(first.name)' is defined here", at: first.range)])
  }

  static func wrongInterfaceFieldType(
    _ field: FieldDefinition, of type: Name, _ expected: FieldDefinition, of interface: Name, in schema: Schema
  ) -> Diagnostic {
    Diagnostic(
      "wrong-interface-field-type",
      "'\(type).\(field.name)' is '\(schema.description(of: field.type))', but '\(interface).\(expected.name)' promises "
        + "'\(schema.description(of: expected.type))'",
      at: field.range, notes: [.init("'\(interface).\(expected.name)' is defined here", at: expected.range)])
  }

  static func missingSemanticNonNull(
    _ field: FieldDefinition, of type: Name, level: Int, _ expected: FieldDefinition, interface: Name
  ) -> Diagnostic {
    Diagnostic(
      "wrong-interface-field-type",
      "'\(type).\(field.name)' must be non-null or @semanticNonNull\(level == 0 ? "" : " at level \(level)"), as '\(interface).\(expected.name)' is",
      at: field.range, notes: [.init("'\(interface).\(expected.name)' is defined here", at: expected.range)])
  }

  static func missingInterfaceArgument(
    _ expected: InputValueDefinition, _ field: FieldDefinition, of type: Name, interface: Name
  ) -> Diagnostic {
    Diagnostic(
      "missing-interface-argument",
      "'\(type).\(field.name)' lacks the argument '\(expected.name)' that '\(interface).\(field.name)' has", at: field.range,
      notes: [.init("'\(expected.name)' is defined here", at: expected.range)])
  }

  static func wrongInterfaceArgumentType(
    _ argument: InputValueDefinition, _ field: FieldDefinition, of type: Name, _ expected: InputValueDefinition, interface: Name,
    in schema: Schema
  ) -> Diagnostic {
    Diagnostic(
      "wrong-interface-argument-type",
      "The argument '\(argument.name)' of '\(type).\(field.name)' is '\(schema.description(of: argument.type))', but that of "
        + "'\(interface).\(field.name)' is '\(schema.description(of: expected.type))'",
      at: argument.range, notes: [.init("The argument of '\(interface).\(field.name)' is defined here", at: expected.range)])
  }

  static func additionalRequiredArgument(
    _ argument: InputValueDefinition, _ field: FieldDefinition, of type: Name, _ expected: FieldDefinition, interface: Name
  ) -> Diagnostic {
    Diagnostic(
      "additional-required-argument",
      "The argument '\(argument.name)' of '\(type).\(field.name)' cannot be required, because '\(interface).\(field.name)' does not have it",
      at: argument.range, notes: [.init("'\(interface).\(field.name)' is defined here", at: expected.range)])
  }

  static func deprecatedInterfaceField(_ field: FieldDefinition, of type: Name, interface: Name) -> Diagnostic {
    Diagnostic(
      "deprecated-interface-field",
      "'\(type).\(field.name)' cannot be deprecated, because '\(interface).\(field.name)' is not", at: field.range)
  }

  // MARK: - Input values

  static func nonNullOneOfField(_ field: InputValueDefinition, of type: Name) -> Diagnostic {
    Diagnostic("one-of-input", "'\(type).\(field.name)' must be nullable, because '\(type)' is a @oneOf input object", at: field.range)
  }

  static func oneOfFieldWithDefault(_ field: InputValueDefinition, of type: Name) -> Diagnostic {
    Diagnostic(
      "one-of-input", "'\(type).\(field.name)' cannot have a default value, because '\(type)' is a @oneOf input object", at: field.range)
  }

  static func deprecatedRequiredValue(_ value: InputValueDefinition) -> Diagnostic {
    Diagnostic("deprecated-required-value", "'\(value.name)' is required and cannot be deprecated", at: value.range)
  }

  static func wrongDefaultValue(_ value: InputValueDefinition, in schema: Schema) -> Diagnostic {
    Diagnostic(
      "wrong-default-value", "The default value of '\(value.name)' is not '\(schema.description(of: value.type))'", at: value.range)
  }

  static func inputObjectCycle(_ type: Name, _ fields: [InputValueDefinition]) -> Diagnostic {
    let path = fields.map { "'\($0.name)'" }.joined(separator: ", ")
    return Diagnostic(
      "input-object-cycle",
      "No value of '\(type)' can be written: it contains itself through the non-null \(fields.count == 1 ? "field" : "fields") \(path)",
      at: fields.first?.range ?? .generated, notes: fields.dropFirst().map { .init("'\($0.name)' is defined here", at: $0.range) })
  }

  static func defaultValueCycle(_ fields: [String], at range: SourceRange) -> Diagnostic {
    let path = fields.dropFirst().map { "'\($0)'" }.joined(separator: ", ")
    return Diagnostic(
      "default-value-cycle",
      "The default value of '\(fields.first ?? "")' contains itself endlessly\(path.isEmpty ? "" : ", through that of \(path)"). Write out "
        + "a value in it, or remove a default value", at: range)
  }

  static func oneOfInExtension(_ directive: NameSyntax, of type: Name) -> Diagnostic {
    Diagnostic(
      "one-of-input", "'@oneOf' is not allowed on an extension, because it would change the fields of '\(type)'. Move it to the definition",
      at: directive.range)
  }

  static func directiveReferencesItself(_ directive: DirectiveDefinition) -> Diagnostic {
    Diagnostic("directive-cycle", "The directive '@\(directive.name)' cannot be used in its own definition", at: directive.range)
  }
}
