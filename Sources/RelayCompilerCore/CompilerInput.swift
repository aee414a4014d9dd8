/// What a compilation is made of.
package struct CompilerInput: Sendable {
  /// A `FileID` is an index into this list. Its order decides the order of diagnostics, and nothing else.
  package var sources: [Source] = []
  package var options = CompilerOptions()
  /// The Swift files that are written besides those of documents; nil where no Swift is wanted.
  package var swift: SwiftOutputs?
  package var threads = defaultThreadCount

  package init() {}

  package mutating func add(_ files: [SourceFile], as role: Source.Role) {
    sources += files.map { Source($0, as: role) }
  }

  /// The files alone, for those who render diagnostics.
  package var files: [SourceFile] { sources.map(\.file) }
}
