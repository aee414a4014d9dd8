/// One query with its variables and a fetch policy. It fetches from the server if the policy says so, and follows the data.
///
/// It is not isolated to an actor: it is used by handles on the main actor and by sequences elsewhere. It retains the query's data while
/// it exists; a request in flight continues after that.
final class QueryObserver: MountedQuery {
  /// The state of the query for a view.
  enum Status {
    case loading
    case failure(Failure)
    /// The reading of the data; nil if nothing of the query is known.
    case success(Snapshot?)

    /// Whether this differs from `earlier`, or from the data that was handed out with that mark.
    func isNews(after earlier: Status) -> Bool {
      switch (self, earlier) {
      case (.loading, .loading): false
      case (.failure(let failure), .failure(let earlier)): !failure.isIdentical(to: earlier)
      case (.success(let reading), .success(let earlier)): reading.isNews(after: earlier)
      default: true
      }
    }
  }

  /// The reason why there is no data.
  struct Failure: Sendable {
    let error: any Error
    /// The number of the request that failed; nil if reading the data failed.
    var request: Int?

    /// Whether both are the same failure. The errors themselves need not be comparable.
    func isIdentical(to other: Failure) -> Bool {
      guard request == other.request else { return false }
      if request != nil { return true }
      if let error = self.error as? FieldErrors { return error == other.error as? FieldErrors }
      if let error = self.error as? RelayError { return error == other.error as? RelayError }
      return false
    }
  }

  // The state of the requests and of the store's data. The query's status is derived from it, under one lock.
  private struct State {
    /// The number of requests in flight.
    var requests = 0
    /// The observer's first request.
    var firstRequest: Task<Void, any Error>?
    /// The number of requests made so far.
    var requestCount = 0
    /// Whether the store's data may be shown before any payload has arrived.
    var showsStore: Bool
    /// Whether the store had all of the query's data in the beginning.
    var wasAvailable: Bool
    /// Whether the store knows none of the query's root fields, in its own selections or in fragments.
    var isEmpty: Bool
    var hasPayload = false
    /// Whether the query's own data has never been complete.
    var isWaiting = true
    /// The latest failure of a request.
    var failure: Failure?
    /// The failure before the requests in flight. It counts again if they are cancelled before anything arrives.
    var earlierFailure: Failure?
    /// Whether part of the query, including fragments, was missing when the latest request failed.
    var isIncomplete = false
    /// The path of a field that the server should have sent but did not.
    var missingField: String?
    /// The store's epoch when the latest request was sent.
    var sentAt: Epoch = 0
    /// The epoch after which to fetch again when the requests in flight have ended: their answers may be older.
    var refetchesAfter: Epoch?
    /// Waits for the server, after which the store's data is shown.
    var deadline: RelayDisposable?
    /// Waits for the first field of a query that is not fetched.
    var arrival: RelayDisposable?
    /// The store's generation to which this state belongs.
    var generation: Int

    /// Notes that a request has been sent.
    mutating func begin() {
      requests += 1
      requestCount += 1
      if let failure { earlierFailure = failure }
      failure = nil
    }

    /// Notes that a request is over.
    ///
    /// - Returns: the epoch after which to fetch again; nil if there is no need, or while other requests are in flight.
    mutating func endRequest() -> Epoch? {
      requests -= 1
      guard requests == 0 else { return nil }
      defer { refetchesAfter = nil }
      deadline = nil
      return refetchesAfter
    }

    /// Notes that a request is no longer awaited. Everything else stays as it was before the request.
    mutating func cancel() {
      guard requests == 0 else { return }
      if let earlierFailure { failure = earlierFailure }
      earlierFailure = nil
    }

    /// Notes the outcome of a request.
    mutating func end(_ failure: Failure?, isIncomplete: Bool, missingField: String?) {
      (self.failure, earlierFailure) = (failure, nil)
      (self.isIncomplete, self.missingField) = (isIncomplete, missingField)
    }
  }

  let environment: RelayEnvironment
  let operation: OperationDescriptor
  private let cacheConfig: CacheConfig
  private let retention: RelayDisposable
  private let live: LiveReading
  private let state: Lock<State>
  private let onChange: @Sendable () -> Void
  /// Whether the store's data is shown if the server cannot be reached.
  private let fallsBack: Bool
  /// Whether requests may be made.
  private let asksServer: Bool
  /// Fetches the query again when it is stale; nil if that is not wanted. It and the mounting are set once, in `init`.
  private let refetching: LazyReference<StaleRefetching> = LazyReference()
  private let mounting: LazyReference<RelayDisposable> = LazyReference()

  /// Starts to follow `operation`, and a request if `fetchPolicy` says so.
  /// - Parameters:
  ///   - cacheConfig: options for the network.
  ///   - refetchWhenStale: whether to fetch again when the data becomes stale; nil means the environment's choice.
  ///   - asksFragments: whether views are about to mount the query's fragments, so that one of them may be the only stale part.
  ///   - onChange: called after a change of ``status``, on any thread. It must not hold the observer strongly.
  init(
    _ operation: OperationDescriptor, in environment: RelayEnvironment, fetchPolicy: FetchPolicy?, renderPolicy: RenderPolicy,
    cacheConfig: CacheConfig = CacheConfig(), refetchWhenStale: Bool? = nil, asksFragments: Bool = false,
    onChange: @escaping @Sendable () -> Void
  ) {
    self.environment = environment
    // Before anything of the store is looked at: what follows belongs to this user.
    let session = environment.store.session
    self.cacheConfig = cacheConfig
    self.operation = operation
    self.onChange = onChange
    let beginning = Beginning(operation, in: environment, fetchPolicy, renderPolicy)
    asksServer = beginning.policy != .storeOnly
    fallsBack = beginning.policy.fallsBack
    retention = environment.retain(operation)
    state = Lock(beginning.state)
    live = LiveReading(environment.store.selector(operation), waitsForOperation: false, onChange: onChange)
    if beginning.mayBeElsewhere, let mirror = environment.store.mirror {
      // What memory lacks may be on disk. Until that is known, the query is loading.
      state.withLock { ($0.requests, $0.showsStore) = (1, false) }
      Task { [weak self] in
        await mirror.load(operation)
        // If the store was cleared meanwhile, the query would be sent as the next user's.
        if session.isOver {
          self?.didFinish(0, RelayError.storeCleared, false)
        } else {
          self?.didLoad(fetchPolicy, renderPolicy, asksFragments: asksFragments)
        }
      }
    } else {
      begin(beginning, asksFragments: asksFragments)
    }
    guard asksServer else { return }
    _ = mounting.storeIfNil(environment.mounted.add(self))
    if refetchWhenStale ?? environment.configuration.refetchesWhenStale { self.refetchWhenStale() }
  }

  /// What the store has in the beginning, and what follows from that and the policies.
  private struct Beginning {
    let policy: FetchPolicy
    let availability: OperationAvailability
    let shouldFetch: Bool
    let state: State
    /// Whether memory lacks data that decides what to do, so that it is worth asking a store on disk.
    let mayBeElsewhere: Bool
    /// Whether the data is stale and nothing of it was invalidated, so that a part of it may be all that is to be fetched.
    let mayFetchPart: Bool

    // A function of its own, because the compiler makes a copy of the observer's initializer for each caller.
    @inline(never)
    init(_ operation: OperationDescriptor, in environment: RelayEnvironment, _ fetchPolicy: FetchPolicy?, _ renderPolicy: RenderPolicy) {
      // A query with only client fields is not fetched.
      policy =
        operation.definition.normalization.asksServer
        ? fetchPolicy ?? environment.configuration.fetchPolicy ?? .storeOrNetwork : .storeOnly
      let generation = environment.store.generation
      let found = environment.examine(operation)
      availability = found.availability
      mayBeElsewhere = found.isLacking && policy.asksStore
      let isAvailable = availability.isAvailable
      let mayShowPart = renderPolicy == .partial && availability.isMissing
      let mayShowStale =
        !found.isMissing && found.age.shownUntil.map { Moment(environment.store.configuration.now()) < $0 } ?? false
      let showsStore: Bool
      (shouldFetch, showsStore) =
        switch policy {
        case .storeOnly: (false, true)
        case .storeOrNetwork: (!isAvailable, isAvailable || mayShowPart || mayShowStale)
        case .storeAndNetwork: (true, isAvailable || mayShowPart || mayShowStale)
        case .networkOnly, .networkOrStore: (true, false)
        }
      let isEmpty = !isAvailable && !environment.store.knowsRootField(of: operation)
      state = State(showsStore: showsStore, wasAvailable: isAvailable, isEmpty: isEmpty, generation: generation)
      mayFetchPart =
        shouldFetch && showsStore && policy == .storeOrNetwork && found.age.isStale && found.invalidatedAt == nil
        && operation.definition.fragment.hasRefetchable
    }
  }

  /// Sends the first request, or waits for data.
  @inline(never)
  private func begin(_ beginning: Beginning, asksFragments: Bool) {
    let policy = beginning.shouldFetch ? beginning.policy : nil
    environment.log(
      .queryFetch(
        operation: operation.definition.name, policy: beginning.policy,
        availability: environment.store.sentence(beginning.availability, of: operation, policy: policy), shouldFetch: beginning.shouldFetch)
    )
    if asksFragments, beginning.mayFetchPart {
      fetchStalePart()
    } else if beginning.shouldFetch {
      // If the store's data is stale, a cached response would be stale too.
      let request = fetch(force: cacheConfig.force || beginning.availability == .stale)
      state.withLock { $0.firstRequest = request }
      if case .networkOrStore(let deadline?) = beginning.policy { showStore(after: deadline) }
    } else if beginning.state.isEmpty {
      waitForArrival()
    }
  }

  /// Goes on when everything is in memory that is on disk.
  private func didLoad(_ fetchPolicy: FetchPolicy?, _ renderPolicy: RenderPolicy, asksFragments: Bool) {
    let beginning = Beginning(operation, in: environment, fetchPolicy, renderPolicy)
    state.withLock { state in
      (state.showsStore, state.wasAvailable) = (beginning.state.showsStore, beginning.state.wasAvailable)
      state.isEmpty = beginning.state.isEmpty
    }
    begin(beginning, asksFragments: asksFragments)
    // Only now, so that the query is never seen without a request before the first one is sent.
    if let refetchesAfter = state.withLock({ $0.endRequest() }) { fetch(after: refetchesAfter) }
    refetching.load()?.evaluate()
    onChange()
  }

  /// From now on, fetches the query again when its data becomes stale.
  func refetchWhenStale() {
    guard asksServer, refetching.load() == nil else { return }
    refetching.storeIfNil(
      StaleRefetching(operation, in: environment) { [weak self] in
        self?.isFetching ?? true
      } fetch: { [weak self] epoch in
        self?.refetch(after: epoch)
      } refetch: { [weak self] in
        self?.refetchIfStale()
      }
    ).start()
  }

  // MARK: The store instead of the server

  /// Shows what the store has if the server has not answered by then.
  private func showStore(after deadline: Duration) {
    let configuration = environment.store.configuration
    let alarm = configuration.wake(configuration.now().advanced(by: deadline.bounded)) { [weak self] in
      guard let self, state.withLock({ $0.requests > 0 && !$0.hasPayload }) else { return }
      showStoreIfComplete()
      onChange()
    }
    state.withLock { $0.deadline = alarm }
  }

  /// Shows the store's data, however old it is, if all of it is there.
  private func showStoreIfComplete() {
    guard !environment.store.examine(operation).isMissing else { return }
    state.withLock { $0.showsStore = true }
  }

  // MARK: Stale data

  /// Fetches the one fragment in which everything is that is stale; otherwise, the query. Its views are mounted in the meantime.
  private func fetchStalePart() {
    ChangeSignal.post { [weak self] in
      guard let self, state.withLock({ $0.requestCount == 0 }) else { return }
      guard environment.mounted.refetchPart(of: operation, answered: nil) == nil else { return }
      refetch()
    }
  }

  func refetchIfStale() {
    let found = environment.store.examine(operation)
    guard found.availability == .stale else { return }
    let epoch = found.invalidatedAt ?? .min
    // The answer to a request in flight may be older than what has made the data stale. So may that to another caller's request.
    let isFetching = state.withLock { state in
      if state.requests > 0, state.sentAt < epoch { state.refetchesAfter = epoch }
      return state.requests > 0
    }
    guard !isFetching else { return }
    environment.activity.whenInactive(operation) { [weak self] in self?.refetch(after: epoch) }
  }

  /// Fetches what is stale, and reports that a request is in flight.
  private func refetch(after epoch: Epoch = .min) {
    fetch(after: epoch)
    onChange()
  }

  /// Reports the first field that the store receives. A query that selects only fragments would not notice it otherwise, because its own
  /// data does not change.
  private func waitForArrival() {
    let arrival = environment.store.subscribe(live.reading, notifiesWithoutChange: true) { [weak self] _ in
      guard let self, !isEmpty else { return }
      let arrival = self.state.withLock { state in
        defer { state.arrival = nil }
        return state.arrival
      }
      guard let arrival else { return }
      arrival.dispose()
      onChange()
    }
    self.state.withLock { $0.arrival = arrival }
    if !isEmpty { onChange() }
  }

  /// Whether nothing of the query is known yet. Data that the store loses later does not count.
  private var isEmpty: Bool {
    recordClearing()
    let (isEmpty, hasPayload) = state.withLock { ($0.isEmpty, $0.hasPayload) }
    guard isEmpty else { return false }
    guard hasPayload || environment.store.knowsRootField(of: operation) else { return true }
    state.withLock { $0.isEmpty = false }
    return false
  }

  /// After the store is cleared, the query starts from the beginning.
  private func recordClearing() {
    let generation = environment.store.generation
    guard state.withLock({ $0.generation != generation }) else { return }
    let isEmpty = !environment.store.knowsRootField(of: operation)
    state.withLock { state in
      state.generation = generation
      (state.showsStore, state.wasAvailable, state.hasPayload, state.isEmpty) = (true, false, false, isEmpty)
    }
  }

  /// Whether a request is in flight.
  var isFetching: Bool { state.withLock { $0.requests > 0 } }

  /// Whether one of the query's fragments is being fetched because it is stale.
  var isFetchingPart: Bool { refetching.load()?.isFetchingPart ?? false }

  /// The failure of the latest request, if it failed.
  var fetchFailure: Failure? { state.withLock { $0.failure } }

  var status: Status {
    let snapshot = live.reading
    let isEmpty = self.isEmpty
    let state = self.state.withLock { state in
      // The query waits once for its own data, without fragments. It does not wait again for data that the store loses later.
      state.isWaiting = state.isWaiting && (snapshot.isMissingData || isEmpty) && state.requests > 0
      return state
    }
    if !state.hasPayload, let failure = state.failure, !state.showsStore || state.isIncomplete || snapshot.isMissingData {
      return .failure(failure)
    }
    guard state.showsStore || state.hasPayload, !state.isWaiting else { return .loading }
    if isEmpty { return state.requests > 0 ? .loading : .success(nil) }
    if let error = snapshot.thrownErrors, state.requests == 0 || !snapshot.isMissingData { return .failure(Failure(error: error)) }
    if let missingField = state.missingField, snapshot.isMissingData {
      return .failure(Failure(error: RelayError.missingData(missingField)))
    }
    return .success(snapshot)
  }

  /// `status` as a result to hand out, including the fragments spread into the data, with its mark.
  ///
  /// - Parameter followsFragments: whether the arrival of a deferred fragment counts as a change, if the data lacks it.
  func handOut<Data: SelectionSet>(_ status: Status, followsFragments: Bool = false) -> (state: OperationState<Data>, mark: Status) {
    switch status {
    case .loading: return (.loading, status)
    case .failure(let failure): return (.failure(failure.error), status)
    case .success(nil): return (.success(nil), status)
    case .success(let reading?):
      let (row, mark, error) = live.handOut(reading, followsFragments: followsFragments)
      if let error { return (.failure(error), .success(mark)) }
      return (.success(row.map { Data(__row: Generated.RowReference($0)) }), .success(mark))
    }
  }

  /// Stops waiting for the observer's first request, which ends if no other caller waits for it.
  func cancelFirstRequest() { state.withLock { $0.firstRequest }?.cancel() }

  /// Fetches the query again.
  /// - Parameters:
  ///   - force: whether to bypass response caches.
  ///   - epoch: a request that was sent before this epoch of the store does not count.
  @discardableResult
  func fetch(force: Bool = true, after epoch: Epoch = .min) -> Task<Void, any Error> {
    var cacheConfig = self.cacheConfig
    cacheConfig.force = force
    let number = state.withLock { state in
      state.begin()
      return state.requestCount
    }
    let (ended, end) = AsyncThrowingStream<Void, any Error>.makeStream()
    // Called on the end of the request or its cancellation, whichever comes first.
    let finish = Once<(error: (any Error)?, isCancelled: Bool)> { [weak self] end in self?.didFinish(number, end.error, end.isCancelled) }
    let membership = environment.joinShared(operation, cacheConfig: cacheConfig, after: epoch) { epoch in
      state.withLock { $0.sentAt = epoch }
    } onPayload: { [weak self] _ in
      self?.didReceivePayload()
    } onEnd: { error in
      finish((error, false))
      end.finish(throwing: error)
    }
    end.onTermination = { termination in
      guard case .cancelled = termination else { return }
      membership.dispose()
      finish((nil, true))
    }
    return Task {
      for try await _ in ended {}
      try Task.checkCancellation()
    }
  }

  private func didReceivePayload() {
    state.withLock { ($0.hasPayload, $0.earlierFailure) = (true, nil) }
    onChange()
  }

  private func didFinish(_ request: Int, _ error: (any Error)?, _ isCancelled: Bool) {
    let snapshot = live.reading
    let lacksData = error == nil && !isCancelled && snapshot.isMissingData
    let missingField = lacksData ? snapshot.row?.firstMissingField(in: operation.definition.name) : nil
    let wasAvailable = state.withLock { $0.wasAvailable }
    if let error, fallsBack, UnreachableServer.isCause(of: error) { showStoreIfComplete() }
    let isIncomplete = error != nil && !wasAvailable && (isEmpty || environment.store.check(operation).isMissing)
    // Before another thread can see that no request is in flight any more.
    let refetching = self.refetching.load()
    refetching?.noteEnd(error, isCancelled: isCancelled)
    let refetchesAfter = state.withLock { state -> Epoch? in
      let refetchesAfter = state.endRequest()
      if isCancelled {
        state.cancel()
      } else {
        state.end(error.map { Failure(error: $0, request: request) }, isIncomplete: isIncomplete, missingField: missingField)
      }
      return refetchesAfter
    }
    onChange()
    if let refetchesAfter { refetch(after: refetchesAfter) }
    refetching?.evaluate()
  }
}

/// A function that runs `action` only on the first call.
private final class Once<Value: Sendable>: Sendable {
  private let body: Lock<(@Sendable (Value) -> Void)?>

  init(_ body: @escaping @Sendable (Value) -> Void) {
    self.body = Lock(body)
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
  /// The path of the first missing non-null field of the row, below `path`.
  func firstMissingField(in path: String) -> String? {
    var visited: Set<RowIdentity> = []
    return firstMissingField(in: path, &visited)
  }

  /// - Parameter visited: the rows without a missing field, which may be shown at several places.
  fileprivate func firstMissingField(in path: String, _ visited: inout Set<RowIdentity>) -> String? {
    let shape = self.shape
    if shape.reachesLists, !visited.insert(identity).inserted { return nil }
    for index in 0..<count {
      let slot = self.slot(index)
      let name = "\(path).\(shape.names[index])"
      if case .missing = slot, case .nonNull(let type) = shape.types[index], type != .marker, type != .fragment { return name }
      if let found = slot.firstMissingField(in: name, &visited) { return found }
    }
    return nil
  }
}

extension SlotValue {
  fileprivate func firstMissingField(in path: String, _ visited: inout Set<RowIdentity>) -> String? {
    switch self {
    case .row(let row): return row.firstMissingField(in: path, &visited)
    case .list(let items):
      for (index, item) in items.enumerated() {
        if let found = item.firstMissingField(in: "\(path)[\(index)]", &visited) { return found }
      }
      return nil
    default: return nil
    }
  }
}
