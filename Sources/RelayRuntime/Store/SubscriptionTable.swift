/// The live readings of a store, found by the records on which they depend.
struct SubscriptionTable: Sendable {
  struct Subscription: Sendable {
    var snapshot: Snapshot
    /// Whether it is also notified of changes that leave its content the same.
    let notifiesWithoutChange: Bool
    let callback: @Sendable (Snapshot) -> Void
    /// The changed records on which it depends.
    var changes: ContiguousArray<RecordID> = []
  }

  private(set) var slots: ContiguousArray<Subscription?> = []
  private var free: [Int32] = []
  /// Trimming is attempted if there are more free places than this.
  private var maximumFree = 1024
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
    if slots.count > 4 * count, free.count > maximumFree || Int(index) == slots.count - 1 { trim() }
  }

  /// Removes free places at the end.
  private mutating func trim() {
    while let last = slots.last, last == nil { slots.removeLast() }
    slots = ContiguousArray(slots)
    free = free.filter { Int($0) < slots.count }
    // A subscription at the end keeps the places before it. Trimming is tried again when the number of free places has doubled.
    maximumFree = 2 * free.count + 1024
  }

  /// Adapts to new places of the records.
  mutating func move(to places: ContiguousArray<RecordID>) {
    for index in slots.indices where slots[index] != nil { slots[index]?.snapshot.move(to: places) }
  }

  /// Records that a record has changed.
  ///
  /// - Returns: whether it is the first change.
  mutating func recordChange(_ index: Int32, _ record: RecordID) -> Bool {
    slots[Int(index)]?.changes.append(record)
    return slots[Int(index)]?.changes.count == 1
  }

  /// Records that the store has learnt to which types a type, or several, belong.
  ///
  /// - Parameter record: the record of one of the types. One is enough, because a change of types makes a subscription read everything.
  /// - Returns: the subscriptions for which this is the first change.
  mutating func recordChangeOfTypes(_ record: RecordID) -> [Int32] {
    slots.indices.compactMap { slot in
      guard slots[slot]?.snapshot.selector.context.plan.asksForTypes == true else { return nil }
      let index = Int32(truncatingIfNeeded: slot)
      return recordChange(index, record) ? index : nil
    }
  }

  /// The records that have changed since the subscription was last read.
  mutating func takeChanges(_ index: Int32) -> ContiguousArray<RecordID> {
    let changes = slots[Int(index)]?.changes ?? []
    slots[Int(index)]?.changes = []
    return changes
  }

  mutating func setSnapshot(_ index: Int32, _ snapshot: Snapshot) { slots[Int(index)]?.snapshot = snapshot }
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
    var notifications: [(callback: @Sendable (Snapshot) -> Void, snapshot: Snapshot)] = []
    for index in affected.sorted() {
      guard let subscription = subscriptions[index] else { continue }
      let changes = subscriptions.takeChanges(index)
      if changes.count <= StoreState.maximumPatch, let patched = records.patch(subscription.snapshot, changes) {
        subscriptions.setSnapshot(index, patched)
        let isSame = patched.row.map { row in subscription.snapshot.row.map { row.isIdentical(to: $0) } ?? false } ?? false
        if isSame, !subscription.notifiesWithoutChange { continue }
        notifications.append((subscription.callback, patched))
        continue
      }
      var snapshot = records.read(subscription.snapshot.selector, after: subscription.snapshot)
      let isSame = snapshot.hasSameContent(as: subscription.snapshot)
      if isSame, !subscription.snapshot.hasMoved { snapshot.row = subscription.snapshot.row }
      if snapshot.seenRecords != subscription.snapshot.seenRecords {
        for record in subscription.snapshot.seenRecords { records.entries[Int(record)].subscriptions.remove(index) }
        for record in snapshot.seenRecords { records.entries[Int(record)].subscriptions.insert(index) }
      }
      subscriptions.setSnapshot(index, snapshot)
      if !isSame || subscription.notifiesWithoutChange { notifications.append((subscription.callback, snapshot)) }
    }
    return notifications
  }
}
