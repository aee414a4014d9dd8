/// Everything a compilation depends on.
///
///     var input = CompilerInput()
///     input.add([schema], as: .schema)
///     input.add([document], as: .document(output: "User.graphql.swift"))
///     let output = Compiler.compile(input)
package struct CompilerInput: Sendable {
  /// A `FileID` is an index into this list. The order of the list affects only the order of diagnostics.
  package var sources: [Source] = []
  package var options = CompilerOptions()
  /// The options of imported modules, if they differ.
  package var optionsBelow: CompilerOptions?
  /// The module that is compiled, for messages that name it.
  package var module: String?
  /// What `SchemaArchive.encode` made of the schema's sources. It saves time and changes nothing else; one of other sources is ignored.
  package var schemaArchive: [UInt8]?
  /// The schema of these sources, for a process that keeps it. If there is one, no source is read for the schema.
  package var schema: Schema?
  /// The Swift files to write in addition to those of documents; nil to write no Swift.
  package var swift: SwiftOutputs?
  var outputLimit = OutputLimit()
  package var threads = defaultThreadCount

  package init() {}

  package mutating func add(_ files: [SourceFile], as role: Source.Role) {
    sources += files.map { Source($0, as: role) }
  }

  /// The files without their roles, for rendering diagnostics.
  package var files: [SourceFile] { sources.map(\.file) }
}
