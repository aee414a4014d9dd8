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

  /// Records that the store has learned to which types a type, or several, belong.
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

  /// Moves a subscription out, so that changing it copies nothing, until ``put(_:at:)``.
  mutating func take(_ index: Int32) -> Subscription? { slots[Int(index)].take() }

  mutating func put(_ subscription: consuming Subscription, at index: Int32) { slots[Int(index)] = subscription }
}
