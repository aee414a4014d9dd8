/// Reads a fragment's selector by the rules for views: waits once for data that is in flight, and combines field errors into one error.
final class FragmentObserver: Sendable {
  struct Reading {
    let snapshot: Snapshot
    /// The data that a view may show.
    let row: Row?
    let error: (any Error)?
  }

  private let live: LiveSnapshot
  /// The store's revision, if some of the data was missing from the beginning; otherwise nil.
  private let lostAt: UInt64?
  /// Whether the data has never been complete while its operation was in flight.
  private let isWaiting: Lock<Bool>

  /// - Parameter onChange: called after a change, on any thread. It must not hold the observer strongly.
  init(_ selector: Selector, onChange: @escaping @Sendable () -> Void) {
    live = LiveSnapshot(selector, onChange: onChange)
    let context = selector.context
    let snapshot = live.snapshot
    let isIncomplete = snapshot.isMissingData
    lostAt = isIncomplete ? snapshot.revision : nil
    let activity = isIncomplete ? context.environment?.activity : nil
    // Registered after `isWaiting` is set: if the operation ends in between, the callback is called immediately.
    isWaiting = Lock(activity?.isActive(context.owner) ?? false)
    if isWaiting.withLock({ $0 }) {
      activity?.whenInactive(context.owner) { [weak self] in
        self?.isWaiting.withLock { $0 = false }
        onChange()
      }
    }
  }

  var reading: Reading {
    let snapshot = live.snapshot
    let mustWait = self.isWaiting.withLock { isWaiting in
      isWaiting = isWaiting && snapshot.isMissingData
      return isWaiting
    }
    if mustWait { return Reading(snapshot: snapshot, row: nil, error: nil) }
    let error = snapshot.thrownErrors
    return Reading(snapshot: snapshot, row: error == nil ? snapshot.row : nil, error: error)
  }

  /// Whether the store lacked some of the data from the beginning, and none of it has changed since.
  var hasLost: Bool { lostAt.map { $0 == live.revision } ?? false }

  /// The snapshot of `reading` if a view may show its row.
  var shown: Snapshot? {
    let reading = self.reading
    return reading.row == nil ? nil : reading.snapshot
  }

  /// The reason why there is no data: the error of the reading, or that of reading the fragments spread into the data.
  var error: (any Error)? {
    let reading = self.reading
    return reading.row == nil ? reading.error : live.captured(reading.snapshot, followsFragments: false).error
  }

  /// The row of ``shown`` with the current data of the fragments spread into it, and its mark.
  ///
  /// - Parameter followsFragments: whether the arrival of a deferred fragment counts as a change, if the data lacks it.
  func captured(followsFragments: Bool = false) -> (row: Row?, mark: Snapshot?) {
    guard let shown else { return (nil, nil) }
    let (row, mark, _) = live.captured(shown, followsFragments: followsFragments)
    return (row, mark)
  }
}
