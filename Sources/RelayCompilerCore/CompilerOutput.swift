/// The result of a compilation.
package struct CompilerOutput: Sendable {
  /// Sorted and without duplicates. If any of them is an error, there are no artifacts and no files.
  package var diagnostics: [Diagnostic] = []
  /// nil if there is no schema, or if it is broken.
  package var schema: Schema?
  /// The fragments of other modules that this module uses, with the source of each.
  package var importedFragments: [(name: Name, file: FileID)] = []
  /// Relay's artifacts, sorted by name.
  package var artifacts: [Artifact] = []
  /// Swift files, sorted by name.
  package var files: [GeneratedFile] = []

  /// What the stages made on the way. A process that is about to end keeps it, because releasing a whole program piece by piece takes time.
  package var intermediates: [any Sendable] = []

  package init() {}
}

/// The stages of a compilation, in order.
package enum CompilerStage: String, Sendable, CaseIterable {
  case parse, schema, validate, lower
  case relayRules = "relay rules"
  case transform, payloads, swift
}
