/// The latest reading of a selector, up to date on any thread at any time. Callbacks only signal changes.
final class LiveSnapshot: Sendable {
  private struct State {
    var snapshot: Snapshot
    var subscription: Disposable?
    /// The mark of the data that was last handed out.
    var captured: Snapshot?
  }

  private let state: Lock<State>

  /// Reads `selector` and keeps the reading up to date.
  /// - Parameter onChange: called after a change, on the thread that made it. It must not hold this object strongly.
  init(_ selector: Selector, onChange: @escaping @Sendable () -> Void) {
    let store = selector.context.store
    let snapshot = store.lookup(selector)
    self.state = Lock(State(snapshot: snapshot, subscription: nil))
    snapshot.logErrors()
    let subscription = store.subscribe(snapshot, hearsEverything: false) { [weak self] snapshot in
      guard let self else { return }
      let isNews = self.state.withLock { state in
        // Two publishing threads may call out of order.
        guard snapshot.revision > state.snapshot.revision else { return false }
        state.snapshot = snapshot
        return true
      }
      guard isNews else { return }
      snapshot.logErrors()
      onChange()
    }
    self.state.withLock { $0.subscription = subscription }
  }

  /// The current reading.
  var snapshot: Snapshot { state.withLock { $0.snapshot } }

  /// The data of `snapshot` together with the fragments spread into it, as a value that never changes.
  ///
  /// The mark is `snapshot` with the revision of the store that was read: all changes up to that revision have been handed out.
  /// The error says why there is no row, if reading the fragments has exceeded a limit.
  func captured(_ snapshot: Snapshot) -> (row: Row?, mark: Snapshot, error: (any Error)?) {
    guard snapshot.selector.context.hasFragments, snapshot.row != nil else { return (snapshot.row, snapshot, nil) }
    let known = state.withLock { $0.captured }
    let captured = snapshot.selector.context.store.capture(snapshot.selector, after: known)
    state.withLock { $0.captured = captured }
    var mark = snapshot
    mark.revision = captured.revision
    return (captured.row, mark, captured.excess.map { FieldErrors([$0]) })
  }
}

extension Snapshot? {
  /// Whether this differs from the data that was handed out with the mark `earlier`. Comparing identities is sufficient: a row without
  /// changes stays the same row, and data that was handed out may have been read after the change that is being signalled.
  func isNews(after earlier: Snapshot?) -> Bool {
    guard let self, let earlier, let row = self.row, let earlierRow = earlier.row else { return self?.row != nil || earlier?.row != nil }
    return !row.isIdentical(to: earlierRow) && (self.revision > earlier.revision || self.selector != earlier.selector)
  }
}
