/// Decides which type definitions are the server's schema, and leaves the documents with executable definitions only.
///
/// A schema that is named is the whole schema, and type definitions among the documents are errors. Where none is named, the type
/// definitions among the target's documents are the schema; where it has none either, those of the modules that it imports.
struct SchemaSources {
  var server: [Document]
  /// The target's documents and then the imported ones, in their order.
  var documents: [Document]
  /// All fragments of other modules.
  var importable: [FragmentDefinitionSyntax]
  var diagnostics: [Diagnostic] = []

  init(schema: ArraySlice<Document>, documents: ArraySlice<Document>, imported: Int, isNamed: Bool) {
    server = Array(schema)
    let own = documents.dropLast(imported)
    let ownTypes = own.map { Document(file: $0.file, definitions: $0.definitions.filter(\.isTypeSystem)) }
      .filter { !$0.definitions.isEmpty }
    if isNamed {
      for document in ownTypes {
        if let first = document.definitions.first { diagnostics.append(.typeDefinitionInDocument(at: first.range)) }
      }
    } else {
      server += ownTypes
      if ownTypes.isEmpty {
        for document in documents.suffix(imported) {
          let types = document.definitions.filter(\.isTypeSystem)
          if !types.isEmpty { server.append(Document(file: document.file, definitions: types)) }
        }
        // Nothing but extensions of a schema that is elsewhere.
        if !server.lazy.flatMap(\.definitions).contains(where: \.isBaseOfSchema) { server = [] }
      }
      if server.isEmpty, let first = own.first { diagnostics.append(.noSchema(at: SourceRange(file: first.file, start: 0, end: 0))) }
    }
    self.documents = own.map { document in
      var executable = document
      executable.definitions.removeAll(where: \.isTypeSystem)
      return executable
    }
    self.documents += ImportedFragments.used(by: own, in: documents.suffix(imported))
    importable = documents.suffix(imported).flatMap(\.definitions).compactMap { definition in
      if case .fragment(let fragment) = definition { fragment } else { nil }
    }
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

  var range: SourceRange {
    switch self {
    case .operation(let operation): operation.range
    case .fragment(let fragment): fragment.range
    case .schema(let schema): schema.range
    case .type(let type): type.range
    case .directive(let directive): directive.range
    }
  }
}
