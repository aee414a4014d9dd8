/// What the pipelines make of a program: a program for each purpose. The ASTs and texts of a definition are built of those that it has in
/// each of them; a program from which a pass has removed it says that there is nothing to read or to send.
///
/// `query Q { user { ...F @include(if: false) } }` is in `common` and in `reader`; its part of `sent` has normalization and no text.
struct Programs: Sendable {
  /// The program before any pass.
  let source: Program
  /// What has an artifact: the definitions of the source, and generated ones.
  let common: Program
  let reader: Program
  /// The program of Swift's types if it differs from `reader`, because branches never apply.
  let swiftReader: Program?
  /// The operations of `common` in parts, so that threads share the work. A fragment that operations of several parts spread is inlined in
  /// each.
  let sent: [SentOperations]
}

/// Some operations, and what they send and receive. An `@updatable` query does neither.
struct SentOperations: Sendable {
  /// The operations in `Programs.common`.
  let operations: [OperationDefinition]
  let normalization: Program
  let clientAbstractTypes: [Name: [(key: Name, types: [Name])]]
  let text: Program
}

extension Programs {
  private static let operationsPerPart = 256

  /// The parts and the reader's programs are independent of one another and made on up to `threads` threads.
  init(_ source: Program, options: CompilerOptions, threads: Int, diagnostics: inout [Diagnostic]) {
    enum Branch: Sendable {
      case sent(SentOperations)
      case read(artifacts: Program, swift: Program?)
    }
    let common = Pipelines.common(source, options: options, diagnostics: &diagnostics)
    let operation = Pipelines.operation(common, options: options, diagnostics: &diagnostics)
    // What is sent is most of the work, so it is scheduled first.
    let parts = common.operations.split(into: max(threads, common.operations.count / Self.operationsPerPart))
    let branches = parallelMap(parts + [nil], threads: threads) { part -> (Branch, [Diagnostic]) in
      var diagnostics: [Diagnostic] = []
      guard let part else {
        let (artifacts, swift) = Pipelines.reader(common, options: options, diagnostics: &diagnostics)
        return (.read(artifacts: artifacts, swift: swift), diagnostics)
      }
      let operations = operation.with(operations: part.compactMap { operation.operation($0.name) })
      let sent = Pipelines.sent(operations, diagnostics: &diagnostics)
      let (normalization, abstractTypes) = Pipelines.normalization(sent, options: options, diagnostics: &diagnostics)
      let text = Pipelines.operationText(sent, options: options, diagnostics: &diagnostics)
      return (
        .sent(SentOperations(operations: part, normalization: normalization, clientAbstractTypes: abstractTypes, text: text)), diagnostics
      )
    }

    var sent: [SentOperations] = []
    var reader = common
    var swiftReader: Program?
    for (branch, found) in branches {
      diagnostics += found
      switch branch {
      case .sent(let operations): sent.append(operations)
      case .read(let artifacts, let swift): (reader, swiftReader) = (artifacts, swift)
      }
    }
    self.init(source: source, common: common, reader: reader, swiftReader: swiftReader, sent: sent)
  }
}

extension Array {
  /// At most `count` slices of about the same size. Neighbors stay together, because definitions with similar names tend to spread the
  /// same fragments.
  fileprivate func split(into count: Int) -> [[Element]] {
    let count = Swift.max(1, Swift.min(count, self.count))
    return (0..<count).map { part in Array(self[self.count * part / count..<self.count * (part + 1) / count]) }
  }
}
