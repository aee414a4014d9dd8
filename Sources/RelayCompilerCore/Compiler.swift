/// The pipeline from source files to artifacts and Swift files.
///
/// A compilation is a pure function of `Compilation.Input`: no file is read or written here, and no clock or environment is looked at.
package enum Compilation {
  /// The version of the compiler, which is the package's.
  package static let version = "0.1.0"

  package struct Input: Sendable {
    /// SDL or introspection JSON of the server.
    package var schema: [SourceFile] = []
    /// SDL that only the client knows.
    package var schemaExtensions: [SourceFile] = []
    /// Executable documents.
    package var documents: [SourceFile] = []
    /// Executable documents of other modules: their fragments can be spread, nothing is generated for them.
    package var importedDocuments: [SourceFile] = []
    package var options = CompilerOptions()
    package var threads = defaultThreadCount

    package init() {}

    /// All files; a `FileID` is an index into this list.
    package var files: [SourceFile] { schema + schemaExtensions + documents + importedDocuments }
  }

  package struct Output: Sendable {
    /// Sorted and unique. Where one is an error, there are no artifacts.
    package var diagnostics: [Diagnostic] = []
    /// Sorted by name.
    package var artifacts: [Artifact] = []
    package var schema: Schema?
    /// The fragments of `importedDocuments`.
    package var importedFragments: [(name: Name, file: FileID)] = []
    package var timings: [(stage: String, nanoseconds: UInt64)] = []

    package init() {}
  }
}
