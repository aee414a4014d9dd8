import RelayRuntime

/// Definitions for tests that need no Swift types. Their plans are written as nodes.
enum Plans {
  /// - Parameters:
  ///   - arguments: the variables, each with its default.
  ///   - type: the root type.
  ///   - age: how old the operation's data may be, in the notation of plans.
  ///   - readerArguments: the variables in the reader plan.
  static func operation(
    _ name: String, kind: OperationDefinition.Kind = .query, arguments: KeyValuePairs<String, JSON> = [:], type: String = "Query",
    names: PlanNames = PlanNames(), age: String? = nil, normalization: [NormalizationPlanNode] = [],
    readerArguments: [ReaderPlanArgument] = [],
    reader: [ReaderPlanNode] = []
  ) -> OperationDefinition {
    OperationDefinition(
      name: name, kind: kind, id: nil, cacheID: name, text: "…",
      normalization: self.normalization(name, arguments: arguments, names: names, age: age, normalization),
      reader: self.reader(name, on: type, arguments: readerArguments, reader), scalars: [], metadata: "{}")
  }

  static func fragment(
    _ name: String, on type: String, abstractKey: String? = nil, arguments: [ReaderPlanArgument] = [], metadata: JSON = .null,
    scalars: [any CustomScalar.Type] = [], _ selections: [ReaderPlanNode]
  ) -> Generated.FragmentDefinition {
    Generated.FragmentDefinition(
      plan: reader(name, on: type, abstractKey: abstractKey, arguments: arguments, metadata: metadata, selections), scalars: scalars)
  }
}
