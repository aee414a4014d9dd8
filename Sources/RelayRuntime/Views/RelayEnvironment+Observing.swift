extension RelayEnvironment {
  // MARK: - Queries

  /// What a query has to show, now and after every change, beginning with `.loading` or data of the store.
  ///
  /// The query is fetched as `fetchPolicy` says, and its data stays in the store as long as someone iterates. No result comes twice in a
  /// row. A slow reader misses states, but never the last one.
  /// - Parameters:
  ///   - operation: the query with its variables.
  ///   - fetchPolicy: where the data may come from.
  ///   - renderPolicy: whether the data may be shown in part.
  ///   - cacheConfig: options for the network. It does not poll; see ``poll(_:every:)``.
  ///   - onFetchError: called with the error of the request if it fails, also where there is older data to show and the result stays a
  ///     success. Called before the result that follows from it, in no particular thread.
  public func results<Operation: GraphQLQuery>(
    of operation: Operation, fetchPolicy: FetchPolicy = .storeOrNetwork, renderPolicy: RenderPolicy = .partial,
    cacheConfig: CacheConfig = CacheConfig(), onFetchError: (@Sendable (any Error) -> Void)? = nil
  ) -> AsyncStream<Query<Operation>.Result> {
    let (stream, continuation) = AsyncStream<Query<Operation>.Result>.makeStream(bufferingPolicy: .bufferingNewest(1))
    let changes = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
    let observer = QueryObserver(
      descriptor(operation), in: self, fetchPolicy: fetchPolicy, renderPolicy: renderPolicy, cacheConfig: cacheConfig
    ) {
      changes.continuation.yield()
    }
    let task = Task {
      var shown: QueryObserver.Status?
      var failedRequest: Int?
      func show() {
        let status = observer.status
        if let failure = observer.fetchFailure, failure.request != failedRequest {
          failedRequest = failure.request
          onFetchError?(failure.error)
        }
        if let shown, !status.isNews(after: shown) { return }
        let (result, mark): (Query<Operation>.Result, _) = observer.captured(status)
        shown = mark
        continuation.yield(result)
      }
      show()
      for await _ in changes.stream { show() }
    }
    continuation.onTermination = { _ in task.cancel() }
    return stream
  }

  /// A handle for a query: observable, with the result, refetching and retrying.
  ///
  /// The request, if `fetchPolicy` says so, starts at once. The handle keeps the data in the store as long as it lives; a request that is under
  /// way goes on without it.
  /// - Parameters:
  ///   - operation: the query with its variables.
  ///   - fetchPolicy: where the data may come from.
  ///   - renderPolicy: whether the data may be shown in part.
  ///   - cacheConfig: options for the network, for every request of the handle; see ``QueryHandle/poll(every:)`` for polling.
  @MainActor
  public func query<Operation: GraphQLQuery>(
    _ operation: Operation, fetchPolicy: FetchPolicy = .storeOrNetwork, renderPolicy: RenderPolicy = .partial,
    cacheConfig: CacheConfig = CacheConfig()
  ) -> QueryHandle<Operation> {
    let handle = QueryHandle<Operation>(
      environment: self, fetchPolicy: fetchPolicy, renderPolicy: renderPolicy, cacheConfig: cacheConfig)
    _ = handle.get(operation)
    return handle
  }

  // MARK: - Fragments

  /// The data of a fragment, now and after every change; none comes twice in a row. A slow reader misses states, but never the last one.
  ///
  /// An element is nil while there is nothing to show: see ``FragmentHandle/data``. The sequence goes on until its task is cancelled or the
  /// iteration ends, and does not keep the data in the store: the query that the fragment belongs to does, while a view, a handle or
  /// ``retain(_:)`` holds it. Data that was made from JSON stands still, and its sequence ends after it.
  public func values<F: GraphQLFragment>(of fragment: F) -> AsyncStream<F.Data?> {
    let (stream, continuation) = AsyncStream<F.Data?>.makeStream(bufferingPolicy: .bufferingNewest(1))
    guard let selector = fragment.fragmentPointer.selector(F.definition) else {
      continuation.yield(fragment.fragmentPointer.sampleRow(F.definition).map { F.Data(__row: $0) })
      continuation.finish()
      return stream
    }
    let changes = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
    let observer = FragmentObserver(selector) { changes.continuation.yield() }
    let task = Task {
      var (row, mark) = observer.captured
      continuation.yield(row.map { F.Data(__row: $0) })
      for await _ in changes.stream where observer.shown.isNews(after: mark) {
        (row, mark) = observer.captured
        continuation.yield(row.map { F.Data(__row: $0) })
      }
    }
    continuation.onTermination = { _ in task.cancel() }
    return stream
  }
}
