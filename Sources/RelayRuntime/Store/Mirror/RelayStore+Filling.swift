import Foundation

// What a mirror gives back to a store.

extension RelayStore {
  /// Takes the operations that were looked for in vain and begin at the root, and the identities of other records that were read and are not in
  /// memory, or not completely.
  package func takeLacking() -> (operations: [OperationDescriptor], records: [String]) {
    state.withLock { state in
      guard let changes = state.records.mirrored, changes.isLacking else { return ([], []) }
      state.records.mirrored?.lacking = []
      state.records.mirrored?.lackingOperations.removeAll()
      return (Array(changes.lackingOperations.values), changes.lacking.map(\.text))
    }
  }

  /// What must still be true when records are filled in. Take it before reading them.
  package var mirrorTicket: MirrorTicket {
    state.withLock { state in
      MirrorTicket(
        generation: state.generation, evictions: state.records.mirrored?.evictions ?? 0, removals: state.records.mirrored?.removals ?? 0,
        isBeingCleared: state.records.mirrored?.isBeingCleared ?? true)
    }
  }

  /// Adds records beneath everything that is already known, including optimistic updates, and notifies those whose data they complete.
  ///
  /// - Parameters:
  ///   - records: what was found: of a complete one, everything that the mirror knows.
  ///   - asked: the identities of the records that were looked for. Of those that were not found, memory has everything.
  ///   - ticket: what was true before they were read.
  /// - Returns: `false` if the records may be older than what memory has had in the meantime. Nothing is changed then; they must be read
  ///   again.
  package func fill(_ records: [MirroredRecord], asked: [String], _ ticket: MirrorTicket) -> Bool {
    change(StoreWriter("reading from disk")) {
      let clock = MirrorClock(configuration)
      let (isCurrent, rebases) = state.withLock { state -> (Bool, Bool) in
        guard let changes = state.records.mirrored, changes.evictions == ticket.evictions, state.generation == ticket.generation else {
          return (false, false)
        }
        state.records.mirrored = nil
        var hasChanged = false
        let isOnDisk = changes.removals == ticket.removals
        for record in records where state.fill(record, clock, isOnDisk: isOnDisk) { hasChanged = true }
        for dataID in asked {
          // Also one that nothing links to, so that it is not looked for again.
          let id = state.records.intern(dataID)
          state.records.entries[Int(id)].disk.insert(.isComplete)
        }
        state.records.mirrored = changes
        let rebases = hasChanged && state.records.undo != nil
        if !rebases, hasChanged { enqueueCompletions(&state) }
        return (true, rebases)
      }
      if rebases { rebaseAll() }
      return isCurrent
    }
  }

  /// Applies all optimistic updates again.
  func rebaseAll() {
    for queue in mirrorLink.withLock({ $0.allQueues }) { queue.rebase() }
    state.withLock { enqueueCompletions(&$0) }
  }

  /// The records that reading an operation needs and that memory does not have, or not completely.
  package func lackingRecords(of operation: OperationDescriptor) -> [String] {
    let plan = operation.definition.normalization
    let walk = PlanWalk(operation, keys)
    var check = AvailabilityCheck(idKey: plan.idKey.key, collectsMissing: false)
    return state.withLock { state in
      guard state.records.mirrored != nil else { return [] }
      guard state.records.names.find(operation.rootID) != nil else { return [operation.rootID] }
      check.check(operation.rootID, walk, state)
      return Set(check.lacking).map { state.records.names.strings[Int($0)] }
    }
  }

  /// Queues the notifications of those whose data is complete now. Nothing has changed for those who follow changes of records.
  func enqueueCompletions(_ state: inout StoreState) {
    guard state.work.batches == 0 else { return }
    let notifications = state.takeNotifications()
    guard !notifications.isEmpty else { return }
    deliveries.add(notifications.map { notification in { notification.callback(notification.snapshot) } })
  }

  /// Loads a record, and waits for the disk.
  ///
  /// - Returns: whether memory has everything that is known of it: not if the disk cannot be read.
  package func load(_ dataID: String) -> Bool {
    guard let mirror else { return true }
    // The place of a record that does not exist stays, too.
    let pin = MemoryPin(self)
    change(StoreWriter("reading from disk")) { _ = state.withLock { $0.records.intern(dataID) } }
    mirror.load([dataID])
    return withExtendedLifetime(pin) {
      state.withLock { state in state.records.find(dataID).map { !state.records.isIncomplete($0) } ?? false }
    }
  }

  /// Loads what the handlers of a payload read: the connections to which they add, with their edges.
  ///
  /// - Returns: keeps the records in memory until the handlers have run; `nil` if there is nothing to load, or inside an updater, where
  ///   nothing can be loaded.
  func loadRecords(for handles: @autoclosure () -> [HandleFieldPayload]) -> MemoryPin? {
    guard let mirror, mayWaitForMirror else { return nil }
    let handles = handles()
    guard !handles.isEmpty else { return nil }
    let pin = MemoryPin(self)
    // A connection, its edges and their nodes are found one after the other.
    for _ in 0..<5 {
      let lacking = state.withLock { $0.lackingRecords(of: handles) }
      if lacking.isEmpty { break }
      mirror.load(lacking)
    }
    return pin
  }

  /// Loads the records of an archive that memory does not have, because what is on disk is newer than the archive.
  func completeRecords(of archive: Data) throws {
    guard let mirror, !isChangingHere else { return }
    let records = try StoreArchive(archive, KeyTable()).records
    mirror.load(Array(records.names.strings))
  }
}

extension StoreState {
  /// Notes what an operation lacks, and that it was used.
  mutating func note(_ lacking: ContiguousArray<RecordID>, of operation: OperationDescriptor) {
    records.mirrored?.use(operation)
    guard !lacking.isEmpty else { return }
    // The root has fields of every operation, and the mirror knows which of them are this one's.
    guard let root = records.names.find(operation.rootID), lacking.contains(root) else { return records.noteLacking(lacking) }
    records.noteLacking(operation)
    records.noteLacking(ContiguousArray(lacking.filter { $0 != root }))
  }

  /// Adds a record beneath what is known of it.
  ///
  /// - Parameter isOnDisk: whether it is still where it was found.
  /// - Returns: whether it has changed anything.
  fileprivate mutating func fill(_ mirrored: MirroredRecord, _ clock: MirrorClock, isOnDisk: Bool) -> Bool {
    guard !DataID.isOfExecution(mirrored.dataID) else { return false }
    let id = records.intern(mirrored.dataID)
    if isOnDisk { records.entries[Int(id)].disk.insert(.isOnDisk) }
    guard !records.entries[Int(id)].disk.contains(.isComplete) else { return false }
    if mirrored.isComplete { records.entries[Int(id)].disk.insert(.isComplete) }
    let loaded = records.record(of: mirrored)
    var added: Set<KeyID> = []
    func combine(_ record: inout Record, _ status: inout StoreEntry.Status) -> Bool {
      // Memory has written over what is known to be deleted.
      if mirrored.isDeleted {
        guard status == .unknown else { return false }
        (record, status) = (Record(type: Keys.none), .deleted)
        return true
      }
      var older = loaded
      for field in loaded.fields where !record[field.key].isMissing {
        older.set(field.key, .missing)
        older.setErrors(field.key, nil)
      }
      added = Set(older.fields.lazy.map(\.key))
      let type = record.type == Keys.none ? loaded.type : record.type
      let hasChanged = status != .exists || !older.fields.isEmpty || type != record.type
      if record.fields.isEmpty { record = older } else { record.merge(older) }
      (record.type, status) = (type, .exists)
      record.identify(as: mirrored.dataID)
      return hasChanged
    }
    var hasChanged = false
    let entry = records.entries[Int(id)]
    if records.undo?.touches(id) == true {
      // What readers see is made again from this by applying the updates again.
      records.undo?.changeBase(of: id, entry) { hasChanged = combine(&$0, &$1) }
    } else {
      var (record, status) = (entry.record, entry.status)
      hasChanged = combine(&record, &status)
      if hasChanged {
        (records.entries[Int(id)].record, records.entries[Int(id)].status) = (record, status)
        records.markChanged(id)
      }
    }
    if !added.isEmpty, mirrored.fields.contains(where: { $0.reception != nil }) { restoreTimes(of: id, mirrored, added, clock) }
    return hasChanged
  }

  mutating func restoreTimes(of id: RecordID, _ mirrored: MirroredRecord, _ added: Set<KeyID>, _ clock: MirrorClock) {
    let received = mirrored.fields.compactMap { field -> StoreArchive.Received? in
      guard let reception = field.reception else { return nil }
      return StoreArchive.Received(
        key: records.keys.intern(field.key), time: reception.time, expiry: reception.expiresAt, isPrivate: reception.isPrivate)
    }
    records.restoreTimes(received, of: id, added: added) { clock.instant($0) }
  }

  /// Adds what is known beside the records.
  ///
  /// - Returns: whether optimistic updates must be applied again.
  mutating func restore(_ known: MirroredStore, clock: MirrorClock) -> Bool {
    let epochs = OtherEpochs(known.epoch, after: takenOver, here: epoch)
    epoch = epochs.end
    takenOver = known.epoch
    restoreWritten(known.written, epochs, clock)
    var rebases = false
    for type in known.types where DataID.isType(type.dataID) { if restore(type: type) { rebases = true } }
    guard let invalidated = known.invalidations else { return rebases }
    func latest(_ other: Epoch, _ own: Epoch?) -> Epoch? {
      guard let found = epochs[other] else { return own }
      return max(own ?? found, found)
    }
    if let all = invalidated.all { invalidations.all = latest(all, invalidations.all) }
    for record in invalidated.records {
      let id = records.intern(record.name)
      invalidations.records[id] = latest(record.epoch, invalidations.records[id])
    }
    for place in invalidated.places {
      guard let found = epochs[place.epoch] else { continue }
      let stale = StalePlace(
        type: records.keys.intern(typeName: place.type), field: place.field.map { Keys.intern($0) }, key: place.key.map { ByteKey($0) })
      invalidations.marks.add([stale], at: found)
    }
    return rebases
  }

  /// Adds when operations were written, unless they have been written later.
  private mutating func restoreWritten(
    _ known: [(request: String, written: MirroredStore.Written)], _ epochs: OtherEpochs, _ clock: MirrorClock
  ) {
    let isLimited = known.count > RetentionTable.limitedAfter
    // All older ones would be dropped again.
    let oldest = isLimited && retention.roots.isEmpty ? RetentionTable.oldestToRestore(of: known.map(\.written.epoch)) : .min
    retention.restored.reserveCapacity(isLimited ? RetentionTable.maximumRestored : known.count)
    for (request, time) in known where time.epoch >= oldest {
      let id = ByteKey(request)
      let earlier = retention.written(id)
      // One that was forgotten in the meantime is at least as old as that.
      guard let epoch = epochs[time.epoch] ?? (earlier == nil ? time.epoch : nil) else { continue }
      if let earlier, earlier.epoch >= epoch { continue }
      let written = RetentionTable.Written(epoch: epoch, time: time.time.flatMap { clock.instant($0) })
      if retention.roots[id] == nil { retention.restored[id] = written } else { retention.roots[id]?.written = written }
    }
    if retention.restored.count > RetentionTable.limitedAfter { retention.limitRestored() }
  }

  /// Adds what is known of a type beneath optimistic updates.
  ///
  /// - Returns: whether these must be applied again.
  private mutating func restore(type: MirroredRecord) -> Bool {
    let id = records.intern(type.dataID)
    let record = records.record(of: type)
    records.entries[Int(id)].disk.insert(.isComplete)
    let base = records.baseRecord(id)
    let isKnown = records.baseStatus(id).status == .exists && record.fields.allSatisfy { base[$0.key] == $0.value }
    if isKnown { return false }
    let entry = records.entries[Int(id)]
    if records.undo?.touches(id) == true {
      records.undo?.changeBase(of: id, entry) { base, status in
        if base.fields.isEmpty { base = record } else { base.merge(record) }
        (base.type, status) = (record.type, .exists)
      }
      return true
    }
    var log: UndoLog?
    swap(&log, &records.undo)
    records.merge(record, into: id)
    swap(&log, &records.undo)
    return false
  }

  /// The records that the handlers of a payload read and that memory does not have.
  fileprivate mutating func lackingRecords(of handles: [HandleFieldPayload]) -> [String] {
    var lacking: Set<ByteKey> = []
    var visited: Set<RecordID> = []
    /// - Parameter depth: how many links are followed.
    func visit(_ id: RecordID, depth: Int, _ state: borrowing StoreState) {
      guard id >= 0, visited.insert(id).inserted else { return }
      if state.records.isIncomplete(id) { lacking.insert(ByteKey(state.records.names.strings[Int(id)])) }
      guard depth > 0, state.records.baseStatus(id).status == .exists else { return }
      for field in state.records.baseRecord(id).fields {
        for target in field.value.links { visit(target, depth: depth - 1, state) }
      }
    }
    for handle in handles {
      let parent = records.intern(handle.dataID)
      if records.isIncomplete(parent) { lacking.insert(ByteKey(handle.dataID)) }
      var connections = [DataID.client(parent: handle.dataID, key: handle.handleKey)]
      for argument in handle.handleArguments.values {
        if let text = argument.stringValue { connections.append(text) }
        for item in argument.arrayValue ?? [] { if let text = item.stringValue { connections.append(text) } }
      }
      for connection in connections { visit(records.intern(connection), depth: 2, self) }
      if case .ref(let linked) = records.baseRecord(parent)[records.keys.known(handle.handleKey) ?? Keys.none] {
        visit(linked, depth: 2, self)
      }
    }
    return lacking.map(\.text)
  }
}

/// The epochs of another process in this one: what it has done since its last news comes after everything that was done here.
private struct OtherEpochs {
  /// The other process's epoch now, and that of its last news; 0 if its epochs have begun anew.
  private let now: Epoch
  private let last: Epoch
  private let here: Epoch

  init(_ now: Epoch, after last: Epoch, here: Epoch) { (self.now, self.last, self.here) = (now, now < last ? 0 : last, here) }

  /// The epoch here after the news.
  var end: Epoch { here &+ max(0, now &- last) }

  /// - Returns: `nil` for what was taken over before.
  subscript(other: Epoch) -> Epoch? {
    if other <= 0 { return other }
    return other > last ? here &+ (min(other, now) &- last) : nil
  }
}

extension RecordTable {
  /// A record with the ids of this store. Call it while the writers' lock is held.
  mutating func record(of mirrored: MirroredRecord) -> Record {
    var record = Record(type: mirrored.typeName.map { keys.intern(typeName: $0) } ?? Keys.none)
    record.reserve(mirrored.fields.count)
    for field in mirrored.fields {
      let key = keys.intern(field.key)
      record.set(key, value(field.value))
      if !field.errors.isEmpty { record.setErrors(key, field.errors.map { GraphQLError(json: $0) }) }
    }
    record.identify(as: mirrored.dataID)
    return record
  }

  private mutating func link(_ link: MirroredLink) -> RecordID {
    switch link {
    case .record(let dataID): intern(dataID)
    case .null: .null
    case .unknown: .missing
    }
  }

  private mutating func value(_ mirrored: MirroredValue) -> Value {
    switch mirrored {
    case .json(let json): return Value(json)
    case .link(let target): return .ref(link(target))
    case .links(let targets): return .refs(targets.map { link($0) })
    case .lists(let items): return .list(items.map { value($0) })
    }
  }

  /// Notes the answers of a run, and the records that its handlers and updaters have changed.
  mutating func note(_ answers: [MirroredChanges.Answer], changed: some Sequence<RecordID>) {
    let changed = ContiguousArray(changed)
    guard let first = answers.first else {
      if !changed.isEmpty {
        mirrored?.edited += changed
        mirrored?.schedule()
      }
      return
    }
    if answers.count == 1 {
      mirrored?.add(MirroredChanges.Answer(operation: first.operation, members: changed, replaces: first.replaces))
      return
    }
    let members = answers.reduce(into: Set<RecordID>()) { $0.formUnion($1.members) }
    let others = changed.filter { !members.contains($0) }
    for answer in answers {
      mirrored?.add(
        MirroredChanges.Answer(operation: answer.operation, members: answer.members + others, replaces: answer.replaces))
    }
  }
}
