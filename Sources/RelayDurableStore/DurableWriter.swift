import Dispatch
import RelayRuntime

// Writing: on the queue `writing` alone.

extension DurableMirror {
  /// Writes what has changed, and removes what is too much or too old.
  ///
  /// - Returns: what has failed.
  @discardableResult
  func writeAndCollect() -> DurabilityError? {
    let failure = write()
    if failure == nil { collect() }
    return failure
  }

  /// Writes what has changed.
  ///
  /// - Returns: what has failed. Everything stays marked then, and is written later.
  func write() -> DurabilityError? {
    guard let store else { return nil }
    guard !isReadOnly else { return forgetChanges(of: store) }
    let (isGivenUp, failure) = state.value.withLock { ($0.isGivenUp, $0.failure) }
    guard !isGivenUp else { return failure ?? .full }
    if store.mirrorTicket.isBeingCleared, let failure = clear() { return failure }
    guard !state.value.withLock({ $0.isSuspended }) else { return nil }
    let collected = store.collectChanges()
    let batch = state.value.withLock { $0.takeUnwritten(with: collected, store.clearingCount) }
    guard let batch else { return nil }
    let removed = state.value.withLock { state in
      // Once here, and not in each copy that is made for a write.
      state.operations.index()
      return batch.uses.filter { state.operations.wasRemoved($0, batch.answers) }.map(\.operation)
    }
    let started = ContinuousClock.now
    let (durable, operations) = encode(batch)
    do {
      // What was collected before the store was cleared is not written after it.
      guard store.clearingCount == batch.generation else {
        store.endCollection(batch, isWritten: false)
        return nil
      }
      try backend.commit(durable, merging: RecordCoding.merge)
    } catch {
      store.endCollection(batch, isWritten: false)
      state.value.withLock { $0.unwritten = batch.withoutRecords }
      return fail(error)
    }
    state.value.withLock { state in
      state.operations = operations
      state.operations.endChanges()
      (state.failure, state.failures, state.epoch) = (nil, 0, durable.epoch)
      if durable.properties[PropertyCoding.identity] != nil { state.isIdentityWritten = true }
    }
    store.endCollection(batch, isWritten: true)
    report(
      .written(
        records: durable.records.count, bytes: durable.records.reduce(0) { $0 + $1.body.count }, duration: started.duration(to: .now)))
    forgetLostRecords()
    guard !removed.isEmpty else { return nil }
    // Operations that are in use again, and of which the disk has nothing any more.
    for operation in removed { store.collectAgain(operation) }
    return write()
  }

  /// Lets go of changes that are only for this process, in which nothing is written.
  private func forgetChanges(of store: RelayStore) -> DurabilityError? {
    if let batch = store.collectChanges() { store.endCollection(batch, isWritten: true) }
    return nil
  }

  /// Notes what the backend has lost.
  private func forgetLostRecords() {
    let hasLostRecords = state.value.withLock { state in
      defer { state.hasLostRecords = false }
      if state.hasLostRecords {
        state.operations.removeAll()
        state.isIdentityWritten = false
      }
      return state.hasLostRecords
    }
    if hasLostRecords { store?.allRecordsWereRemoved() }
  }

  private func encode(_ batch: MirroredBatch) -> (DurableBatch, OperationTable) {
    var operations = state.value.withLock { $0.operations }
    let now = durability.now()
    var members = [ByteKey: DurableBatch.Members]()
    // Of an operation that was only looked for, nothing is kept.
    for use in batch.uses where use.written != nil || use.isRetained || operations.number(of: use.request) != nil {
      operations.use(use.request, at: now, use)
    }
    for answer in batch.answers {
      if operations.number(of: answer.request) == nil || answer.replaces { operations.use(answer.request, at: now) }
      operations.setRootKeys(answer.rootKeys, of: answer.request, replaces: answer.replaces)
      let request = ByteKey(answer.request)
      members[request] = answer.replaces ? .replace(answer.members) : members[request].adding(answer.members)
    }
    if !batch.edited.isEmpty {
      operations.use(OperationTable.local, at: now)
      members[ByteKey(OperationTable.local)] = .add(batch.edited)
    }
    var durable = DurableBatch(epoch: batch.epoch)
    durable.records = batch.records.map { record in
      var body = RecordBody(record) { operations.number(answeredAt: $0) }
      if record.dataID.hasSameBytes(as: DurableMirror.root) { dropUnusedFields(of: &body, record, &operations) }
      return DurableBatch.RecordChange(identity: record.dataID, body: RecordCoding.encode(body), replaces: record.isComplete)
    }
    durable.operations = operations.changes(members)
    durable.properties = operations.properties
    if let types = batch.types {
      durable.properties[PropertyCoding.types] = PropertyCoding.encode(types: types, schema: durability.schemaVersion)
    }
    if let invalidations = batch.invalidations {
      durable.properties[PropertyCoding.invalidations] = PropertyCoding.encode(invalidations)
    }
    let (identity, isIdentityWritten) = state.value.withLock { ($0.identity, $0.isIdentityWritten) }
    if let identity, !isIdentityWritten { durable.properties[PropertyCoding.identity] = [UInt8](identity.utf8) }
    return (durable, operations)
  }

  /// The identity of the query root, which has a field for each argument that was ever asked for.
  static let root = "client:root"

  /// Leaves out the fields of the query root whose operations the disk does not have any more.
  private func dropUnusedFields(of body: inout RecordBody, _ record: MirroredRecord, _ operations: inout OperationTable) {
    guard !operations.unusedRootKeys.isEmpty else { return }
    operations.keepUnusedRootKeys(of: Set(record.fields.lazy.map { ByteKey($0.key) }))
    let unused = operations.unusedRootKeys
    guard !unused.isEmpty else { return }
    for index in body.groups.indices { body.groups[index].fields.removeAll { unused.contains(ByteKey($0.key)) } }
    body.groups.removeAll { $0.fields.isEmpty }
    if !record.isComplete { body.withheld += unused.map(\.text) }
  }

  /// Reports a failure, once, and tries again later.
  @discardableResult
  private func fail(_ error: any Error) -> DurabilityError {
    let failure = error as? DurabilityError ?? .notWritable(0)
    let (isNews, delay) = state.value.withLock { state in
      let isNews = state.failure != failure
      state.failure = failure
      state.failures = min(state.failures + 1, 6)
      return (isNews, durability.retryDelay * (1 << state.failures) / 2)
    }
    if isNews { report(.failed(failure)) }
    if let store, store.pendingRecordCount > durability.maximumBacklog { return giveUp(failure) }
    schedule(after: delay)
    return failure
  }

  /// Goes on in memory alone. What is on disk would be too old for the next start.
  private func giveUp(_ failure: DurabilityError) -> DurabilityError {
    state.value.withLock { $0.isGivenUp = true }
    store?.detachMirror()
    try? backend.clear()
    return failure
  }

  /// Removes everything, after the store was cleared.
  @discardableResult
  func clear() -> DurabilityError? {
    guard let store, store.mirrorTicket.isBeingCleared else { return nil }
    guard !isReadOnly else {
      // What is on disk belongs to the process that writes it.
      store.endClearing()
      return nil
    }
    let generation = store.clearingCount
    state.value.withLock { state in
      (state.unwritten, state.isIdentityWritten) = (nil, false)
      state.operations.removeAll()
    }
    do {
      let isSuspended = state.value.withLock { $0.isSuspended }
      if isSuspended { _ = try backend.open(format: format) }
      defer { if isSuspended { backend.close() } }
      try backend.clear()
    } catch {
      return fail(error)
    }
    store.endClearing(generation)
    // What was published in the meantime.
    schedule(after: durability.flushInterval)
    return nil
  }

  /// Removes one operation, if there is too much, and goes on later.
  private func collect() {
    guard !isReadOnly, !state.value.withLock({ $0.isSuspended || $0.isGivenUp }) else { return }
    let limits = DurableLimits(
      maximumSize: durability.maximumSize, usedAfter: durability.maximumAge.map { durability.now() - $0 / .seconds(1) })
    do {
      guard let removed = try backend.collect(limits) else { return }
      let unused = state.value.withLock { $0.operations.remove(removed.operations) }
      // A query root that stays has lost fields.
      store?.recordsWereRemoved(removed.records + (unused.isEmpty ? [] : [DurableMirror.root]))
      try removeRootFields(unused)
      report(.evicted(operations: removed.operations.count, records: removed.records.count))
      writing.async { [weak self] in self?.collect() }
    } catch {
      fail(error)
    }
  }
}

extension DurableMirror {
  /// Removes fields of the query root whose operations have been removed. If the process ends before that, they stay, and lead nowhere.
  private func removeRootFields(_ keys: [String]) throws {
    guard !keys.isEmpty, try !backend.load([DurableMirror.root]).isEmpty else { return }
    var body = RecordBody()
    body.withheld = keys
    var batch = DurableBatch(epoch: state.value.withLock { $0.epoch })
    batch.records = [DurableBatch.RecordChange(identity: DurableMirror.root, body: RecordCoding.encode(body), replaces: false)]
    try backend.commit(batch, merging: RecordCoding.merge)
  }
}

extension OperationTable {
  /// Whether an operation is used that was answered earlier, and that the disk has removed since then.
  fileprivate func wasRemoved(_ use: MirroredBatch.Use, _ answers: [MirroredBatch.Answer]) -> Bool {
    use.written != nil && number(of: use.request) == nil && !answers.contains { $0.request == use.request }
  }
}

extension DurableBatch.Members? {
  /// Adds members to those of an earlier answer.
  fileprivate func adding(_ members: [String]) -> DurableBatch.Members {
    switch self {
    case nil, .unchanged?: .add(members)
    case .replace(let known)?: .replace(known + members)
    case .add(let known)?: .add(known + members)
    }
  }
}

extension DurableState.Value {
  /// What is to be written: what could not be written earlier, and what was collected now.
  fileprivate mutating func takeUnwritten(with collected: MirroredBatch?, _ generation: Int) -> MirroredBatch? {
    let earlier = unwritten
    unwritten = nil
    guard let earlier, earlier.generation == generation else { return collected }
    return collected.map { earlier.followed(by: $0) } ?? earlier
  }
}

extension MirroredBatch {
  /// Everything but the records, which stay marked in the store.
  fileprivate var withoutRecords: MirroredBatch {
    var batch = self
    batch.records = []
    return batch
  }

  fileprivate func followed(by newer: MirroredBatch) -> MirroredBatch {
    var batch = newer
    batch.answers = answers + newer.answers
    batch.uses = uses + newer.uses
    batch.edited = edited + newer.edited
    batch.types = newer.types ?? types
    batch.invalidations = newer.invalidations ?? invalidations
    return batch
  }
}
