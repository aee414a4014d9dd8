/// A source with its parsed document and the diagnostics of the parser.
struct ParsedSource: Sendable {
  private(set) var role: Source.Role
  private(set) var document: Document
  let diagnostics: [Diagnostic]

  /// - Parameter skipsSchema: whether the sources of the schema need not be parsed. Their documents are empty then.
  static func parse(_ sources: [Source], options: CompilerOptions, skipsSchema: Bool = false, threads: Int) -> [ParsedSource] {
    let allowsFragmentVariables = options.featureFlags.enableFragmentArgumentTransform != .disabled
    return parallelMap(Array(sources.enumerated()), threads: threads) { index, source in
      let id = FileID(rawValue: UInt32(truncatingIfNeeded: index))
      if skipsSchema, source.role.isSchema {
        return ParsedSource(role: source.role, document: Document(file: id, definitions: []), diagnostics: [])
      }
      var (document, diagnostics) =
        source.role == .schema
        ? IntrospectionReader.parseSchema(source.file, file: id)
        : Parser.parse(source.file, file: id, allowsFragmentVariables: allowsFragmentVariables)
      document.isImported = source.role.isImported
      return ParsedSource(role: source.role, document: document, diagnostics: diagnostics)
    }
  }

  /// The sources as the module sees them to which they belong: its documents are its own, and those of the module that imports it are not
  /// there.
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
