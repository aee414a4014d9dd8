/// Changes that have not been published yet. Reads fall through to the layer below; writes stay here until they are published together.
///
/// One layer holds committed changes; a second one above it holds optimistic changes. A transaction is used on one thread while the
/// store's writer lock is held. Each read takes the store's state lock, so other threads keep reading the store as it was before.
final class StoreTransaction {
  /// The change of a record.
  enum Change: Sendable {
    /// Fields are set; all others stay.
    case merge
    /// The record is replaced.
    case replace
    case delete
  }

  /// The change of one record in this transaction.
  struct Delta: Sendable {
    let id: RecordID
    var change: Change
    var record: Record
    /// The attempt that made this delta, or that has noted the one before it.
    fileprivate(set) var attempt: Int
  }

  let store: Store
  private let below: StoreTransaction?
  /// Whether its changes are those of optimistic updates.
  var isOptimistic: Bool { below != nil }
  /// Whether the layer below is the store without its optimistic updates.
  private let readsBase: Bool
  /// The changes of records, in the order of the first change of each.
  private(set) var deltas: ContiguousArray<Delta> = []
  private var places = DeltaPlaces()
  var invalidatesStore = false
  private(set) var invalidatedRecords: [RecordID] = []
  /// What the attempt in progress has overwritten.
  private var journal: AttemptJournal?
  /// The number of attempts so far.
  private var attempts = 0
  /// The types that the transaction has given to records.
  private(set) var writtenTypes: Set<KeyID> = []
  private var lastWrittenType = Keys.none
  /// The types of the store's records when they were first needed. The store does not change during a transaction.
  private(set) lazy var storedTypes = store.state.withLock { state in Set(state.records.entries.lazy.map(\.record.type)) }
  /// Set at the end of the transaction. Proxies that an updater has kept have no effect from then on.
  private(set) var isClosed = false
  private var hasDeletions = false

  init(store: Store, below: StoreTransaction?, readsBase: Bool) {
    self.store = store
    self.below = below
    self.readsBase = readsBase
    store.state.withLock { $0.work.transactions += 1 }
  }

  func close() {
    guard !isClosed else { return }
    isClosed = true
    store.state.withLock { $0.work.transactions -= 1 }
  }

  var isEmpty: Bool { deltas.isEmpty && !invalidatesStore && invalidatedRecords.isEmpty }

  // MARK: Reading
  //
  // After the transaction, its ids may belong to other records, so nothing is read then.

  func intern(_ dataID: String) -> RecordID { store.state.withLock { $0.records.intern(dataID) } }

  /// The ids of several records, for one taking of the lock.
  func intern(_ dataIDs: [String]) -> [RecordID] { store.state.withLock { state in dataIDs.map { state.records.intern($0) } } }

  func find(_ dataID: String) -> RecordID? { store.state.withLock { $0.records.find(dataID) } }

  func dataID(_ id: RecordID) -> String {
    guard !isClosed else { return "" }
    return store.state.withLock { $0.records.names.strings.indices.contains(Int(id)) ? $0.records.names.strings[Int(id)] : "" }
  }

  func status(_ id: RecordID) -> StoreEntry.Status {
    guard id >= 0, !isClosed else { return .unknown }
    if let place = places[id] { return deltas[place].change == .delete ? .deleted : .exists }
    if let below { return below.status(id) }
    return store.state.withLock { readsBase ? $0.records.baseStatus(id).status : $0.records.entries[Int(id)].status }
  }

  func type(_ id: RecordID) -> KeyID {
    guard id >= 0, !isClosed else { return Keys.none }
    if let place = places[id] {
      switch deltas[place].change {
      case .delete: return Keys.none
      case .replace: return deltas[place].record.type
      case .merge: if deltas[place].record.type != Keys.none { return deltas[place].record.type }
      }
    }
    if let below { return below.type(id) }
    return store.state.withLock { readsBase ? $0.records.baseStatus(id).type : $0.records.entries[Int(id)].record.type }
  }

  func value(_ id: RecordID, _ key: KeyID) -> Value {
    guard id >= 0, !isClosed else { return .missing }
    if let place = places[id] {
      switch deltas[place].change {
      case .delete: return .missing
      case .replace: return deltas[place].record[key]
      case .merge:
        let value = deltas[place].record[key]
        if !value.isMissing { return value }
      }
    }
    if let below { return below.value(id, key) }
    return store.state.withLock { readsBase ? $0.records.baseValue(id, key) : $0.records.entries[Int(id)].record[key] }
  }

  /// A record with all known fields.
  func record(_ id: RecordID) -> Record {
    guard id >= 0, !isClosed else { return Record(type: Keys.none) }
    let delta = places[id].map { deltas[$0] }
    if let delta, delta.change != .merge { return delta.record }
    var record: Record
    if let below {
      record = below.record(id)
    } else {
      record = store.state.withLock { readsBase ? $0.records.baseRecord(id) : $0.records.entries[Int(id)].record }
    }
    guard let delta else { return record }
    let type = delta.record.type == Keys.none ? record.type : delta.record.type
    if record.fields.isEmpty { record = delta.record } else { record.merge(delta.record) }
    record.type = type
    return record
  }

  /// The record that a field links to, if it exists.
  func link(_ id: RecordID, _ key: KeyID) -> RecordID? {
    guard case .ref(let target) = value(id, key), status(target) == .exists else { return nil }
    return target
  }

  /// The records that a field links to; `nil` items are null or do not exist.
  func links(_ id: RecordID, _ key: KeyID) -> [RecordID?]? {
    guard case .refs(let targets) = value(id, key) else { return nil }
    return targets.map { status($0) == .exists ? $0 : nil }
  }

  /// The number of records that have been removed from the store so far; `nil` if this transaction deletes some. While it stays the same,
  /// a record that existed still exists.
  var removals: UInt64? { hasDeletions ? nil : store.state.withLock { $0.records.removals } }

  // MARK: Writing

  /// Changes fields of a record.
  private func change(_ id: RecordID, _ body: (inout Delta) -> Void) {
    let place = places[id] ?? add(id)
    body(&deltas[place])
  }

  /// Adds a delta that changes nothing yet.
  ///
  /// - Returns: its place.
  private func add(_ id: RecordID) -> Int {
    places.insert(id, at: deltas.count)
    deltas.append(Delta(id: id, change: .merge, record: Record(type: Keys.none), attempt: attempts))
    return deltas.count - 1
  }

  /// Replaces the change of a record.
  private func put(_ id: RecordID, _ change: Change, _ record: Record) {
    let place = places[id] ?? add(id)
    if journal != nil, deltas[place].attempt != attempts { journal?.note(deltas[place], at: place) }
    deltas[place] = Delta(id: id, change: change, record: record, attempt: attempts)
  }

  /// Notes the value of a field that is about to change.
  private func note(_ key: KeyID, of delta: borrowing Delta) {
    guard journal != nil, delta.attempt != attempts else { return }
    journal?.note(key, of: delta)
  }

  private func note(type: KeyID) {
    guard type != Keys.none, type != lastWrittenType else { return }
    lastWrittenType = type
    writtenTypes.insert(type)
  }

  func set(_ id: RecordID, _ key: KeyID, _ value: Value) {
    guard !isClosed, id >= 0, status(id) == .exists else { return }
    change(id) { delta in
      note(key, of: delta)
      delta.record.set(key, value)
      delta.record.setErrors(key, nil)
    }
  }

  func setErrors(_ id: RecordID, _ key: KeyID, _ errors: [GraphQLError]?) {
    guard !isClosed, id >= 0, places[id] != nil else { return }
    change(id) { delta in
      note(key, of: delta)
      delta.record.setErrors(key, errors)
    }
  }

  func setLinks(_ id: RecordID, _ key: KeyID, _ targets: [RecordID?]) { set(id, key, .refs(targets.map { $0 ?? .null })) }

  /// Creates a record without fields. It replaces a record with the same identity.
  ///
  /// - Parameter capacity: the number of fields that it is going to have, if known.
  func create(_ dataID: String, _ type: KeyID, capacity: Int = 4) -> RecordID {
    guard !isClosed else { return .missing }
    let id = intern(dataID)
    var record = Record(type: type)
    record.reserve(capacity)
    record.identify(as: dataID)
    put(id, .replace, record)
    note(type: type)
    return id
  }

  /// Creates records with the type, the fields and the errors of others. They replace records with the same identities.
  ///
  /// - Parameters:
  ///   - dataIDs: the identities of the copies, one for each source.
  ///   - nullKey: the key of a field that is null in a copy if its source does not have it.
  func create(_ dataIDs: [String], copying sources: [RecordID], nullKey: KeyID) -> [RecordID] {
    guard !isClosed else { return Array(repeating: .missing, count: dataIDs.count) }
    let ids = intern(dataIDs)
    let originals = sources.map { record($0) }
    let arena = FieldArena(capacity: originals.reduce(0) { $0 + $1.fields.count + 2 })
    for (index, original) in originals.enumerated() {
      var copy = Record(type: original.type)
      copy.reserve(original.fields.count + 1)
      for field in original.fields where field.key != Keys.typename { copy.insert(field) }
      if copy.index(nullKey) < 0 { copy.insert(Record.Field(value: .null, key: nullKey)) }
      copy.pack(into: arena, dataID: dataIDs[index])
      copy.errors = original.errors
      copy.setErrors(Keys.typename, nil)
      put(ids[index], .replace, copy)
      note(type: copy.type)
    }
    return ids
  }

  func delete(_ id: RecordID) {
    guard !isClosed, id >= 0 else { return }
    hasDeletions = true
    put(id, .delete, Record(type: Keys.none))
  }

  /// Copies all known fields of `source`, with their errors, into `target`.
  func copyFields(from source: RecordID, to target: RecordID) {
    guard !isClosed, status(target) == .exists else { return }
    let record = record(source)
    change(target) { delta in
      for field in record.fields where field.key != Keys.typename {
        note(field.key, of: delta)
        delta.record.set(field.key, field.value)
        delta.record.setErrors(field.key, record.errors?[field.key])
      }
    }
  }

  /// Marks a record as stale.
  func invalidate(_ id: RecordID) {
    guard !isClosed else { return }
    invalidatedRecords.append(id)
  }

  /// Merges the records of a payload. Cannot be undone by an attempt.
  func merge(_ payload: consuming PayloadRecords) {
    let (ids, exist) = store.state.withLock { state in
      var (ids, exist): (ContiguousArray<RecordID>, ContiguousArray<Bool>) = ([], [])
      ids.reserveCapacity(payload.records.count)
      exist.reserveCapacity(payload.records.count)
      state.records.reserve(for: payload)
      for local in 0..<payload.records.count {
        let id = state.records.intern(payload.names.strings[local], hash: payload.names.hash(at: Int32(local)))
        ids.append(id)
        exist.append((readsBase ? state.records.baseStatus(id).status : state.records.entries[Int(id)].status) == .exists)
      }
      state.records.collisions.note(payload.collisions)
      return (ids, exist)
    }
    reserve(ids.count)
    payload.mapLinks { ids[Int($0)] }
    for local in 0..<payload.records.count {
      let record = payload.records[local]
      note(type: record.type)
      if !exist[local], places[ids[local]] == nil, below?.places[ids[local]] == nil {
        // Readings of the new record need not look below it.
        put(ids[local], .replace, record)
        continue
      }
      change(ids[local]) { delta in
        if delta.change == .delete {
          (delta.change, delta.record) = (.replace, record)
        } else if delta.record.fields.isEmpty, delta.change == .merge {
          delta.record = record
        } else {
          if record.type != Keys.none { delta.record.type = record.type }
          delta.record.merge(record)
        }
      }
    }
  }

  /// Makes room for the deltas of a payload.
  private func reserve(_ count: Int) {
    // A small payload of many must not make room for exactly its own records, because the tables would move each time.
    guard count > deltas.count else { return }
    deltas.reserveCapacity(deltas.count + count)
    places.reserve(deltas.count + count)
  }

  // MARK: Attempts

  /// Runs code that may fail. If it throws, the transaction is as it was before.
  ///
  /// The cost depends on what the code changes, not on the size of the transaction.
  func attempt(_ body: () throws -> Void) throws {
    attempts += 1
    journal = AttemptJournal(deltaCount: deltas.count, invalidatesStore: invalidatesStore, invalidatedCount: invalidatedRecords.count)
    defer { journal = nil }
    do {
      try body()
    } catch {
      if let journal { undo(journal) }
      throw error
    }
  }

  private func undo(_ journal: AttemptJournal) {
    for delta in deltas[journal.deltaCount...] { places.remove(delta.id) }
    deltas.removeLast(deltas.count - journal.deltaCount)
    // A field may have changed before its record was replaced, so the fields come last.
    for (place, delta) in journal.deltas { deltas[place] = delta }
    for (field, earlier) in journal.fields {
      guard let place = places[field.record] else { continue }
      deltas[place].record.set(field.key, earlier.value)
      deltas[place].record.setErrors(field.key, earlier.errors)
    }
    invalidatesStore = journal.invalidatesStore
    invalidatedRecords.removeLast(invalidatedRecords.count - journal.invalidatedCount)
  }
}

extension StoreTransaction {
  /// Closes the transaction, and moves the changes of records out of it, in the order of the first change of each.
  func takeDeltas() -> ContiguousArray<Delta> {
    close()
    var taken: ContiguousArray<Delta> = []
    swap(&taken, &deltas)
    return taken
  }
}

extension StoreState {
  /// Applies the changes of a transaction, and takes over the memory of their records.
  mutating func apply(_ deltas: inout ContiguousArray<StoreTransaction.Delta>) {
    for index in deltas.indices {
      var record = Record(type: Keys.none)
      swap(&record, &deltas[index].record)
      let id = deltas[index].id
      switch deltas[index].change {
      case .merge: records.merge(record, into: id)
      case .replace: records.replace(id, with: record)
      case .delete: delete(id)
      }
    }
  }

  /// Marks records as stale, starting with the next epoch.
  mutating func invalidate(_ records: [RecordID]) {
    for id in records where id >= 0 { invalidations.records[id] = epoch &+ 1 }
  }
}
