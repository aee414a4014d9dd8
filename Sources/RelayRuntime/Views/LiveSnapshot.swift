import Synchronization

/// The latest reading of a selector. It is up to date from any thread at any time; only the news of a change travels.
final class LiveSnapshot: Sendable {
  private struct State {
    var snapshot: Snapshot
    var subscription: Disposable?
    /// What was handed out last.
    var captured: Snapshot?
  }

  private let state: Mutex<State>

  /// Reads `selector` and keeps the reading up to date.
  /// - Parameter onChange: called after a change, on the thread that made it; must not hold this object strongly.
  init(_ selector: Selector, onChange: @escaping @Sendable () -> Void) {
    let store = selector.context.store
    let snapshot = store.lookup(selector)
    self.state = Mutex(State(snapshot: snapshot, subscription: nil))
    snapshot.logErrors()
    let subscription = store.subscribe(snapshot) { [weak self] snapshot in
      guard let self else { return }
      let isNews = self.state.withLock { state in
        // Two publishing threads may call in the wrong order.
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

  /// What the store has now.
  var snapshot: Snapshot { self.state.withLock { $0.snapshot } }

  /// What the store has now, with the fragments spread into it: for a value that is handed out and shows this moment for ever.
  var captured: Row? {
    let (snapshot, known) = self.state.withLock { ($0.snapshot, $0.captured) }
    guard snapshot.selector.context.hasFragments, snapshot.row != nil else { return snapshot.row }
    let captured = snapshot.selector.context.store.capture(snapshot.selector, after: known)
    self.state.withLock { $0.captured = captured }
    return captured.row
  }
}

extension Snapshot {
  /// Reports the errors of fields that reading met, those that a `@catch` has taken charge of too.
  func logErrors() {
    guard !self.fieldErrors.isEmpty, let environment = self.selector.context.store.environment else { return }
    for error in self.fieldErrors { environment.log(.fieldError(error)) }
  }
}

/// The streams that an observable object feeds with its states. A slow reader misses states, never the last one.
@MainActor
final class StateStreams<State: Sendable> {
  private var continuations: [Int: AsyncStream<State>.Continuation] = [:]
  private var nextID = 0

  nonisolated init() {}

  /// A stream that begins with `current`.
  func stream(startingWith current: State) -> AsyncStream<State> {
    let (stream, continuation) = AsyncStream<State>.makeStream(bufferingPolicy: .bufferingNewest(1))
    let id = self.nextID
    self.nextID += 1
    self.continuations[id] = continuation
    continuation.onTermination = { [weak self] _ in
      Task { @MainActor in self?.continuations[id] = nil }
    }
    continuation.yield(current)
    return stream
  }

  var hasReaders: Bool { !self.continuations.isEmpty }

  func yield(_ state: State) {
    for continuation in self.continuations.values { continuation.yield(state) }
  }

  deinit {
    for continuation in self.continuations.values { continuation.finish() }
  }
}
