/// When a store starts a garbage collection, and when it releases unused capacity.
struct CollectionBound: Sendable {
  /// The lowest bound; `Int.max` if collections start only when something is released.
  private let minimum: Int
  /// The number of records beyond which a collection is due.
  private(set) var records: Int
  /// Capacity is released if there are more than this many places for each record, and `maximumFreePlaces` in addition.
  var maximumPlacesPerRecord = 4
  var maximumFreePlaces = 1024

  /// - Parameter threshold: see `RelayStore.Configuration.automaticCollectionThreshold`.
  init(threshold: Int?) {
    minimum = threshold.map { max(0, $0) } ?? .max
    records = minimum
  }

  /// Whether a collection is due with this number of records.
  func isExceeded(by count: Int) -> Bool { count > records }

  /// Whether a collection is overdue with this number of records: it no longer waits for the background or for the end of optimistic
  /// updates.
  func isHardLimitExceeded(by count: Int) -> Bool { count / 2 > records }

  /// Raises the bound after an archive has been restored: the operations that need its records have not been retained
  /// yet.
  mutating func raise(for count: Int) {
    if minimum < .max { records = max(records, 2 * count) }
  }

  /// Sets the bound after a collection, based on the records that are left.
  mutating func update(for count: Int) {
    if minimum < .max { records = max(minimum, 2 * count) }
  }

  /// Whether unused capacity should be released.
  ///
  /// - Parameters:
  ///   - capacity: the number of records that fit without growing.
  ///   - count: the number of records.
  func isWasteful(_ capacity: Int, for count: Int) -> Bool { capacity > maximumPlacesPerRecord * count + maximumFreePlaces }
}
