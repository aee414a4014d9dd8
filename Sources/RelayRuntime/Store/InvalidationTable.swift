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
  var records: [RecordID: Epoch] = [:]

  struct Subscription: Sendable {
    let dataIDs: Set<ByteKey>
    let callback: @Sendable () -> Void
  }
  var subscriptions: [Int: Subscription] = [:]
  var next = 0
}

extension Store {
  /// The latest invalidation of the store and of the given records.
  func lookupInvalidationState(_ dataIDs: [String]) -> InvalidationState {
    state.withLock { state in
      var latest = state.invalidations.all
      for dataID in dataIDs {
        if let id = state.records.names.find(dataID), let epoch = state.invalidations.records[id] { latest = max(latest ?? epoch, epoch) }
      }
      return InvalidationState(dataIDs: dataIDs.sorted { $0.precedesByBytes($1) }, invalidatedAt: latest)
    }
  }

  /// Whether one of the records, or the store, has been invalidated since `earlier`.
  func isInvalidated(since earlier: InvalidationState) -> Bool {
    guard let latest = lookupInvalidationState(earlier.dataIDs).invalidatedAt else { return false }
    return earlier.invalidatedAt.map { latest > $0 } ?? true
  }

  /// Calls `callback` once after every publication that invalidates the store or one of the records.
  func subscribeToInvalidation(_ invalidation: InvalidationState, _ callback: @escaping @Sendable () -> Void) -> Disposable {
    let index = state.withLock { state in
      state.invalidations.next += 1
      state.invalidations.subscriptions[state.invalidations.next] = InvalidationTable.Subscription(
        dataIDs: Set(invalidation.dataIDs.map { ByteKey($0) }), callback: callback)
      return state.invalidations.next
    }
    return Disposable { [weak self] in self?.state.withLock { $0.invalidations.subscriptions[index] = nil } }
  }
}
