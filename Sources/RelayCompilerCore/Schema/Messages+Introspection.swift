/// Diagnostics for schemas in JSON (specification, section 4).
extension Diagnostic {
  static func notIntrospection(at range: SourceRange) -> Diagnostic {
    Diagnostic(
      "invalid-introspection", "This JSON is not the result of an introspection query: it has no list '__schema.types'",
      at: range)
  }

  static func introspectionName(at range: SourceRange) -> Diagnostic {
    Diagnostic("invalid-introspection", "Expected an object with a 'name' that is a GraphQL name", at: range)
  }

  static func introspectionValue(_ key: String, of name: Name, at range: SourceRange) -> Diagnostic {
    Diagnostic("invalid-introspection", "'\(name)' has no valid '\(key)'", at: range)
  }

  static func introspectionDefaultValue(_ text: String, at range: SourceRange) -> Diagnostic {
    Diagnostic("invalid-introspection", "The default value '\(shortened(text))' is not a GraphQL value", at: range)
  }
}
