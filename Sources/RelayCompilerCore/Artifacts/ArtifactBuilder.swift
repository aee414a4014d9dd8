/// Builds artifacts from a validated program: makes its `Programs`, and of them the ASTs and text of each definition.
///
/// The program is divided into independent parts. Each part goes through all passes before the next one starts, so that its trees stay in
/// the processor's caches and its memory can be reused. A pass over a whole large program would wait for memory instead.
enum ArtifactBuilder {
  /// - Parameter textBudget: for the texts of all operations. If it does not suffice, that is an error.
  static func build(
    _ source: Program, options: CompilerOptions, textBudget: OutputBudget, threads: Int
  ) -> (artifacts: [Artifact], diagnostics: [Diagnostic]) {
    let parts = source.independentParts(ofAtLeast: definitionsPerPart, threads: threads)
    // A part that would keep one thread busy while the others wait is split among all threads.
    let share = source.definitionCount / (2 * max(1, threads))
    let large = parts.filter { $0.definitionCount > share }
    let small = parts.filter { $0.definitionCount <= share }
    let built =
      large.map { build(part: $0, options: options, textBudget: textBudget, threads: threads) }
      + parallelMap(small, threads: threads) { build(part: $0, options: options, textBudget: textBudget, threads: 1) }

    var diagnostics = built.flatMap(\.diagnostics)
    if textBudget.isExhausted {
      diagnostics.append(.tooMuchText(textBudget.size, at: source.operations.first?.nameRange ?? .generated))
    }
    if diagnostics.hasErrors { return ([], diagnostics) }
    return (built.flatMap(\.artifacts).sorted(byName: \.name), diagnostics)
  }

  private static let definitionsPerPart = 256

  private static func build(
    part: Program, options: CompilerOptions, textBudget: OutputBudget, threads: Int
  ) -> (artifacts: [Artifact], diagnostics: [Diagnostic]) {
    var diagnostics: [Diagnostic] = []
    let programs = Programs(part, options: options, threads: threads, diagnostics: &diagnostics)
    if diagnostics.hasErrors { return ([], diagnostics) }
    let builder = ReaderBuilder(program: programs.reader, options: options)
    let swiftBuilder = programs.swiftReader.map { ReaderBuilder(program: $0, options: options) }
    let operations = parallelMap(programs.sent, threads: threads) { sent in
      build(sent, of: programs, builder, swiftBuilder, options: options, textBudget: textBudget)
    }
    let fragments = parallelMap(programs.common.fragments, threads: threads) { fragment -> Artifact? in
      if fragment.isImported { return nil }
      let reader = programs.reader.fragment(fragment.name).map(builder.build)
      let swiftReader = programs.swiftReader?.fragment(fragment.name).flatMap { swiftBuilder?.build($0) }
      guard let shown = reader ?? swiftReader else { return nil }
      return .fragment(FragmentArtifact(fragment, reader: shown, swiftReader: swiftReader ?? shown, isIgnored: reader == nil))
    }
    return (operations.flatMap(\.self) + fragments.compactMap(\.self), diagnostics)
  }

  /// Stops when the budget is exhausted.
  private static func build(
    _ sent: SentOperations, of programs: Programs, _ builder: ReaderBuilder, _ swiftBuilder: ReaderBuilder?, options: CompilerOptions,
    textBudget: OutputBudget
  ) -> [Artifact] {
    let isCompact = options.featureFlags.compactQueryText.isFullyEnabled
    var printer = OperationPrinter(sent.text, isCompact: isCompact)
    var rawPrinter = OperationPrinter(programs.source, isCompact: isCompact)
    var normalizationBuilder = NormalizationBuilder(schema: programs.source.schema, options: options)
    var artifacts: [Artifact] = []
    artifacts.reserveCapacity(sent.operations.count)
    for operation in sent.operations {
      guard let read = programs.reader.operation(operation.name) else { continue }
      let written = operation.emitsRawText ? programs.source.operation(operation.name) : nil
      let text = written.map { rawPrinter.print($0) } ?? sent.text.operation(operation.name).map { printer.print($0) }
      if let text, !textBudget.take(text.utf8.count) { return [] }
      let received = sent.normalization.operation(operation.name)
      artifacts.append(
        .operation(
          build(
            operation, reader: builder.build(read),
            swiftReader: programs.swiftReader?.operation(operation.name).flatMap { swiftBuilder?.build($0) },
            normalization: received.map {
              normalizationBuilder.build($0, clientAbstractTypes: sent.clientAbstractTypes[operation.name] ?? [])
            }, text: text,
            testedFields: received.flatMap {
              $0.directives.contains(.testOperation) ? TestOperationMetadata.entries(of: $0, schema: programs.source.schema) : nil
            }, options: options)))
    }
    return artifacts
  }

  private static func build(
    _ operation: OperationDefinition, reader: ReaderFragment, swiftReader: ReaderFragment?, normalization: NormalizationOperation?,
    text: String?, testedFields: [TestOperationMetadata.Entry]?, options: CompilerOptions
  ) -> OperationArtifact {
    var sent = text
    var id: String?
    var cacheID: String?
    if let text, let persist = options.persist {
      id = persist.algorithm.hexDigest(text.utf8)
      if persist.includeQueryText { cacheID = MD5.hexadecimalDigest(of: text.utf8) } else { sent = nil }
    } else if let text {
      cacheID = MD5.hexadecimalDigest(of: text.utf8)
    } else {
      cacheID = MD5.hexadecimalDigest(of: operation.name.bytes)
    }
    return OperationArtifact(
      operation, reader: reader, swiftReader: swiftReader ?? reader, normalization: normalization, text: sent, printedText: text, id: id,
      cacheID: cacheID, testedFields: testedFields)
  }
}

extension Program {
  fileprivate var definitionCount: Int { operations.count + fragments.count }
}

extension OperationDefinition {
  /// Whether `@relay_test_operation(emitRawText: true)` requests the text as written, before any pass.
  fileprivate var emitsRawText: Bool {
    directives.named(.testOperation)?.arguments.contains { $0.name == .emitRawText && $0.value == .constant(.boolean(true)) } ?? false
  }
}

extension PersistConfig.Algorithm {
  func hexDigest(_ bytes: some Collection<UInt8>) -> String {
    switch self {
    case .md5: MD5.hexadecimalDigest(of: bytes)
    case .sha1: SHA1.hexadecimalDigest(of: bytes)
    case .sha256: SHA256.hexadecimalDigest(of: bytes)
    }
  }
}
