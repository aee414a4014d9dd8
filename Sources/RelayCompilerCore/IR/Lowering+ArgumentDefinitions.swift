extension Lowering {
  /// Reads `@argumentDefinitions(name: {type: "T", defaultValue: v, provider: "module", …})`.
  static func argumentDefinitions(
    of fragment: FragmentDefinitionSyntax, schema: Schema, diagnostics: inout [Diagnostic]
  ) -> [VariableDefinition] {
    var result: [VariableDefinition] = []
    for directive in fragment.directives where directive.name.name == .argumentDefinitions {
      for argument in directive.arguments {
        if let definition = argumentDefinition(argument, schema: schema, diagnostics: &diagnostics) { result.append(definition) }
      }
    }
    return result
  }

  private static func argumentDefinition(
    _ argument: ArgumentSyntax, schema: Schema, diagnostics: inout [Diagnostic]
  ) -> VariableDefinition? {
    guard case .object(let fields, let range) = argument.value else {
      diagnostics.append(
        Diagnostic(
          "argument-definition",
          "An argument is defined by an object such as {type: \"Int\", defaultValue: 10}",
          at: argument.value.range))
      return nil
    }
    let typeText: (text: String, range: SourceRange)
    switch fields.first(where: { $0.name.name == .type })?.value {
    case .string(let string): typeText = (string.value, string.range)
    case .enum(let name): typeText = (name.name.string, name.range)
    default:
      diagnostics.append(
        Diagnostic(
          "argument-definition",
          "The definition of an argument needs its type as a string, such as type: \"Int!\"",
          at: range))
      return nil
    }
    guard let type = schema.type(spelled: typeText.text) else {
      diagnostics.append(Diagnostic("unknown-type", "Unknown type '\(typeText.text)'", at: typeText.range))
      return nil
    }
    guard schema.isInput(type.named) else {
      diagnostics.append(
        Diagnostic(
          "argument-definition",
          "'\(typeText.text)' cannot be the type of an argument: it is no scalar, enum or input object",
          at: typeText.range))
      return nil
    }
    var definition = VariableDefinition(argument.name.name, type: type, range: argument.name.range)
    var builder = DefinitionBuilder(schema: schema, signatures: [:])
    for field in fields {
      switch field.name.name {
      case .type: break
      case .defaultValue:
        definition.defaultValue = builder.constant(field.value, type: type)
      case .provider:
        if case .string(let string) = field.value { definition.provider = string.value }
      case .directives:
        definition.directives = directiveNames(field.value).map { Directive($0, range: field.range) }
      case .unusedLocalVariable:
        if case .boolean(true, _) = field.value {
          definition.directives.append(Directive(.unusedLocalVariable, range: field.range))
        } else {
          diagnostics.append(
            Diagnostic(
              "argument-definition",
              "`unusedLocalVariable_DEPRECATED` can only be set to a constant `true` value. If the variable is used, don't set it.",
              at: field.value.range))
        }
      default:
        diagnostics.append(
          Diagnostic(
            "argument-definition",
            "The definition of an argument has no '\(field.name.name)'; it has 'type', 'defaultValue' and 'provider'",
            at: field.name.range))
      }
    }
    if definition.provider != nil, fields.contains(where: { $0.name.name == .defaultValue }) {
      diagnostics.append(
        Diagnostic(
          "provided-variable-default",
          "'$\(definition.name)' gets its value from a provider, so a default value would never be used", at: argument.range))
    }
    diagnostics += builder.diagnostics
    return definition
  }

  /// `["@a", "@b"]`
  private static func directiveNames(_ value: ValueSyntax) -> [Name] {
    guard case .list(let items, _) = value else { return [] }
    return items.compactMap { item in
      guard case .string(let string) = item, string.value.utf8.first == UInt8(ascii: "@") else { return nil }
      return Name(String(string.value.dropFirst()))
    }
  }
}

extension Schema {
  /// The type that a string spells, as in `"[Int!]!"`.
  func type(spelled text: String) -> TypeReference? {
    var bytes = Array(text.utf8).filter { $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: "\n") && $0 != UInt8(ascii: "\t") }[...]
    var suffixes: [UInt8] = []
    while let last = bytes.last, last == UInt8(ascii: "!") || last == UInt8(ascii: "]") {
      if last == UInt8(ascii: "]") {
        guard bytes.first == UInt8(ascii: "[") else { return nil }
        bytes.removeFirst()
      }
      suffixes.append(last)
      bytes.removeLast()
      guard suffixes.count <= TypeReference.maximumDepth else { return nil }
    }
    guard !bytes.isEmpty, let named = type(named: Name(bytes)) else { return nil }
    var type = TypeReference(named)
    for suffix in suffixes.reversed() {
      if suffix == UInt8(ascii: "]") {
        type = type.list
      } else {
        guard !type.isNonNull else { return nil }
        type = type.nonNull
      }
    }
    return type
  }
}
