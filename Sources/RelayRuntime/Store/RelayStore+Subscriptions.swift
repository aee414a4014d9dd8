extension RelayStore {
  /// Calls `callback` with every later state of a snapshot whose content differs from the previous one.
  ///
  /// - Parameters:
  ///   - snapshot: the caller's current snapshot. If the store has changed since, `callback` is called soon.
  ///   - notifiesWithoutChange: whether `callback` is called after every change of a record on which the snapshot depends, even if the
  ///     content is the same.
  ///   - callback: called outside the lock, on the thread that publishes.
  /// - Returns: ends the subscription when it is disposed of, or when the last reference is released.
  func subscribe(
    _ snapshot: Snapshot, notifiesWithoutChange: Bool = false, _ callback: @escaping @Sendable (Snapshot) -> Void
  ) -> RelayDisposable {
    let (index, missed) = state.withLock { state -> (Int32, Snapshot?) in
      let isCurrent = state.records.revision == snapshot.revision
      let current = isCurrent ? snapshot : state.records.read(snapshot.selector)
      let index = state.subscribe(current, notifiesWithoutChange: notifiesWithoutChange, callback)
      return (index, isCurrent || (!notifiesWithoutChange && current.hasSameContent(as: snapshot)) ? nil : current)
    }
    if let missed { callback(missed) }
    return RelayDisposable { [weak self] in self?.state.withLock { $0.unsubscribe(index) } }
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
}

extension StoreState {
  /// Keeps `snapshot` up to date until `unsubscribe`.
  mutating func subscribe(
    _ snapshot: Snapshot, notifiesWithoutChange: Bool, _ callback: @escaping @Sendable (Snapshot) -> Void
  ) -> Int32 {
    let index = subscriptions.add(
      SubscriptionTable.Subscription(snapshot: snapshot, notifiesWithoutChange: notifiesWithoutChange, callback: callback))
    for record in snapshot.seenRecords { records.entries[Int(record)].subscriptions.insert(index) }
    return index
  }

  mutating func unsubscribe(_ index: Int32) {
    guard let subscription = subscriptions[index] else { return }
    for record in subscription.snapshot.seenRecords { records.entries[Int(record)].subscriptions.remove(index) }
    subscriptions.remove(index)
  }

  /// The maximum number of changed records that are read one by one; beyond that, reading everything again is cheaper.
  private static let maximumPatch = 16

  /// Reads again what is affected by the changed records.
  ///
  /// - Returns: the subscriptions whose content has changed, with their current content.
  mutating func takeNotifications() -> [(callback: @Sendable (Snapshot) -> Void, snapshot: Snapshot)] {
    guard !records.changed.isEmpty else { return [] }
    var affected: [Int32] = []
    var changedType: RecordID?
    for record in records.changed {
      records.entries[Int(record)].isChanged = false
      if records.entries[Int(record)].record.type == Keys.typeSchema { changedType = record }
      let dependents = records.entries[Int(record)].subscriptions
      dependents.forEach { subscription in
        if subscriptions.recordChange(subscription, record) { affected.append(subscription) }
      }
    }
    if let changedType { affected += subscriptions.recordChangeOfTypes(changedType) }
    records.changed.removeAll(keepingCapacity: true)
    guard !affected.isEmpty else { return [] }
    var notifications: [(callback: @Sendable (Snapshot) -> Void, snapshot: Snapshot)] = []
    for index in affected.ascending() {
      guard var subscription = subscriptions.take(index) else { continue }
      var changes: ContiguousArray<RecordID> = []
      swap(&changes, &subscription.changes)
      let isChanged: Bool
      if changes.count <= StoreState.maximumPatch, let isPatched = records.patch(&subscription.snapshot, changes) {
        isChanged = isPatched
      } else {
        var snapshot = records.read(subscription.snapshot.selector, after: subscription.snapshot)
        isChanged = !snapshot.hasSameContent(as: subscription.snapshot)
        if !isChanged, !subscription.snapshot.hasMoved { snapshot.row = subscription.snapshot.row }
        if snapshot.seenRecords != subscription.snapshot.seenRecords {
          for record in subscription.snapshot.seenRecords { records.entries[Int(record)].subscriptions.remove(index) }
          for record in snapshot.seenRecords { records.entries[Int(record)].subscriptions.insert(index) }
        }
        subscription.snapshot = snapshot
      }
      if isChanged || subscription.notifiesWithoutChange { notifications.append((subscription.callback, subscription.snapshot)) }
      subscriptions.put(subscription, at: index)
    }
    return notifications
  }
}
