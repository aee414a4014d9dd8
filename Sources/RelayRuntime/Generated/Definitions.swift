// The initializers with which generated code creates the definitions of fragments and operations.

extension Generated.FragmentDefinition {
  /// Used by generated code.
  ///
  /// - Parameters:
  ///   - plan: the reader plan, as the compiler wrote it.
  ///   - scalars: the Swift types of the custom scalars that the plan refers to by number.
  ///   - fragments: the definitions of the fragments that the plan spreads.
  ///   - providedVariables: the arguments of the fragment that have a provider.
  public convenience init(
    plan: String, scalars: [any CustomScalar.Type] = [], fragments: [Generated.FragmentDefinition] = [],
    providedVariables: [Generated.ProvidedVariable] = []
  ) {
    self.init(plan: plan, scalars: scalars.map { ScalarType($0) }, fragments: fragments, providedVariables: providedVariables)
  }
}

extension OperationDefinition {
  /// Used by generated code.
  ///
  /// - Parameters:
  ///   - name: the operation's name.
  ///   - kind: query, mutation or subscription.
  ///   - id: the id of a persisted operation.
  ///   - cacheID: identifies the operation's text in caches.
  ///   - text: the operation's text as sent to the server.
  ///   - normalization: the normalization plan, as the compiler wrote it.
  ///   - reader: the reader plan, as the compiler wrote it.
  ///   - scalars: the Swift types of the custom scalars that the plans refer to by number.
  ///   - fragments: the definitions of the fragments that the reader plan spreads.
  ///   - providers: the definitions of fragments whose arguments have providers and that the operation spreads,
  ///     directly or indirectly.
  ///   - metadata: a JSON object with further information from the compiler.
  public convenience init(
    name: String, kind: Kind, id: String?, cacheID: String, text: String?, normalization: String, reader: String,
    scalars: [any CustomScalar.Type] = [], fragments: [Generated.FragmentDefinition] = [], providers: [Generated.FragmentDefinition] = [],
    metadata: String
  ) {
    self.init(
      name: name, kind: kind, id: id, cacheID: cacheID, text: text, normalization: normalization, metadata: metadata,
      fragment: Generated.FragmentDefinition(plan: reader, scalars: scalars, fragments: fragments),
      providedVariables: providers.flatMap(\.providedVariables))
  }
}
