/// Decides which type definitions form the server's schema, and reduces the documents to executable definitions.
///
/// If a schema is configured, it is the whole schema, and type definitions among the documents are errors. Otherwise, the type
/// definitions in the module's documents form the schema or, if there are none, those of the modules that it imports.
package struct SchemaSources {
  package private(set) var server: [Document]
  package let clientExtensions: [Document]
  /// The module's documents, and the fragments that they use of imported ones.
  private(set) var documents: [Document]
  /// All fragments of other modules.
  let importable: [FragmentDefinitionSyntax]
  package private(set) var diagnostics: [Diagnostic] = []
  /// Whether every source could be parsed.
  let isSyntaxComplete: Bool
  /// Whether part of the schema is missing.
  package private(set) var isSchemaBroken: Bool
  /// The files of the schema, for `SchemaArchive`; empty if one of them is a document that has other definitions too.
  package let schemaFiles: Set<FileID>

  /// - Parameter hasArchive: Whether the schema is known without its sources, whose documents are empty.
  package init(_ sources: [ParsedSource], hasArchive: Bool = false) {
    func documents(_ belongs: (Source.Role) -> Bool) -> [Document] { sources.filter { belongs($0.role) }.map(\.document) }
    server = documents { $0 == .schema }
    clientExtensions = documents { $0 == .clientSchema }
    let own = documents { if case .document = $0 { true } else { false } }
    let imported = FragmentNames.unambiguous(documents(\.isImported), beside: own)
    let isNamed = !server.isEmpty

    let ownTypes = own.compactMap(\.typeSystem)
    if isNamed {
      for document in ownTypes { diagnostics.append(.typeDefinitionInDocument(at: document.definitions[0].range)) }
    } else {
      server = ownTypes.isEmpty ? imported.compactMap(\.typeSystem) : ownTypes
      // The documents only extend a schema that is defined elsewhere.
      if ownTypes.isEmpty, !server.lazy.flatMap(\.definitions).contains(where: \.isBaseOfSchema) { server = [] }
      // What was saved in place of a schema has been reported.
      let isMisplaced = sources.contains { $0.diagnostics.contains { $0.id == Diagnostic.invalidIntrospectionID } }
      if server.isEmpty, !hasArchive, !isMisplaced, let first = own.first {
        diagnostics.append(.noSchema(at: SourceRange(file: first.file, start: 0, end: 0)))
      }
    }
    let parts = isNamed ? [] : ownTypes.isEmpty ? imported : own
    let isOfWholeFiles = !parts.contains { $0.definitions.contains(where: \.isTypeSystem) && !$0.definitions.allSatisfy(\.isTypeSystem) }
    schemaFiles = hasArchive || server.isEmpty || !isOfWholeFiles ? [] : Set((server + clientExtensions).map(\.file))
    self.documents = own.map { document in
      var executable = document
      executable.definitions.removeAll(where: \.isTypeSystem)
      return executable
    }
    self.documents += ImportedFragments.used(by: own, in: imported)
    importable = imported.flatMap(\.definitions).compactMap { definition in
      if case .fragment(let fragment) = definition { fragment } else { nil }
    }
    isSyntaxComplete = !sources.contains { $0.diagnostics.hasErrors }
    isSchemaBroken =
      server.isEmpty && (!isSyntaxComplete || diagnostics.hasErrors)
      || sources.contains { (!isNamed || $0.role.isSchema) && $0.diagnostics.hasErrors }
  }

  /// Whether an archive that was made of documents has all of the schema: no other document has type definitions which belong to it.
  static func isComplete(_ archive: SchemaArchive.Contents, in sources: [ParsedSource]) -> Bool {
    if archive.isNamed { return true }
    let ofImported = sources.contains { archive.files.contains($0.document.file) && $0.role.isImported }
    return !sources.contains { source in
      !archive.files.contains(source.document.file) && (ofImported || !source.role.isImported)
        && source.document.definitions.contains(where: \.isTypeSystem)
    }
  }

  /// The fragments of other modules that are used, with their sources.
  var importedFragments: [(name: Name, file: FileID)] {
    documents.lazy.filter(\.isImported).flatMap { document in
      document.definitions.compactMap { definition in
        if case .fragment(let fragment) = definition { (fragment.name.name, document.file) } else { nil }
      }
    }
  }
}

extension Document {
  /// A document with only its type definitions; nil if it has none.
  fileprivate var typeSystem: Document? {
    let types = definitions.filter(\.isTypeSystem)
    return types.isEmpty ? nil : Document(file: file, definitions: types)
  }
}

extension Definition {
  package var isTypeSystem: Bool {
    switch self {
    case .operation, .fragment: false
    case .schema, .type, .directive: true
    }
  }

  fileprivate var isBaseOfSchema: Bool {
    switch self {
    case .type(let type): !type.isExtension
    case .schema(let schema): !schema.isExtension
    case .operation, .fragment, .directive: false
    }
  }

  package var range: SourceRange {
    switch self {
    case .operation(let operation): operation.range
    case .fragment(let fragment): fragment.range
    case .schema(let schema): schema.range
    case .type(let type): type.range
    case .directive(let directive): directive.range
    }
  }
}
