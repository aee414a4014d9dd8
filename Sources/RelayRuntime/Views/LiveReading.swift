/// What a view may see of a selector, up to date on any thread at any time. Callbacks only signal changes.
///
/// The *reading* is the latest snapshot of the selector's own data, in which a spread fragment is a pointer. It is *shown* unless its
/// operation has yet to bring it or it has errors; while the store has lost the data, what the fragment was passed on with is shown. It is
/// *handed out* together with the fragments spread into it, as a value that never changes. The *mark* of what was handed out is the reading
/// with the revision of the store up to which all changes are in that value.
final class LiveReading: Sendable {
  private struct State: ~Copyable {
    /// The latest reading. It counts how often a fragment that was incomplete in the data handed out has become complete.
    private(set) var reading: Snapshot
    var subscription: RelayDisposable?
    /// Whether the data has never been complete while its operation was in flight.
    var isWaiting = false
    /// The store's revision, if some of the data was missing from the beginning.
    var lostAt: UInt64?
    /// What was last read together with the fragments.
    var captured: Snapshot?
    /// The incomplete fragments of the data handed out, if they are followed, and the subscription to what they depend on.
    var awaited: Set<Snapshot.IncompleteFragment> = []
    var arrival: RelayDisposable?
    /// Whether they are followed only because their errors have made an object of the data null.
    var followsCut = false
    /// Whether something that they depend on has changed.
    var mayHaveArrived = false

    init(_ reading: Snapshot) { self.reading = reading }

    /// Replaces the reading by a later one.
    ///
    /// - Returns: `false` if it is not later.
    mutating func update(_ later: Snapshot) -> Bool {
      guard later.revision > reading.revision else { return false }
      let arrivals = reading.arrivals
      reading = later
      reading.arrivals = arrivals
      return true
    }

    mutating func recordArrival() { reading.arrivals += 1 }
  }

  private let state: Lock<State>
  private let onChange: @Sendable () -> Void
  /// Whether no operation has spread the selector's fragment. It is shown only where the store has the object, and all of the fragment's own
  /// fields that cannot be null.
  private let isStandalone: Bool
  /// What the fragment was passed on with, if nothing of it was missing then. It is shown while the store has lost some of the data.
  private let passedOn: Row?

  /// Reads the fragment at `pointer` and keeps the reading up to date; nil if the fragment's data belongs to no store.
  /// - Parameter onChange: called after a change, on any thread. It must not hold this object strongly.
  convenience init?(_ pointer: FragmentPointer, _ definition: Generated.FragmentDefinition, onChange: @escaping @Sendable () -> Void) {
    guard let selector = pointer.selector(definition) else { return nil }
    var passedOn: Row?
    if case .row(let row) = pointer.reading { passedOn = row }
    self.init(selector, waitsForOperation: true, isStandalone: pointer.isStandalone, passedOn: passedOn, onChange: onChange)
  }

  /// Reads `selector` and keeps the reading up to date.
  /// - Parameters:
  ///   - waitsForOperation: whether incomplete data is not shown while the operation that fetches it is in flight.
  ///   - isStandalone: whether no operation has spread the selector's fragment.
  ///   - passedOn: what the fragment was passed on with, if nothing of it was missing then.
  ///   - onChange: called after a change, on any thread. It must not hold this object strongly.
  init(
    _ selector: Selector, waitsForOperation: Bool, isStandalone: Bool = false, passedOn: Row? = nil,
    onChange: @escaping @Sendable () -> Void
  ) {
    self.onChange = onChange
    self.isStandalone = isStandalone
    self.passedOn = passedOn
    let store = selector.context.store
    let first = store.lookup(selector)
    state = Lock(State(first))
    first.logErrors()
    let subscription = store.subscribe(first, notifiesWithoutChange: false) { [weak self] later in
      guard let self else { return }
      // Two publishing threads may call out of order.
      guard state.withLock({ $0.update(later) }) else { return }
      later.logErrors()
      onChange()
    }
    state.withLock { $0.subscription = subscription }
    if waitsForOperation { waitForOperation(selector.context) }
  }

  private func waitForOperation(_ context: ReadContext) {
    let reading = self.reading
    guard reading.isMissingData else { return }
    let activity = context.environment?.activity
    let isWaiting = activity?.isActive(context.owner) ?? false
    state.withLock { ($0.isWaiting, $0.lostAt) = (isWaiting, reading.revision) }
    guard isWaiting else { return }
    // Registered after `isWaiting` is set: if the operation ends in between, the callback is called immediately.
    activity?.whenInactive(context.owner) { [weak self, onChange] in
      self?.state.withLock { $0.isWaiting = false }
      onChange()
    }
  }

  /// The current reading.
  var reading: Snapshot { current.reading }

  private var current: (reading: Snapshot, isWaiting: Bool) {
    if state.withLock({ $0.mayHaveArrived }) { countArrivals() }
    return state.withLock { state in
      if state.isWaiting, !state.reading.isMissingData { state.isWaiting = false }
      return (state.reading, state.isWaiting)
    }
  }

  /// The current reading with the data that was passed on, if the store lacked some of it from the beginning and none has changed since.
  private var lost: Snapshot? {
    guard let passedOn else { return nil }
    var lost = state.withLock { $0.lostAt == $0.reading.revision ? $0.reading : nil }
    lost?.row = passedOn
    return lost
  }

  /// The current reading, or what the fragment was passed on with, if a view may show it.
  var shown: Snapshot? {
    if let lost { return lost }
    let (reading, isWaiting) = current
    if isWaiting || reading.row == nil || reading.thrownErrors != nil { return nil }
    return isStandalone && !isPresent(reading) ? nil : reading
  }

  private func isPresent(_ reading: Snapshot) -> Bool {
    let selector = reading.selector
    if reading.isMissingData, reading.row?.firstMissingField(in: "") != nil { return false }
    return (selector.context.store as? RelayStore)?.record(selector.dataID, mayFulfil: selector.context.plan.typeCondition) ?? false
  }

  /// The reason why there is no data: the errors of the reading, or those of the fragments spread into it.
  var error: (any Error)? {
    let (reading, isWaiting) = current
    if isWaiting { return nil }
    return reading.thrownErrors ?? handOut(reading, followsFragments: false).error
  }

  /// The data of ``shown`` together with the fragments spread into it, and its mark.
  ///
  /// - Parameter followsFragments: whether the arrival of a deferred fragment counts as a change, if the data lacks it.
  func handOut(followsFragments: Bool) -> (row: Row?, mark: Snapshot?) {
    // What was passed on has its fragments.
    if let lost { return (lost.row, lost) }
    guard let shown else { return (nil, nil) }
    let (row, mark, _) = handOut(shown, followsFragments: followsFragments)
    return (row, mark)
  }

  /// The data of a reading together with the fragments spread into it, and its mark.
  ///
  /// A change costs two readings: the store's own, without fragments, finds out whether the data differs; this one is handed out. The error
  /// says why there is no row, if reading the fragments has exceeded a limit, or they have errors that leave nothing of the data.
  ///
  /// - Parameter followsFragments: whether the arrival of a deferred fragment counts as a change, if the data lacks it.
  func handOut(_ reading: Snapshot, followsFragments: Bool) -> (row: Row?, mark: Snapshot, error: (any Error)?) {
    guard reading.selector.context.hasFragments, reading.row != nil else { return (reading.row, reading, nil) }
    let (known, arrivals, followsCut) = state.withLock { ($0.captured, $0.reading.arrivals, $0.followsCut) }
    let captured = reading.selector.context.store.capture(reading.selector, after: known)
    state.withLock { $0.captured = captured }
    if followsFragments || captured.isCutByFragment || followsCut {
      follow(followsFragments || captured.isCutByFragment ? captured.incomplete : [], in: captured)
      state.withLock { $0.followsCut = captured.isCutByFragment && !followsFragments }
    }
    var mark = reading
    mark.revision = captured.revision
    mark.arrivals = arrivals
    return (captured.row, mark, captured.row == nil ? captured.thrownErrors : nil)
  }

  // MARK: Deferred fragments

  /// Signals a change when data arrives for one of the fragments.
  ///
  /// - Parameter captured: data in which they are incomplete.
  private func follow(_ incomplete: Set<Snapshot.IncompleteFragment>, in captured: Snapshot) {
    var arrival: RelayDisposable?
    if !incomplete.isEmpty {
      // The selector's own reading, which is notified of changes of all records from which the fragments were read.
      var reading = state.withLock { $0.reading }
      reading.seenRecords = captured.seenRecords
      reading.visits = []
      reading.revision = captured.revision
      arrival = captured.selector.context.store.subscribe(reading, notifiesWithoutChange: true) { [weak self] _ in
        guard let self else { return }
        state.withLock { $0.mayHaveArrived = true }
        onChange()
      }
    }
    let outdated = state.withLock { state in
      defer { (state.awaited, state.arrival) = (incomplete, arrival) }
      return state.arrival
    }
    outdated?.dispose()
  }

  /// Finds out whether the data of an awaited fragment has arrived.
  private func countArrivals() {
    let (known, awaited, selector) = state.withLock { state in
      defer { state.mayHaveArrived = false }
      return (state.captured, state.mayHaveArrived ? state.awaited : [], state.reading.selector)
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
