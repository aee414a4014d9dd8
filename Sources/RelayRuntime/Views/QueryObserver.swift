import Synchronization

/// One query with its variables under a fetch policy: asks the server if the policy says so, and follows the data.
///
/// It belongs to no actor: handles on the main actor and sequences elsewhere are built on it. It keeps the query's data in the store as
/// long as it lives; a request that is under way goes on without it.
final class QueryObserver: Sendable {
  /// What the query has to show.
  enum Status {
    case loading
    case failure(any Error)
    case success(Row?)

    /// Whether both show the same, told at a glance: rows that nothing has changed in are one and the same, and errors count as different.
    func isIdentical(to other: Status) -> Bool {
      switch (self, other) {
      case (.loading, .loading): true
      case (.success(let row), .success(let other)): row?.header == other?.header
      default: false
      }
    }
  }

  private struct State {
    /// Requests under way.
    var requests = 0
    /// Whether the store's data may be shown although no payload has come.
    var showsStore: Bool
    var hasPayload = false
    /// Whether the query's own data has never been complete.
    var isWaiting = true
    /// The error of the last request that failed.
    var error: (any Error)?
    /// The place of a field that the server should have sent and has not.
    var missingField: String?
  }

  let environment: RelayEnvironment
  let operation: OperationDescriptor
  private let retention: Disposable
  private let live: LiveSnapshot
  private let state: Mutex<State>
  private let onChange: @Sendable () -> Void

  /// Starts to follow `operation`, and a request if `fetchPolicy` says so.
  /// - Parameters:
  ///   - cacheConfig: what to ask of the network.
  ///   - onChange: called after a change of ``status``, on any thread; must not hold the observer strongly.
  init(
    _ operation: OperationDescriptor, in environment: RelayEnvironment, fetchPolicy: FetchPolicy, renderPolicy: RenderPolicy,
    cacheConfig: CacheConfig = CacheConfig(force: true), onChange: @escaping @Sendable () -> Void
  ) {
    self.environment = environment
    self.operation = operation
    self.onChange = onChange
    let availability = environment.check(operation)
    let isAvailable = availability.isAvailable
    let mayShowPart = renderPolicy == .partial && availability.isMissing
    let (shouldFetch, showsStore) =
      switch fetchPolicy {
      case .storeOnly: (false, true)
      case .storeOrNetwork: (!isAvailable, isAvailable || mayShowPart)
      case .storeAndNetwork: (true, isAvailable || mayShowPart)
      case .networkOnly: (true, false)
      }
    environment.log(
      .queryFetch(
        operation: operation.definition.name, policy: fetchPolicy, availability: "\(availability)", shouldFetch: shouldFetch))
    self.retention = environment.retain(operation)
    // Before the first reading, so that fragments below know that more is coming.
    self.state = Mutex(State(showsStore: showsStore))
    self.live = LiveSnapshot(environment.store.selector(operation), onChange: onChange)
    if shouldFetch { self.fetch(cacheConfig) }
  }

  /// Whether a request is under way.
  var isFetching: Bool { self.state.withLock { $0.requests > 0 } }

  /// The error of the last request, if it failed.
  var fetchError: (any Error)? { self.state.withLock { $0.error } }

  var status: Status {
    let snapshot = self.live.snapshot
    let state = self.state.withLock { state in
      // The query's own data, fragments excepted, is waited for once; what the store loses later does not bring the wait back.
      state.isWaiting = state.isWaiting && snapshot.isMissingData && state.requests > 0
      return state
    }
    if !state.hasPayload, let error = state.error, !state.showsStore || snapshot.isMissingData { return .failure(error) }
    guard state.showsStore || state.hasPayload, !state.isWaiting else { return .loading }
    if let error = snapshot.thrownErrors, state.requests == 0 || !snapshot.isMissingData { return .failure(error) }
    if let missingField = state.missingField, snapshot.isMissingData { return .failure(RelayError.missingData(missingField)) }
    return .success(snapshot.row)
  }

  /// Asks the server, once more.
  @discardableResult
  func fetch(_ cacheConfig: CacheConfig = CacheConfig(force: true)) -> Task<Void, any Error> {
    self.state.withLock { state in
      state.requests += 1
      state.error = nil
    }
    let (ended, end) = AsyncThrowingStream<Void, any Error>.makeStream()
    // Called by whichever comes first, the end of the request or its cancellation.
    let finish = Once<(any Error)?> { [weak self] error in self?.didFinish(error) }
    let membership = self.environment.joinShared(self.operation, cacheConfig: cacheConfig) { [weak self] _ in
      self?.didReceivePayload()
    } onEnd: { error in
      finish(error)
      end.finish(throwing: error)
    }
    end.onTermination = { termination in
      guard case .cancelled = termination else { return }
      membership.dispose()
      finish(nil)
    }
    return Task {
      for try await _ in ended {}
      try Task.checkCancellation()
    }
  }

  private func didReceivePayload() {
    self.state.withLock { $0.hasPayload = true }
    self.onChange()
  }

  private func didFinish(_ error: (any Error)?) {
    let snapshot = self.live.snapshot
    let missingField = error == nil && snapshot.isMissingData ? snapshot.row?.firstMissingField(in: self.operation.definition.name) : nil
    self.state.withLock { state in
      state.requests -= 1
      state.error = error
      state.missingField = missingField
    }
    self.onChange()
  }
}

/// A function that does something the first time only.
private final class Once<Value: Sendable>: Sendable {
  private let body: Mutex<(@Sendable (Value) -> Void)?>

  init(_ body: @escaping @Sendable (Value) -> Void) {
    self.body = Mutex(body)
  }

  func callAsFunction(_ value: Value) {
    let body = self.body.withLock { body in
      defer { body = nil }
      return body
    }
    body?(value)
  }
}

extension Row {
  /// The path of the first field that the row's type promises and that is missing, below `path`.
  func firstMissingField(in path: String) -> String? {
    let shape = self.shape
    for index in 0..<self.count {
      let slot = self.slot(index)
      let name = "\(path).\(shape.names[index])"
      if case .missing = slot, case .nonNull(let type) = shape.types[index], type != .marker, type != .fragment { return name }
      if let found = slot.firstMissingField(in: name) { return found }
    }
    return nil
  }
}

extension SlotValue {
  fileprivate func firstMissingField(in path: String) -> String? {
    switch self {
    case .row(let row): return row.firstMissingField(in: path)
    case .list(let items):
      for (index, item) in items.enumerated() {
        if let found = item.firstMissingField(in: "\(path)[\(index)]") { return found }
      }
      return nil
    default: return nil
    }
  }
}
