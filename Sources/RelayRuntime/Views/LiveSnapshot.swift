/// The latest reading of a selector, up to date on any thread at any time. Callbacks only signal changes.
final class LiveSnapshot: Sendable {
  private struct State {
    /// The latest reading. It counts how often a fragment that was incomplete in the data handed out has become complete.
    private(set) var snapshot: Snapshot
    var subscription: RelayDisposable?
    /// The mark of the data that was last handed out.
    var captured: Snapshot?
    /// The incomplete fragments of the data handed out, if they are followed, and the subscription to what they depend on.
    var awaited: Set<Snapshot.IncompleteFragment> = []
    var arrival: RelayDisposable?
    /// Whether they are followed only because their errors have made an object of the data null.
    var followsCut = false
    /// Whether something that they depend on has changed.
    var mayHaveArrived = false

    init(_ snapshot: Snapshot) { self.snapshot = snapshot }

    /// Replaces the reading by a later one.
    ///
    /// - Returns: `false` if the reading is not later.
    mutating func update(_ later: Snapshot) -> Bool {
      guard later.revision > snapshot.revision else { return false }
      let arrivals = snapshot.arrivals
      snapshot = later
      snapshot.arrivals = arrivals
      return true
    }

    mutating func recordArrival() { snapshot.arrivals += 1 }
  }

  private let state: Lock<State>
  private let onChange: @Sendable () -> Void

  /// Reads `selector` and keeps the reading up to date.
  /// - Parameter onChange: called after a change, on the thread that made it. It must not hold this object strongly.
  init(_ selector: Selector, onChange: @escaping @Sendable () -> Void) {
    self.onChange = onChange
    let store = selector.context.store
    let snapshot = store.lookup(selector)
    self.state = Lock(State(snapshot))
    snapshot.logErrors()
    let subscription = store.subscribe(snapshot, notifiesWithoutChange: false) { [weak self] snapshot in
      guard let self else { return }
      // Two publishing threads may call out of order.
      guard self.state.withLock({ $0.update(snapshot) }) else { return }
      snapshot.logErrors()
      onChange()
    }
    self.state.withLock { $0.subscription = subscription }
  }

  /// The current reading.
  var snapshot: Snapshot {
    if let reading = state.withLock({ $0.mayHaveArrived ? nil : $0.snapshot }) { return reading }
    countArrivals()
    return state.withLock { $0.snapshot }
  }

  /// The store's change count at the time of the current reading.
  var revision: UInt64 { state.withLock { $0.snapshot.revision } }

  /// The data of `snapshot` together with the fragments spread into it, as a value that never changes.
  ///
  /// The mark is `snapshot` with the revision of the store that was read: all changes up to that revision have been handed out.
  /// The error says why there is no row, if reading the fragments has exceeded a limit, or they have errors that leave nothing of the data.
  ///
  /// - Parameter followsFragments: whether the arrival of a deferred fragment counts as a change, if the data lacks it.
  func captured(_ snapshot: Snapshot, followsFragments: Bool) -> (row: Row?, mark: Snapshot, error: (any Error)?) {
    guard snapshot.selector.context.hasFragments, snapshot.row != nil else { return (snapshot.row, snapshot, nil) }
    let (known, arrivals, followsCut) = state.withLock { ($0.captured, $0.snapshot.arrivals, $0.followsCut) }
    let captured = snapshot.selector.context.store.capture(snapshot.selector, after: known)
    state.withLock { $0.captured = captured }
    if followsFragments || captured.isCutByFragment || followsCut {
      follow(followsFragments || captured.isCutByFragment ? captured.incomplete : [], in: captured)
      state.withLock { $0.followsCut = captured.isCutByFragment && !followsFragments }
    }
    var mark = snapshot
    mark.revision = captured.revision
    mark.arrivals = arrivals
    return (captured.row, mark, captured.row == nil ? captured.thrownErrors : nil)
  }

  // MARK: Deferred fragments

  /// Signals a change when data arrives for one of the fragments.
  ///
  /// - Parameter captured: a reading in which they are incomplete.
  private func follow(_ incomplete: Set<Snapshot.IncompleteFragment>, in captured: Snapshot) {
    var arrival: RelayDisposable?
    if !incomplete.isEmpty {
      // The selector's own reading, which is notified of changes of all records from which the fragments were read.
      var reading = state.withLock { $0.snapshot }
      reading.seenRecords = captured.seenRecords
      reading.visits = []
      reading.revision = captured.revision
      arrival = captured.selector.context.store.subscribe(reading, notifiesWithoutChange: true) { [weak self] _ in self?.recordArrival() }
    }
    let outdated = state.withLock { state in
      defer { (state.awaited, state.arrival) = (incomplete, arrival) }
      return state.arrival
    }
    outdated?.dispose()
  }

  private func recordArrival() {
    state.withLock { $0.mayHaveArrived = true }
    onChange()
  }

  /// Finds out whether the data of an awaited fragment has arrived.
  private func countArrivals() {
    let (known, awaited, selector) = state.withLock { state in
      defer { state.mayHaveArrived = false }
      return (state.captured, state.mayHaveArrived ? state.awaited : [], state.snapshot.selector)
    }
    guard !awaited.isEmpty else { return }
    let captured = selector.context.store.capture(selector, after: known)
    guard awaited.isSubset(of: captured.incomplete) else {
      // Whoever hands out the data follows what is incomplete in it then.
      return state.withLock { $0.recordArrival() }
    }
    follow(awaited, in: captured)
  }
}

extension Snapshot? {
  /// Whether this differs from the data that was handed out with the mark `earlier`. Comparing identities is sufficient: a row without
  /// changes stays the same row, and data that was handed out may have been read after the change that is being signalled.
  func isNews(after earlier: Snapshot?) -> Bool {
    guard let self, let earlier, let row = self.row, let earlierRow = earlier.row else { return self?.row != nil || earlier?.row != nil }
    if self.arrivals > earlier.arrivals { return true }
    return !row.isIdentical(to: earlierRow) && (self.revision > earlier.revision || self.selector != earlier.selector)
  }
}
