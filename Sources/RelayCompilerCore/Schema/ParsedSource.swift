/// A source with its parsed document and the diagnostics of the parser.
package struct ParsedSource: Sendable {
  package private(set) var role: Source.Role
  package private(set) var document: Document
  package let diagnostics: [Diagnostic]

  /// Files are parsed in parallel, and a large schema in pieces.
  ///
  /// - Parameter skipped: The sources that need not be parsed. Their documents are empty.
  package static func parse(
    _ sources: [Source], options: CompilerOptions, skipping skipped: Set<FileID> = [], threads: Int
  ) -> [ParsedSource] {
    let threadsForSchema = skipped.isEmpty ? threads : 1
    let work = self.work(for: sources, threads: threadsForSchema)
    let results = parallelMap(work, threads: threads) { work -> [Parsed] in
      switch work {
      case .piece(let piece, let index): return [Parser.parse(piece, file: FileID(index: index))]
      case .files(let indices):
        return indices.map { index -> Parsed in
          if skipped.contains(FileID(index: index)) { return (Document(file: FileID(index: index), definitions: []), []) }
          // The other files are available as pieces.
          if isDivided(sources[index], threads: threadsForSchema) { return (Document(file: FileID(index: index), definitions: []), []) }
          return parse(sources[index], file: FileID(index: index), options: options)
        }
      }
    }
    var pieces: [Int: [Parsed]] = [:]
    var parsed: [ParsedSource] = []
    parsed.reserveCapacity(sources.count)
    for (work, documents) in zip(work, results) {
      switch work {
      case .piece(_, let index): pieces[index, default: []] += documents
      case .files(let indices):
        for (index, result) in zip(indices, documents) {
          var (document, diagnostics) = result
          if let pieces = pieces[index] {
            // Errors are reported as for the whole file.
            if let joined = SourcePieces.join(pieces) {
              document = joined
            } else {
              (document, diagnostics) = IntrospectionReader.parseSchema(sources[index].file, file: FileID(index: index), isOfServer: true)
            }
          }
          document.isImported = sources[index].role.isImported
          parsed.append(ParsedSource(role: sources[index].role, document: document, diagnostics: diagnostics))
        }
      }
    }
    return parsed
  }

  /// Parses one source, for a process that keeps the others.
  package init(_ source: Source, file: FileID, options: CompilerOptions) {
    role = source.role
    (document, diagnostics) = Self.parse(source, file: file, options: options)
    document.isImported = source.role.isImported
  }

  /// The source as if its definitions were somewhere else, for a process that has made a schema of them.
  package func withoutDefinitions() -> ParsedSource {
    ParsedSource(role: role, document: Document(file: document.file, definitions: []), diagnostics: diagnostics)
  }

  private init(role: Source.Role, document: Document, diagnostics: [Diagnostic]) {
    (self.role, self.document, self.diagnostics) = (role, document, diagnostics)
  }

  private typealias Parsed = (document: Document, diagnostics: [Diagnostic])

  private enum Work: Sendable {
    /// A piece of a schema.
    case piece(SourceFile, index: Int)
    case files(Range<Int>)
  }

  /// The pieces come first, because they take the longest.
  private static func work(for sources: [Source], threads: Int) -> [Work] {
    var work: [Work] = []
    for (index, source) in sources.enumerated() where isDivided(source, threads: threads) {
      work += SourcePieces.divide(source.file, size: pieceSize).map { .piece($0, index: index) }
    }
    let filesAtOnce = 16
    for start in stride(from: 0, to: sources.count, by: filesAtOnce) {
      work.append(.files(start..<min(start + filesAtOnce, sources.count)))
    }
    return work
  }

  private static let pieceSize = 131_072

  private static func isDivided(_ source: Source, threads: Int) -> Bool {
    threads > 1 && source.role == .schema && source.file.range.count >= 2 * pieceSize && source.file.bytes.count <= Int(Int32.max)
      && !IntrospectionReader.isJSON(source.file)
  }

  private static func parse(_ source: Source, file: FileID, options: CompilerOptions) -> Parsed {
    if source.role == .schema { return IntrospectionReader.parseSchema(source.file, file: file, isOfServer: true) }
    if !source.file.path.hasSuffix(".swift"), let problem = IntrospectionReader.misplaced(in: source.file, file: file) {
      return (Document(file: file, definitions: []), [problem])
    }
    let allowsFragmentVariables = options.featureFlags.enableFragmentArgumentTransform != .disabled
    return Parser.parse(source.file, file: file, allowsFragmentVariables: allowsFragmentVariables)
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
