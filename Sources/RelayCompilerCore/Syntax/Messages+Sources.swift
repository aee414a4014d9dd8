/// Diagnostics about which files define the schema.
extension Diagnostic {
  static func typeDefinitionInDocument(at range: SourceRange) -> Diagnostic {
    Diagnostic(
      "type-definition-in-document",
      "A type definition among the documents, while the configuration names the schema. Move it to the schema or to 'schemaExtensions'",
      at: range)
  }

  package static let noSchemaID: DiagnosticID = "no-schema"

  static func noSchema(at range: SourceRange) -> Diagnostic {
    Diagnostic(
      noSchemaID,
      "There is no schema for this document. Put the schema beside it (schema.graphql), or name it as 'schema' in relay.config.json",
      at: range)
  }

  static func interpolatedLiteral(at range: SourceRange) -> Diagnostic {
    Diagnostic(
      "interpolated-graphql", "A GraphQL literal is read by the compiler and cannot have interpolation. Use a variable", at: range)
  }
}
