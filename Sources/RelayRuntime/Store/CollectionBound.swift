/// When a store collects garbage by itself, and when it gives places back.
struct CollectionBound: Sendable {
  /// The least bound, `Int.max` where collections start only when something is released.
  private let minimum: Int
  /// With more records than this it is time for a collection.
  private(set) var records: Int
  /// With more places than so many for each record, and `maximumFreePlaces`, those that are free are given back.
  var maximumPlacesPerRecord = 4
  var maximumFreePlaces = 1024

  /// - Parameter threshold: see `Store.Configuration.automaticCollectionThreshold`.
  init(threshold: Int?) {
    minimum = threshold.map { max(0, $0) } ?? .max
    records = minimum
  }

  /// Whether so many records are more than the last collection has left room for.
  func isExceeded(by count: Int) -> Bool { count > records }

  /// Whether so many records cannot wait for a collection any more, neither for the background nor for the end of optimistic updates.
  func isFarExceeded(by count: Int) -> Bool { count / 2 > records }

  /// Raises the bound after an archive was restored: the operations that need its records have not been retained yet.
  mutating func raise(for count: Int) {
    if minimum < .max { records = max(records, 2 * count) }
  }

  /// Sets the bound after a collection, by the records that are left.
  mutating func update(for count: Int) {
    if minimum < .max { records = max(minimum, 2 * count) }
  }

  /// Whether free places are to be given back.
  ///
  /// - Parameters:
  ///   - capacity: how many records there is room for.
  ///   - count: how many there are.
  func isWasteful(_ capacity: Int, for count: Int) -> Bool { capacity > maximumPlacesPerRecord * count + maximumFreePlaces }
}
