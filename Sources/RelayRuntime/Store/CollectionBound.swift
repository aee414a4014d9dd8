/// When a store collects garbage by itself, and when it gives places back.
struct CollectionBound: Sendable {
  /// The least bound, `Int.max` where collections start only when something is released.
  private let minimum: Int
  /// The number of records beyond which a collection is due.
  private(set) var records: Int
  /// Free places are returned when there are more than so many places for each record, and `maximumFreePlaces` besides.
  var maximumPlacesPerRecord = 4
  var maximumFreePlaces = 1024

  /// - Parameter threshold: see `Store.Configuration.automaticCollectionThreshold`.
  init(threshold: Int?) {
    minimum = threshold.map { max(0, $0) } ?? .max
    records = minimum
  }

  /// Whether a collection is due with so many records.
  func isExceeded(by count: Int) -> Bool { count > records }

  /// Whether a collection is overdue with so many records: it waits neither for the background nor for the end of optimistic updates.
  func isFarExceeded(by count: Int) -> Bool { count / 2 > records }

  /// Raises the bound after an archive was restored: the operations that need its records have not been retained yet.
  mutating func raise(for count: Int) {
    if minimum < .max { records = max(records, 2 * count) }
  }

  /// Sets the bound after a collection, by the records that are left.
  mutating func update(for count: Int) {
    if minimum < .max { records = max(minimum, 2 * count) }
  }

  /// Whether free places are to be returned.
  ///
  /// - Parameters:
  ///   - capacity: how many records there is room for.
  ///   - count: how many there are.
  func isWasteful(_ capacity: Int, for count: Int) -> Bool { capacity > maximumPlacesPerRecord * count + maximumFreePlaces }
}
