/// A record's place in a store.
struct StoreEntry: Sendable {
  enum Status: UInt8, Sendable {
    /// The store knows nothing of the record, or has collected it.
    case unknown
    /// The record is known not to exist.
    case deleted
    case exists
  }

  var record = Record(type: Keys.none)
  /// Counts the changes of the record. It never decreases, even when another record takes the place.
  var version: UInt32 = 0
  /// The last reading that saw the record.
  var stamp: UInt32 = 0
  var status = Status.unknown
  /// Whether the record is in the list of changes that subscribers have not been told of.
  var isChanged = false
  /// The subscriptions whose data depends on the record.
  var subscriptions: ContiguousArray<Int32> = []
}
