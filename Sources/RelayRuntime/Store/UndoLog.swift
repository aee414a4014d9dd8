/// What optimistic updates have overwritten, to be restored later.
struct UndoLog: Sendable {
  /// What a record was before the first optimistic update.
  struct Saved: Sendable {
    /// The whole record, before it was created, deleted or replaced. Nothing else is saved then.
    private(set) var whole: (record: Record, status: StoreEntry.Status)?
    /// The previous type, if it has changed.
    private(set) var type: KeyID?
    /// The previous values of fields.
    private(set) var fields = [KeyID: Value]()

    fileprivate mutating func save(_ field: KeyID, _ value: Value) {
      if whole == nil, fields[field] == nil { fields[field] = value }
    }

    fileprivate mutating func save(_ type: KeyID) {
      if whole == nil, self.type == nil { self.type = type }
    }

    fileprivate mutating func save(_ entry: StoreEntry) {
      guard whole == nil else { return }
      // Fields that were saved earlier are older than the entry.
      var record = entry.record
      restoreFields(of: &record)
      whole = (record, entry.status)
      type = nil
      fields.removeAll()
    }

    fileprivate mutating func changeWhole(_ body: (inout Record, inout StoreEntry.Status) -> Void) {
      guard var (record, status) = whole else { return }
      body(&record, &status)
      whole = (record, status)
    }

    /// Adds what was known of the record before, and is older than everything else.
    ///
    /// - Parameters:
    ///   - record: the fields. Those that were saved here are taken out, so that what is left belongs to the record itself.
    ///   - dataID: the record's identity.
    /// - Returns: the fields that were added here.
    fileprivate mutating func fill(with record: inout Record, dataID: String) -> Set<KeyID> {
      var added: Set<KeyID> = []
      if let whole, whole.status != .deleted {
        var older = record
        for field in record.fields where !whole.record[field.key].isMissing { older.set(field.key, .missing) }
        var filled = whole.record
        if filled.type == Keys.none { filled.type = record.type }
        filled.merge(older)
        filled.identify(as: dataID)
        self.whole = (filled, .exists)
        added.formUnion(older.fields.lazy.map(\.key))
      }
      for (key, value) in fields {
        let older = record[key]
        guard !older.isMissing else { continue }
        // The log has no errors of single fields, so a null with an error stays unknown.
        if value.isMissing, record.errors?[key] == nil {
          fields[key] = older
          added.insert(key)
        }
        record.set(key, .missing)
        record.setErrors(key, nil)
      }
      return added
    }

    /// Gives a record of which parts were saved its previous type and fields.
    func restoreFields(of record: inout Record) {
      if let type { record.type = type }
      for (key, value) in fields { record.set(key, value) }
    }
  }

  private(set) var records = [RecordID: Saved]()
  /// Counts what was added from an older state of the store, or changed there.
  private(set) var fills: UInt64 = 0

  /// The records that optimistic updates have changed.
  var touched: Set<RecordID> { Set(records.keys) }

  /// Whether an optimistic update has changed the record.
  func touches(_ record: RecordID) -> Bool { records[record] != nil }

  /// Adds what was known of a record before the first optimistic update, if one has changed the record.
  ///
  /// - Parameters:
  ///   - record: the fields. Those that were saved here are taken out.
  ///   - dataID: the record's identity.
  /// - Returns: the fields that were added here.
  mutating func fill(_ id: RecordID, with record: inout Record, dataID: String) -> Set<KeyID> {
    guard records[id] != nil else { return [] }
    fills &+= 1
    return records[id]?.fill(with: &record, dataID: dataID) ?? []
  }

  /// Removes what was saved of a record.
  mutating func take(_ id: RecordID) -> Saved? { records.removeValue(forKey: id) }

  mutating func save(field: KeyID, of record: RecordID, _ value: Value) { records[record, default: Saved()].save(field, value) }

  mutating func save(type record: RecordID, _ type: KeyID) { records[record, default: Saved()].save(type) }

  mutating func save(record: RecordID, _ entry: StoreEntry) { records[record, default: Saved()].save(entry) }

  /// Changes what a record was before the first optimistic update.
  ///
  /// - Parameter body: gets the record and its status.
  mutating func changeBase(of id: RecordID, _ entry: StoreEntry, _ body: (inout Record, inout StoreEntry.Status) -> Void) {
    fills &+= 1
    save(record: id, entry)
    records[id]?.changeWhole(body)
  }
}
