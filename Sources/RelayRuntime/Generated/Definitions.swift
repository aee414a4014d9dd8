// How generated code makes the definitions of fragments and operations.

extension FragmentDefinition {
  /// Made by generated code.
  ///
  /// - Parameters:
  ///   - plan: the reader plan, as the compiler wrote it.
  ///   - scalars: the Swift types of the custom scalars that the plan refers to by number.
  ///   - fragments: the definitions of the fragments that the plan spreads.
  ///   - providedVariables: the arguments of the fragment that have a provider.
  public convenience init(
    plan: String, scalars: [any CustomScalar.Type] = [], fragments: [FragmentDefinition] = [], providedVariables: [ProvidedVariable] = []
  ) {
    self.init(plan: plan, scalars: scalars.map { ScalarType($0) }, fragments: fragments, providedVariables: providedVariables)
  }
}

extension OperationDefinition {
  /// Made by generated code.
  ///
  /// - Parameters:
  ///   - name: the operation's name.
  ///   - kind: query, mutation or subscription.
  ///   - id: the id of a persisted operation.
  ///   - cacheID: identifies the text in caches.
  ///   - text: the text that is sent.
  ///   - normalization: the normalization plan, as the compiler wrote it.
  ///   - reader: the reader plan, as the compiler wrote it.
  ///   - scalars: the Swift types of the custom scalars that the plans refer to by number.
  ///   - fragments: the definitions of the fragments that the reader plan spreads.
  ///   - providers: the definitions of the fragments whose arguments have providers, wherever the operation spreads them.
  ///   - metadata: a JSON object with everything else that the compiler has recorded.
  public convenience init(
    name: String, kind: Kind, id: String?, cacheID: String, text: String?, normalization: String, reader: String,
    scalars: [any CustomScalar.Type] = [], fragments: [FragmentDefinition] = [], providers: [FragmentDefinition] = [], metadata: String
  ) {
    self.init(
      name: name, kind: kind, id: id, cacheID: cacheID, text: text, normalization: normalization, metadata: metadata,
      fragment: FragmentDefinition(plan: reader, scalars: scalars, fragments: fragments),
      providedVariables: providers.flatMap(\.providedVariables))
  }
}
