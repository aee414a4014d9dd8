/// What optimistic updates have overwritten, to be restored later.
struct UndoLog: Sendable {
  struct FieldKey: Hashable, Sendable {
    let record: RecordID
    let key: KeyID
  }
  /// Previous values of fields.
  private(set) var fields: [FieldKey: Value] = [:]
  /// Previous types of records.
  private(set) var types: [RecordID: KeyID] = [:]
  /// Whole records, before they were created, deleted or replaced.
  private(set) var records: [RecordID: (record: Record, status: StoreEntry.Status)] = [:]

  /// The records that optimistic updates have changed.
  var touched: Set<RecordID> { Set(records.keys).union(types.keys).union(fields.keys.lazy.map(\.record)) }

  /// Whether an optimistic update has changed the record.
  func touches(_ record: RecordID) -> Bool {
    records[record] != nil || types[record] != nil || fields.keys.contains { $0.record == record }
  }

  mutating func save(field: KeyID, of record: RecordID, _ value: Value) {
    guard records[record] == nil else { return }
    let key = FieldKey(record: record, key: field)
    if fields[key] == nil { fields[key] = value }
  }

  mutating func save(type record: RecordID, _ type: KeyID) {
    guard records[record] == nil else { return }
    if types[record] == nil { types[record] = type }
  }

  mutating func save(record: RecordID, _ entry: StoreEntry) {
    guard records[record] == nil else { return }
    // Fields that were saved earlier are older than the entry.
    var saved = entry.record
    if let type = types.removeValue(forKey: record) { saved.type = type }
    for (key, value) in fields where key.record == record {
      saved.set(key.key, value)
      fields[key] = nil
    }
    records[record] = (saved, entry.status)
  }
}
