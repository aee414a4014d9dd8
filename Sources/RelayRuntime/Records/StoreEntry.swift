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
  /// How the record, without optimistic updates, relates to what a store on disk has of it. Other stores leave it empty.
  var disk: DiskState = []
  /// The subscriptions whose data depends on the record.
  var subscriptions = SubscriptionSet()
  /// When its fields were received: a set of `FieldTimes`. It fits into what would otherwise be padding.
  var times = FieldTimes.none
}

/// How a record in memory relates to the same record on disk.
struct DiskState: OptionSet, Sendable {
  let rawValue: UInt8

  /// Memory has everything that is known of the record: the disk has nothing else of it, or will be overwritten. What is missing in a
  /// record that is not complete may be on disk.
  static let isComplete = DiskState(rawValue: 1)
  /// It has changed since it was last collected for writing.
  static let isDirty = DiskState(rawValue: 2)
  /// It is being written. Until that has succeeded, the disk may have an older state.
  static let isBeingWritten = DiskState(rawValue: 4)
  /// The disk has it: it was written or loaded, and nothing has been removed from the disk since then.
  static let isOnDisk = DiskState(rawValue: 8)

  /// Whether the disk lacks something that memory has.
  var isPending: Bool { !isDisjoint(with: [.isDirty, .isBeingWritten]) }
}
