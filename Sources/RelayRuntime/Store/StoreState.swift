/// A point in a store's history: the number of publications so far. What was restored from an archive happened before the first one, at a
/// negative epoch.
typealias Epoch = Int64

/// The whole state of a store. Each store has one, inside its lock.
struct StoreState: Sendable {
  var records: RecordTable
  var subscriptions = SubscriptionTable()
  var retention = RetentionTable()
  var invalidations = InvalidationTable()
  /// In order of registration.
  var changeObservers = Registrations<ChangeObserver>()
  var bound: CollectionBound
  var work = OpenWork()
  /// Counts publications.
  var epoch: Epoch = 0
  /// The last epoch of another process that the store has taken over. That process counts for itself.
  var takenOver: Epoch = 0
  /// The number of times that the store has been cleared.
  var generation = 0
  /// The session that the next clearing ends.
  var session = StoreSession()
  /// Whether the host wants to know when ages may have changed.
  var followsAges = false

  /// Work in progress, and work that waits for its end.
  struct OpenWork: Sendable {
    /// The changes in progress. They hold ids of records and keys that no record has yet.
    var transactions = 0
    /// The batches of changes in progress, whose subscribers are notified at the end.
    var batches = 0
    /// The copies of the state that are being read outside of the lock. They hold ids of keys that no record may have any more.
    var copies = 0
    /// Set if a collection was postponed because of optimistic updates or changes in progress.
    var collectsLater = false
    /// Set if the store is to be cleared after the current change.
    var clearsLater = false
  }

  /// - Parameter collectionThreshold: see `RelayStore.Configuration.automaticCollectionThreshold`.
  init(keys: KeyTable, collectionThreshold: Int?) {
    records = RecordTable(keys: keys)
    bound = CollectionBound(threshold: collectionThreshold)
  }

  /// Whether there are more records than the bound set by the last collection.
  var isFull: Bool { bound.isExceeded(by: records.names.liveCount) }

  /// Whether the background collection has fallen so far behind that the next one does not wait for it.
  var mustCollect: Bool { exceedsHardLimit && work.transactions == 0 && work.batches == 0 && work.copies == 0 }

  /// Whether there are so many that a collection no longer waits for the background or for the end of optimistic updates.
  var exceedsHardLimit: Bool { bound.isHardLimitExceeded(by: records.names.liveCount) }

  /// Records that a record does not exist.
  mutating func delete(_ id: RecordID) {
    // A record that replaces it later is as new as its response. An optimistic deletion will be reverted.
    if records.delete(id), records.undo == nil { invalidations.forget(id) }
  }
}
