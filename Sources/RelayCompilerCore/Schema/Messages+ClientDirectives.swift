/// Diagnostics for directives in client schema extensions.
extension Diagnostic {
  static func directiveWithoutEffect(_ name: NameSyntax, instead: String) -> Diagnostic {
    Diagnostic(
      "ignored-directive", "'@\(name.name)' is a directive of Apollo's clients and has no effect here. \(instead)", at: name.range,
      severity: .warning)
  }

  static func nonNullFieldWithoutName(at range: SourceRange) -> Diagnostic {
    Diagnostic(
      "invalid-semantic-non-null", "'@semanticNonNullField' must name a field: '@semanticNonNullField(name: \"title\")'", at: range)
  }

  static func unknownNonNullField(_ name: NameSyntax, on type: TypeID, in schema: Schema) -> Diagnostic {
    let (type, names) = (schema[type].name, schema[type].fields.names)
    return suggesting(among: names.count) { isSearched in
      let close = isSearched ? Suggestions.closest(to: name.name, among: names) : []
      return Diagnostic(
        "invalid-semantic-non-null",
        "'\(type)' has no field '\(shortened(name.name.string))' to be marked as semantically non-null\(Suggestions.sentence(close))",
        at: name.range)
    }
  }
}
