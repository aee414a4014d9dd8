/// Diagnostics for names and duplicates in a schema (specification, section 3).
extension Diagnostic {
  /// Whether an `InputValueDefinition` is an argument or an input field.
  enum InputValueRole: String {
    case argument
    case inputField = "input field"
  }

  static func unknownType(_ name: NameSyntax, among types: [Name]) -> Diagnostic {
    suggesting(among: types.count) { isSearched in
      let close = isSearched ? Suggestions.closest(to: name.name, among: types) : []
      return Diagnostic(
        "unknown-type", "Unknown type '\(name.name)'\(Suggestions.sentence(close))", at: name.range,
        fixIts: FixIt.replacing(name.range, with: close))
    }
  }

  static func duplicateType(_ name: NameSyntax, first: SourceRange) -> Diagnostic {
    if first.isGenerated {
      return Diagnostic("duplicate-type", "'\(name.name)' is one of GraphQL's own scalars. Choose another name", at: name.range)
    }
    return Diagnostic(
      "duplicate-type", "The type '\(name.name)' is already defined", at: name.range,
      notes: [.init("'\(name.name)' is first defined here", at: first)])
  }

  static func secondSchema(_ name: NameSyntax, others: Int, first: SourceRange) -> Diagnostic {
    Diagnostic(
      "duplicate-type",
      "There are two schemas: two files define '\(name.name)' and \(others) other types. Remove one of them, or name the right one as 'schema' "
        + "in relay.config.json", at: name.range, notes: [.init("The first one defines '\(name.name)' here", at: first)])
  }

  static func duplicateDirective(_ name: NameSyntax, first: SourceRange) -> Diagnostic {
    Diagnostic(
      "duplicate-directive", "The directive '@\(name.name)' is already defined", at: name.range,
      notes: [.init("'@\(name.name)' is first defined here", at: first)])
  }

  static func duplicateField(_ name: NameSyntax, on type: Name, first: SourceRange) -> Diagnostic {
    Diagnostic(
      "duplicate-field", "The field '\(name.name)' of '\(type)' is already defined", at: name.range,
      notes: [.init("'\(type).\(name.name)' is first defined here", at: first)])
  }

  static func duplicateInputValue(_ name: NameSyntax, _ role: InputValueRole, first: SourceRange) -> Diagnostic {
    Diagnostic(
      role == .argument ? "duplicate-argument" : "duplicate-field", "The \(role.rawValue) '\(name.name)' is already defined",
      at: name.range, notes: [.init("'\(name.name)' is first defined here", at: first)])
  }

  static func duplicateEnumValue(_ name: NameSyntax, of type: Name, first: SourceRange) -> Diagnostic {
    Diagnostic(
      "duplicate-enum-value", "The value '\(name.name)' of '\(type)' is already defined", at: name.range,
      notes: [.init("'\(type).\(name.name)' is first defined here", at: first)])
  }

  static func duplicateInterface(_ name: NameSyntax, on type: Name) -> Diagnostic {
    Diagnostic("duplicate-interface", "'\(type)' already implements '\(name.name)'", at: name.range)
  }

  static func duplicateUnionMember(_ name: NameSyntax, of type: Name) -> Diagnostic {
    Diagnostic("duplicate-union-member", "'\(name.name)' is already a member of the union '\(type)'", at: name.range)
  }

  /// The same as a warning, if a server's schema repeats itself.
  func asRepetition(_ isRepetition: Bool) -> Diagnostic {
    guard isRepetition else { return self }
    var warning = Diagnostic(id, "\(message). It is defined in the same way, so this has no effect", at: range, severity: .warning)
    warning.notes = notes
    return warning
  }

  static func notAnInterface(_ name: NameSyntax, kind: TypeKind) -> Diagnostic {
    Diagnostic("not-an-interface", "Only interfaces can be implemented, but '\(name.name)' is \(kind.phrase)", at: name.range)
  }

  static func unionMemberNotAnObject(_ name: NameSyntax, kind: TypeKind) -> Diagnostic {
    Diagnostic(
      "union-member-not-an-object", "The members of a union must be object types, but '\(name.name)' is \(kind.phrase)", at: name.range)
  }

  static func notAnOutputType(_ type: NameSyntax, field: Name, on parent: Name) -> Diagnostic {
    Diagnostic(
      "not-an-output-type", "The field '\(parent).\(field)' cannot have the input object '\(type.name)' as its type", at: type.range)
  }

  static func notAnInputType(_ type: NameSyntax, _ role: InputValueRole, of name: Name) -> Diagnostic {
    Diagnostic(
      "not-an-input-type",
      "The \(role.rawValue) '\(name)' cannot have the type '\(type.name)'. Use a scalar, an enum or an input object", at: type.range)
  }

  static func extensionOfUnknownType(_ name: NameSyntax, among types: [Name]) -> Diagnostic {
    suggesting(among: types.count) { isSearched in
      let close = isSearched ? Suggestions.closest(to: name.name, among: types) : []
      return Diagnostic(
        "extension-of-unknown-type", "Cannot extend '\(name.name)', which is not defined\(Suggestions.sentence(close))",
        at: name.range, fixIts: FixIt.replacing(name.range, with: close))
    }
  }

  static func extensionOfWrongKind(_ syntax: TypeDefinitionSyntax, of type: TypeDefinition) -> Diagnostic {
    Diagnostic(
      "extension-of-wrong-kind", "'\(type.name)' is \(type.kind.phrase). Extend it with 'extend \(type.kind.keyword)'",
      at: syntax.name.range, notes: type.range.isGenerated ? [] : [.init("'\(type.name)' is defined here", at: type.range)])
  }

  static func extensionBeforeDefinition(_ name: NameSyntax, definition: SourceRange) -> Diagnostic {
    Diagnostic(
      "extension-before-definition", "'\(name.name)' is extended before it is defined. Move the extension after the definition",
      at: name.range, notes: [.init("'\(name.name)' is defined here", at: definition)])
  }

  static func duplicateSchemaDefinition(at range: SourceRange, first: SourceRange) -> Diagnostic {
    Diagnostic(
      "duplicate-schema-definition", "There can be only one schema definition. Use 'extend schema' to add to it", at: range,
      notes: [.init("The schema is first defined here", at: first)])
  }

  static func duplicateOperationType(_ kind: OperationKind, at range: SourceRange, first: SourceRange) -> Diagnostic {
    Diagnostic(
      "duplicate-operation-type", "The root type of '\(kind.rawValue)' is already given", at: range,
      notes: [.init("It is first given here", at: first)])
  }
}

extension TypeKind {
  /// The kind in a message, with its article.
  var phrase: String {
    switch self {
    case .scalar: "a scalar"
    case .object: "an object type"
    case .interface: "an interface"
    case .union: "a union"
    case .enum: "an enum"
    case .inputObject: "an input object"
    }
  }

  /// The keyword of its definition.
  package var keyword: String {
    switch self {
    case .scalar: "scalar"
    case .object: "type"
    case .interface: "interface"
    case .union: "union"
    case .enum: "enum"
    case .inputObject: "input"
    }
  }
}
