/// A source with its parsed document and the diagnostics of the parser.
struct ParsedSource: Sendable {
  let role: Source.Role
  let document: Document
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
}
