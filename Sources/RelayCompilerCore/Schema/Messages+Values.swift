/// Diagnostics for arguments, values and directives, in documents and in schemas (specification, section 5).
extension Diagnostic {
  // MARK: - Arguments

  static func unknownArgument(
    _ name: NameSyntax, of owner: ArgumentOwner, _ definitions: NamedList<InputValueDefinition>, in schema: Schema
  ) -> Diagnostic {
    return suggesting(among: definitions.count) { isSearched in
      let close = isSearched ? Suggestions.closest(to: name.name, among: definitions.lazy.map(\.name)) : []
      return Diagnostic(
        "unknown-argument",
        "\(description(of: owner, in: schema)) has no argument '\(name.name)'"
          + Suggestions.sentence(close, kind: "argument", among: definitions.lazy.map(\.name)),
        at: name.range, fixIts: FixIt.replacing(name.range, with: close))
    }
  }

  /// An unknown argument beside one that is missing: most likely it is that one.
  static func otherArgument(
    _ name: NameSyntax, insteadOf missing: InputValueDefinition, of owner: ArgumentOwner, in schema: Schema
  ) -> Diagnostic {
    Diagnostic(
      "unknown-argument",
      "\(description(of: owner, in: schema)) has no argument '\(name.name)'" + Suggestions.sentence([missing.name.string]), at: name.range,
      fixIts: FixIt.replacing(name.range, with: [missing.name.string]))
  }

  static func missingArguments(
    _ definitions: [InputValueDefinition], of owner: ArgumentOwner, at range: SourceRange, in schema: Schema
  ) -> Diagnostic {
    Diagnostic(
      "missing-argument",
      "\(description(of: owner, in: schema)) needs the argument\(definitions.count == 1 ? "" : "s") \(list(of: definitions, in: schema))",
      at: range,
      notes: definitions.filter { !$0.range.isGenerated }.prefix(listed).map { .init("'\($0.name)' is defined here", at: $0.range) })
  }

  /// The maximum number of arguments or fields listed in a message.
  private static let listed = 20

  /// `'a' (Int!), 'b' (ID!) and 'c' (ID!)`
  private static func list(of values: [InputValueDefinition], in schema: Schema) -> String {
    var items = values.prefix(listed).map { "'\($0.name)' (\(schema.description(of: $0.type)))" }
    if values.count > listed { items.append("\(values.count - listed) more") }
    return items.count == 1 ? items[0] : items.dropLast().joined(separator: ", ") + " and " + (items.last ?? "")
  }

  private static func description(of owner: ArgumentOwner, in schema: Schema) -> String {
    switch owner {
    case .field(let id): "'\(schema[schema[id].parent].name).\(schema[id].name)'"
    case .directive(let name): "'@\(name)'"
    }
  }

  static func repeatedArgument(_ name: NameSyntax, first: SourceRange) -> Diagnostic {
    Diagnostic(
      "repeated-argument", "The argument '\(name.name)' is given twice", at: name.range,
      notes: [.init("'\(name.name)' is first given here", at: first)])
  }

  static func argumentOnMetaField(_ name: NameSyntax, field: Name) -> Diagnostic {
    Diagnostic("unknown-argument", "'\(field)' has no argument '\(name.name)'", at: name.range)
  }

  static func missingMetaArgument(_ argument: String, on field: NameSyntax) -> Diagnostic {
    Diagnostic("missing-argument", "'\(field.name)' needs the argument '\(argument)' (String!)", at: field.range)
  }

  // MARK: - Values

  static func wrongValue(expected: String, found value: ValueSyntax, at range: SourceRange) -> Diagnostic {
    Diagnostic("wrong-value", "Expected a value of type '\(expected)', found \(value.phrase)", at: range)
  }

  /// A name in place of a value, if there is a variable with that name.
  static func nameForVariable(_ name: NameSyntax, expected: String) -> Diagnostic {
    Diagnostic(
      "wrong-value",
      "Expected a value of type '\(expected)', found the enum value \(name.name). Did you mean the variable '$\(name.name)'?",
      at: name.range, fixIts: [.init(replace: name.range, with: "$\(name.name)")])
  }

  static func nullForNonNull(type: String, at range: SourceRange) -> Diagnostic {
    Diagnostic("wrong-value", "Expected a value of type '\(type)', found null", at: range)
  }

  static func integerOutOfRange(_ text: String, at range: SourceRange) -> Diagnostic {
    Diagnostic("number-out-of-range", "\(shortened(text)) is out of range: an Int has 32 bits", at: range)
  }

  static func integerOutOfRange64(_ text: String, at range: SourceRange) -> Diagnostic {
    Diagnostic("number-out-of-range", "The integer \(shortened(text)) does not fit in 64 bits", at: range)
  }

  static func floatOutOfRange(_ text: String, at range: SourceRange) -> Diagnostic {
    Diagnostic("number-out-of-range", "\(shortened(text)) is too large for a Float", at: range)
  }

  static func unknownEnumValue(_ name: NameSyntax, of type: TypeDefinition) -> Diagnostic {
    return suggesting(among: type.values.count) { isSearched in
      let close = isSearched ? Suggestions.closest(to: name.name, among: type.values.lazy.map(\.name)) : []
      return Diagnostic(
        "unknown-enum-value",
        "The enum '\(type.name)' has no value '\(name.name)'"
          + Suggestions.sentence(close, kind: "value", among: type.values.lazy.map(\.name)),
        at: name.range, fixIts: FixIt.replacing(name.range, with: close))
    }
  }

  static func stringForEnum(_ string: StringSyntax, of type: TypeDefinition) -> Diagnostic {
    let match = type.values.named(Name(string.value))
    return Diagnostic(
      "wrong-value",
      match != nil
        ? "A value of the enum '\(type.name)' is written without quotes: \(string.value)"
        : "Expected a value of the enum '\(type.name)', found a string",
      at: string.range, fixIts: match.map { [.init(replace: string.range, with: $0.name.string)] } ?? [])
  }

  static func enumForCustomScalar(_ type: Name, at range: SourceRange) -> Diagnostic {
    Diagnostic("wrong-value", "Expected a value of the scalar '\(type)', found an enum value. Did you mean a string?", at: range)
  }

  static func literalForCustomScalar(_ type: Name, at range: SourceRange) -> Diagnostic {
    Diagnostic(
      "literal-for-custom-scalar", "A value of the custom scalar '\(type)' must come from a variable, not from a literal", at: range)
  }

  static func unknownInputField(_ name: NameSyntax, of type: TypeDefinition) -> Diagnostic {
    return suggesting(among: type.inputFields.count) { isSearched in
      let close = isSearched ? Suggestions.closest(to: name.name, among: type.inputFields.lazy.map(\.name)) : []
      return Diagnostic(
        "unknown-input-field",
        "The input object '\(type.name)' has no field '\(name.name)'"
          + Suggestions.sentence(close, kind: "field", among: type.inputFields.lazy.map(\.name)),
        at: name.range, fixIts: FixIt.replacing(name.range, with: close))
    }
  }

  static func missingInputFields(
    _ fields: [InputValueDefinition], of type: Name, at range: SourceRange, in schema: Schema
  ) -> Diagnostic {
    Diagnostic(
      "missing-input-field",
      "The input object '\(type)' needs the field\(fields.count == 1 ? "" : "s") \(list(of: fields, in: schema))", at: range)
  }

  static func repeatedInputField(_ name: NameSyntax, first: SourceRange) -> Diagnostic {
    Diagnostic(
      "repeated-input-field", "The input field '\(name.name)' is given twice", at: name.range,
      notes: [.init("'\(name.name)' is first given here", at: first)])
  }

  static func oneOfNeedsOneField(_ type: Name, at range: SourceRange) -> Diagnostic {
    Diagnostic("one-of-input", "Exactly one field of '\(type)' must be given, because it is a @oneOf input object", at: range)
  }

  static func nullForOneOf(_ field: Name, of type: Name, at range: SourceRange) -> Diagnostic {
    Diagnostic("one-of-input", "'\(type).\(field)' cannot be null, because '\(type)' is a @oneOf input object", at: range)
  }

  // MARK: - Directives

  static func unknownDirective(_ name: NameSyntax, among directives: some Collection<Name> & Sendable) -> Diagnostic {
    if let declaration = incrementalDeliveryDirectives[name.name.string] {
      return Diagnostic(
        "unknown-directive",
        "The schema does not declare '@\(name.name)'. If the server supports it, add '\(declaration)' to the schema", at: name.range)
    }
    if let cure = apolloDirectives[name.name.string] {
      return Diagnostic("unknown-directive", "There is no directive '@\(name.name)', which is Apollo's. \(cure)", at: name.range)
    }
    return suggesting(among: directives.count) { isSearched in
      let close = isSearched ? Suggestions.closest(to: name.name, among: directives) : []
      return Diagnostic(
        "unknown-directive",
        "There is no directive '@\(name.name)'" + Suggestions.sentence(close, prefix: "@"), at: name.range,
        fixIts: FixIt.replacing(name.range, with: close.map { "@" + $0 }))
    }
  }

  /// Directives of Apollo's clients in documents, with what to do here.
  private static let apolloDirectives = [
    "apollo_client_ios_localCacheMutation":
      "Leave the document out with 'excludes' of the configuration, or replace the directive by '@updatable'",
    "client": "Remove it, and declare the field in a client schema extension",
    "import": "Remove it: the fragments of the modules that this one depends on are known",
    "nonreactive": "Remove it: a fragment's changes do not affect what spreads it",
    "unmask": "Write '@relay(mask: false)'",
  ]

  /// Directives that require support by the server, and so must not be declared without it.
  private static let incrementalDeliveryDirectives = [
    "defer": "directive @defer(label: String, if: Boolean! = true) on FRAGMENT_SPREAD | INLINE_FRAGMENT",
    "stream": "directive @stream(label: String, if: Boolean! = true, initialCount: Int! = 0) on FIELD",
  ]

  static func misplacedDirective(_ name: NameSyntax, at location: Name, allowed: [Name]) -> Diagnostic {
    let places = allowed.map(\.string).joined(separator: ", ")
    return Diagnostic(
      "misplaced-directive", "'@\(name.name)' is not allowed on \(location), only on \(places)", at: name.range)
  }

  static func repeatedDirective(_ name: NameSyntax, first: SourceRange) -> Diagnostic {
    Diagnostic(
      "repeated-directive", "'@\(name.name)' can be used only once here", at: name.range,
      notes: [.init("'@\(name.name)' is first used here", at: first)])
  }
}

extension ValueSyntax {
  /// How a message refers to the value.
  var phrase: String {
    switch self {
    case .variable(let name): "'$\(name.name)'"
    case .int(let text, _), .float(let text, _): Diagnostic.shortened(text)
    case .string: "a string"
    case .boolean(let value, _): value ? "true" : "false"
    case .null: "null"
    case .enum(let name): "the enum value \(Diagnostic.shortened(name.name.string))"
    case .list: "a list"
    case .object: "an object"
    }
  }
}
