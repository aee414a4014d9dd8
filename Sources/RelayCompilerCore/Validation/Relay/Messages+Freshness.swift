/// Diagnostics for ages and invalidations in documents.
extension Diagnostic {
  // MARK: - Ages

  static func negativeAge(_ argument: ArgumentSyntax) -> Diagnostic {
    Diagnostic(
      "invalid-max-age", "'\(argument.name.name)' is a number of seconds and cannot be negative, found \(argument.value.phrase)",
      at: argument.value.range)
  }

  static func variableInFreshness(_ variable: NameSyntax, _ argument: Name, of directive: Name) -> Diagnostic {
    Diagnostic(
      directive == .maxAge ? "invalid-max-age" : "invalid-invalidation",
      "The compiler reads '\(argument)' of '@\(directive)', so it must be a literal, not the variable '$\(variable.name)'",
      at: variable.range)
  }

  /// The reason why the age of a field has no effect.
  enum AgelessField {
    case clientField(Name)
    case operation(OperationKind)
  }

  static func ageWithoutEffect(_ directive: DirectiveSyntax, _ field: AgelessField) -> Diagnostic {
    let reason =
      switch field {
      case .clientField(let name): "no server sends '\(name)'"
      case .operation(let kind): "the data of a \(kind.rawValue) is always new. Put it on the queries and fragments that show the data"
      }
    return Diagnostic(
      "directive-without-effect", "'@\(directive.name.name)' has no effect here: \(reason)", at: directive.range, severity: .warning)
  }

  // MARK: - Invalidations

  /// - Parameter kind: that of the operation; nil in a fragment.
  static func invalidationOutsideMutation(_ directive: DirectiveSyntax, in kind: OperationKind?) -> Diagnostic {
    let place = kind == nil ? "a fragment" : "a query"
    return Diagnostic(
      "invalid-invalidation",
      "'@\(directive.name.name)' says what is stale after a mutation, and this is \(place). Put it on a field of the mutation or "
        + "subscription itself", at: directive.range)
  }

  static func emptyInvalidation(_ directive: DirectiveSyntax) -> Diagnostic {
    Diagnostic(
      "invalid-invalidation",
      "'@\(directive.name.name)' names nothing. Add types, as in 'types: [\"Todo\"]', or fields, as in 'fields: [\"Query.todos\"]'",
      at: directive.range)
  }

  static func unknownInvalidatedType(_ text: StringSyntax, in schema: Schema) -> Diagnostic {
    let name = text.value
    if let coordinate = FieldCoordinate(name), let type = schema.type(named: coordinate.type),
      schema.field(coordinate.field, on: type) != nil
    {
      return Diagnostic(
        "invalid-invalidation", "'\(shortened(name))' is a field, not a type. Name it in 'fields'", at: text.range)
    }
    if let type = schema.type(named: Name(name)), !schema[type].isBuiltIn {
      let reason =
        schema[type].isClientOnly
        ? "is known only to the client" : "is \(schema[type].kind.phrase), and only objects, interfaces and unions can"
      return Diagnostic("invalid-invalidation", "'\(shortened(name))' cannot be stale: it \(reason)", at: text.range)
    }
    return suggesting(among: schema.types.count) { isSearched in
      let close = isSearched ? Suggestions.closest(to: name, among: schema.invalidatableTypes) : []
      return Diagnostic(
        "invalid-invalidation", "The schema has no type '\(shortened(name))' that could be stale\(Suggestions.sentence(close))",
        at: text.range, fixIts: FixIt.replacing(text.range, with: close.map { "\"\($0)\"" }))
    }
  }

  static func invalidatedFieldWithoutType(_ text: StringSyntax, in schema: Schema) -> Diagnostic {
    let name = text.value
    let query = schema.queryType.flatMap { type in schema.field(Name(name), on: type).map { _ in schema[type].name } }
    let close = query.map { ["\($0).\(name)"] } ?? []
    let isType = schema.type(named: Name(name)).map { schema.isComposite($0) } ?? false
    return Diagnostic(
      "invalid-invalidation",
      isType
        ? "'\(shortened(name))' is a type, not a field. Name it in 'types'"
        : "'\(shortened(name))' must be a type and one of its fields, as in 'Query.todos'\(Suggestions.sentence(close))",
      at: text.range, fixIts: FixIt.replacing(text.range, with: close.map { "\"\($0)\"" }))
  }

  static func unknownTypeOfInvalidatedField(_ coordinate: FieldCoordinate, _ text: StringSyntax, in schema: Schema) -> Diagnostic {
    suggesting(among: schema.types.count) { isSearched in
      let close =
        (isSearched ? Suggestions.closest(to: coordinate.type.string, among: schema.invalidatableTypes) : [])
        .map { "\($0).\(coordinate.field)" }
      return Diagnostic(
        "invalid-invalidation",
        "The schema has no type '\(shortened(coordinate.type.string))' with fields that could be stale\(Suggestions.sentence(close))",
        at: text.range, fixIts: FixIt.replacing(text.range, with: close.map { "\"\($0)\"" }))
    }
  }

  static func unknownInvalidatedField(
    _ coordinate: FieldCoordinate, on type: TypeID, _ text: StringSyntax, in schema: Schema
  ) -> Diagnostic {
    let names = schema[type].fields.names
    return suggesting(among: names.count) { isSearched in
      let close =
        (isSearched ? Suggestions.closest(to: coordinate.field, among: names) : []).map { "\(coordinate.type).\($0)" }
      return Diagnostic(
        "invalid-invalidation",
        "'\(coordinate.type)' has no field '\(shortened(coordinate.field.string))' that could be stale\(Suggestions.sentence(close))",
        at: text.range, fixIts: FixIt.replacing(text.range, with: close.map { "\"\($0)\"" }))
    }
  }

  static func invalidatedClientField(_ coordinate: FieldCoordinate, _ text: StringSyntax) -> Diagnostic {
    Diagnostic(
      "invalid-invalidation",
      "Only the client knows '\(coordinate.type).\(coordinate.field)', so it cannot be stale", at: text.range)
  }
}

extension Schema {
  /// The names of the server's objects, interfaces and unions.
  fileprivate var invalidatableTypes: [String] {
    types.filter { !$0.isBuiltIn && !$0.isClientOnly && ($0.kind == .object || $0.kind == .interface || $0.kind == .union) }
      .map(\.name.string)
  }
}
