internal import RelayCompilerCore

/// A server's schema by itself: files as SDL or introspection JSON, and the `Schema` that they define under the specification's rules.
struct ServerSchema {
  let files: [SourceFile]
  let documents: [Document]
  let schema: Schema

  /// Whether the schema is fulfilled as a whole is the server's affair: comparing and printing need only its definitions.
  ///
  /// - Parameters:
  ///   - firstFile: the number of files before these in the list by which diagnostics are rendered.
  ///   - diagnostics: receives what is wrong with the files.
  /// - Returns: nil after an error.
  init?(_ files: [SourceFile], firstFile: Int = 0, diagnostics: inout [Diagnostic]) {
    self.files = files
    var documents: [Document] = []
    var problems: [Diagnostic] = []
    for (index, file) in files.enumerated() {
      let (document, found) = IntrospectionReader.parseSchema(file, file: FileID(index: firstFile + index), isOfServer: true)
      problems += found
      documents.append(Document(file: document.file, definitions: document.definitions.filter(\.isTypeSystem)))
    }
    self.documents = documents
    guard !problems.hasErrors else {
      diagnostics += problems
      return nil
    }
    var options = CompilerOptions()
    options.featureFlags.disableSchemaValidation = .enabled
    let (schema, found) = SchemaBuilder.build(server: documents, clientExtensions: [], options: options, profile: .specification)
    problems += found
    diagnostics += problems
    guard !problems.hasErrors else { return nil }
    self.schema = schema
  }

  /// The files at paths that a command line names. A folder stands for the schema files in it.
  static func files(at paths: [String]) throws(CommandError) -> [SourceFile] {
    var reader = InputReader(ReadFiles(), threads: defaultThreadCount)
    var files: [SourceFile] = []
    for path in paths {
      var isMissing = false
      let found = reader.files(at: FileSystem.absolute(path), excluding: [], where: OutputName.isSchema) { _ in isMissing = true }
      if isMissing { throw .environment("there is no file or folder '\(path)'") }
      for file in found { files.append(try Invocation.read(file)) }
    }
    if files.isEmpty { throw .environment("there is no schema in '\(paths.joined(separator: "', '"))'") }
    return files
  }
}
