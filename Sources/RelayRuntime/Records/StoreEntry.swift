/// A record's place in a store.
struct StoreEntry: Sendable {
  /// What the store knows about the record.
  enum Status: UInt8, Sendable {
    /// The store knows nothing about the record, or has collected it.
    case unknown
    /// The record is known not to exist.
    case deleted
    case exists
  }

  var record = Record(type: Keys.none)
  /// Counts the changes of the record. It never decreases, even if another record takes the place.
  var version: UInt32 = 0
  /// The stamp of the last reading that saw the record.
  var stamp: UInt32 = 0
  var status = Status.unknown
  /// Whether the record is in the list of changes of which subscribers have not been notified.
  var isChanged = false
  /// The subscriptions whose data depends on the record.
  var subscriptions = SubscriptionSet()
  /// When its fields were received: a set of `FieldTimes`. It fits into what would otherwise be padding.
  var times = FieldTimes.none
}
