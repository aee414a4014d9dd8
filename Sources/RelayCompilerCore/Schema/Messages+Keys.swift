/// Diagnostics for `@key`.
extension Diagnostic {
  static func keyOfAbstractType(_ name: NameSyntax, on type: TypeDefinition) -> Diagnostic {
    Diagnostic(
      "invalid-key", "'\(type.name)' is \(type.kind.phrase), and only object types have keys. Declare '@key' on those that need it",
      at: name.range)
  }

  static func keyWithoutFields(_ directive: Name, _ argument: Name, at range: SourceRange) -> Diagnostic {
    Diagnostic(
      "invalid-key",
      "'@\(directive)' must name the fields that identify an object: '@\(directive)(\(argument): \"isbn edition\")'", at: range)
  }

  static func unknownKeyField(_ name: NameSyntax, on type: TypeID, in schema: Schema) -> Diagnostic {
    let (type, names) = (schema[type].name, schema[type].fields.names)
    return suggesting(among: names.count) { isSearched in
      let close = isSearched ? Suggestions.closest(to: name.name, among: names) : []
      return Diagnostic(
        "unknown-key-field",
        "'\(type)' has no field '\(name.name)' that could identify it\(Suggestions.sentence(close))",
        at: name.range, fixIts: FixIt.replacing(name.range, with: close))
    }
  }

  static func unsuitableKeyField(_ name: NameSyntax, on type: Name, _ problem: KeyFieldProblem) -> Diagnostic {
    let reason =
      switch problem {
      case .notALeaf(let type): "has the type '\(type)', but key fields are scalars or enums"
      case .arguments: "takes arguments, so it can have several values"
      case .clientOnly: "is a client field, which no response contains"
      }
    return Diagnostic("invalid-key", "'\(type).\(name.name)' cannot identify an object: it \(reason)", at: name.range)
  }

  static func nestedKey(on type: Name, at range: SourceRange) -> Diagnostic {
    Diagnostic(
      "ignored-key",
      "Nested selections are ignored in a key. Name fields of '\(type)' itself that are scalars or enums",
      at: range, severity: .warning)
  }

  static func secondKey(on type: Name, at range: SourceRange, first: SourceRange) -> Diagnostic {
    Diagnostic(
      "ignored-key", "'\(type)' already has a key, and only the first one counts. Remove this one", at: range, severity: .warning,
      notes: [.init("The first key is declared here", at: first)])
  }
}
