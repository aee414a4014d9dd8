extension Generated.FragmentDefinition {
  /// The owner of a fragment that no operation has spread: an operation that selects nothing, with the variables that the fragment and those
  /// spread in it use.
  var standaloneOperation: OperationDefinition { ownOperation.load() ?? ownOperation.storeIfNil(makeOperation()) }

  /// The names of the fragment's own arguments.
  var argumentNames: Set<String> {
    Set(plan.argumentDefinitions.compactMap { if case .local(let name, _) = $0 { name } else { nil } })
  }

  private func makeOperation() -> OperationDefinition {
    var variables: Set<String> = []
    var providers: [Generated.ProvidedVariable] = []
    var known: Set<String> = [name]
    var pending = [self]
    while let definition = pending.popLast() {
      for case .root(let name) in definition.plan.argumentDefinitions { variables.insert(name) }
      providers += definition.providedVariables
      for fragment in definition.fragments where known.insert(fragment.name).inserted { pending.append(fragment) }
    }
    let arguments = variables.ascending().map { JSON.array([.string($0), .null]) }
    var writer = JSONWriter()
    writer.write(
      .object([
        "version": .int(PlanCode.version), "name": .string(name), "arguments": .array(arguments), "selections": .array([]),
      ]))
    return OperationDefinition(
      name: name, kind: .query, id: nil, cacheID: "fragment \(name)", text: nil, normalization: writer.string, metadata: "{}",
      fragment: self,
      providedVariables: providers)
  }
}
