/// Diagnostics for `@cacheControl` and `@cacheControlField` in client schema extensions.
extension Diagnostic {
  static func emptyCacheControl(_ directive: DirectiveSyntax) -> Diagnostic {
    Diagnostic(
      "invalid-cache-control",
      "'@\(directive.name.name)' says nothing. Give it 'maxAge' in seconds, 'inheritMaxAge: true' or a 'scope'", at: directive.range)
  }

  static func cacheControlWithBoth(_ directive: DirectiveSyntax) -> Diagnostic {
    Diagnostic(
      "invalid-cache-control",
      "'@\(directive.name.name)' cannot have an age and inherit one. Leave out 'maxAge' or 'inheritMaxAge'", at: directive.range)
  }

  static func maxAgeOutOfRange(_ argument: ArgumentSyntax) -> Diagnostic {
    Diagnostic(
      "invalid-cache-control", "'maxAge' must be a number of seconds from 0 to \(Int32.max), found \(argument.value.phrase)",
      at: argument.value.range)
  }

  static func wrongCacheControlValue(_ argument: ArgumentSyntax) -> Diagnostic {
    let expected =
      switch argument.name.name {
      case .maxAge: "a number of seconds"
      case .inheritMaxAge: "true or false"
      default: "PUBLIC or PRIVATE"
      }
    return Diagnostic(
      "invalid-cache-control", "'\(argument.name.name)' must be \(expected), found \(argument.value.phrase)", at: argument.value.range)
  }

  static func unknownCacheControlScope(_ name: NameSyntax) -> Diagnostic {
    let scopes: [Name] = ["PUBLIC", "PRIVATE"]
    let close = Suggestions.closest(to: name.name, among: scopes)
    return Diagnostic(
      "invalid-cache-control",
      "There is no scope '\(shortened(name.name.string))'" + Suggestions.sentence(close.isEmpty ? scopes.map(\.string) : close),
      at: name.range, fixIts: FixIt.replacing(name.range, with: close))
  }

  static func unknownCacheControlArgument(_ name: NameSyntax, of directive: Name, among known: [Name]) -> Diagnostic {
    let close = Suggestions.closest(to: name.name, among: known)
    return Diagnostic(
      "unknown-argument",
      "'@\(directive)' has no argument '\(shortened(name.name.string))'" + Suggestions.sentence(close, kind: "argument", among: known),
      at: name.range, fixIts: FixIt.replacing(name.range, with: close))
  }

  static func cacheControlFieldWithoutName(_ directive: DirectiveSyntax) -> Diagnostic {
    Diagnostic(
      "invalid-cache-control", "'@\(directive.name.name)' must name a field: '@\(directive.name.name)(name: \"title\", maxAge: 60)'",
      at: directive.range)
  }

  static func cacheControlOfUnknownField(_ name: NameSyntax, on type: TypeID, in schema: Schema) -> Diagnostic {
    let (type, names) = (schema[type].name, schema[type].fields.names)
    return suggesting(among: names.count) { isSearched in
      let close = isSearched ? Suggestions.closest(to: name.name, among: names) : []
      return Diagnostic(
        "invalid-cache-control",
        "'\(type)' has no field '\(shortened(name.name.string))' that could have an age\(Suggestions.sentence(close))", at: name.range,
        fixIts: FixIt.replacing(name.range, with: close.map { "\"\($0)\"" }))
    }
  }

  static func cacheControlFieldOnField(_ directive: DirectiveSyntax, _ field: NameSyntax) -> Diagnostic {
    Diagnostic(
      "invalid-cache-control",
      "'@\(directive.name.name)' is for types, and names one of their fields. On '\(field.name)' itself, use '@cacheControl'",
      at: directive.range)
  }

  static func cacheControlOfClientField(_ directive: DirectiveSyntax, _ field: NameSyntax) -> Diagnostic {
    Diagnostic(
      "invalid-cache-control",
      "Only the client knows '\(shortened(field.name.string))', so it is never stale. Remove '@\(directive.name.name)'",
      at: directive.range)
  }

  static func cacheControlOfLeaf(_ directive: DirectiveSyntax, on type: TypeDefinition) -> Diagnostic {
    Diagnostic(
      "invalid-cache-control",
      "'\(type.name)' is \(type.kind.phrase), and only objects, interfaces and unions have ages. Put '@\(directive.name.name)' on the "
        + "fields, or on their type", at: directive.range)
  }

  static func misplacedCacheControl(_ directive: DirectiveSyntax) -> Diagnostic {
    Diagnostic(
      "invalid-cache-control", "'@\(directive.name.name)' is only for types and fields", at: directive.range)
  }

  static func directiveOfDocuments(_ directive: DirectiveSyntax) -> Diagnostic {
    let instead =
      directive.name.name == .maxAge
      ? "In a schema, '@cacheControl(maxAge: 60)' says how old values may be" : "Put it on a field of a mutation"
    return Diagnostic(
      "misplaced-directive", "'@\(directive.name.name)' is for documents. \(instead)", at: directive.range)
  }
}
