/// A source with its parsed document and the diagnostics of the parser.
struct ParsedSource: Sendable {
  private(set) var role: Source.Role
  private(set) var document: Document
  let diagnostics: [Diagnostic]

  static func parse(_ sources: [Source], options: CompilerOptions, threads: Int) -> [ParsedSource] {
    let allowsFragmentVariables = options.featureFlags.enableFragmentArgumentTransform != .disabled
    return parallelMap(Array(sources.enumerated()), threads: threads) { index, source in
      let id = FileID(rawValue: UInt32(truncatingIfNeeded: index))
      var (document, diagnostics) =
        source.role == .schema
        ? IntrospectionReader.parseSchema(source.file, file: id)
        : Parser.parse(source.file, file: id, allowsFragmentVariables: allowsFragmentVariables)
      document.isImported = source.role.isImported
      return ParsedSource(role: source.role, document: document, diagnostics: diagnostics)
    }
  }

  /// The sources from the point of view of the module that owns them: its own documents have the role of documents, and those of the
  /// module that imports it are left out.
  static func sources(_ sources: [ParsedSource], seenFrom module: String) -> [ParsedSource] {
    sources.compactMap { source in
      var source = source
      switch source.role {
      case .document: return nil
      case .imported(module):
        source.role = .document
        source.document.isImported = false
      case .schema, .clientSchema, .imported: break
      }
      return source
    }
  }
}
