import Foundation

extension RelayStore {
  /// Adds the records of a payload.
  ///
  /// - Returns: the operations whose data changed.
  func publish(_ records: inout PayloadRecords, sources: [OperationDescriptor]) -> [OperationDescriptor] {
    let outcome = state.withLock { state in
      state.records.restore()
      state.records.merge(&records)
      return finish(&state, sources: sources, invalidates: false)
    }
    if outcome.collects { scheduleCollection() }
    return outcome.owners
  }

  /// The outcome of a publication.
  struct Outcome {
    /// The operations whose data changed.
    var owners: [OperationDescriptor]
    /// Whether it is time for a collection, or one was waiting for the end of the optimistic updates or of this change.
    let collects: Bool
  }

  /// Counts the publication, reads the affected data, and queues the notifications.
  func finish(
    _ state: inout StoreState, sources: [OperationDescriptor], invalidates: Bool, invalidated: [RecordID] = []
  ) -> Outcome {
    if state.isFull { state.work.collectsLater = true }
    var outcome = Outcome(owners: [], collects: state.records.undo == nil && state.work.collectsLater)
    if outcome.collects { state.work.collectsLater = false }
    state.epoch &+= 1
    if invalidates { state.invalidations.all = state.epoch }
    if invalidates || !invalidated.isEmpty, state.invalidations.hasSubscribers {
      let records = invalidates ? nil : invalidated.map { ByteKey(state.records.names.strings[Int($0)]) }
      deliveries.add(state.invalidations.callbacks(for: records))
    }
    for source in sources { recordWrite(source, &state) }
    if !state.records.collisions.isEmpty, host?.identityRules.mixesTypes ?? false {
      for collision in state.records.collisions.takeNews() { report(.warning(collision.message)) }
    }
    report(.publish(changedRecords: state.records.changed.count, isOptimistic: state.records.undo != nil))
    outcome.owners = RelayStore.distinct(enqueueNotifications(&state))
    return outcome
  }

  /// Each operation once, in the order of its first occurrence.
  private static func distinct(_ operations: [OperationDescriptor]) -> [OperationDescriptor] {
    guard operations.count > 1 else { return operations }
    var (distinct, known): ([OperationDescriptor], Set<OperationDescriptor>) = ([], [])
    // Subscriptions of one operation are often next to each other.
    for operation in operations where distinct.last !== operation {
      if known.insert(operation).inserted { distinct.append(operation) }
    }
    return distinct
  }

  /// Reads changed data again, and queues the notifications of subscribers whose content differs.
  ///
  /// - Returns: the operations whose data changed, one for each notification.
  @discardableResult
  func enqueueNotifications(_ state: inout StoreState) -> [OperationDescriptor] {
    guard state.work.batches == 0 else { return [] }
    enqueueChanges(state)
    let notifications = state.takeNotifications()
    guard !notifications.isEmpty else { return [] }
    report(.notify(subscribers: notifications.count))
    deliveries.add(notifications.map { notification in { notification.callback(notification.snapshot) } })
    return notifications.map(\.snapshot.selector.context.owner)
  }

  /// Queues an event for the host, if it observes the store.
  func report(_ event: StoreEvent) {
    guard let host, host.observesStore else { return }
    deliveries.add([{ host.observe(event) }])
  }

  /// Runs `body`, which changes the store more than once, and notifies subscribers of all changes when it returns.
  ///
  /// Other threads' changes wait in the meantime; reads do not. A nested batch belongs to the outer one.
  func batch<Result>(_ body: () throws -> Result) rethrows -> Result {
    defer { if !isChangingHere { collectAtHardLimit() } }
    let writer = StoreWriter("batchUpdates")
    return try change(writer) {
      state.withLock { $0.work.batches += 1 }
      defer {
        state.withLock { state in
          state.work.batches -= 1
          enqueueNotifications(&state)
        }
      }
      return try run(writer, body)
    }
  }

  /// Notifies subscribers, in order and outside of all locks. Changes that they cause are delivered afterwards.
  ///
  /// Does nothing inside a change, which delivers when it ends.
  func deliverNotifications() {
    guard !isChangingHere else { return }
    // Notifications are delivered at the end of the batch.
    guard state.withLock({ $0.work.batches == 0 }) else { return }
    deliveries.deliver()
  }
}
