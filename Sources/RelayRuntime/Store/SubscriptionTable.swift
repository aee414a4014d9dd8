/// The live readings of a store, found by the records that they depend on.
struct SubscriptionTable: Sendable {
  struct Subscription: Sendable {
    var snapshot: Snapshot
    let callback: @Sendable (Snapshot) -> Void
    /// The records it depends on that have changed.
    var changes: ContiguousArray<RecordID> = []
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

  /// Notes that a record changed.
  ///
  /// - Returns: whether it is the first one.
  mutating func noteChange(_ index: Int32, _ record: RecordID) -> Bool {
    slots[Int(index)]?.changes.append(record)
    return slots[Int(index)]?.changes.count == 1
  }

  /// The records that changed since the subscription was last read.
  mutating func takeChanges(_ index: Int32) -> ContiguousArray<RecordID> {
    let changes = slots[Int(index)]?.changes ?? []
    slots[Int(index)]?.changes = []
    return changes
  }

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

  /// Up to this many changed records are read again one by one; for more, walking over the whole data costs less.
  private static let maximumPatch = 16

  /// Reads again what the changed records affect.
  ///
  /// - Returns: the subscriptions whose content changed, with what they have now.
  mutating func takeNotifications() -> [(callback: @Sendable (Snapshot) -> Void, snapshot: Snapshot)] {
    guard !changed.isEmpty else { return [] }
    var affected: [Int32] = []
    for record in changed {
      entries[Int(record)].isChanged = false
      for subscription in entries[Int(record)].subscriptions where subscriptions.noteChange(subscription, record) {
        affected.append(subscription)
      }
    }
    changed.removeAll(keepingCapacity: true)
    var notifications: [(callback: @Sendable (Snapshot) -> Void, snapshot: Snapshot)] = []
    for index in affected.sorted() {
      guard let subscription = subscriptions[index] else { continue }
      let changes = subscriptions.takeChanges(index)
      if changes.count <= StoreState.maximumPatch, let patched = patch(subscription.snapshot, changes) {
        subscriptions.setSnapshot(index, patched)
        if let row = patched.row, let before = subscription.snapshot.row, row.isIdentical(to: before) { continue }
        notifications.append((subscription.callback, patched))
        continue
      }
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
