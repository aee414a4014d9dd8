/// From a validated program to artifacts: runs the pipelines of `Transforms/Pipelines.swift`, in parallel where they are independent, and
/// puts together what they make of each definition.
enum ArtifactBuilder {
  static func build(
    _ source: Program, options: CompilerOptions, threads: Int
  ) -> (artifacts: [Artifact], diagnostics: [Diagnostic]) {
    var diagnostics: [Diagnostic] = []
    let common = Pipelines.common(source, options: options, diagnostics: &diagnostics)
    let operation = Pipelines.operation(common, options: options)

    // The normalization trees are most of the work: they come first. Parts that fit a processor's caches go through all passes while
    // they are warm, and let go of what the passes made; a fragment that several parts use is inlined in each.
    let parts = max(threads, operation.operations.count / Self.operationsPerPart)
    var branches: [Branch] = operation.operations.split(into: parts).map { .normalization($0) }
    branches += [.text(asWritten: source), .reader]
    var readers: [Name: ReaderFragment] = [:]
    var normalizations: [Name: NormalizationOperation] = [:]
    var texts: [Name: String] = [:]
    var testMetadata: [Name: String] = [:]
    for result in parallelMap(branches, threads: threads, { run($0, common: common, operation: operation, options: options) }) {
      diagnostics += result.diagnostics
      readers.merge(result.readers) { first, _ in first }
      normalizations.merge(result.normalizations) { first, _ in first }
      texts.merge(result.texts) { first, _ in first }
      testMetadata.merge(result.testMetadata) { first, _ in first }
    }
    if diagnostics.hasErrors { return ([], diagnostics) }

    var artifacts: [(name: Name, artifact: Artifact)] = []
    artifacts.reserveCapacity(common.operations.count + common.fragments.count)
    for operation in common.operations {
      guard let reader = readers[operation.name] else { continue }
      var artifact = build(operation, reader, normalizations[operation.name], text: texts[operation.name], options: options)
      if let json = testMetadata[operation.name] { artifact.metadata.append(("relayTestingSelectionTypeInfo", json)) }
      artifacts.append((operation.name, .operation(artifact)))
    }
    for fragment in common.fragments where !fragment.isImported {
      guard let reader = readers[fragment.name] else { continue }
      artifacts.append((fragment.name, .fragment(build(fragment, reader))))
    }
    artifacts.sort { $0.name < $1.name }
    return (artifacts.map(\.artifact), diagnostics)
  }

  private static let operationsPerPart = 256

  private enum Branch: Sendable {
    case normalization([OperationDefinition])
    case text(asWritten: Program)
    case reader
  }

  private struct BranchResult: Sendable {
    var diagnostics: [Diagnostic] = []
    var readers: [Name: ReaderFragment] = [:]
    var normalizations: [Name: NormalizationOperation] = [:]
    var texts: [Name: String] = [:]
    var testMetadata: [Name: String] = [:]
  }

  private static func run(_ branch: Branch, common: Program, operation: Program, options: CompilerOptions) -> BranchResult {
    var result = BranchResult()
    switch branch {
    case .normalization(let operations):
      let (program, abstractTypes) = Pipelines.normalization(
        operation.with(operations: operations), options: options, diagnostics: &result.diagnostics)
      var builder = NormalizationBuilder(schema: program.schema, options: options)
      for definition in program.operations {
        result.normalizations[definition.name] = builder.build(
          definition, clientAbstractTypes: abstractTypes[definition.name] ?? [])
        if definition.directives.contains(.testOperation) {
          result.testMetadata[definition.name] = TestOperationMetadata.json(of: definition, schema: program.schema)
        }
      }
    case .text(let source):
      let program = Pipelines.operationText(operation, options: options, diagnostics: &result.diagnostics)
      var printer = OperationPrinter(program, isCompact: options.featureFlags.compactQueryText.isFullyEnabled)
      for definition in program.operations { result.texts[definition.name] = printer.print(definition) }
      var rawPrinter = OperationPrinter(source, isCompact: printer.isCompact)
      for definition in source.operations where definition.emitsRawText {
        result.texts[definition.name] = rawPrinter.print(definition)
      }
    case .reader:
      let program = Pipelines.reader(common, options: options, diagnostics: &result.diagnostics)
      let builder = ReaderBuilder(program: program, options: options)
      for definition in program.operations { result.readers[definition.name] = builder.build(definition) }
      for fragment in program.fragments where !fragment.isImported { result.readers[fragment.name] = builder.build(fragment) }
    }
    return result
  }

  private static func build(
    _ operation: OperationDefinition, _ reader: ReaderFragment, _ normalization: NormalizationOperation?, text: String?,
    options: CompilerOptions
  ) -> OperationArtifact {
    var metadata: [(key: String, json: String)] = []
    if !operation.connections.isEmpty {
      metadata.append(("connection", ArtifactJSON.connections(operation.connections)))
    }
    var artifact = OperationArtifact(
      name: operation.name, kind: operation.kind, range: operation.range, description: operation.description,
      sourceHash: operation.sourceHash, reader: reader, normalization: normalization, text: text, id: nil, cacheID: nil,
      metadata: metadata,
      providedVariables: operation.variables.compactMap { variable in
        variable.provider.map { (variable: variable.name, module: $0) }
      },
      variables: operation.variables.filter { $0.provider == nil }.map {
        VariableNode(name: $0.name, type: $0.type, defaultValue: $0.defaultValue, description: $0.description)
      })
    artifact.isUpdatable = operation.directives.contains(.updatable)
    artifact.refetchedFragment = operation.refetchedFragment
    artifact.hasRawResponseType = operation.directives.contains(.rawResponseType)
    artifact.printedText = text
    if let text, let persist = options.persist {
      artifact.id = persist.algorithm.hexDigest(text.utf8)
      if persist.includeQueryText { artifact.cacheID = MD5.hexDigest(text.utf8) } else { artifact.text = nil }
    } else if let text {
      artifact.cacheID = MD5.hexDigest(text.utf8)
    } else {
      artifact.cacheID = operation.name.withBytes { MD5.hexDigest($0) }
    }
    return artifact
  }

  private static func build(_ fragment: FragmentDefinition, _ reader: ReaderFragment) -> FragmentArtifact {
    var artifact = FragmentArtifact(
      reader: reader, range: fragment.range, description: fragment.description, sourceHash: fragment.sourceHash,
      isInline: fragment.directives.contains(.inline), refetchQuery: fragment.refetch?.operation)
    artifact.isUpdatable = fragment.directives.contains(.updatable)
    artifact.isAssignable = fragment.directives.contains(.assignable)
    return artifact
  }
}

extension OperationDefinition {
  /// `@relay_test_operation(emitRawText: true)`: its text is what was written, before any pass.
  fileprivate var emitsRawText: Bool {
    directives.named(.testOperation)?.arguments.contains { $0.name == .emitRawText && $0.value == .constant(.boolean(true)) } ?? false
  }
}

extension PersistConfig.Algorithm {
  package func hexDigest(_ bytes: some Collection<UInt8>) -> String {
    switch self {
    case .md5: MD5.hexDigest(bytes)
    case .sha1: SHA1.hexDigest(bytes)
    case .sha256: SHA256.hexDigest(bytes)
    }
  }
}

extension Array {
  /// Up to `count` parts of about the same size; neighbours stay together, since those with similar names tend to spread the same fragments.
  fileprivate func split(into count: Int) -> [[Element]] {
    let count = Swift.max(1, Swift.min(count, self.count))
    return (0..<count).map { part in Array(self[self.count * part / count..<self.count * (part + 1) / count]) }
  }
}
