extension RelayStore {
  /// Everything in the store by identity, in the form in which Relay prints its stores: `__id`, `__typename`, scalars under their storage
  /// keys, links as `{"__ref": id}` and `{"__refs": [id]}`, and field errors under `__errors`. Records known not to exist are null.
  ///
  /// For logs and tests. If two names of records or fields are equal as Swift strings but differ in their bytes, only one of them is
  /// included; see ``JSON``. The time grows with the square of the length of an id that consists of combining marks.
  public var json: [String: JSON] {
    state.withLock { state in
      var records = [String: JSON]()
      for (index, entry) in state.records.entries.enumerated() {
        let dataID = state.records.names.strings[index]
        switch entry.status {
        case .unknown: continue
        case .deleted: records[dataID] = .some(.null)
        case .exists: records[dataID] = json(entry.record, dataID, state)
        }
      }
      return records
    }
  }

  private func json(_ record: Record, _ dataID: String, _ state: borrowing StoreState) -> JSON {
    var members: [String: JSON] = ["__id": .string(dataID)]
    if record.type != Keys.none { members["__typename"] = .string(Keys.name(record.type)) }
    members.merge(fields(of: record, state)) { $1 }
    if let errors = record.errors {
      members["__errors"] = .object(
        Dictionary(errors.map { key, errors in (keys.name(key), .array(errors.map(\.json))) }, uniquingKeysWith: { $1 }))
    }
    return .object(members)
  }

  /// The fields of a record by storage key.
  func fields(of record: Record, _ state: borrowing StoreState) -> [String: JSON] {
    var fields = [String: JSON]()
    for field in record.fields { fields[keys.name(field.key)] = json(field.value, state) }
    return fields
  }

  private func json(_ value: Value, _ state: borrowing StoreState) -> JSON {
    switch value {
    case .ref(let id): return .object(["__ref": .string(state.records.names.strings[Int(id)])])
    case .refs(let ids):
      return .object(["__refs": .array(ids.map { $0 >= 0 ? .string(state.records.names.strings[Int($0)]) : .null })])
    case .list(let values): return .array(values.map { json($0, state) })
    default: return value.json ?? .null
    }
  }
}
