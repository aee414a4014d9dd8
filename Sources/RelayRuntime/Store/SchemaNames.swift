/// The names of the schema's id field, connection fields and key fields, collected from the plans that the store was used with. Handlers and updaters
/// need them and have no plan.
struct SchemaNames: Sendable {
  var idKey = FieldKey.id
  var connection = ConnectionKeys.standard
  /// For types whose objects are identified by other fields than their id: these fields, in order.
  var keyFields: [KeyID: [FieldKey]] = [:]
}

extension Store {
  /// The names of the schema.
  var schemaNames: SchemaNames { names.withLock { $0 } }

  /// Takes the names out of a plan that the store is used with.
  func noteNames(_ plan: NormalizationPlan) {
    guard plan.idKey != .id || plan.connectionKeys != .standard || !plan.keyFields.isEmpty else { return }
    names.withLock { names in
      if plan.idKey != .id { names.idKey = plan.idKey }
      if plan.connectionKeys != .standard { names.connection = plan.connectionKeys }
      for (type, fields) in plan.keyFields where names.keyFields[type] == nil { names.keyFields[type] = fields }
    }
  }

  /// The id of an object as the server has sent it; `nil` where nothing is known of it.
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
