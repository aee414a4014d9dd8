extension RelayEnvironment {
  /// The fragment of the object with an id.
  ///
  /// - Parameter variables: the values of the fragment's arguments, and of the variables that it uses.
  func pointer<F: GraphQLFragment>(to type: F.Type, id: String, variables: [String: JSON] = [:]) -> FragmentPointer {
    let definition = F.definition
    guard let dataID = dataID(ofObject: id, definition.plan) else { return .nowhere }
    let names = definition.argumentNames
    var (arguments, others): ([String: JSON], [String: JSON]) = ([:], [:])
    for (name, value) in variables {
      if names.contains(name) { arguments[name] = value } else { others[name] = value }
    }
    let scope = FragmentScope(
      store: store, owner: OperationDescriptor(definition.standaloneOperation, given: others), fragment: definition.name,
      definition: definition, arguments: arguments, isUnmatched: false, objectID: id)
    return FragmentPointer(dataID: dataID, record: .missing, scope: scope)
  }

  /// The identity in the store of the object with an id; `nil` if it has none.
  private func dataID(ofObject id: String, _ plan: ReaderPlan) -> String? {
    let condition = plan.typeCondition
    guard condition.isAbstract else { return dataIDs(ofObject: id, plan.type).first }
    let rules = configuration.identityRules
    if rules.mixesTypes, store.has(id) { return id }
    // The store knows of which types the object can be; the one whose record it has is the object's.
    let candidates = store.types(thatFulfil: condition).flatMap { dataIDs(ofObject: id, $0) }
    return candidates.first { store.has($0) } ?? (rules.mixesTypes ? id : candidates.first)
  }

  /// The identities that the object may have, the likeliest first.
  private func dataIDs(ofObject id: String, _ typeName: String) -> [String] {
    let rules = configuration.identityRules
    let names = store.schemaNames
    if let getDataID = rules.getDataID {
      let object: JSON = ["__typename": .string(typeName), names.idKey.name: .string(id)]
      guard let document = try? JSONDocument(object) else { return [] }
      let own = getDataID(ResponseObject(document, 0, id: id), typeName)
      return own.map { $0.isEmpty ? [] : [$0] } ?? []
    }
    if let fields = names.keyFields.first(where: { store.keys.name($0.key) == typeName })?.value, fields.count == 1 {
      // A key field may be a number.
      let values = [JSON.string(id)] + (Int(id).map { [.int($0)] } ?? [])
      let keyed = values.compactMap { value in DataID.keyed(typeName, fields) { _ in value } }
      return keyed.filter { store.has($0) } + keyed
    }
    if id.isEmpty { return [] }
    return [rules.includesType ? DataID.typed(typeName, id) : id]
  }
}
