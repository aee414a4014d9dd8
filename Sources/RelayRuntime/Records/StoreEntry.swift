/// A record's place in a store.
struct StoreEntry: Sendable {
  enum Status: UInt8, Sendable {
    /// Nothing was ever heard of the record, or it was collected.
    case unknown
    /// The record is known not to exist.
    case deleted
    case exists
  }

  var record = Record(type: Keys.none)
  /// Counts the changes of the record; never goes back, not even when the place is given to another record.
  var version: UInt32 = 0
  /// The last reading that saw the record.
  var stamp: UInt32 = 0
  var status = Status.unknown
  /// Whether the record is in the list of changes that subscribers have not been told of.
  var isChanged = false
  /// The subscriptions whose data depends on the record.
  var subscriptions: ContiguousArray<Int32> = []
}
