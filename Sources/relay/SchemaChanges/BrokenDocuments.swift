internal import RelayCompilerCore

/// A document that the old schema accepts, and the new one does not.
struct BrokenDocument: Encodable, Equatable {
  let file: String
  /// The operation, if the file has those of a released app.
  var operation: String?
  /// Its id in that file.
  var id: String?
  /// With line and column, unless the text is on one line.
  let messages: [String]
}

/// Finds the documents that break: validates them against both schemas, by the specification's rules, and compares the errors.
///
/// A document may have errors under the old schema too. Only those that the new one adds count.
struct BrokenDocuments {
  private let old: Schema
  private let new: Schema
  private let options: CompilerOptions

  /// - Parameter clientExtensions: the client's own definitions. With them, Relay's directives and rules about names apply.
  init(old: ServerSchema, new: ServerSchema, clientExtensions: [SourceFile], options: CompilerOptions) {
    self.options = options
    self.old = Self.schema(old.documents, clientExtensions, options)
    self.new = Self.schema(new.documents, clientExtensions, options)
  }

  /// For texts as they are sent, without anything of the client's.
  init(released old: ServerSchema, _ new: ServerSchema) {
    options = CompilerOptions()
    self.old = old.schema.droppingInvalidDefaults()
    self.new = new.schema.droppingInvalidDefaults()
  }

  private static func schema(_ server: [Document], _ extensions: [SourceFile], _ options: CompilerOptions) -> Schema {
    var options = options
    options.featureFlags.disableSchemaValidation = .enabled
    let client = extensions.map { Parser.parse($0, file: .generated).0 }
    return SchemaBuilder.build(server: server, clientExtensions: client, options: options).0.droppingInvalidDefaults()
  }

  /// What identifies an error: its message may contain suggestions from the schema.
  private struct Key: Hashable {
    let id: DiagnosticID
    let range: SourceRange
  }

  /// - Parameter files: documents of one project, which may spread one another's fragments.
  func find(in files: [SourceFile]) -> [BrokenDocument] {
    let documents = files.enumerated().map { index, file in
      let document = Parser.parse(file, file: FileID(index: index)).0
      return Document(file: document.file, definitions: document.definitions.filter { !$0.isTypeSystem })
    }
    let before = Set(errors(in: documents, old, .relay).map { Key(id: $0.id, range: $0.range) })
    var found: [FileID: [Diagnostic]] = [:]
    for diagnostic in serverErrors(in: documents, files) where !before.contains(Key(id: diagnostic.id, range: diagnostic.range)) {
      found[diagnostic.range.file, default: []].append(diagnostic)
    }
    var broken: [String: [String]] = [:]
    for (file, diagnostics) in found where file.index < files.count {
      broken[files[file.index].path, default: []] += Self.messages(diagnostics, in: files[file.index])
    }
    return broken.map { BrokenDocument(file: Self.shown($0.key), messages: $0.value) }.sorted { $0.file < $1.file }
  }

  private func errors(in documents: [Document], _ schema: Schema, _ profile: ValidationProfile) -> [Diagnostic] {
    Validator.validate(documents: documents, schema: schema, options: options, profile: profile).diagnostics
      .filter { $0.severity == .error }
  }

  /// Relay's own rules are stricter than a server: what only they refuse still works. The specification does not know arguments of
  /// fragments, so that errors in definitions with those count anyway.
  private func serverErrors(in documents: [Document], _ files: [SourceFile]) -> [Diagnostic] {
    let found = errors(in: documents, new, .relay)
    if found.isEmpty { return [] }
    let ofSpecification = Set(errors(in: documents, new, .specification).map { Key(id: $0.id, range: $0.range) })
    return found.filter { diagnostic in
      if ofSpecification.contains(Key(id: diagnostic.id, range: diagnostic.range)) { return true }
      guard diagnostic.range.file.index < documents.count else { return false }
      let definition = documents[diagnostic.range.file.index].definitions.lazy.map(\.range).first { $0.contains(diagnostic.range) }
      guard let definition else { return false }
      let text = files[definition.file.index].bytes[Int(definition.start)..<Int(definition.end)]
      return String(decoding: text, as: UTF8.self).contains("@argument")
    }
  }

  static func messages(_ diagnostics: [Diagnostic], in file: SourceFile) -> [String] {
    let lines = LineIndex(file.bytes)
    return diagnostics.sorted { $0.range.start < $1.range.start }.map { diagnostic in
      let place = lines.position(of: Int(diagnostic.range.start))
      return "\(place.line):\(place.column): \(DiagnosticRenderer.oneLine(diagnostic.message))"
    }
  }

  /// The path from the current folder, if the file is below it.
  static func shown(_ path: String) -> String { FilePath.relative(path, to: FileSystem.currentDirectory) ?? path }

  // MARK: - Released apps

  /// The operations of files of persisted queries, in Relay's or Apollo's format. Each is a document of its own.
  func find(inReleased path: String) throws(CommandError) -> (broken: [BrokenDocument], count: Int) {
    let file = try Invocation.read(path, limit: FileSizeLimit.output)
    let operations = try ReleasedOperations.read(file, named: path)
    var broken: [BrokenDocument] = []
    for operation in operations {
      let source = SourceFile(path: path, text: operation.text)
      let (document, problems) = Parser.parse(source, file: FileID(index: 0))
      if problems.hasErrors { throw .environment("'\(path)' has an operation that cannot be parsed: '\(operation.id)'") }
      let before = Set(errors(in: [document], old, .specification).map { Key(id: $0.id, range: $0.range) })
      let found = errors(in: [document], new, .specification).filter { !before.contains(Key(id: $0.id, range: $0.range)) }
      guard !found.isEmpty else { continue }
      let name = document.definitions.lazy.compactMap { definition in
        if case .operation(let operation) = definition { operation.name?.name.string } else { nil }
      }.first
      broken.append(
        BrokenDocument(file: path, operation: name, id: operation.id, messages: found.map { DiagnosticRenderer.oneLine($0.message) }))
    }
    return (broken.sorted { ($0.operation ?? "", $0.id ?? "") < ($1.operation ?? "", $1.id ?? "") }, operations.count)
  }
}
