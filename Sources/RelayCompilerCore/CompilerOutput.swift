/// The result of a compilation.
package struct CompilerOutput: Sendable {
  /// Sorted and without duplicates. If any of them is an error, there are no artifacts and no files.
  package var diagnostics: [Diagnostic] = []
  /// nil if there is no schema, or if it is broken.
  package var schema: Schema?
  /// The sources of which the schema is made, for `SchemaArchive.encode`. There are none if the schema came from an archive.
  package var schemaFiles: Set<FileID> = []
  /// The fragments of other modules that this module uses, with the source of each.
  var importedFragments: [(name: Name, file: FileID)] = []
  /// Relay's artifacts, sorted by name.
  package var artifacts: [Artifact] = []
  /// Swift files, sorted by name.
  package var files: [GeneratedFile] = []

  /// The intermediate results of the stages. A process that is about to exit keeps them, because releasing a whole program object by
  /// object takes time.
  var intermediates: [any Sendable] = []
}

/// The stages of a compilation, in order.
package enum CompilerStage: String, Sendable, CaseIterable {
  case parse, schema, validate, lower
  case relayRules = "relay rules"
  case transform, payloads, swift
}
