/// Builds artifacts from a validated program: runs the pipelines of `Transforms/Pipelines.swift` and combines their results for each
/// definition.
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
  private static let operationsPerBranch = 256

  private static func build(
    part: Program, options: CompilerOptions, textBudget: OutputBudget, threads: Int
  ) -> (artifacts: [Artifact], diagnostics: [Diagnostic]) {
    var diagnostics: [Diagnostic] = []
    let common = Pipelines.common(part, options: options, diagnostics: &diagnostics)
    let operation = Pipelines.operation(common, options: options, diagnostics: &diagnostics)

    // Operation text and normalization are most of the work, so they are scheduled first. A fragment that operations of several branches
    // spread is inlined in each branch.
    let branches =
      operation.operations.split(into: max(threads, operation.operations.count / operationsPerBranch)).map { Branch.sent($0) }
      + [.read]
    var results = BranchResult()
    for result in parallelMap(
      branches, threads: threads,
      { branch in
        run(branch, common: common, operation: operation, options: options, textBudget: textBudget)
      })
    {
      results.merge(result)
    }
    diagnostics += results.diagnostics
    if diagnostics.hasErrors || textBudget.isExhausted { return ([], diagnostics) }
    printRawTexts(of: part, options: options, textBudget: textBudget, into: &results)

    let finished = results
    let operations = parallelMap(common.operations, threads: threads) { operation -> Artifact? in
      guard let reader = finished.readers[operation.name] else { return nil }
      return .operation(
        build(
          operation, reader: reader, swiftReader: finished.swiftReaders[operation.name],
          normalization: finished.normalizations[operation.name], text: finished.texts[operation.name],
          testedFields: finished.testMetadata[operation.name], options: options))
    }
    var artifacts: [Artifact] = []
    artifacts.reserveCapacity(common.definitionCount)
    artifacts += operations.compactMap { $0 }
    for fragment in common.fragments where !fragment.isImported {
      let (reader, swiftReader) = (finished.readers[fragment.name], finished.swiftReaders[fragment.name])
      guard let shown = reader ?? swiftReader else { continue }
      artifacts.append(
        .fragment(FragmentArtifact(fragment, reader: shown, swiftReader: swiftReader ?? shown, isIgnored: reader == nil)))
    }
    return (artifacts, diagnostics)
  }

  private enum Branch: Sendable {
    /// Operation texts and normalization ASTs.
    case sent([OperationDefinition])
    /// Reader ASTs.
    case read
  }

  private struct BranchResult: Sendable {
    var diagnostics: [Diagnostic] = []
    var readers: [Name: ReaderFragment] = [:]
    /// Those of Swift's types, where they may differ.
    var swiftReaders: [Name: ReaderFragment] = [:]
    var normalizations: [Name: NormalizationOperation] = [:]
    var texts: [Name: String] = [:]
    var testMetadata: [Name: [TestOperationMetadata.Entry]] = [:]

    mutating func merge(_ other: BranchResult) {
      diagnostics += other.diagnostics
      readers.merge(other.readers) { first, _ in first }
      swiftReaders.merge(other.swiftReaders) { first, _ in first }
      normalizations.merge(other.normalizations) { first, _ in first }
      texts.merge(other.texts) { first, _ in first }
      testMetadata.merge(other.testMetadata) { first, _ in first }
    }
  }

  private static func run(
    _ branch: Branch, common: Program, operation: Program, options: CompilerOptions, textBudget: OutputBudget
  ) -> BranchResult {
    var result = BranchResult()
    switch branch {
    case .sent(let operations):
      let sent = Pipelines.sent(operation.with(operations: operations), diagnostics: &result.diagnostics)
      buildNormalization(of: sent, options: options, into: &result)
      printTexts(of: sent, options: options, textBudget: textBudget, into: &result)
    case .read:
      let (artifacts, swift) = Pipelines.reader(common, options: options, diagnostics: &result.diagnostics)
      result.readers = readers(of: artifacts, options: options)
      if let swift { result.swiftReaders = readers(of: swift, options: options) }
    }
    return result
  }

  private static func readers(of program: Program, options: CompilerOptions) -> [Name: ReaderFragment] {
    let builder = ReaderBuilder(program: program, options: options)
    var readers: [Name: ReaderFragment] = [:]
    for definition in program.operations { readers[definition.name] = builder.build(definition) }
    for fragment in program.fragments where !fragment.isImported { readers[fragment.name] = builder.build(fragment) }
    return readers
  }

  private static func buildNormalization(of sent: Program, options: CompilerOptions, into result: inout BranchResult) {
    let (program, abstractTypes) = Pipelines.normalization(sent, options: options, diagnostics: &result.diagnostics)
    var builder = NormalizationBuilder(schema: program.schema, options: options)
    for definition in program.operations {
      result.normalizations[definition.name] = builder.build(definition, clientAbstractTypes: abstractTypes[definition.name] ?? [])
      if definition.directives.contains(.testOperation) {
        result.testMetadata[definition.name] = TestOperationMetadata.entries(of: definition, schema: program.schema)
      }
    }
  }

  private static func printTexts(of sent: Program, options: CompilerOptions, textBudget: OutputBudget, into result: inout BranchResult) {
    let program = Pipelines.operationText(sent, options: options, diagnostics: &result.diagnostics)
    print(program.operations, of: program, options: options, textBudget: textBudget, into: &result)
  }

  private static func printRawTexts(of part: Program, options: CompilerOptions, textBudget: OutputBudget, into result: inout BranchResult) {
    print(part.operations.filter(\.emitsRawText), of: part, options: options, textBudget: textBudget, into: &result)
  }

  /// Stops when the budget is exhausted.
  private static func print(
    _ operations: [OperationDefinition], of program: Program, options: CompilerOptions, textBudget: OutputBudget,
    into result: inout BranchResult
  ) {
    var printer = OperationPrinter(program, isCompact: options.featureFlags.compactQueryText.isFullyEnabled)
    for definition in operations {
      let text = printer.print(definition)
      guard textBudget.take(text.utf8.count) else { return }
      result.texts[definition.name] = text
    }
  }

  private static func build(
    _ operation: OperationDefinition, reader: ReaderFragment, swiftReader: ReaderFragment?, normalization: NormalizationOperation?,
    text: String?,
    testedFields: [TestOperationMetadata.Entry]?, options: CompilerOptions
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
      cacheID = operation.name.withBytes { MD5.hexadecimalDigest(of: $0) }
    }
    return OperationArtifact(
      operation, reader: reader, swiftReader: swiftReader ?? reader, normalization: normalization, text: sent, printedText: text, id: id,
      cacheID: cacheID,
      testedFields: testedFields)
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
  package func hexDigest(_ bytes: some Collection<UInt8>) -> String {
    switch self {
    case .md5: MD5.hexadecimalDigest(of: bytes)
    case .sha1: SHA1.hexadecimalDigest(of: bytes)
    case .sha256: SHA256.hexadecimalDigest(of: bytes)
    }
  }
}

extension Array {
  /// At most `count` slices of about the same size. Neighbours stay together, because definitions with similar names tend to spread the
  /// same fragments.
  fileprivate func split(into count: Int) -> [[Element]] {
    let count = Swift.max(1, Swift.min(count, self.count))
    return (0..<count).map { part in Array(self[self.count * part / count..<self.count * (part + 1) / count]) }
  }
}
