/// A query that is mounted: a handle, a sequence or a preloaded query follows it.
protocol MountedQuery: AnyObject, Sendable {
  /// Fetches the query again if it is stale, once the request in flight, if any, has ended.
  func refetchIfStale()
}

/// The mounted queries of an environment, and who wants to know when ages may have changed.
final class MountedQueries: Sendable {
  private struct Mounted {
    weak var query: (any MountedQuery)?
  }

  private struct Fragment {
    weak var fragment: (any MountedFragment)?
  }

  private struct State {
    var queries = Registrations<Mounted>()
    /// The fragments that can be fetched without their operation, by that operation.
    var fragments = [ByteKey: Registrations<Fragment>]()
    /// Called when ages may have changed.
    var followers = Registrations<@Sendable (AgeChange) -> Void>()
    /// The scenes that show the environment's views, each with whether it is active.
    var scenes = Registrations<Bool>()
    /// The number of pauses in force.
    var pauses = 0

    var isPaused: Bool { pauses > 0 || (!scenes.isEmpty && !scenes.values.contains(true)) }
  }

  private let store: RelayStore
  private let state = Lock(State())

  init(_ store: RelayStore) { self.store = store }

  /// Adds a query.
  ///
  /// - Returns: removes it when it is disposed of.
  func add(_ query: any MountedQuery) -> RelayDisposable {
    let id = state.withLock { $0.queries.add(Mounted(query: query)) }
    return RelayDisposable { [weak self] in self?.state.withLock { $0.queries[id] = nil } }
  }

  /// The queries in the order of mounting.
  var queries: [any MountedQuery] {
    state.withLock { $0.queries.values.compactMap(\.query) }
  }

  // MARK: Fragments

  /// Adds a fragment of an operation.
  ///
  /// - Returns: removes it when it is disposed of.
  func add(_ fragment: any MountedFragment, of operation: OperationDescriptor) -> RelayDisposable {
    let key = operation.key
    let id = state.withLock { $0.fragments[key, default: Registrations()].add(Fragment(fragment: fragment)) }
    return RelayDisposable { [weak self] in
      self?.state.withLock { state in
        state.fragments[key]?[id] = nil
        if state.fragments[key]?.isEmpty == true { state.fragments[key] = nil }
      }
    }
  }

  /// Whether an operation has such fragments.
  func hasFragments(of operation: OperationDescriptor) -> Bool { state.withLock { $0.fragments[operation.key] != nil } }

  /// Its fragments in the order of mounting.
  func fragments(of operation: OperationDescriptor) -> [any MountedFragment] {
    state.withLock { state in
      state.fragments[operation.key].map { $0.values.compactMap(\.fragment) } ?? []
    }
  }

  // MARK: Ages

  /// Calls `body`, on any thread, after each publication and when a pause ends, until the result is disposed of.
  func followAges(_ body: @escaping @Sendable (AgeChange) -> Void) -> RelayDisposable {
    let id = state.withLock { state in
      if state.followers.isEmpty { store.state.withLock { $0.followsAges = true } }
      return state.followers.add(body)
    }
    return RelayDisposable { [weak self] in self?.unfollow(id) }
  }

  private func unfollow(_ id: Int) {
    state.withLock { state in
      state.followers[id] = nil
      if state.followers.isEmpty { store.state.withLock { $0.followsAges = false } }
    }
  }

  func agesMayHaveChanged(_ change: AgeChange) {
    for body in state.withLock({ $0.followers.values }) { body(change) }
  }

  // MARK: Pauses

  /// Whether stale queries are not refetched for now.
  var isPaused: Bool { state.withLock { $0.isPaused } }

  /// Pauses refetching until the result is disposed of.
  func pause() -> RelayDisposable {
    state.withLock { $0.pauses += 1 }
    return RelayDisposable { [weak self] in self?.change { $0.pauses -= 1 } }
  }

  /// Whether the user may see one of the scenes.
  var hasActiveScene: Bool { state.withLock { $0.scenes.values.contains(true) } }

  /// Notes a scene that shows the environment's views.
  ///
  /// - Parameter isActive: whether the user may see it. Without an active scene, refetching pauses.
  func addScene(isActive: Bool) -> RelayDisposable {
    let id = change { $0.scenes.add(isActive) }
    return RelayDisposable { [weak self] in self?.change { $0.scenes[id] = nil } }
  }

  private func change<Result: Sendable>(_ body: (inout State) -> Result) -> Result {
    let (result, isOver) = state.withLock { state in
      let wasPaused = state.isPaused
      let result = body(&state)
      return (result, wasPaused && !state.isPaused)
    }
    if isOver { agesMayHaveChanged(.resumed) }
    return result
  }
}

/// Why ages may have changed.
enum AgeChange: Sendable {
  /// The store has changed.
  case published
  /// Something was invalidated.
  case invalidated
  /// A pause is over, or somebody asks to look.
  case resumed
}

extension RelayEnvironment {
  func agesMayHaveChanged(isInvalidation: Bool) { mounted.agesMayHaveChanged(isInvalidation ? .invalidated : .published) }

  /// Refetches the mounted queries that are stale, each once, in the order of mounting. One with a request in flight is refetched after
  /// that, because the answer may be older than what has made it stale.
  func refetchStaleQueries() {
    for query in mounted.queries { query.refetchIfStale() }
  }

  /// Pauses the refetching of stale queries (`refetchWhenStale`) until the result is disposed of or released. What has become stale by
  /// then is fetched at once.
  ///
  /// Views do this by themselves: while no scene is active that has `.relayEnvironment(_:)` with this environment, nothing is refetched.
  public func pauseRefetching() -> RelayDisposable { mounted.pause() }
}
