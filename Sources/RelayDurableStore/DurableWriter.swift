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
    let (isGivenUp, failure) = state.value.withLock { ($0.isGivenUp, $0.failure) }
    guard !isGivenUp else { return failure ?? .full }
    if store.mirrorTicket.isBeingCleared, let failure = clear() { return failure }
    guard !state.value.withLock({ $0.isSuspended }) else { return nil }
    let collected = store.collectChanges()
    let batch = state.value.withLock { $0.takeUnwritten(with: collected, store.clearingCount) }
    guard let batch else { return nil }
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
      (state.failure, state.failures) = (nil, 0)
    }
    store.endCollection(batch, isWritten: true)
    report(
      .written(
        records: durable.records.count, bytes: durable.records.reduce(0) { $0 + $1.body.count }, duration: started.duration(to: .now)))
    return nil
  }

  private func encode(_ batch: MirroredBatch) -> (DurableBatch, OperationTable) {
    var operations = state.value.withLock { $0.operations }
    let now = durability.now()
    var members: [String: DurableBatch.Members] = [:]
    // Of an operation that was only looked for, nothing is kept.
    for use in batch.uses where use.written != nil || use.isRetained || operations.number(of: use.request) != nil {
      operations.use(use.request, at: now, use)
    }
    for answer in batch.answers {
      if operations.number(of: answer.request) == nil || answer.replaces { operations.use(answer.request, at: now) }
      members[answer.request] = answer.replaces ? .replace(answer.members) : members[answer.request].adding(answer.members)
    }
    if !batch.edited.isEmpty {
      operations.use(OperationTable.local, at: now)
      members[OperationTable.local] = .add(batch.edited)
    }
    var durable = DurableBatch(epoch: batch.epoch)
    durable.records = batch.records.map { record in
      let body = RecordBody(record) { operations.number(answeredAt: $0) }
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
    return (durable, operations)
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
    let generation = store.clearingCount
    state.value.withLock { state in
      state.unwritten = nil
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
    guard !state.value.withLock({ $0.isSuspended || $0.isGivenUp }) else { return }
    let limits = DurableLimits(
      maximumSize: durability.maximumSize, usedAfter: durability.maximumAge.map { durability.now() - $0 / .seconds(1) })
    do {
      guard let removed = try backend.collect(limits) else { return }
      state.value.withLock { $0.operations.remove(removed.operations) }
      report(.evicted(operations: removed.operations.count, records: removed.records))
      writing.async { [weak self] in self?.collect() }
    } catch {
      fail(error)
    }
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
