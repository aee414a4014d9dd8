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
    var next = 0
    var queries: [Int: Mounted] = [:]
    /// The fragments that can be fetched without their operation, by that operation.
    var fragments: [ByteKey: [Int: Fragment]] = [:]
    /// Called when ages may have changed.
    var followers: [Int: @Sendable (AgeChange) -> Void] = [:]
    /// The scenes that show the environment's views, each with whether it is active.
    var scenes: [Int: Bool] = [:]
    /// The number of pauses in force.
    var pauses = 0

    var isPaused: Bool { pauses > 0 || (!scenes.isEmpty && !scenes.values.contains(true)) }

    mutating func number() -> Int {
      next += 1
      return next
    }
  }

  private let store: RelayStore
  private let state = Lock(State())

  init(_ store: RelayStore) { self.store = store }

  /// Adds a query.
  ///
  /// - Returns: removes it when it is disposed of.
  func add(_ query: any MountedQuery) -> RelayDisposable {
    let id = state.withLock { state in
      let id = state.number()
      state.queries[id] = Mounted(query: query)
      return id
    }
    return RelayDisposable { [weak self] in _ = self?.state.withLock { $0.queries.removeValue(forKey: id) } }
  }

  /// The queries in the order of mounting.
  var queries: [any MountedQuery] {
    state.withLock { state in state.queries.keys.sorted().compactMap { state.queries[$0]?.query } }
  }

  // MARK: Fragments

  /// Adds a fragment of an operation.
  ///
  /// - Returns: removes it when it is disposed of.
  func add(_ fragment: any MountedFragment, of operation: OperationDescriptor) -> RelayDisposable {
    let key = operation.key
    let id = state.withLock { state in
      let id = state.number()
      state.fragments[key, default: [:]][id] = Fragment(fragment: fragment)
      return id
    }
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
      guard let fragments = state.fragments[operation.key] else { return [] }
      return fragments.keys.sorted().compactMap { fragments[$0]?.fragment }
    }
  }

  // MARK: Ages

  /// Calls `body`, on any thread, after each publication and when a pause ends, until the result is disposed of.
  func followAges(_ body: @escaping @Sendable (AgeChange) -> Void) -> RelayDisposable {
    let id = state.withLock { state in
      let id = state.number()
      if state.followers.isEmpty { store.state.withLock { $0.followsAges = true } }
      state.followers[id] = body
      return id
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
    let followers = state.withLock { state in state.followers.keys.sorted().compactMap { state.followers[$0] } }
    for body in followers { body(change) }
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
    let id = state.withLock { $0.number() }
    change { $0.scenes[id] = isActive }
    return RelayDisposable { [weak self] in self?.change { $0.scenes[id] = nil } }
  }

  private func change(_ body: (inout State) -> Void) {
    let isOver = state.withLock { state in
      let wasPaused = state.isPaused
      body(&state)
      return wasPaused && !state.isPaused
    }
    if isOver { agesMayHaveChanged(.resumed) }
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
