internal import RelayCompilerCore

/// A compilation's input, and where its results go.
struct LoadedInput {
  var input = CompilerInput()
  /// Whether a schema was named but could not be read, which has been reported. A further error about a missing schema would not help.
  var lacksNamedSchema = false
  /// The folder whose generated files belong to the tool.
  var ownedDirectory: String?
  /// Without one, the generated files next to documents.
  var ownedFiles: [String] = []
  /// The file of `persistConfig`. A build never writes it, because it is among the sources.
  var persistedQueries: String?
  /// The scalars for which the configuration has types, and the configuration.
  var customScalars: (names: [NameSyntax], file: SourceFile)?
  /// Modules that may have what this one lacks.
  var elsewhere = ModulesElsewhere()
  /// The only sources whose output is written, and the files that it goes to; nil for all.
  var selected: (sources: FileSet, outputs: Set<String>)?

  /// The compiler's diagnostics, without those that only follow from problems of the input, and with what is known about other modules.
  func explained(_ diagnostics: [Diagnostic]) -> [Diagnostic] {
    let shown = lacksNamedSchema ? diagnostics.filter { $0.id != Diagnostic.noSchemaID } : diagnostics
    return elsewhere.explained(shown, in: input.files)
  }
}
