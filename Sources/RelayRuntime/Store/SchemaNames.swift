/// The names of the schema's id field, connection fields and key fields, collected from the plans that are used with the store. Handlers
/// and updaters need them but have no plan.
struct SchemaNames: Sendable {
  var idKey = FieldKey.id
  var connection = ConnectionKeys.standard
  /// For types whose objects are identified by `@key` fields: these fields, in order.
  var keyFields = [KeyID: [FieldKey]]()
}

extension RelayStore {
  /// The names of the schema.
  var schemaNames: SchemaNames { names.withLock { $0 } }

  /// Whether a record's identity alone decides which object it is, and no field of it.
  var identityDecides: Bool { mixesTypes && names.withLock { $0.keyFields.isEmpty } }

  /// Records the names in a plan that is used with the store.
  func recordNames(_ plan: NormalizationPlan) {
    guard plan.idKey != .id || plan.connectionKeys != .standard || !plan.keyFields.isEmpty else { return }
    names.withLock { names in
      if plan.idKey != .id { names.idKey = plan.idKey }
      if plan.connectionKeys != .standard { names.connection = plan.connectionKeys }
      for (type, fields) in plan.keyFields where names.keyFields[type] == nil { names.keyFields[type] = fields }
    }
  }

  /// The id of an object as the server sent it; `nil` if it is unknown.
  func id(of dataID: String) -> JSON? {
    let key = schemaNames.idKey.key
    return state.withLock { state in
      guard let id = state.records.find(dataID), let value = state.records.entries[Int(id)].record[key].json, !value.isNull else {
        return nil
      }
      return value
    }
  }
}
