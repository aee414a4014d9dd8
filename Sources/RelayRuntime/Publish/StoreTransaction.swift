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
  struct Delta {
    var change: Change
    var record: Record
  }

  let store: Store
  private let below: StoreTransaction?
  /// Whether the layer below is the store without its optimistic updates.
  private let readsBase: Bool
  private(set) var deltas: [RecordID: Delta] = [:]
  /// The changed records in the order of their first change.
  private(set) var order: ContiguousArray<RecordID> = []
  var invalidatesStore = false
  var invalidatedRecords: [RecordID] = []
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

  var isEmpty: Bool { order.isEmpty && !invalidatesStore && invalidatedRecords.isEmpty }

  /// A state of the transaction that can be restored.
  struct Mark {
    fileprivate let deltas: [RecordID: Delta]
    fileprivate let order: ContiguousArray<RecordID>
    fileprivate let invalidatesStore: Bool
    fileprivate let invalidatedRecords: [RecordID]
  }

  var mark: Mark {
    Mark(deltas: deltas, order: order, invalidatesStore: invalidatesStore, invalidatedRecords: invalidatedRecords)
  }

  /// Undoes the changes since `mark`.
  func rollBack(to mark: Mark) {
    deltas = mark.deltas
    order = mark.order
    invalidatesStore = mark.invalidatesStore
    invalidatedRecords = mark.invalidatedRecords
  }

  // MARK: Reading
  //
  // After the transaction, its ids may belong to other records, so nothing is read then.

  func intern(_ dataID: String) -> RecordID { store.state.withLock { $0.records.intern(dataID) } }

  func find(_ dataID: String) -> RecordID? { store.state.withLock { $0.records.find(dataID) } }

  func dataID(_ id: RecordID) -> String {
    guard !isClosed else { return "" }
    return store.state.withLock { $0.records.names.strings.indices.contains(Int(id)) ? $0.records.names.strings[Int(id)] : "" }
  }

  func status(_ id: RecordID) -> StoreEntry.Status {
    guard id >= 0, !isClosed else { return .unknown }
    if let delta = deltas[id] { return delta.change == .delete ? .deleted : .exists }
    if let below { return below.status(id) }
    return store.state.withLock { readsBase ? $0.records.baseStatus(id).status : $0.records.entries[Int(id)].status }
  }

  func type(_ id: RecordID) -> KeyID {
    guard id >= 0, !isClosed else { return Keys.none }
    if let delta = deltas[id] {
      switch delta.change {
      case .delete: return Keys.none
      case .replace: return delta.record.type
      case .merge: if delta.record.type != Keys.none { return delta.record.type }
      }
    }
    if let below { return below.type(id) }
    return store.state.withLock { readsBase ? $0.records.baseStatus(id).type : $0.records.entries[Int(id)].record.type }
  }

  func value(_ id: RecordID, _ key: KeyID) -> Value {
    guard id >= 0, !isClosed else { return .missing }
    if let delta = deltas[id] {
      switch delta.change {
      case .delete: return .missing
      case .replace: return delta.record[key]
      case .merge:
        let value = delta.record[key]
        if !value.isMissing { return value }
      }
    }
    if let below { return below.value(id, key) }
    return store.state.withLock { readsBase ? $0.records.baseValue(id, key) : $0.records.entries[Int(id)].record[key] }
  }

  /// A record with all known fields.
  func record(_ id: RecordID) -> Record {
    guard id >= 0, !isClosed else { return Record(type: Keys.none) }
    let delta = deltas[id]
    if let delta, delta.change != .merge { return delta.record }
    var record: Record
    if let below {
      record = below.record(id)
    } else {
      record = store.state.withLock { readsBase ? $0.records.baseRecord(id) : $0.records.entries[Int(id)].record }
    }
    if let delta {
      if delta.record.type != Keys.none { record.type = delta.record.type }
      for field in delta.record.fields {
        record.set(field.key, field.value)
        record.setErrors(field.key, delta.record.errors?[field.key])
      }
    }
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

  private func change(_ id: RecordID, _ body: (inout Delta) -> Void) {
    if deltas[id] == nil {
      deltas[id] = Delta(change: .merge, record: Record(type: Keys.none))
      order.append(id)
    }
    body(&deltas[id, default: Delta(change: .merge, record: Record(type: Keys.none))])
  }

  func set(_ id: RecordID, _ key: KeyID, _ value: Value) {
    guard !isClosed, id >= 0, status(id) == .exists else { return }
    change(id) { delta in
      delta.record.set(key, value)
      delta.record.setErrors(key, nil)
    }
  }

  func setErrors(_ id: RecordID, _ key: KeyID, _ errors: [GraphQLError]?) {
    guard !isClosed, id >= 0, deltas[id] != nil else { return }
    change(id) { $0.record.setErrors(key, errors) }
  }

  func setLinks(_ id: RecordID, _ key: KeyID, _ targets: [RecordID?]) { set(id, key, .refs(targets.map { $0 ?? .null })) }

  /// Creates a record without fields. It replaces a record with the same identity.
  func create(_ dataID: String, _ type: KeyID) -> RecordID {
    guard !isClosed else { return .missing }
    let id = intern(dataID)
    change(id) { $0 = Delta(change: .replace, record: Record(type: type)) }
    return id
  }

  func delete(_ id: RecordID) {
    guard !isClosed, id >= 0 else { return }
    hasDeletions = true
    change(id) { $0 = Delta(change: .delete, record: Record(type: Keys.none)) }
  }

  /// Copies all known fields of `source`, with their errors, into `target`.
  func copyFields(from source: RecordID, to target: RecordID) {
    guard !isClosed, status(target) == .exists else { return }
    let record = record(source)
    change(target) { delta in
      for field in record.fields where field.key != Keys.typename {
        delta.record.set(field.key, field.value)
        delta.record.setErrors(field.key, record.errors?[field.key])
      }
    }
  }

  /// Merges the records of a payload.
  func merge(_ payload: consuming PayloadRecords) {
    let ids = store.state.withLock { state in
      var ids = ContiguousArray<RecordID>()
      ids.reserveCapacity(payload.records.count)
      for local in 0..<payload.records.count {
        ids.append(state.records.intern(payload.names.strings[local], hash: payload.names.hash(at: Int32(local))))
      }
      state.records.collisions.note(payload.collisions)
      return ids
    }
    deltas.reserveCapacity(deltas.count + ids.count)
    payload.mapLinks { ids[Int($0)] }
    for local in 0..<payload.records.count {
      let record = payload.records[local]
      change(ids[local]) { delta in
        if delta.change == .delete {
          delta = Delta(change: .replace, record: record)
        } else if delta.record.fields.isEmpty, delta.change == .merge {
          delta.record = record
        } else {
          if record.type != Keys.none { delta.record.type = record.type }
          for field in record.fields {
            delta.record.set(field.key, field.value)
            delta.record.setErrors(field.key, record.errors?[field.key])
          }
        }
      }
    }
  }
}

extension StoreTransaction {
  /// The changes of the transaction, in order.
  var changes: StoreChanges {
    StoreChanges(
      records: order.compactMap { id in
        deltas[id].map { StoreChanges.Change(id: id, change: $0.change, record: $0.record) }
      }, invalidatedRecords: invalidatedRecords, invalidatesStore: invalidatesStore)
  }
}

extension StoreState {
  /// Applies the changes of a transaction.
  mutating func apply(_ changes: StoreChanges) {
    for change in changes.records {
      switch change.change {
      case .merge: records.merge(change.record, into: change.id)
      case .replace: records.replace(change.id, with: change.record)
      case .delete: delete(change.id)
      }
    }
  }

  /// Marks records as stale, starting with the next epoch.
  mutating func invalidate(_ records: [RecordID]) {
    for id in records where id >= 0 { invalidations.records[id] = epoch &+ 1 }
  }
}
