public import Foundation
public import Observation

/// Runs a query for a view: fetches it according to a policy, follows its data, and refetches it.
///
/// `@Query` is a thin wrapper around it. Reading ``result`` (or the return value of `get`) in a SwiftUI body or in
/// `withObservationTracking` observes it; ``results`` is the same as a sequence.
///
/// ```swift
/// let query = environment.query(HomeQuery(id: "me"))
/// for await result in query.results {
///   print(result.data?.user?.name ?? "…")
/// }
/// ```
///
/// See <doc:ViewModels>.
// Four of the properties are options given at creation; the others hold what was last requested and who follows it.
@MainActor @Observable
public final class QueryHandle<Operation: GraphQLQuery>: EnvironmentDependent {
  /// The state of a query for a view.
  public typealias Result = Query<Operation>.Result

  /// The environment of the query; nil means ``RelayEnvironment/current``.
  @ObservationIgnored public var environment: RelayEnvironment?
  @ObservationIgnored private let fetchPolicy: FetchPolicy?
  @ObservationIgnored private let renderPolicy: RenderPolicy
  @ObservationIgnored private let cacheConfig: CacheConfig
  @ObservationIgnored private let refetchWhenStale: Bool?
  @ObservationIgnored private let signal = ChangeSignal()
  @ObservationIgnored private let streams = StateStreams<Result, QueryObserver.Status>()
  @ObservationIgnored private let readers = HandleReaders()
  @ObservationIgnored private var observer: QueryObserver?
  /// The age of the data, if somebody shows it.
  @ObservationIgnored private var ages: HandleAges?
  @ObservationIgnored private var variables: Generated.InputFields?
  @ObservationIgnored private var fetchKey: AnyHashable?
  /// The preloaded query whose observer is used, and the subscription to its changes.
  @ObservationIgnored private var adoption: (preload: Preload, changes: RelayDisposable)?
  @ObservationIgnored private var setupError: (any Error)?
  /// The mark of the state that observers know; nil if they must be notified in any case.
  @ObservationIgnored private var known: State?

  /// Creates a handle that does nothing until `get` is called.
  /// - Parameters:
  ///   - environment: the environment of the query; nil means the one that is current when `get` is called.
  ///   - fetchPolicy: where the data may come from; nil means the environment's policy, or ``FetchPolicy/storeOrNetwork``.
  ///   - renderPolicy: whether incomplete data may be shown.
  ///   - cacheConfig: options for the network, for all requests of the handle.
  ///   - refetchWhenStale: whether the query is fetched again when its data becomes stale; nil means
  ///     ``RelayEnvironment/Configuration/refetchesWhenStale``.
  public nonisolated init(
    environment: RelayEnvironment? = nil, fetchPolicy: FetchPolicy? = nil, renderPolicy: RenderPolicy = .partial,
    cacheConfig: CacheConfig = CacheConfig(), refetchWhenStale: Bool? = nil
  ) {
    self.environment = environment
    self.fetchPolicy = fetchPolicy
    self.renderPolicy = renderPolicy
    self.cacheConfig = cacheConfig
    self.refetchWhenStale = refetchWhenStale
  }

  /// The result for `operation`. It is fetched on the first call, and whenever its variables or `fetchKey` change.
  /// - Parameters:
  ///   - operation: the query with its variables.
  ///   - fetchKey: any value. A different value causes a new fetch with the same policy. If the network has a response cache, the answer may
  ///     come from there; ``refetch()`` goes to the server.
  public func get(_ operation: Operation, fetchKey: (any Hashable & Sendable)? = nil) -> Result {
    load(operation.variables.__fields, fetchKey: fetchKey.map { AnyHashable($0) })
    return result
  }

  /// As `get(_:fetchKey:)` with an operation, for the operation with these variables.
  public func get(_ variables: Operation.Variables, fetchKey: (any Hashable & Sendable)? = nil) -> Result {
    get(Operation(variables: variables), fetchKey: fetchKey)
  }

  /// The result of a preloaded query. The handle takes over its request, data and policies, and fetches nothing again.
  ///
  /// A query that has not been started, has been disposed of, or runs in another environment is fetched as in
  /// ``get(_:fetchKey:)-(Operation,_)``.
  /// - Parameter query: the query. A different query with the same variables counts as a new request.
  public func get(_ query: PreloadedQuery<Operation>) -> Result {
    load(query.fields, fetchKey: nil, preload: query.preload)
    return result
  }

  /// The current state of the query; `.loading` before the first `get`.
  public var result: Result {
    access(keyPath: \.result)
    readers.access()
    return currentResult
  }

  private var currentResult: Result {
    handOut(status).state
  }

  private var status: QueryObserver.Status {
    if let setupError { return .failure(QueryObserver.Failure(error: setupError)) }
    return observer?.status ?? .loading
  }

  /// When the data was received: that of the field that was received first. Nil without data, or if that is not known. Reading it observes
  /// it, as with ``expiresAt`` and ``isStale``.
  public var fetchedAt: Date? { age?.fetchedAt }

  /// When the first field of the data becomes stale, or has become; nil if none does, or if that is not known.
  public var expiresAt: Date? { age?.expiresAt }

  /// Whether part of the data is stale: it is too old, its age should be known and is not, or it was invalidated.
  public var isStale: Bool { age?.isStale ?? false }

  private var age: DatedAge? {
    readers.access()
    guard let observer else { return nil }
    if ages?.owner !== observer {
      let (environment, operation) = (observer.environment, observer.operation)
      ages = HandleAges(observer, in: environment) { environment.age(of: operation) }
    }
    return ages?.shown
  }

  /// Whether a request is in flight, either the first one or a refetch that keeps the data.
  public var isRefreshing: Bool {
    access(keyPath: \.isRefreshing)
    readers.access()
    return observer?.isFetching ?? false
  }

  /// The latest failure, for a view that shows it with a button to retry: the error of ``result``, or that of the latest request if there
  /// is older data to show. Nil if there is no failure.
  public var failure: OperationFailure? {
    if let error = result.error { return OperationFailure(error, of: .load) { [weak self] in self?.retry() } }
    access(keyPath: \.failure)
    readers.access()
    return (observer?.fetchFailure?.error).map { OperationFailure($0, of: .refetch) { [weak self] in self?.refetch() } }
  }

  /// The current result, then the result after every change, without consecutive duplicates. A slow reader misses states, but never the
  /// last one.
  public var results: AsyncStream<Result> {
    let (state, mark) = handOut(status, followsFragments: true)
    return streams.stream(startingWith: state, mark: mark)
  }

  /// `status` as a result to hand out, with its mark.
  ///
  /// - Parameter followsFragments: whether the arrival of a deferred fragment counts as a change, if the data lacks it.
  private func handOut(_ status: QueryObserver.Status, followsFragments: Bool = false) -> (state: Result, mark: QueryObserver.Status) {
    if let setupError { return (.failure(setupError), status) }
    return observer?.handOut(status, followsFragments: followsFragments) ?? (.loading, status)
  }

  /// Fetches the query from the server again, bypassing response caches. The current data is shown until the answer arrives.
  /// - Returns: a task that ends when the request ends, and throws its error. Cancelling it stops waiting for this
  ///   answer.
  @discardableResult
  public func refetch() -> Task<Void, any Error> {
    guard let observer else { return Task { throw RelayError.noEnvironment } }
    let task = observer.fetch()
    signal.send()
    return Task { try await task.joined().get() }
  }

  /// Fetches the query from the server again and again, `interval` after each answer, until the calling task is cancelled. In a view:
  /// `.task { try? await $query.poll(every: .seconds(30)) }`. If a request fails, its error is in ``failure``, and polling continues.
  /// - Parameter interval: the time from the end of an answer to the next request; at least a millisecond.
  /// - Throws: only `CancellationError`, when the task is cancelled.
  public func poll(every interval: Duration) async throws {
    while true {
      try await Task.sleep(for: max(interval, .milliseconds(1)).bounded)
      // Failures are available in `failure`.
      _ = await refetch().joined()
      try Task.checkCancellation()
    }
  }

  /// Starts over after a failure. Missing data is fetched from the server, bypassing response caches.
  public func retry() {
    guard let variables else { return }
    // The old observer retains the data until the new one does.
    self.variables = nil
    load(variables, fetchKey: fetchKey, preload: adoption?.preload, force: true)
    known = nil
    signal.send()
  }

  private func load(_ variables: Generated.InputFields, fetchKey: AnyHashable?, preload: Preload? = nil, force: Bool = false) {
    let environment = self.environment ?? RelayEnvironment.current ?? preload?.environment
    let isSame = self.variables == variables && self.fetchKey == fetchKey && (preload == nil || adoption?.preload === preload)
    if isSame, environment.map({ observer?.environment === $0 }) ?? (setupError != nil) { return }
    let isFirst = self.variables == nil
    self.variables = variables
    self.fetchKey = fetchKey
    // The caller sees the state immediately. Readers of the previous query's result are notified after the evaluation.
    defer {
      known = state
      if !isFirst { readers.notifyLater { [weak self] in self?.yieldChange() } }
    }
    guard let environment else {
      observer = nil
      setupError = RelayError.noEnvironment
      return
    }
    setupError = nil
    signal.connect { [weak self] in self?.publishChange() }
    // The new observer retains the data before the old one releases it.
    if let preload, !force, preload.environment === environment, let observer = preload.observer {
      self.observer = observer
      if refetchWhenStale == true { observer.refetchWhenStale() }
      adoption = (preload, preload.adopt { [signal] in signal.send() })
      return
    }
    // A preloaded query that has failed, or cannot be adopted, is not considered again.
    adoption = preload.map { ($0, RelayDisposable {}) }
    var cacheConfig = self.cacheConfig
    cacheConfig.force = cacheConfig.force || force
    self.observer = QueryObserver(
      environment.descriptor(Operation.definition, variables: variables), in: environment, fetchPolicy: fetchPolicy,
      renderPolicy: renderPolicy, cacheConfig: cacheConfig, refetchWhenStale: refetchWhenStale,
      asksFragments: true
    ) { [signal] in signal.send() }
  }

  /// Notifies observers of changes since the last call, separately for each property: a view that reads only the result is not evaluated
  /// again when a refetch ends.
  private func publishChange() {
    let (old, new) = (known, state)
    known = new
    if old?.isRefreshing != new.isRefreshing { withMutation(keyPath: \.isRefreshing) {} }
    if old == nil || old?.error != nil || new.error != nil { withMutation(keyPath: \.failure) {} }
    yieldChange()
    if let old, !new.status.isNews(after: old.status) { return }
    withMutation(keyPath: \.result) {}
  }

  private func yieldChange() {
    guard streams.hasReaders else { return }
    let status = self.status
    streams.yield {
      handOut(status, followsFragments: true)
    } ifBehind: {
      status.isNews(after: $0)
    }
  }

  private struct State {
    let status: QueryObserver.Status
    let isRefreshing: Bool
    let error: (any Error)?
  }

  private var state: State {
    State(status: status, isRefreshing: observer?.isFetching ?? false, error: observer?.fetchFailure?.error)
  }
}

extension QueryHandle: @MainActor CustomStringConvertible, @MainActor CustomReflectable {
  /// The query with its variables and its state, on one line. Reading it does not observe the handle.
  public var description: String { printed.line }

  /// The same for `dump`.
  public var customMirror: Mirror { printed.mirror(of: self) }

  private var printed: PrintedFields {
    PrintedFields(
      "QueryHandle<\(Operation.self)>",
      [
        ("variables", variables.map { JSON.object($0.values) }), ("result", currentResult),
        ("isRefreshing", observer?.isFetching == true ? true : nil), ("failure", observer?.fetchFailure?.error),
      ])
  }
}
