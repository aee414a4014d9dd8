/// The live readings of a store, found by the records that they depend on.
struct SubscriptionTable: Sendable {
  struct Subscription: Sendable {
    var snapshot: Snapshot
    let callback: @Sendable (Snapshot) -> Void
    /// Whether the subscription is among those to be read again.
    var isAffected = false
  }

  private(set) var slots: ContiguousArray<Subscription?> = []
  private var free: [Int32] = []
  private(set) var count = 0

  subscript(index: Int32) -> Subscription? {
    get { slots[Int(index)] }
    set { slots[Int(index)] = newValue }
  }

  mutating func add(_ subscription: Subscription) -> Int32 {
    count += 1
    if let index = free.popLast() {
      slots[Int(index)] = subscription
      return index
    }
    slots.append(subscription)
    return Int32(slots.count - 1)
  }

  mutating func remove(_ index: Int32) {
    count -= 1
    slots[Int(index)] = nil
    free.append(index)
  }

  mutating func setAffected(_ index: Int32, _ value: Bool) { slots[Int(index)]?.isAffected = value }

  mutating func setSnapshot(_ index: Int32, _ snapshot: Snapshot) { slots[Int(index)]?.snapshot = snapshot }
}

extension StoreState {
  /// Keeps `snapshot` up to date until `unsubscribe`.
  mutating func subscribe(_ snapshot: Snapshot, _ callback: @escaping @Sendable (Snapshot) -> Void) -> Int32 {
    let index = subscriptions.add(SubscriptionTable.Subscription(snapshot: snapshot, callback: callback))
    for record in snapshot.seenRecords { entries[Int(record)].subscriptions.append(index) }
    return index
  }

  mutating func unsubscribe(_ index: Int32) {
    guard let subscription = subscriptions[index] else { return }
    for record in subscription.snapshot.seenRecords { removeSubscription(index, from: record) }
    subscriptions.remove(index)
  }

  private mutating func removeSubscription(_ index: Int32, from record: RecordID) {
    let place = Int(record)
    guard let position = entries[place].subscriptions.firstIndex(of: index) else { return }
    let last = entries[place].subscriptions.count - 1
    entries[place].subscriptions.swapAt(position, last)
    entries[place].subscriptions.removeLast()
  }

  /// Reads again what the changed records affect.
  ///
  /// - Returns: the subscriptions whose content changed, with what they have now.
  mutating func takeNotifications() -> [(callback: @Sendable (Snapshot) -> Void, snapshot: Snapshot)] {
    guard !changed.isEmpty else { return [] }
    var affected: [Int32] = []
    for record in changed {
      entries[Int(record)].isChanged = false
      for subscription in entries[Int(record)].subscriptions where subscriptions[subscription]?.isAffected == false {
        subscriptions.setAffected(subscription, true)
        affected.append(subscription)
      }
    }
    changed.removeAll(keepingCapacity: true)
    var notifications: [(callback: @Sendable (Snapshot) -> Void, snapshot: Snapshot)] = []
    for index in affected.sorted() {
      guard let subscription = subscriptions[index] else { continue }
      subscriptions.setAffected(index, false)
      var snapshot = read(subscription.snapshot.selector, after: subscription.snapshot)
      let isSame = snapshot.hasSameContent(as: subscription.snapshot)
      if isSame { snapshot.row = subscription.snapshot.row }
      if snapshot.seenRecords != subscription.snapshot.seenRecords {
        for record in subscription.snapshot.seenRecords { removeSubscription(index, from: record) }
        for record in snapshot.seenRecords { entries[Int(record)].subscriptions.append(index) }
      }
      subscriptions.setSnapshot(index, snapshot)
      if !isSame { notifications.append((subscription.callback, snapshot)) }
    }
    return notifications
  }
}
