import Foundation

extension Store {
  /// Brings in the records of a payload.
  ///
  /// - Returns: the operations in whose data something changed.
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
    /// The operations in whose data something changed.
    var owners: [OperationDescriptor]
    /// Whether it is time for a collection, or one waited for the end of the optimistic updates or of this change.
    let collects: Bool
  }

  /// Counts the publication, reads what it affects, and queues the notifications.
  func finish(
    _ state: inout StoreState, sources: [OperationDescriptor], invalidates: Bool, invalidated: [RecordID] = []
  ) -> Outcome {
    if state.isFull { state.work.collectsLater = true }
    var outcome = Outcome(owners: [], collects: state.records.undo == nil && state.work.collectsLater)
    if outcome.collects { state.work.collectsLater = false }
    state.epoch &+= 1
    if invalidates { state.invalidations.all = state.epoch }
    if invalidates || !invalidated.isEmpty, !state.invalidations.subscriptions.isEmpty {
      let dataIDs = Set(invalidated.map { ByteKey(state.records.names.strings[Int($0)]) })
      let concerned = state.invalidations.subscriptions.sorted { $0.key < $1.key }.map(\.value)
        .filter { invalidates || !$0.dataIDs.isDisjoint(with: dataIDs) }
      deliveries.add(concerned.map(\.callback))
    }
    for source in sources { noteWritten(source, &state) }
    if !state.records.collisions.isEmpty, host?.identityRules.mixesTypes ?? false {
      for collision in state.records.collisions.takeNews() { report(.warning(collision.message)) }
    }
    report(.publish(changedRecords: state.records.changed.count, isOptimistic: state.records.undo != nil))
    for owner in lineUpNotifications(&state) {
      if outcome.owners.last != owner, !outcome.owners.contains(owner) { outcome.owners.append(owner) }
    }
    return outcome
  }

  /// Reads again what changed, and queues the notifications of subscribers whose content differs now.
  ///
  /// - Returns: the operations in whose data something changed, a notification each.
  @discardableResult
  func lineUpNotifications(_ state: inout StoreState) -> [OperationDescriptor] {
    guard state.work.batches == 0 else { return [] }
    lineUpChanges(state)
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

  /// Runs `body`, which changes the store more than once, and tells subscribers of all the changes at its end.
  ///
  /// Other threads' changes wait meanwhile, readings do not. A batch inside a batch belongs to the outer one.
  func batch<Result>(_ body: () throws -> Result) rethrows -> Result {
    defer { collectIfOverfull() }
    return try change {
      state.withLock { $0.work.batches += 1 }
      defer {
        state.withLock { state in
          state.work.batches -= 1
          lineUpNotifications(&state)
        }
      }
      return try body()
    }
  }

  /// Calls subscribers, in order, outside every lock. What they cause is delivered after them.
  ///
  /// Does nothing inside a change, which delivers at its own end.
  func deliverNotifications() {
    guard !isChangingHere else { return }
    // The end of the batch delivers.
    guard state.withLock({ $0.work.batches == 0 }) else { return }
    deliveries.deliver()
  }
}
