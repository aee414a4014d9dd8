/// What a compilation has made.
package struct CompilerOutput: Sendable {
  /// Sorted and unique. Where one is an error, there are neither artifacts nor files.
  package var diagnostics: [Diagnostic] = []
  /// nil where the documents have none, or one that is wrong.
  package var schema: Schema?
  /// The fragments of other modules that are used, with the source of each.
  package var importedFragments: [(name: Name, file: FileID)] = []
  /// Relay's artifacts, sorted by name.
  package var artifacts: [Artifact] = []
  /// Swift files, sorted by name.
  package var files: [GeneratedFile] = []

  package init() {}
}

/// The stages of a compilation, in their order.
package enum CompilerStage: String, Sendable, CaseIterable {
  case parse, schema, validate, lower
  case relayRules = "relay rules"
  case transform, swift
}
