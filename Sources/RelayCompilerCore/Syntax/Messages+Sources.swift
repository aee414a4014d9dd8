/// Diagnostics about which files define the schema.
extension Diagnostic {
  static func typeDefinitionInDocument(at range: SourceRange) -> Diagnostic {
    Diagnostic(
      "type-definition-in-document",
      "The configuration names the schema, so documents cannot define types. Move this definition to the schema or to 'schemaExtensions'",
      at: range)
  }

  package static let noSchemaID: DiagnosticID = "no-schema"

  static func noSchema(at range: SourceRange) -> Diagnostic {
    Diagnostic(
      noSchemaID,
      "There is no schema for this document. Put the schema beside it (schema.graphql), or name it as 'schema' in relay.config.json",
      at: range)
  }

  /// - Parameter modules: those with a schema, on which this one does not depend.
  package static func schemaElsewhere(_ modules: [String], at range: SourceRange) -> Diagnostic {
    let names = modules.prefix(3).map { "'\($0)'" }.joined(separator: ", ")
    let (has, cure) =
      modules.count == 1 ? ("The module \(names) has one", "\(names)") : ("The modules \(names) have one", "the right one of them")
    return Diagnostic(
      noSchemaID,
      "There is no schema for this document. \(has): add \(cure) to the dependencies of the target, or name a schema as 'schema' in "
        + "relay.config.json", at: range)
  }

  static func interpolatedLiteral(at range: SourceRange) -> Diagnostic {
    Diagnostic(
      "interpolated-graphql", "A GraphQL literal cannot have interpolation, because the compiler reads it. Use a variable", at: range)
  }
}
