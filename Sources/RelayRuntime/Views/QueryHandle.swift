public import Observation

/// A query that a view shows: fetches it under a policy, follows its data, fetches it again.
///
/// `@Query` is a thin shell over it. Reading ``result`` (or the return value of `get`) inside a SwiftUI body or
/// `withObservationTracking` observes it; ``results`` is the same as a sequence.
// Four of the properties are the options that it was made with, the others what was asked for last and who follows it.
@MainActor @Observable
public final class QueryHandle<Operation: GraphQLQuery>: EnvironmentDependent {
  /// The state of a query for a view.
  public typealias Result = Query<Operation>.Result

  /// The environment the query runs in; nil stands for ``RelayEnvironment/current``.
  @ObservationIgnored public var environment: RelayEnvironment?
  @ObservationIgnored private let fetchPolicy: FetchPolicy
  @ObservationIgnored private let renderPolicy: RenderPolicy
  @ObservationIgnored private let cacheConfig: CacheConfig
  @ObservationIgnored private let signal = ChangeSignal()
  @ObservationIgnored private let streams = StateStreams<Result, QueryObserver.Status>()
  @ObservationIgnored private let readers = HandleReaders()
  @ObservationIgnored private var observer: QueryObserver?
  @ObservationIgnored private var variables: InputFields?
  @ObservationIgnored private var fetchKey: AnyHashable?
  /// The preloaded query whose observer this is, and its changes.
  @ObservationIgnored private var adoption: (preload: Preload, changes: Disposable)?
  @ObservationIgnored private var setupError: (any Error)?
  /// The mark of the state that observers know; nil if they must be told of whatever comes next.
  @ObservationIgnored private var known: State?

  /// Creates a handle that does nothing until `get` says which variables to use.
  /// - Parameters:
  ///   - environment: where the query runs; nil stands for the one that is current when `get` is called.
  ///   - fetchPolicy: where the data may come from.
  ///   - renderPolicy: whether the data may be shown in part.
  ///   - cacheConfig: options for the network, for every request of the handle. To poll, call ``poll(every:)`` instead.
  public nonisolated init(
    environment: RelayEnvironment? = nil, fetchPolicy: FetchPolicy = .storeOrNetwork, renderPolicy: RenderPolicy = .partial,
    cacheConfig: CacheConfig = CacheConfig()
  ) {
    self.environment = environment
    self.fetchPolicy = fetchPolicy
    self.renderPolicy = renderPolicy
    self.cacheConfig = cacheConfig
  }

  /// The result for `operation`, which is fetched the first time and whenever its variables or `fetchKey` differ from the last time.
  /// - Parameters:
  ///   - operation: the query with its variables.
  ///   - fetchKey: any value; a new one asks again under the same policy. Where the network has a response cache, that may answer;
  ///     ``refetch()`` goes to the server.
  public func get(_ operation: Operation, fetchKey: (any Hashable & Sendable)? = nil) -> Result {
    load(operation.variables.__fields, fetchKey: fetchKey.map { AnyHashable($0) })
    return result
  }

  /// The result of a preloaded query, whose request, data and policies become those of this handle: nothing is fetched again.
  ///
  /// A query that has not been started, has been disposed of, or runs in another environment is fetched as by
  /// ``get(_:fetchKey:)-(Operation,_)``.
  /// - Parameter query: the query; another one with the same variables counts as a new request.
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
    handedOut(status).state
  }

  private var status: QueryObserver.Status {
    if let setupError { return .failure(QueryObserver.Failure(error: setupError)) }
    return observer?.status ?? .loading
  }

  /// Whether a request is under way: the first one, or a refetch that leaves the data in place.
  public var isRefreshing: Bool {
    access(keyPath: \.isRefreshing)
    readers.access()
    return observer?.isFetching ?? false
  }

  /// The error of the last request, also when there is older data to show.
  public var fetchError: (any Error)? {
    access(keyPath: \.fetchError)
    readers.access()
    return observer?.fetchFailure?.error
  }

  /// What went wrong, for a view that shows it with a button to try again: the error of ``result``, or that of the last request where there
  /// is older data to show. Nil while all is well.
  public var failure: LoadFailure? {
    if let error = result.error { return LoadFailure(error) { [weak self] in self?.retry() } }
    return fetchError.map { LoadFailure($0) { [weak self] in self?.refetch() } }
  }

  /// The result now and after every change; none comes twice in a row. A slow reader misses states, but never the last one.
  public var results: AsyncStream<Result> {
    let (state, mark) = handedOut(status)
    return streams.stream(startingWith: state, mark: mark)
  }

  /// `status` as a result to hand out, and its mark.
  private func handedOut(_ status: QueryObserver.Status) -> (state: Result, mark: QueryObserver.Status) {
    if let setupError { return (.failure(setupError), status) }
    return observer?.captured(status) ?? (.loading, status)
  }

  /// Asks the server again, past any response cache; what is shown stays until the answer is there.
  /// - Returns: a task that ends with the request and throws its error. Cancelling it stops waiting for this answer.
  @discardableResult
  public func refetch() -> Task<Void, any Error> {
    guard let observer else { return Task { throw RelayError.noEnvironment } }
    let task = observer.fetch()
    signal.send()
    return Task {
      try await withTaskCancellationHandler {
        try await task.value
      } onCancel: {
        task.cancel()
      }
    }
  }

  /// Asks the server again and again, `interval` after each answer, until the task that calls it is cancelled: in a view,
  /// `.task { try? await $query.poll(every: .seconds(30)) }`. A request that fails is in ``fetchError``, and polling goes on.
  /// - Parameter interval: the time from the end of an answer to the next request; at least a millisecond.
  /// - Throws: `CancellationError` when the task is cancelled, and nothing else.
  public func poll(every interval: Duration) async throws {
    while true {
      try await Task.sleep(for: max(interval, .milliseconds(1)).bounded)
      let request = refetch()
      await withTaskCancellationHandler {
        // Failures are shown by `fetchError`.
        _ = await request.result
      } onCancel: {
        request.cancel()
      }
      try Task.checkCancellation()
    }
  }

  /// Starts over after a failure. Missing data is fetched from the server, past any response cache.
  public func retry() {
    guard let variables else { return }
    // The old observer retains the data until the new one does.
    self.variables = nil
    load(variables, fetchKey: fetchKey, preload: adoption?.preload, force: true)
    known = nil
    signal.send()
  }

  private func load(_ variables: InputFields, fetchKey: AnyHashable?, preload: Preload? = nil, force: Bool = false) {
    let environment = self.environment ?? RelayEnvironment.current ?? preload?.environment
    let isSame = self.variables == variables && self.fetchKey == fetchKey && (preload == nil || adoption?.preload === preload)
    if isSame, environment.map({ observer?.environment === $0 }) ?? (setupError != nil) { return }
    let isFirst = self.variables == nil
    self.variables = variables
    self.fetchKey = fetchKey
    // The caller sees the state right away. Those who have read another query's result are told when the evaluation is over.
    defer {
      known = state
      if !isFirst { readers.notifyLater { [weak self] in self?.yieldChange() } }
    }
    guard let environment else {
      self.observer = nil
      setupError = RelayError.noEnvironment
      return
    }
    setupError = nil
    self.signal.connect { [weak self] in self?.publishChange() }
    // The new observer retains the data before the old one releases it.
    if let preload, !force, preload.environment === environment, let observer = preload.observer {
      self.observer = observer
      adoption = (preload, preload.adopt { [signal] in signal.send() })
      return
    }
    // A preloaded query that has failed, or cannot be adopted, is not looked at again.
    adoption = preload.map { ($0, Disposable {}) }
    var cacheConfig = self.cacheConfig
    cacheConfig.force = cacheConfig.force || force
    self.observer = QueryObserver(
      environment.descriptor(Operation.definition, variables: variables.values), in: environment, fetchPolicy: fetchPolicy,
      renderPolicy: renderPolicy, cacheConfig: cacheConfig
    ) { [signal] in signal.send() }
  }

  /// Tells observers what has changed since the last time, each property by itself: a view that reads only the result is not evaluated
  /// again because a refetch has ended.
  private func publishChange() {
    let (old, new) = (known, state)
    known = new
    if old?.isRefreshing != new.isRefreshing { withMutation(keyPath: \.isRefreshing) {} }
    if old == nil || old?.error != nil || new.error != nil { withMutation(keyPath: \.fetchError) {} }
    yieldChange()
    if let old, !new.status.isNews(after: old.status) { return }
    withMutation(keyPath: \.result) {}
  }

  private func yieldChange() {
    guard streams.hasReaders else { return }
    let status = self.status
    streams.yield {
      handedOut(status)
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
