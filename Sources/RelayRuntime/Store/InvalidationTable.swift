import Foundation

/// The invalidations of some records at one point in time.
struct InvalidationState: Sendable, Hashable {
  let dataIDs: [String]
  /// The latest invalidation of the store or of one of the records.
  let invalidatedAt: Epoch?
}

/// The invalidations of a store and its records, and the subscriptions to them.
struct InvalidationTable: Sendable {
  /// When everything was last invalidated.
  var all: Epoch?
  /// When each record was last invalidated, if ever.
  var records = [RecordID: Epoch]()
  /// When types and fields were last invalidated.
  var marks = StaleMarks()
  /// When the latest invalidations happened, the oldest first.
  private var times: [(epoch: Epoch, time: Moment)] = []
  /// The number of times that are kept. What was invalidated earlier counts as invalidated long ago.
  private static let maximumTimes = 64

  private struct Subscription: Sendable {
    let dataIDs: Set<ByteKey>
    let callback: @Sendable () -> Void
  }
  private var subscribers = [Int: Subscription]()
  /// The subscribers to the invalidation of each record.
  private var subscribersByRecord = [ByteKey: Set<Int>]()
  private var next = 0

  var hasSubscribers: Bool { !subscribers.isEmpty }

  /// The records of which somebody wants to know whether they are invalidated.
  var watched: Dictionary<ByteKey, Set<Int>>.Keys { subscribersByRecord.keys }

  /// Whether anything has ever been invalidated.
  var isEmpty: Bool { all == nil && records.isEmpty && marks.isEmpty }

  /// Notes when an epoch's invalidations happened.
  mutating func note(_ epoch: Epoch, at time: Moment) {
    times.append((epoch, time))
    if times.count > 2 * InvalidationTable.maximumTimes { times.removeFirst(InvalidationTable.maximumTimes) }
  }

  /// When the invalidations of an epoch happened, if that is known.
  func time(of epoch: Epoch) -> Moment? { times.last { $0.epoch == epoch }?.time }

  /// Forgets the invalidations of a record that is no longer known.
  mutating func forget(_ id: RecordID) { records[id] = nil }

  /// Adapts to new places of the records.
  mutating func move(to places: ContiguousArray<RecordID>) {
    records = Dictionary(uniqueKeysWithValues: records.map { (places[Int($0)], $1) })
  }

  /// Marks records as stale.
  mutating func mark(_ ids: [RecordID], at epoch: Epoch) {
    for id in ids where id >= 0 { records[id] = epoch }
  }

  /// - Returns: identifies the subscription.
  mutating func subscribe(to dataIDs: Set<ByteKey>, _ callback: @escaping @Sendable () -> Void) -> Int {
    next += 1
    subscribers[next] = Subscription(dataIDs: dataIDs, callback: callback)
    for id in dataIDs { subscribersByRecord[id, default: []].insert(next) }
    return next
  }

  mutating func unsubscribe(_ index: Int) {
    for id in subscribers.removeValue(forKey: index)?.dataIDs ?? [] {
      subscribersByRecord[id]?.remove(index)
      if subscribersByRecord[id]?.isEmpty == true { subscribersByRecord[id] = nil }
    }
  }

  /// The callbacks of the subscribers to any of the records, or of all if `dataIDs` is nil, in the order of subscription.
  func callbacks(for dataIDs: [ByteKey]?) -> [@Sendable () -> Void] {
    let concerned = dataIDs.map { $0.reduce(into: Set<Int>()) { $0.formUnion(subscribersByRecord[$1] ?? []) } } ?? Set(subscribers.keys)
    return concerned.ascending().compactMap { subscribers[$0]?.callback }
  }
}

extension RelayStore {
  /// The latest invalidation of the store and of the given records.
  func lookupInvalidationState(_ dataIDs: [String]) -> InvalidationState {
    state.withLock { state in
      var latest = state.invalidations.all
      for dataID in dataIDs {
        if let id = state.records.names.find(dataID), let epoch = state.invalidations.records[id] { latest = max(latest ?? epoch, epoch) }
      }
      return InvalidationState(dataIDs: dataIDs.ascendingByBytes(), invalidatedAt: latest)
    }
  }

  /// Whether one of the records, or the store, has been invalidated since `earlier`.
  func isInvalidated(since earlier: InvalidationState) -> Bool {
    guard let latest = lookupInvalidationState(earlier.dataIDs).invalidatedAt else { return false }
    return earlier.invalidatedAt.map { latest > $0 } ?? true
  }

  /// Calls `callback` once after every publication that invalidates the store or one of the records.
  func subscribeToInvalidation(_ invalidation: InvalidationState, _ callback: @escaping @Sendable () -> Void) -> RelayDisposable {
    let index = state.withLock { $0.invalidations.subscribe(to: Set(invalidation.dataIDs.map { ByteKey($0) }), callback) }
    return RelayDisposable { [weak self] in self?.state.withLock { $0.invalidations.unsubscribe(index) } }
  }
}
