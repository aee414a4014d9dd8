extension StoreTransaction {
  /// The records that an id of unknown type may belong to. If records are identified by id, there is only one; if they are identified by
  /// type and id, there may be one for each type.
  func records(withID id: String) -> [RecordID] {
    var found = [find(id)].compactMap { $0 }
    if store.host?.identityRules.includesType ?? false {
      footprint?.noteReadOfEverything()
      let types = storedTypes.union(writtenTypes)
      found += types.ascending().filter { $0 != Keys.none }.compactMap { find(DataID.typed(Keys.name($0), id)) }
    }
    return found.filter { status($0) == .exists }
  }

  /// Whether a record has one of the given ids. If records are identified by id, the record's identity decides, whatever an updater has
  /// written to its id field.
  func record(_ record: RecordID, hasIDIn ids: Set<ByteKey>) -> Bool {
    if ids.contains(ByteKey(dataID(record))) { return true }
    let names = store.schemaNames
    if store.mixesTypes, names.keyFields[type(record)] == nil { return false }
    return value(record, names.idKey.key).json?.idText.map { ids.contains(ByteKey($0)) } ?? false
  }

  /// The record that a field of the query root links to if its arguments identify the object, as in `book(isbn:)`; `nil` if the store has
  /// none.
  ///
  /// - Parameters:
  ///   - type: the type of the object.
  ///   - fields: the fields that identify it.
  func record(ofType type: KeyID, _ fields: [FieldKey], _ arguments: [String: JSON]) -> RecordID? {
    // Servers accept a number as an id and send it as a string.
    let forms: [(JSON) -> JSON] = [{ $0 }, { $0.idText.map { .string($0) } ?? $0 }]
    for form in forms {
      if let dataID = DataID.keyed(Keys.name(type), fields, { arguments[$0].map(form) }), let id = find(dataID), status(id) == .exists {
        return id
      }
    }
    return nil
  }
}
