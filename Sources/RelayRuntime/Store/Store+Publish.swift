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
  func publish(_ records: consuming PayloadRecords, sources: [OperationDescriptor]) -> [OperationDescriptor] {
    let records = records
    return state.withLock { state in
      state.restore()
      state.merge(records)
      return finish(&state, sources: sources, invalidates: false)
    }
  }

  /// Brings in the changes of a run, as one.
  func publish(
    _ base: StoreTransaction, _ optimistic: StoreTransaction, needsRebase: Bool, isOptimistic: Bool, sources: [OperationDescriptor]
  ) -> [OperationDescriptor] {
    let baseChanges = base.changes
    let optimisticChanges = optimistic.changes
    return state.withLock { state in
      if needsRebase { state.restore() }
      state.invalidate(baseChanges.invalidatedRecords)
      state.apply(baseChanges)
      if isOptimistic, state.undo == nil { state.undo = UndoLog() }
      state.apply(optimisticChanges)
      return finish(&state, sources: sources, invalidates: baseChanges.invalidatesStore)
    }
  }

  /// Counts the publication, reads what it affects, and lines up the notifications.
  private func finish(_ state: inout StoreState, sources: [OperationDescriptor], invalidates: Bool) -> [OperationDescriptor] {
    state.epoch &+= 1
    if invalidates { state.invalidatedAt = state.epoch }
    for source in sources { noteWritten(source, &state) }
    let notifications = state.takeNotifications()
    guard !notifications.isEmpty else { return [] }
    deliveries.withLock { queue in
      for notification in notifications {
        queue.waiting.append { notification.callback(notification.snapshot) }
      }
    }
    var owners: [OperationDescriptor] = []
    for notification in notifications {
      let owner = notification.snapshot.selector.context.owner
      if owners.last != owner, !owners.contains(owner) { owners.append(owner) }
    }
    return owners
  }

  /// Calls subscribers, in order, outside every lock. What they cause is delivered after them.
  func deliverNotifications() {
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
