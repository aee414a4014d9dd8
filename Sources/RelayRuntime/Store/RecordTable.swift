/// The records of a store: which exist, their fields, and what optimistic updates have overwritten. Each store has one, inside its lock.
///
/// A record is a place in an array, found by its interned identity. Publications change records in place; ``undo`` has what optimistic
/// updates have overwritten.
struct RecordTable: Sendable {
  let keys: KeyTable
  var names = InternTable()
  var entries: ContiguousArray<StoreEntry> = []
  /// For each type, the record that says to which abstract types it belongs.
  var typeRecords = [KeyID: RecordID]()
  /// Counts changes: equal revisions mean that nothing has changed between two readings.
  var revision: UInt64 = 0
  /// Counts changes to the knowledge of abstract types.
  var typeRevision: UInt64 = 0
  /// Counts removals of records: deletions, except for optimistic ones, and garbage collections.
  private(set) var removals: UInt64 = 0
  /// Counts readings.
  var stamp: UInt32 = 0
  /// Records that have changed since subscribers were last notified.
  var changed: ContiguousArray<RecordID> = []
  /// What optimistic updates have overwritten; `nil` while there are none.
  var undo: UndoLog?
  /// When fields were received; `nil` while nobody asks for ages.
  var times: FieldTimes?
  /// Types that were found with the same id.
  var collisions = IdentityCollisions()
  /// What a store on disk has to be told; `nil` in other stores.
  var mirrored: MirroredChanges?
  var sharing = SharedRows.Bounds()

  init(keys: KeyTable) { self.keys = keys }

  /// The id of a record, which may be unknown.
  mutating func intern(_ dataID: String) -> RecordID { intern(dataID, hash: InternTable.hash(dataID)) }

  mutating func intern(_ dataID: consuming String, hash: UInt32) -> RecordID {
    if let id = names.find(dataID, hash: hash) { return id }
    let id = names.add(consume dataID, hash: hash)
    if Int(id) == entries.count { entries.append(StoreEntry()) }
    return id
  }

  /// The id of a record that is known, or to which something links.
  func find(_ dataID: String, hint: RecordID = .missing) -> RecordID? {
    if hint >= 0, Int(hint) < names.count, names.strings[Int(hint)].hasSameBytes(as: dataID) { return hint }
    return names.find(dataID)
  }

  // MARK: Changes

  @inline(__always)
  mutating func markChanged(_ id: RecordID) {
    let index = Int(id)
    entries[index].version &+= 1
    revision &+= 1
    if entries[index].record.type == Keys.typeSchema { typeRevision &+= 1 }
    if !entries[index].isChanged {
      entries[index].isChanged = true
      changed.append(id)
    }
  }

  /// Merges `record`, whose links are ids of this store, into the record `id`. Only fields that differ count as changes.
  mutating func merge(_ record: consuming Record, into id: RecordID) {
    let index = Int(id)
    guard entries[index].status == .exists else {
      if undo != nil {
        undo?.save(record: id, entries[index])
      } else if mirrored != nil {
        markDirty(id, isComplete: entries[index].status == .deleted)
      }
      put(record, at: index)
      if entries[index].record.type == Keys.typeSchema { indexTypeRecord(id) }
      markChanged(id)
      return
    }
    var differs = false
    if record.type != Keys.none, entries[index].record.type != record.type {
      collisions.note(entries[index].record.type, record.type, names.strings[index], isOptimistic: undo != nil)
      if undo != nil { undo?.save(type: id, entries[index].record.type) }
      entries[index].record.type = record.type
      differs = true
    }
    for (position, field) in record.fields.enumerated() {
      // Records of one selection have their fields in the same order, so a field is usually at the same index in both.
      let known = entries[index].record.index(field.key, hint: position)
      if known >= 0 {
        if entries[index].record.fields[known].value == field.value { continue }
        if undo != nil { undo?.save(field: field.key, of: id, entries[index].record.fields[known].value) }
        entries[index].record.setValue(at: known, field.value)
      } else {
        if undo != nil { undo?.save(field: field.key, of: id, .missing) }
        entries[index].record.insert(field)
      }
      differs = true
    }
    if record.errors != nil || entries[index].record.errors != nil {
      for field in record.fields {
        let errors = record.errors?[field.key]
        if entries[index].record.errors?[field.key] != errors {
          if undo != nil { undo?.save(record: id, entries[index]) }
          entries[index].record.setErrors(field.key, errors)
          differs = true
        }
      }
    }
    if differs {
      markChanged(id)
      if mirrored != nil, undo == nil { markDirty(id) }
    }
  }

  private mutating func indexTypeRecord(_ id: RecordID) {
    let name = names.strings[Int(id)]
    let prefix = DataID.type("")
    guard name.hasBytePrefix(prefix) else { return }
    typeRecords[keys.intern(typeName: name.dropFirstBytes(prefix.utf8.count))] = id
  }

  /// Replaces everything known about a record.
  mutating func replace(_ id: RecordID, with record: consuming Record) {
    let index = Int(id)
    if undo != nil {
      undo?.save(record: id, entries[index])
    } else {
      forgetTimes(id)
      if mirrored != nil { markDirty(id, isComplete: true) }
    }
    put(consume record, at: index)
    if entries[index].record.type == Keys.typeSchema { indexTypeRecord(id) }
    markChanged(id)
  }

  @inline(__always)
  private mutating func put(_ record: consuming Record, at index: Int) {
    entries[index].record = consume record
    if !entries[index].record.isIdentified { entries[index].record.identify(as: names.strings[index]) }
    entries[index].status = .exists
  }

  /// Records that a record does not exist.
  ///
  /// - Returns: `false` if that was already known.
  mutating func delete(_ id: RecordID) -> Bool {
    let index = Int(id)
    guard entries[index].status != .deleted else { return false }
    if undo != nil {
      undo?.save(record: id, entries[index])
    } else {
      countRemoval()
      forgetTimes(id)
      if mirrored != nil { markDirty(id, isComplete: true) }
    }
    entries[index].record = Record(type: Keys.none)
    entries[index].status = .deleted
    markChanged(id)
    return true
  }

  mutating func countRemoval() { removals &+= 1 }

  /// Merges the records of a payload.
  ///
  /// Takes the records out of the payload, so that the store takes over their memory.
  ///
  /// - Returns: their ids.
  @discardableResult
  mutating func merge(_ payload: inout PayloadRecords) -> ContiguousArray<RecordID> {
    reserve(for: payload)
    var ids = ContiguousArray<RecordID>()
    ids.reserveCapacity(payload.records.count)
    for local in 0..<payload.records.count {
      ids.append(intern(payload.names.take(Int32(local)), hash: payload.names.hash(at: Int32(local))))
    }
    payload.mapLinks { ids[Int($0)] }
    if !payload.collisions.isEmpty { collisions.note(payload.collisions) }
    if payload.needsTimes { beginTimes() }
    let received = times == nil ? nil : receivedFields(of: payload, ids)
    for local in 0..<payload.records.count {
      var record = Record(type: Keys.none)
      swap(&record, &payload.records[local])
      merge(record, into: ids[local])
    }
    if let received { renewTimes(received) }
    return ids
  }

  /// Makes room for the records of a payload that is larger than the store.
  ///
  /// - Parameter copies: how many more records there may soon be.
  mutating func reserve(for payload: borrowing PayloadRecords, copies: Int = 0) {
    guard payload.records.count > entries.count else { return }
    // Reserved in advance, because memory freed while growing by doubling is not returned to the system.
    entries.reserveCapacity(entries.count + payload.records.count + copies)
    names.reserve(payload.records.count)
  }

  // MARK: Reading

  /// Reads a selector.
  ///
  /// - Parameter earlier: the previous result for the selector; unchanged parts of it are reused.
  mutating func read(_ selector: Selector, after earlier: Snapshot? = nil) -> Snapshot {
    let old = earlier?.typeRevision == typeRevision ? earlier?.row : nil
    let record = intern(selector.dataID, hint: selector.record)
    let (revision, typeRevision) = (revision, typeRevision)
    let read = withReader(selector.context, readsFragments: false, tracksVisits: earlier != nil) { reader in
      let row = reader.read(record, isUnmatched: selector.isUnmatched, old: old)
      let snapshot = Snapshot(
        selector: selector, row: row, isMissingData: reader.found.isMissing, fieldErrors: reader.found.errors,
        caughtErrors: reader.found.caught,
        seenRecords: reader.seen.array(), visits: reader.visits.elements, revision: revision,
        typeRevision: typeRevision)
      return (snapshot: snapshot, lacking: reader.found.lacking)
    }
    if mirrored != nil { noteLacking(read.lacking) }
    return read.snapshot
  }

  /// Reads a selector together with the fragments spread into it, for a value that never changes.
  mutating func capture(_ selector: Selector) -> Snapshot {
    let record = intern(selector.dataID, hint: selector.record)
    let (revision, typeRevision) = (revision, typeRevision)
    let read = withReader(selector.context, readsFragments: true, tracksVisits: false) { reader in
      let row = reader.read(record, isUnmatched: selector.isUnmatched, old: nil)
      let snapshot = Snapshot(
        selector: selector, row: row, isMissingData: reader.found.isMissing, fieldErrors: reader.found.errors,
        caughtErrors: reader.found.caught,
        seenRecords: reader.incomplete.isEmpty ? [] : reader.seen.array(), revision: revision,
        typeRevision: typeRevision)
      return (snapshot: snapshot, incomplete: reader.incomplete, isCut: reader.isCutByFragment, lacking: reader.found.lacking)
    }
    if mirrored != nil { noteLacking(read.lacking) }
    var snapshot = read.snapshot
    snapshot.isCutByFragment = read.isCut
    for fragment in read.incomplete {
      snapshot.incomplete.insert(
        Snapshot.IncompleteFragment(context: fragment.context.address, dataID: names.strings[Int(fragment.record)]))
    }
    return snapshot
  }

  /// Reads only the records of a snapshot that have changed since it was read.
  ///
  /// - Returns: whether its row has become another one; `nil` if that is not sufficient, and then the snapshot stays as it was.
  mutating func patch(_ snapshot: inout Snapshot, _ changed: ContiguousArray<RecordID>) -> Bool? {
    guard let row = snapshot.row, !snapshot.visits.isEmpty, !snapshot.isMissingData, snapshot.fieldErrors.isEmpty,
      snapshot.typeRevision == typeRevision, !snapshot.selector.isUnmatched
    else { return nil }
    let patched = withReader(snapshot.selector.context, readsFragments: false, tracksVisits: false) {
      $0.patched(row, snapshot.visits, changed)
    }
    guard let patched else { return nil }
    snapshot.row = patched
    snapshot.revision = revision
    return !patched.isIdentical(to: row)
  }

  /// Calls `body` with a reader of the current state.
  private mutating func withReader<Result>(
    _ context: ReadContext, readsFragments: Bool, tracksVisits: Bool, _ body: (inout Reader) -> Result
  ) -> Result {
    stamp &+= 1
    let (stamp, typeRecords, sharing) = (stamp, typeRecords, sharing)
    // The reader exists as long as the pointers are valid, and the table does not change in that time.
    return unsafe withUnsafePointer(to: typeRecords) { typeRecords in
      unsafe entries.withUnsafeMutableBufferPointer { entries in
        let records = unsafe StoredRecords(entries, typeRecords: typeRecords, stamp: stamp)
        var reader = Reader(
          context: context, records: records, readsFragments: readsFragments, tracksVisits: tracksVisits, sharing: sharing)
        return body(&reader)
      }
    }
  }

  private mutating func intern(_ dataID: String, hint: RecordID) -> RecordID { find(dataID, hint: hint) ?? intern(dataID) }

  // MARK: Types

  /// Whether a type belongs to the interface or union with the given `__isX` key; `nil` if the store does not know.
  func implements(_ type: KeyID, abstractKey: KeyID) -> Bool? {
    guard let record = typeRecords[type], case .bool(let implements) = entries[Int(record)].record[abstractKey] else { return nil }
    return implements
  }

  /// Whether objects of a type satisfy a condition; `nil` if the store does not know.
  func holds(_ condition: TypeCondition, for type: KeyID) -> Bool? {
    condition.holds(for: type) { implements(type, abstractKey: $0) }
  }
}

extension RecordTable {
  /// Restores what optimistic updates have overwritten.
  mutating func restore() {
    guard let log = undo else { return }
    undo = nil
    for (id, saved) in log.records { restore(id, saved) }
  }

  /// Restores what optimistic updates have overwritten in some records.
  mutating func restore(_ ids: Set<RecordID>) {
    for id in ids {
      if let saved = undo?.take(id) { restore(id, saved) }
    }
  }

  private mutating func restore(_ id: RecordID, _ saved: UndoLog.Saved) {
    if let whole = saved.whole {
      entries[Int(id)].record = whole.record
      entries[Int(id)].status = whole.status
    } else {
      saved.restoreFields(of: &entries[Int(id)].record)
    }
    markChanged(id)
  }

  /// The status and type of a record without optimistic updates.
  func baseStatus(_ id: RecordID) -> (status: StoreEntry.Status, type: KeyID) {
    let saved = undo?.records[id]
    if let whole = saved?.whole { return (whole.status, whole.record.type) }
    let entry = entries[Int(id)]
    return (entry.status, saved?.type ?? entry.record.type)
  }

  /// The value of a field without optimistic updates.
  func baseValue(_ id: RecordID, _ key: KeyID) -> Value {
    let saved = undo?.records[id]
    if let whole = saved?.whole { return whole.record[key] }
    return saved?.fields[key] ?? entries[Int(id)].record[key]
  }

  /// A whole record without optimistic updates.
  func baseRecord(_ id: RecordID) -> Record {
    let saved = undo?.records[id]
    if let whole = saved?.whole { return whole.record }
    var record = entries[Int(id)].record
    saved?.restoreFields(of: &record)
    return record
  }
}
