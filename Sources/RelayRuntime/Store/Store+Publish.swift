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

  /// What a publication has led to.
  struct Outcome {
    /// The operations in whose data something changed.
    var owners: [OperationDescriptor]
    /// Whether it is time for a collection, or one waited for the end of the optimistic updates or of this change.
    let collects: Bool
  }

  /// Counts the publication, reads what it affects, and lines up the notifications.
  func finish(
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
    if !state.collisions.isEmpty, host?.identityRules.mixesTypes ?? false {
      for collision in state.collisions.takeNews() { report(.warning(collision.message)) }
    }
    report(.publish(changedRecords: state.changed.count, isOptimistic: state.undo != nil))
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
    report(.notify(subscribers: notifications.count))
    deliveries.withLock { queue in
      for notification in notifications {
        queue.waiting.append { notification.callback(notification.snapshot) }
      }
    }
    return notifications.map(\.snapshot.selector.context.owner)
  }

  /// Lines up an event for the host, where it wants to hear of events.
  func report(_ event: StoreEvent) {
    guard let host, host.observesStore else { return }
    deliveries.withLock { $0.waiting.append { host.observe(event) } }
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
