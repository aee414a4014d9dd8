// What a mirror takes from a store. The references are taken inside the state's lock, after a whole publication; names are found for them
// outside of it, in portions.

extension RelayStore {
  /// Takes what has changed since the last collection; `nil` if nothing has. Call `endCollection` when it has been written, or has not.
  package func collectChanges() -> MirroredBatch? {
    let clock = MirrorClock(configuration)
    guard let taken = state.withLock({ $0.takeChanges() }) else { return nil }
    defer { endCopy() }
    var batch = MirroredBatch(epoch: taken.epoch, generation: taken.generation)
    var names = MirrorNames(store: self, hasOwner: configuration.owner != nil, clock: clock)
    for start in stride(from: 0, to: taken.records.count, by: 256) {
      let portion = taken.records[start..<min(start + 256, taken.records.count)]
      names.find(linksOf: portion)
      for record in portion { batch.records.append(names.mirrored(record, taken.times)) }
    }
    if let types = taken.types {
      names.find(linksOf: types[...])
      batch.types = types.map { names.mirrored($0, taken.times) }
    }
    for answer in taken.answers {
      batch.answers.append(
        MirroredBatch.Answer(
          request: answer.operation.mirroredRequest, members: names.dataIDs(answer.members), replaces: answer.replaces,
          rootKeys: rootKeys(of: answer.operation)))
    }
    batch.edited = names.dataIDs(taken.edited)
    batch.uses = taken.uses.map { use in
      MirroredBatch.Use(
        request: use.operation.requestID, operation: use.operation, isRetained: use.isRetained,
        written: use.written.map { MirroredStore.Written(epoch: $0.epoch, time: $0.time.map { clock.seconds($0) }) },
        exactTime: use.written?.time.map { Moment($0).offset })
    }
    batch.invalidations = taken.invalidations
    return batch
  }

  /// Ends a collection.
  ///
  /// - Parameter isWritten: whether everything that was collected is kept now. Otherwise it is collected again.
  package func endCollection(_ batch: MirroredBatch, isWritten: Bool) {
    state.withLock { state in
      guard state.generation == batch.generation, var changes = state.records.mirrored else { return }
      state.records.mirrored = nil
      for id in changes.beingWritten {
        state.records.entries[Int(id)].disk.remove(.isBeingWritten)
        if isWritten { state.records.entries[Int(id)].disk.insert(.isOnDisk) }
        if !isWritten, state.records.entries[Int(id)].disk.insert(.isDirty).inserted { changes.dirty.append(id) }
      }
      changes.beingWritten = []
      state.records.mirrored = changes
    }
  }

  /// The storage keys of the query root's fields with arguments that an operation selects. The disk keeps them as long as the operation.
  private func rootKeys(of operation: OperationDescriptor) -> [String] {
    guard operation.rootID.hasSameBytes(as: DataID.root) else { return [] }
    let walk = PlanWalk(operation, keys)
    guard !walk.keys.isEmpty else { return [] }
    var found: Set<KeyID> = []
    var index = 0
    while index < walk.steps.count {
      let step = walk.steps[index]
      switch step.kind {
      case .scalar, .linked: found.insert(walk.key(step))
      case .linkedHandle, .scalarHandle: found.insert(walk.handleKey(step))
      case .typeDiscriminator: break
      case .inlineFragment, .condition, .defer, .stream, .clientExtension:
        // Their fields are those of the root.
        index += 1
        continue
      }
      index = Int(step.next)
    }
    return found.filter { $0 < Keys.none }.map { keys.name($0) }.ascending()
  }

  /// The number of records that are waiting to be written.
  package var pendingRecordCount: Int { state.withLock { ($0.records.mirrored?.dirty.count ?? 0) } }

  /// From now on, what is elsewhere counts again, after the store was cleared.
  ///
  /// - Parameter generation: the generation for which the mirror was cleared.
  package func endClearing(_ generation: Int) {
    state.withLock { if $0.generation == generation { $0.records.mirrored?.isBeingCleared = false } }
  }

  /// The number of times that the store has been cleared.
  package var clearingCount: Int { generation }
}

extension OperationDescriptor {
  /// What identifies the request in every process.
  var mirroredRequest: String {
    guard DataID.isOfExecution(rootID) else { return requestID }
    return String(decoding: requestID.utf8.dropLast(rootID.utf8.count + 1), as: UTF8.self)
  }
}

/// What a collection has taken, with ids.
struct TakenChanges: Sendable {
  struct Record: Sendable {
    let id: RecordID
    let dataID: String
    let record: RelayRuntime.Record
    let status: StoreEntry.Status
    let isComplete: Bool
    let times: Int32
  }

  struct Use: Sendable {
    let operation: OperationDescriptor
    let isRetained: Bool
    let written: RetentionTable.Written?
  }

  let epoch: Epoch
  let generation: Int
  var records: ContiguousArray<Record> = []
  var types: ContiguousArray<Record>?
  /// The contents of the sets of times that records have.
  var times = [Int32: [KeyID: Reception]]()
  var answers: [MirroredChanges.Answer] = []
  var edited: ContiguousArray<RecordID> = []
  var uses: [Use] = []
  var invalidations: MirroredInvalidations?
}

extension StoreState {
  /// Takes what has changed, and begins its writing. The ids stay valid until `endCopy`.
  fileprivate mutating func takeChanges() -> TakenChanges? {
    guard var changes = records.mirrored, !changes.isEmpty else { return nil }
    // Taken out, so that its lists are changed in place.
    records.mirrored = nil
    defer { records.mirrored = changes }
    if changes.removals > 0 { addRemovedRecords(to: &changes) }
    work.copies += 1
    var taken = TakenChanges(epoch: epoch, generation: generation)
    taken.records.reserveCapacity(changes.dirty.count)
    for id in changes.dirty {
      records.entries[Int(id)].disk.remove(.isDirty)
      records.entries[Int(id)].disk.insert(.isBeingWritten)
      let dataID = records.names.strings[Int(id)]
      if DataID.isType(dataID) {
        taken.types = []
      } else if !DataID.isOfExecution(dataID) {
        let record = base(id, dataID)
        if record.status != .unknown { taken.records.append(record) }
        if record.times != FieldTimes.none, taken.times[record.times] == nil, let times = records.times {
          taken.times[record.times] = Dictionary(times.fields(of: record.times).map { ($0.key, $0.reception) }) { $1 }
        }
      }
    }
    if taken.types != nil {
      taken.types = ContiguousArray(
        records.typeRecords.values.map { self.base($0, records.names.strings[Int($0)]) }.filter { $0.status == .exists })
    }
    taken.answers = changes.answers
    taken.edited = changes.edited
    taken.uses = changes.used.values.map { operation in
      TakenChanges.Use(
        operation: operation, isRetained: retention.roots[operation.key].map { $0.count > 0 } ?? false,
        written: retention.written(operation.key))
    }
    if changes.hasInvalidations { taken.invalidations = mirroredInvalidations }
    changes.beginCollection()
    return taken
  }

  /// A record without optimistic updates.
  private func base(_ id: RecordID, _ dataID: String) -> TakenChanges.Record {
    let entry = records.entries[Int(id)]
    let isTouched = records.undo?.touches(id) ?? false
    return TakenChanges.Record(
      id: id, dataID: dataID, record: isTouched ? records.baseRecord(id) : entry.record,
      status: isTouched ? records.baseStatus(id).status : entry.status, isComplete: entry.disk.contains(.isComplete), times: entry.times)
  }

  private var mirroredInvalidations: MirroredInvalidations {
    var mirrored = MirroredInvalidations()
    mirrored.all = invalidations.all
    let names = records.names.strings
    mirrored.records = invalidations.records.map { MirroredInvalidations.Named(name: names[Int($0.key)], epoch: $0.value) }
    invalidations.marks.forEach { place, epoch in
      mirrored.places.append(
        MirroredInvalidations.Place(
          type: Keys.name(place.type), field: place.field.map { Keys.name($0) }, key: place.key?.text, epoch: epoch))
    }
    return mirrored
  }
}

/// Finds names for the ids of a collection, while no garbage is collected.
private struct MirrorNames {
  let store: RelayStore
  let hasOwner: Bool
  let clock: MirrorClock
  private var keys = [KeyID: String]()
  private var dataIDs = [RecordID: String]()

  init(store: RelayStore, hasOwner: Bool, clock: MirrorClock) {
    (self.store, self.hasOwner, self.clock) = (store, hasOwner, clock)
  }

  private mutating func name(_ key: KeyID) -> String {
    if let name = keys[key] { return name }
    let name = store.keys.name(key)
    keys[key] = name
    return name
  }

  /// Finds the identities of the records to which records link.
  mutating func find(linksOf records: ArraySlice<TakenChanges.Record>) {
    var wanted: Set<RecordID> = []
    for record in records {
      for field in record.record.fields { field.value.forEachLink { if $0 >= 0 { wanted.insert($0) } } }
    }
    let ids = wanted.filter { dataIDs[$0] == nil }
    guard !ids.isEmpty else { return }
    let found = store.state.withLock { state in ids.map { ($0, state.records.names.strings[Int($0)]) } }
    for (id, dataID) in found { dataIDs[id] = dataID }
  }

  /// The identities of records, without those of one execution and those of types.
  func dataIDs(_ ids: ContiguousArray<RecordID>) -> [String] {
    var names: [String] = []
    names.reserveCapacity(ids.count)
    for start in stride(from: 0, to: ids.count, by: 1024) {
      let portion = ids[start..<min(start + 1024, ids.count)]
      names += store.state.withLock { state in portion.map { state.records.names.strings[Int($0)] } }
    }
    return names.filter { !DataID.isOfExecution($0) && !DataID.isType($0) }
  }

  mutating func mirrored(_ taken: TakenChanges.Record, _ times: [Int32: [KeyID: Reception]]) -> MirroredRecord {
    var mirrored = MirroredRecord(dataID: taken.dataID)
    mirrored.isComplete = taken.isComplete
    guard taken.status == .exists else {
      mirrored.isDeleted = true
      mirrored.isComplete = true
      return mirrored
    }
    let record = taken.record
    if record.type != Keys.none { mirrored.typeName = name(record.type) }
    let received = times[taken.times]
    for field in record.fields {
      let reception = received?[field.key]
      if let reception, reception.isTransient || reception.isPrivate && !hasOwner {
        mirrored.withheld.append(name(field.key))
        continue
      }
      guard let value = value(field.value) else {
        // A link to a record of this process only has taken the place of what was written earlier.
        if !field.value.isMissing { mirrored.withheld.append(name(field.key)) }
        continue
      }
      mirrored.fields.append(
        MirroredRecord.Field(
          key: name(field.key), value: value, errors: record.errors?[field.key]?.map(\.json) ?? [],
          reception: reception.flatMap { $0.isDerived ? nil : moment($0) }))
    }
    return mirrored
  }

  private func moment(_ reception: Reception) -> MirroredReception {
    MirroredReception(
      time: reception.time.map { clock.seconds($0.instant) }, expiresAt: reception.expiresAt.map { clock.seconds($0.instant) },
      isPrivate: reception.isPrivate, exactTime: reception.time?.offset)
  }

  private func link(_ id: RecordID) -> MirroredLink {
    guard id >= 0 else { return id == .null ? .null : .unknown }
    guard let dataID = dataIDs[id], !DataID.isOfExecution(dataID) else { return .unknown }
    return .record(dataID)
  }

  /// - Returns: `nil` for a value that means nothing in another process.
  private func value(_ value: Value) -> MirroredValue? {
    switch value {
    case .missing: return nil
    case .ref(let id):
      let link = link(id)
      return link == .unknown ? nil : .link(link)
    case .refs(let ids): return .links(ids.map { link($0) })
    case .list(let values): return .lists(values.map { self.value($0) ?? .json(.null) })
    default: return value.json.map { .json($0) }
    }
  }
}
