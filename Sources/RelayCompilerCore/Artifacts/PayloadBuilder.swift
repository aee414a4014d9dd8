/// Finds the definitions for which a payload type is requested, and the contents of their payloads.
///
/// An operation's payload is its normalization AST. A fragment has no such AST, so it goes through the passes once more, as the only
/// selection of an operation on its type.
enum PayloadBuilder {
  /// The definitions with their payloads, and the errors found while building them.
  struct Result: Sendable {
    var definitions: [PayloadDefinition] = []
    package var diagnostics: [Diagnostic] = []

    mutating func append(_ other: Result) {
      definitions += other.definitions
      diagnostics += other.diagnostics
    }
  }

  static func build(_ source: Program, artifacts: [Artifact], options: CompilerOptions) -> Result {
    let isForAll = options.swift.payloads.isForModule
    var payloads: [PayloadDefinition] = []
    for case .operation(let artifact) in artifacts {
      guard let normalization = artifact.normalization, isForAll || artifact.hasRawResponseType else { continue }
      payloads.append(
        PayloadDefinition(
          name: artifact.name, kind: .operation(artifact.kind), type: artifact.reader.type, selections: normalization.selections,
          file: artifact.range.file, refetchedFragment: artifact.refetchedFragment, hasRawResponseType: artifact.hasRawResponseType))
    }
    var fragments: [Name: FragmentDefinition] = [:]
    for case .fragment(let artifact) in artifacts where isForAll {
      if artifact.isUpdatable || artifact.isAssignable { continue }
      fragments[artifact.reader.name] = source.fragment(artifact.reader.name)
    }
    if fragments.isEmpty { return Result(definitions: payloads) }

    var diagnostics: [Diagnostic] = []
    let common = Pipelines.common(source.with(operations: []), options: options, diagnostics: &diagnostics)
    let roots = Array(fragments.values).sorted(byName: \.name).map(root)
    let operation = Pipelines.operation(common.with(operations: roots), options: options, diagnostics: &diagnostics)
    let sent = Pipelines.sent(operation, diagnostics: &diagnostics)
    let (program, _) = Pipelines.normalization(sent, options: options, diagnostics: &diagnostics)
    var builder = NormalizationBuilder(schema: program.schema, options: options)
    for definition in program.operations {
      guard let fragment = fragments[definition.name] else { continue }
      payloads.append(
        PayloadDefinition(
          name: fragment.name, kind: .fragment, type: fragment.type,
          selections: builder.build(definition, clientAbstractTypes: []).selections, file: fragment.range.file))
    }
    // Warnings have been reported when the fragments themselves were compiled.
    return Result(definitions: payloads, diagnostics: diagnostics.filter { $0.severity == .error })
  }

  /// An operation that selects only the fragment.
  private static func root(_ fragment: FragmentDefinition) -> OperationDefinition {
    OperationDefinition(
      name: fragment.name, kind: .query, type: fragment.type, variables: [], directives: [],
      selections: [.fragmentSpread(FragmentSpread(name: fragment.name))], range: fragment.range, nameRange: fragment.nameRange,
      source: nil)
  }
}
