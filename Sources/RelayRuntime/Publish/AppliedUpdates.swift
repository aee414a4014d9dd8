/// Optimistic updates, in the order in which they were applied. To add, find or remove one takes the same time however many there are.
struct AppliedUpdates: Sendable {
  typealias Update = PublishQueue.OptimisticUpdate

  private struct Place: Sendable {
    let order: Int
    let update: Update
  }

  private var places = [ObjectIdentifier: Place]()
  private var nextOrder = 0

  var count: Int { places.count }
  var isEmpty: Bool { places.isEmpty }
  var ids: Set<ObjectIdentifier> { Set(places.keys) }

  /// All updates in order.
  var inOrder: [Update] { Array(places.values).ascending { $0.order }.map(\.update) }

  /// Those of some updates that are here, in order.
  func inOrder(_ ids: Set<ObjectIdentifier>) -> [Update] {
    ids.compactMap { places[$0] }.ascending { $0.order }.map(\.update)
  }

  /// A number that is the greater the later an update was added; `nil` if it is not here.
  func order(of id: ObjectIdentifier) -> Int? { places[id]?.order }

  /// Adds an update on top of the others.
  mutating func append(_ update: Update) {
    places[ObjectIdentifier(update)] = Place(order: nextOrder, update: update)
    nextOrder += 1
  }

  /// - Returns: whether the update was here.
  @discardableResult
  mutating func remove(_ id: ObjectIdentifier) -> Bool { places.removeValue(forKey: id) != nil }

  mutating func removeAll() { places.removeAll() }
}
