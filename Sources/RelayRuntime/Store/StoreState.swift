/// A moment in a store's history: how many publications there had been. What was restored from an archive happened before the first one,
/// at a negative epoch.
typealias Epoch = Int64

/// Everything a store knows. Exists once per store, inside its lock.
struct StoreState: Sendable {
  var records: RecordTable
  var subscriptions = SubscriptionTable()
  var retention = RetentionTable()
  var invalidations = InvalidationTable()
  var changeObservers = ChangeObservers()
  var bound: CollectionBound
  var work = OpenWork()
  /// Counts publications.
  var epoch: Epoch = 0
  /// The number of times that everything was removed.
  var generation = 0

  /// What is under way, and what waits for its end.
  struct OpenWork: Sendable {
    /// Changes under way, which hold ids of records and keys that no record has yet.
    var transactions = 0
    /// Batches of changes under way, whose subscribers are told at the end.
    var batches = 0
    /// Set when a collection was put off because of optimistic updates or changes under way.
    var collectsLater = false
    /// Set when everything is to be removed once the change under way is over.
    var clearsLater = false
  }

  /// - Parameter collectionThreshold: see `Store.Configuration.automaticCollectionThreshold`.
  init(keys: KeyTable, collectionThreshold: Int?) {
    records = RecordTable(keys: keys)
    bound = CollectionBound(threshold: collectionThreshold)
  }

  /// Whether there are more records than the last collection has left room for.
  var isFull: Bool { bound.isExceeded(by: records.names.liveCount) }

  /// Whether there are so many that a collection cannot wait any more, neither for the background nor for the end of optimistic updates.
  var isOverfull: Bool { bound.isFarExceeded(by: records.names.liveCount) }

  /// Notes that a record does not exist.
  mutating func delete(_ id: RecordID) {
    // A record that replaces it later is as new as its response. An optimistic deletion will be reverted.
    if records.delete(id), records.undo == nil { invalidations.records[id] = nil }
  }
}
