/// Fetches a mounted query again when its data becomes stale (`refetchWhenStale`).
///
/// It waits for the first expiry after the latest answer, and a little longer, so that clients that were started together do not come back
/// together. What an answer has left stale is not fetched again before something changes: it would be stale again. After a failure it tries
/// again with increasing delays, and at once when the server can be reached again.
final class StaleRefetching: Sendable {
  private enum Evaluation {
    case idle, running
    /// Something has changed since the running one began.
    case outdated
  }

  private struct State {
    var evaluation = Evaluation.idle
    /// When the query was last answered, or mounted.
    var answered: Moment
    /// The number of failures since then.
    var failures = 0
    /// The next attempt after a failure.
    var retry: Moment?
    /// The expiry that is waited for, and when to fetch because of it.
    var due: Moment?
    var target: Moment?
    var alarm: RelayDisposable?
    /// Whether ages are looked at again soon because the store has changed, how often that was so, and the latest timer for it.
    var looksSoon = false
    var lookCount = 0
    var look: RelayDisposable?
    /// Whether a part of the query is being fetched, or it is found out whether one suffices.
    var fetchesPart = false
    /// Whether it was found out that no part suffices.
    var needsWhole = false
    /// Whether the end of somebody else's request is waited for.
    var waitsForOther = false
    var subscriptions: [RelayDisposable] = []

    /// Notes the end of a request at a time.
    mutating func noteEnd(_ error: (any Error)?, isCancelled: Bool, at now: Moment, random: Double) {
      if isCancelled { return }
      guard error != nil else {
        (answered, failures, retry) = (now, 0, nil)
        return
      }
      failures += 1
      let delay = min(StaleRefetching.firstDelay * (1 << min(failures - 1, 16)), StaleRefetching.maximumDelay)
      retry = now.advanced(by: delay * (1 + random / 4))
    }
  }

  /// The longest additional wait, and the largest part of the data's age that it may be.
  private static let maximumJitter = Duration.seconds(5)
  private static let jitterPart = 0.1
  /// The first and the longest delay after failures.
  private static let firstDelay = Duration.seconds(1)
  private static let maximumDelay = Duration.seconds(300)
  /// How long changes of the store are collected before ages are looked at again.
  private static let collectingTime = Duration.seconds(1)

  private let operation: OperationDescriptor
  private let environment: RelayEnvironment
  private let isFetching: @Sendable () -> Bool
  private let fetch: @Sendable (Epoch) -> Void
  private let refetch: @Sendable () -> Void
  private let state: Lock<State>

  /// Whether a part of the query is being fetched.
  var isFetchingPart: Bool { state.withLock { $0.fetchesPart } }

  private var configuration: RelayStore.Configuration { environment.store.configuration }

  /// - Parameters:
  ///   - isFetching: whether a request for the query is in flight.
  ///   - fetch: starts one, or joins one that was not sent before an epoch of the store. `noteEnd` and `evaluate` must follow.
  ///   - refetch: fetches again what is stale, after the request in flight. All three must not hold their owner strongly.
  init(
    _ operation: OperationDescriptor, in environment: RelayEnvironment, isFetching: @escaping @Sendable () -> Bool,
    fetch: @escaping @Sendable (Epoch) -> Void, refetch: @escaping @Sendable () -> Void
  ) {
    self.operation = operation
    self.environment = environment
    self.isFetching = isFetching
    self.fetch = fetch
    self.refetch = refetch
    state = Lock(State(answered: Moment(environment.store.configuration.now())))
  }

  /// Begins to wait.
  func start() {
    let ages = environment.mounted.followAges { [weak self] change in
      guard let self else { return }
      switch change {
      case .published: lookSoon()
      case .resumed: evaluate()
      // A request in flight was sent before.
      case .invalidated: if isFetching() || environment.activity.isActive(operation) { refetch() } else { evaluate() }
      }
    }
    let back = environment.reachability.whenBack { [weak self] in self?.serverIsBack() }
    state.withLock { $0.subscriptions = [ages, back] }
    evaluate()
  }

  private func serverIsBack() {
    state.withLock { ($0.failures, $0.retry) = (0, nil) }
    evaluate()
  }

  /// Notes that a request for the query is about to end. `evaluate` must follow when it has.
  func noteEnd(_ error: (any Error)?, isCancelled: Bool) {
    let (now, random) = (Moment(configuration.now()), configuration.random())
    state.withLock { $0.noteEnd(error, isCancelled: isCancelled, at: now, random: random) }
  }

  /// Looks at the ages again, after some more changes of the store.
  private func lookSoon() {
    let number = state.withLock { state -> Int? in
      guard !state.looksSoon else { return nil }
      state.looksSoon = true
      state.lookCount += 1
      return state.lookCount
    }
    guard let number else { return }
    let look = configuration.wake(configuration.now().advanced(by: Self.collectingTime)) { [weak self] in
      self?.state.withLock { $0.looksSoon = false }
      self?.evaluate()
    }
    // The timer may have ended already, and the next one begun.
    state.withLock { if $0.lookCount == number { $0.look = look } }
  }

  /// Fetches if it is time, or waits until then.
  ///
  /// One thread at a time decides, so that two do not fetch the same. It decides again for those that come meanwhile.
  func evaluate() {
    let isFirst = state.withLock { state in
      defer { state.evaluation = state.evaluation == .idle ? .running : .outdated }
      return state.evaluation == .idle
    }
    guard isFirst else { return }
    var isOutdated: Bool
    repeat {
      decide()
      isOutdated = state.withLock { state in
        defer { state.evaluation = state.evaluation == .outdated ? .running : .idle }
        return state.evaluation == .outdated
      }
    } while isOutdated
  }

  private func decide() {
    // The end of the request leads here again.
    guard !isFetching(), !isFetchingPart else { return }
    let needsWhole = state.withLock { state in
      defer { state.needsWhole = false }
      return state.needsWhole
    }
    guard !environment.mounted.isPaused, !environment.reachability.isUnreachable else { return wait(until: nil) }
    let answered = state.withLock { $0.answered }
    let found = environment.store.examine(operation, answered: answered)
    guard !isFetchedElsewhere(found.invalidatedAt ?? .min) else { return wait(until: nil) }
    let now = Moment(configuration.now())
    let isInvalidated = found.invalidatedAt != nil
    let due = isInvalidated ? now : found.age.due
    let target = state.withLock { state -> Moment? in
      guard let due else { return nil }
      if state.due != due {
        state.due = due
        let jitter = min((due - answered) * Self.jitterPart, Self.maximumJitter) * configuration.random()
        state.target = isInvalidated ? due : due.advanced(by: max(jitter, .zero))
      }
      return state.target.map { target in state.retry.map { max($0, target) } ?? target }
    }
    guard let target else { return wait(until: nil) }
    if target > now { return wait(until: target) }
    wait(until: nil)
    if !isInvalidated, !needsWhole, environment.mounted.hasFragments(of: operation) {
      fetchPart(answered)
    } else {
      fetch(found.invalidatedAt ?? .min)
    }
  }

  /// Fetches the one fragment in which everything is that is due; otherwise, the query.
  private func fetchPart(_ answered: Moment) {
    state.withLock { $0.fetchesPart = true }
    ChangeSignal.post { [weak self] in
      guard let self else { return }
      guard let part = environment.mounted.refetchPart(of: operation, answered: answered) else {
        state.withLock { ($0.fetchesPart, $0.needsWhole) = (false, true) }
        return evaluate()
      }
      Task {
        let result = await part.result
        let (now, random) = (Moment(self.configuration.now()), self.configuration.random())
        self.state.withLock { state in
          state.fetchesPart = false
          switch result {
          case .success: state.noteEnd(nil, isCancelled: false, at: now, random: random)
          case .failure(let error): state.noteEnd(error, isCancelled: error is CancellationError, at: now, random: random)
          }
        }
        self.evaluate()
      }
    }
  }

  /// Whether somebody else has a request for the query in flight. Its end leads here again.
  private func isFetchedElsewhere(_ epoch: Epoch) -> Bool {
    // One that other mounted queries have sent is joined.
    guard environment.activity.isActive(operation), !environment.isRefetching(operation, after: epoch) else { return false }
    let isFirst = state.withLock { state in
      defer { state.waitsForOther = true }
      return !state.waitsForOther
    }
    guard isFirst else { return true }
    environment.activity.whenInactive(operation) { [weak self] in
      self?.state.withLock { $0.waitsForOther = false }
      self?.evaluate()
    }
    return true
  }

  private func wait(until target: Moment?) {
    let alarm = target.map { target in configuration.wake(target.instant) { [weak self] in self?.evaluate() } }
    let outdated = state.withLock { state in
      defer { state.alarm = alarm }
      return state.alarm
    }
    outdated?.dispose()
  }
}
