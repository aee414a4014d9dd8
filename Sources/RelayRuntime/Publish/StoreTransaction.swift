/// Changes that have not been published yet. Reads fall through to the layer below; writes stay here until they are published together.
///
/// One layer holds committed changes; a second one above it holds optimistic changes. A transaction is used on one thread while the
/// store's writer lock is held. Each read takes the store's state lock, so other threads keep reading the store as it was before.
final class StoreTransaction {
  let store: RelayStore
  private let below: StoreTransaction?
  /// Whether its changes are those of optimistic updates.
  var isOptimistic: Bool { below != nil }
  /// Whether the layer below is the store without its optimistic updates.
  private let readsBase: Bool
  private var changes = TransactionChanges()
  /// The changes of records, in the order of the first change of each.
  var deltas: ContiguousArray<Delta> { changes.deltas }
  private(set) var invalidatedRecords: [RecordID] = []
  /// What else becomes stale.
  private(set) var staleTargets = StaleTargets()
  /// What was received. One value, so that each use is checked for exclusive access once.
  struct Received {
    /// What payloads have brought, if the store notes when.
    var fields: [ReceivedFields] = []
    /// What was made as a copy of something else, if the store notes when fields were received.
    var copies: [CopiedFields] = []
    /// When the first of the payloads was received.
    var time: Moment?
  }
  private(set) var received = Received()
  /// The answers that were merged, if a mirror wants to know.
  private(set) var answers: [MirroredChanges.Answer] = []
  /// The records of which something was read that memory does not have, and that may be on disk.
  private(set) var lacking: Set<RecordID> = []
  /// Whether the store is kept on disk.
  private let isMirrored: Bool
  /// The types that the transaction has given to records.
  private(set) var writtenTypes: Set<KeyID> = []
  /// Whether an id may belong to records of several types.
  private let notesTypes: Bool
  /// The types of the store's records when they were first needed. The store does not change during a transaction.
  private(set) lazy var storedTypes = store.state.withLock { state in Set(state.records.entries.lazy.map(\.record.type)) }
  /// Set at the end of the transaction. Proxies that an updater has kept have no effect from then on.
  private(set) var isClosed = false
  private var hasDeletions = false
  /// What an optimistic update reads and writes, while one is applied whose footprint is wanted.
  var footprint: Footprint?
  /// Whether insertions of edges are only noted, because those of all updates are made together.
  var defersInsertions = false
  /// Errors of app code that are not reported yet; nil: they are reported at once.
  var heldErrors: [any Error]?

  init(store: RelayStore, below: StoreTransaction?, readsBase: Bool) {
    self.store = store
    self.below = below
    self.readsBase = readsBase
    notesTypes = store.host?.identityRules.includesType ?? false
    isMirrored = store.state.withLock { state in
      state.work.transactions += 1
      return state.records.mirrored != nil
    }
  }

  func close() {
    guard !isClosed else { return }
    isClosed = true
    store.state.withLock { $0.work.transactions -= 1 }
  }

  var isEmpty: Bool { changes.deltas.isEmpty && staleTargets.isEmpty && invalidatedRecords.isEmpty }

  // MARK: Reading
  //
  // After the transaction, its ids may belong to other records, so nothing is read then.

  func intern(_ dataID: String) -> RecordID { store.state.withLock { $0.records.intern(dataID) } }

  /// The ids of several records, for one taking of the lock.
  func intern(_ dataIDs: [String]) -> [RecordID] { store.state.withLock { state in dataIDs.map { state.records.intern($0) } } }

  func find(_ dataID: String) -> RecordID? {
    // An update depends on a record that it does not find, too, and the disk may have it.
    if footprint != nil || isMirrored { return intern(dataID) }
    return store.state.withLock { $0.records.find(dataID) }
  }

  /// The record with an identity; `nil` if it is unknown or does not exist.
  func findExisting(_ dataID: String) -> RecordID? {
    guard !isClosed, let id = find(dataID), status(id) == .exists else { return nil }
    return id
  }

  func dataID(_ id: RecordID) -> String {
    guard !isClosed else { return "" }
    return store.state.withLock { $0.records.names.strings.indices.contains(Int(id)) ? $0.records.names.strings[Int(id)] : "" }
  }

  func status(_ id: RecordID) -> StoreEntry.Status {
    guard id >= 0, !isClosed else { return .unknown }
    footprint?.noteReadOfStatus(id)
    return changes.status(of: id) ?? statusBelow(id)
  }

  private func statusBelow(_ id: RecordID) -> StoreEntry.Status {
    if let below { return below.status(id) }
    let status = store.state.withLock { readsBase ? $0.records.baseStatus(id).status : $0.records.entries[Int(id)].status }
    if status == .unknown { noteLacking(id) }
    return status
  }

  /// Notes that something of a record is not in memory.
  private func noteLacking(_ id: RecordID) {
    if isMirrored, store.state.withLock({ $0.records.isIncomplete(id) }) { lacking.insert(id) }
  }

  /// Takes the identities of the records of which something was read that may be on disk.
  func takeLacking() -> [String] {
    guard !lacking.isEmpty else { return [] }
    defer { lacking = [] }
    return store.state.withLock { state in lacking.map { state.records.names.strings[Int($0)] } }
  }

  func type(_ id: RecordID) -> KeyID {
    guard id >= 0, !isClosed else { return Keys.none }
    footprint?.noteReadOfType(id)
    if let type = changes.type(of: id) { return type }
    if let below { return below.type(id) }
    let type = store.state.withLock { readsBase ? $0.records.baseStatus(id).type : $0.records.entries[Int(id)].record.type }
    if type == Keys.none { noteLacking(id) }
    return type
  }

  /// The value of a field that a record has without storing it: its type or its identity; `nil` for all other fields.
  func implied(_ id: RecordID, _ key: KeyID) -> String? {
    switch key {
    case Keys.typename:
      let type = type(id)
      return type == Keys.none ? nil : Keys.name(type)
    case Keys.dataID: return dataID(id)
    default: return nil
    }
  }

  func value(_ id: RecordID, _ key: KeyID) -> Value {
    guard id >= 0, !isClosed else { return .missing }
    footprint?.noteRead(id, key)
    if let value = changes.value(of: id, key) { return value }
    if let below { return below.value(id, key) }
    let value = store.state.withLock { readsBase ? $0.records.baseValue(id, key) : $0.records.entries[Int(id)].record[key] }
    if value.isMissing { noteLacking(id) }
    return value
  }

  /// A record with all known fields.
  func record(_ id: RecordID) -> Record {
    guard id >= 0, !isClosed else { return Record(type: Keys.none) }
    footprint?.noteRead(id)
    let known = changes.record(of: id)
    if let known, known.change != .merge { return known.record }
    var record: Record
    if let below {
      record = below.record(id)
    } else {
      record = store.state.withLock { readsBase ? $0.records.baseRecord(id) : $0.records.entries[Int(id)].record }
      noteLacking(id)
    }
    guard let known else { return record }
    let type = known.record.type == Keys.none ? record.type : known.record.type
    if record.fields.isEmpty { record = known.record } else { record.merge(known.record) }
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
    if footprint != nil { for target in targets where target >= 0 { footprint?.noteReadOfStatus(target) } }
    // One access for all targets.
    let changes = changes
    return targets.map { $0 >= 0 && (changes.status(of: $0) ?? statusBelow($0)) == .exists ? $0 : nil }
  }

  /// For each of several records, whether it exists, and the record to which a field of it links, which need not exist.
  func targets(_ ids: [RecordID], _ key: KeyID) -> [(exists: Bool, target: RecordID?)] {
    func target(_ value: Value) -> RecordID? {
      if case .ref(let target) = value { target } else { nil }
    }
    if footprint != nil || isMirrored || isClosed {
      return ids.map { id in status(id) == .exists ? (true, target(value(id, key))) : (false, nil) }
    }
    // One access for all records.
    let (changes, changesBelow, readsBase) = (changes, below?.changes, below?.readsBase ?? readsBase)
    return store.state.withLock { state in
      ids.map { id in
        guard id >= 0 else { return (false, nil) }
        let status =
          changes.status(of: id) ?? changesBelow?.status(of: id)
          ?? (readsBase ? state.records.baseStatus(id).status : state.records.entries[Int(id)].status)
        guard status == .exists else { return (false, nil) }
        let value =
          changes.value(of: id, key) ?? changesBelow?.value(of: id, key)
          ?? (readsBase ? state.records.baseValue(id, key) : state.records.entries[Int(id)].record[key])
        return (true, target(value))
      }
    }
  }

  /// The number of records that have been removed from the store so far; `nil` if this transaction deletes some. While it stays the same,
  /// a record that existed still exists.
  var removals: UInt64? {
    footprint?.noteReadOfEverything()
    return hasDeletions ? nil : store.state.withLock { $0.records.removals }
  }

  // MARK: Writing

  private func note(type: KeyID) {
    if notesTypes, type != Keys.none { writtenTypes.insert(type) }
  }

  func set(_ id: RecordID, _ key: KeyID, _ value: Value) {
    guard id >= 0, status(id) == .exists else { return }
    footprint?.noteWrite(id)
    changes.set(key, value, of: id)
  }

  func setErrors(_ id: RecordID, _ key: KeyID, _ errors: [GraphQLError]?) {
    guard !isClosed, id >= 0 else { return }
    footprint?.noteWrite(id)
    changes.setErrors(key, errors, of: id)
  }

  func setLinks(_ id: RecordID, _ key: KeyID, _ targets: [RecordID?]) { set(id, key, .refs(targets.map { $0 ?? .null })) }

  /// Creates a record without fields. It replaces a record with the same identity.
  ///
  /// - Parameter capacity: the number of fields that it is going to have, if known.
  func create(_ dataID: String, _ type: KeyID, capacity: Int = 4) -> RecordID {
    guard !isClosed else { return .missing }
    let id = intern(dataID)
    footprint?.noteWrite(id)
    var record = Record(type: type)
    record.reserve(capacity)
    record.identify(as: dataID)
    changes.put(id, .replace, record)
    note(type: type)
    return id
  }

  /// Creates records with the type, the fields and the errors of others. They replace records with the same identities.
  ///
  /// - Parameters:
  ///   - dataIDs: the identities of the copies, one for each source.
  ///   - nullKey: the key of a field that is null in a copy if its source does not have it.
  func create(_ dataIDs: [String], copying sources: [RecordID], nullKey: KeyID) -> [RecordID] {
    let ids = create(dataIDs, copying: sources.map { record($0) }, nullKey: nullKey)
    if notesTimes {
      for (source, id) in zip(sources, ids) where source >= 0 {
        received.copies.append(CopiedFields(kind: .record, source: source, target: id))
      }
    }
    return ids
  }

  /// Creates records with the type, the fields and the errors of others, which may not be in the transaction any more.
  func create(_ dataIDs: [String], copying originals: [Record], nullKey: KeyID) -> [RecordID] {
    guard !isClosed else { return Array(repeating: .missing, count: dataIDs.count) }
    let ids = intern(dataIDs)
    let arena = FieldArena(capacity: originals.reduce(0) { $0 + $1.fields.count + 2 })
    for (index, original) in originals.enumerated() {
      footprint?.noteWrite(ids[index])
      changes.put(ids[index], .replace, original.copy(as: dataIDs[index], nullKey: nullKey, into: arena))
      note(type: original.type)
    }
    return ids
  }

  func delete(_ id: RecordID) {
    guard !isClosed, id >= 0 else { return }
    hasDeletions = true
    footprint?.noteWrite(id)
    changes.put(id, .delete, Record(type: Keys.none))
  }

  /// Copies all known fields of `source`, with their errors, into `target`.
  ///
  /// - Parameter kept: the keys of fields that are not copied.
  func copyFields(from source: RecordID, to target: RecordID, except kept: [KeyID] = []) {
    guard !isClosed, status(target) == .exists else { return }
    footprint?.noteWrite(target)
    let record = record(source)
    changes.copyFields(of: record, to: target, except: kept)
    noteCopy(.fields(record.fields.map(\.key).filter { $0 != Keys.typename && !kept.contains($0) }), from: source, to: target)
  }

  /// Notes that what was written to a record comes from the server's fields of another one, or of the same.
  func noteCopy(_ kind: @autoclosure () -> CopiedFields.Kind, from source: RecordID, to target: RecordID) {
    guard source >= 0, target >= 0, notesTimes else { return }
    received.copies.append(CopiedFields(kind: kind(), source: source, target: target))
  }

  /// Whether the store notes when the fields were received that are written here. Optimistic changes are not received.
  private var notesTimes: Bool { !isOptimistic && !isClosed && store.state.withLock { $0.records.times != nil } }

  /// Marks a record as stale.
  func invalidate(_ id: RecordID) {
    guard !isClosed else { return }
    invalidatedRecords.append(id)
  }

  /// Adds what becomes stale, apart from records.
  func makeStale(_ add: (inout StaleTargets) -> Void) {
    guard !isClosed else { return }
    add(&staleTargets)
  }

  /// Merges what several optimistic responses do to a record. Nothing of it may have changed in the transaction before.
  func merge(_ record: Record, into id: RecordID) {
    note(type: record.type)
    changes.put(id, .merge, record)
  }

  /// Merges the records of a payload. Cannot be undone by an attempt.
  ///
  /// - Parameter isHandled: whether handlers follow. The one for connections makes at most as many records as the payload has.
  /// - Returns: the ids of the records.
  @discardableResult
  func merge(_ payload: consuming PayloadRecords, isHandled: Bool = false) -> ContiguousArray<RecordID> {
    let copies = isHandled ? payload.records.count : 0
    if let time = payload.reception?.time { received.time = received.time.map { min($0, time) } ?? time }
    let (ids, exist) = store.state.withLock { state in
      var (ids, exist): (ContiguousArray<RecordID>, ContiguousArray<Bool>) = ([], [])
      ids.reserveCapacity(payload.records.count)
      exist.reserveCapacity(payload.records.count)
      state.records.reserve(for: payload, copies: copies)
      for local in 0..<payload.records.count {
        let id = state.records.intern(payload.names.take(Int32(local)), hash: payload.names.hash(at: Int32(local)))
        ids.append(id)
        let status = readsBase ? state.records.baseStatus(id).status : state.records.entries[Int(id)].status
        // What is not in memory may be on disk, and stays there.
        exist.append(status == .exists || isMirrored && state.records.isIncomplete(id))
      }
      state.records.collisions.note(payload.collisions)
      if !isOptimistic {
        if payload.needsTimes { state.records.beginTimes() }
        if state.records.times != nil, let fields = state.records.receivedFields(of: payload, ids) { received.fields.append(fields) }
      }
      return (ids, exist)
    }
    // A payload links to its own records, each of which has an id here.
    unsafe ids.withUnsafeBufferPointer { ids in payload.mapLinks { unsafe ids[Int($0)] } }
    if footprint != nil { for (index, id) in ids.enumerated() { footprint?.noteMerge(id, payload.records[index]) } }
    if notesTypes { for record in payload.records { note(type: record.type) } }
    changes.merge(&payload, ids: ids, copies: copies) { index in !exist[index] && below?.changes.contains(ids[index]) != true }
    return ids
  }

  /// Notes an answer that has just been merged.
  func note(_ answer: MirroredChanges.Answer) {
    if isMirrored { answers.append(answer) }
  }

  // MARK: Attempts

  /// Runs code that may fail. If it throws, the transaction is as it was before.
  ///
  /// The cost depends on what the code changes, not on the size of the transaction.
  func attempt(_ body: () throws -> Void) throws {
    let (targets, count, copyCount) = (staleTargets, invalidatedRecords.count, received.copies.count)
    changes.beginAttempt()
    do {
      try body()
      changes.endAttempt()
    } catch {
      changes.undoAttempt()
      staleTargets = targets
      invalidatedRecords.removeLast(invalidatedRecords.count - count)
      received.copies.removeLast(received.copies.count - copyCount)
      throw error
    }
  }

  /// Closes the transaction, and moves the changes of records out of it, in the order of the first change of each.
  func takeDeltas() -> ContiguousArray<Delta> {
    close()
    return changes.take()
  }
}
