internal import RelayCompilerCore

/// A schema that several projects have: the modules of a package, which the same configuration selects. What is made of a large schema
/// takes much more memory than a module's documents.
struct SharedSchema {
  /// Of which it was made, in order.
  private let texts: [GraphQLText]
  /// The compiler's numbers for the texts, which positions in the schema contain.
  private let files: [[FileID]]
  /// The configuration's text, on which the compiler's options depend.
  private let configuration: [UInt8]
  /// What remains of the texts without their definitions, by text.
  let sources: [[ParsedSource]]
  let schema: Schema
  let diagnostics: [Diagnostic]
  let isBroken: Bool

  init(
    _ project: Project, files: [[FileID]], sources: [[ParsedSource]], schema: Schema, diagnostics: [Diagnostic], isBroken: Bool
  ) {
    texts = project.schemaTexts.map { project.texts[$0] }
    configuration = project.configuration.bytes
    self.files = files
    self.sources = sources
    (self.schema, self.diagnostics, self.isBroken) = (schema, diagnostics, isBroken)
  }

  func isSchema(of project: Project, files: [[FileID]]) -> Bool {
    files == self.files && project.configuration.bytes == configuration
      && project.schemaTexts.elementsEqual(texts) { project.texts[$0].isEqual(to: $1) }
  }
}
