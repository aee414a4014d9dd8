/// Diagnostics for schemas in JSON (specification, section 4).
extension Diagnostic {
  static let invalidIntrospectionID: DiagnosticID = "invalid-introspection"

  static func introspectionInDocument(at range: SourceRange) -> Diagnostic {
    Diagnostic(
      invalidIntrospectionID,
      "This is a schema in JSON. Rename the file to 'schema.json', and name it as 'schema' in relay.config.json", at: range)
  }

  static func notIntrospection(at range: SourceRange) -> Diagnostic {
    Diagnostic(
      invalidIntrospectionID, "This JSON is not the result of an introspection query: it has no list '__schema.types'",
      at: range)
  }

  static func answeredWithError(_ text: String, at range: SourceRange) -> Diagnostic {
    Diagnostic(
      invalidIntrospectionID,
      "This is not a schema but an error of the server: '\(shortened(text))'. Save the response to an introspection query that succeeds, "
        + "or the schema as SDL", at: range)
  }

  static func webPage(at range: SourceRange) -> Diagnostic {
    Diagnostic(
      invalidIntrospectionID,
      "This is a web page or XML, not a schema. Save the schema as SDL, or the response to an introspection query as a '.json' file",
      at: range)
  }

  static func introspectionName(at range: SourceRange) -> Diagnostic {
    Diagnostic(invalidIntrospectionID, "Expected an object with a 'name' that is a GraphQL name", at: range)
  }

  static func introspectionValue(_ key: String, of name: Name, at range: SourceRange) -> Diagnostic {
    Diagnostic(invalidIntrospectionID, "'\(name)' has no valid '\(key)'", at: range)
  }

  static func introspectionDefaultValue(_ text: String, at range: SourceRange) -> Diagnostic {
    Diagnostic(invalidIntrospectionID, "The default value '\(shortened(text))' is not a GraphQL value", at: range)
  }
}
