import Foundation
import Synchronization

/// What subscribers have to be told, in the order in which the store changed.
struct DeliveryQueue: Sendable {
  typealias Delivery = @Sendable () -> Void
  var waiting: [Delivery] = []
  var isDelivering = false
}

extension Store {
  /// Brings in the records of a payload.
  ///
  /// - Returns: the operations in whose data something changed.
  func publish(_ records: inout PayloadRecords, sources: [OperationDescriptor]) -> [OperationDescriptor] {
    let outcome = state.withLock { state in
      state.restore()
      state.merge(&records)
      return finish(&state, sources: sources, invalidates: false)
    }
    if outcome.collects { scheduleCollection() }
    return outcome.owners
  }

  /// Brings in the changes of a run, as one.
  ///
  /// - Parameter isOptimistic: whether any optimistic update is in force afterwards.
  func publish(
    _ base: StoreTransaction, _ optimistic: StoreTransaction, needsRebase: Bool, isOptimistic: Bool, sources: [OperationDescriptor]
  ) -> [OperationDescriptor] {
    let baseChanges = base.changes
    let optimisticChanges = optimistic.changes
    let outcome = state.withLock { state in
      if needsRebase { state.restore() }
      state.invalidate(baseChanges.invalidatedRecords)
      state.apply(baseChanges)
      if isOptimistic, state.undo == nil { state.undo = UndoLog() }
      state.apply(optimisticChanges)
      return finish(
        &state, sources: sources, invalidates: baseChanges.invalidatesStore, invalidated: baseChanges.invalidatedRecords)
    }
    if outcome.collects { scheduleCollection() }
    return outcome.owners
  }

  private struct Outcome {
    /// The operations in whose data something changed.
    var owners: [OperationDescriptor]
    /// Whether it is time for a collection, or one waited for the end of the optimistic updates or of this change.
    let collects: Bool
  }

  /// Counts the publication, reads what it affects, and lines up the notifications.
  private func finish(
    _ state: inout StoreState, sources: [OperationDescriptor], invalidates: Bool, invalidated: [RecordID] = []
  ) -> Outcome {
    if state.isFull { state.collectsLater = true }
    var outcome = Outcome(owners: [], collects: state.undo == nil && state.collectsLater)
    if outcome.collects { state.collectsLater = false }
    state.epoch &+= 1
    if invalidates { state.invalidatedAt = state.epoch }
    if invalidates || !invalidated.isEmpty, !state.invalidations.subscriptions.isEmpty {
      let dataIDs = Set(invalidated.map { ByteKey(state.names.strings[Int($0)]) })
      let concerned = state.invalidations.subscriptions.sorted { $0.key < $1.key }.map(\.value)
        .filter { invalidates || !$0.dataIDs.isDisjoint(with: dataIDs) }
      deliveries.withLock { $0.waiting += concerned.map(\.callback) }
    }
    for source in sources { noteWritten(source, &state) }
    if !state.collisions.isEmpty, environment?.configuration.identityRules.mixesTypes ?? false {
      for collision in state.collisions.takeNews() { report(.warning(collision.message)) }
    }
    report(.storePublish(changedRecords: state.changed.count, isOptimistic: state.undo != nil))
    for owner in lineUpNotifications(&state) {
      if outcome.owners.last != owner, !outcome.owners.contains(owner) { outcome.owners.append(owner) }
    }
    return outcome
  }

  /// Reads again what changed, and lines up the notifications of those who see something else now.
  ///
  /// - Returns: the operations in whose data something changed, a notification each.
  @discardableResult
  func lineUpNotifications(_ state: inout StoreState) -> [OperationDescriptor] {
    guard state.openBatches == 0 else { return [] }
    let notifications = state.takeNotifications()
    guard !notifications.isEmpty else { return [] }
    report(.storeNotify(subscribers: notifications.count))
    deliveries.withLock { queue in
      for notification in notifications {
        queue.waiting.append { notification.callback(notification.snapshot) }
      }
    }
    return notifications.map(\.snapshot.selector.context.owner)
  }

  /// Lines up an event for the environment's log, where there is one.
  func report(_ event: RelayLogEvent) {
    guard let environment, environment.configuration.log != nil, !environment.isReporting else { return }
    deliveries.withLock { $0.waiting.append { environment.deliver(event) } }
  }

  /// Runs `body`, which changes the store more than once, and tells subscribers of all the changes at its end.
  ///
  /// Other threads' changes wait meanwhile, readings do not. A batch inside a batch belongs to the outer one.
  func batch<Result>(_ body: () throws -> Result) rethrows -> Result {
    writer.lock()
    state.withLock { $0.openBatches += 1 }
    defer {
      state.withLock { state in
        state.openBatches -= 1
        lineUpNotifications(&state)
      }
      writer.unlock()
      deliverNotifications()
      collectIfOverfull()
    }
    return try body()
  }

  /// Calls subscribers, in order, outside every lock. What they cause is delivered after them.
  ///
  /// Does nothing inside a change: who releases the writer lock calls it again.
  func deliverNotifications() {
    guard !writer.isHeldHere else { return }
    // The end of the batch delivers.
    guard state.withLock({ $0.openBatches == 0 }) else { return }
    while true {
      let batch = deliveries.withLock { queue -> [DeliveryQueue.Delivery]? in
        guard !queue.isDelivering, !queue.waiting.isEmpty else { return nil }
        queue.isDelivering = true
        let batch = queue.waiting
        queue.waiting.removeAll()
        return batch
      }
      guard let batch else { return }
      for delivery in batch { delivery() }
      deliveries.withLock { $0.isDelivering = false }
    }
  }
}
