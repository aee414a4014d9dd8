extension RelayEnvironment {
  // MARK: - Queries

  /// The result of a query, now and after every change, starting with `.loading` or data from the store.
  ///
  /// The query is fetched according to `fetchPolicy`, and its data stays in the store during the iteration. There are no consecutive
  /// duplicates. A slow reader misses states, but never the last one.
  /// - Parameters:
  ///   - operation: the query with its variables.
  ///   - fetchPolicy: where the data may come from; nil means the environment's policy, or ``FetchPolicy/storeOrNetwork``.
  ///   - renderPolicy: whether incomplete data may be shown.
  ///   - cacheConfig: options for the network.
  ///   - refetchWhenStale: whether the query is fetched again when its data becomes stale; nil means
  ///     ``Configuration/refetchesWhenStale``.
  ///   - onFetchError: called with the error of a failed request, even if there is older data to show and the result stays a success.
  ///     Called on any thread, before the corresponding result.
  public func results<Operation: GraphQLQuery>(
    of operation: Operation, fetchPolicy: FetchPolicy? = nil, renderPolicy: RenderPolicy = .partial,
    cacheConfig: CacheConfig = CacheConfig(), refetchWhenStale: Bool? = nil, onFetchError: (@Sendable (any Error) -> Void)? = nil
  ) -> AsyncStream<Query<Operation>.Result> {
    let (stream, continuation) = AsyncStream<Query<Operation>.Result>.makeStream(bufferingPolicy: .bufferingNewest(1))
    let turns = ChangeTurns(in: self)
    let observer = QueryObserver(
      descriptor(operation), in: self, fetchPolicy: fetchPolicy, renderPolicy: renderPolicy, cacheConfig: cacheConfig,
      refetchWhenStale: refetchWhenStale
    ) {
      turns.change()
    }
    let task = Task {
      var shown: QueryObserver.Status?
      var failedRequest: Int?
      await turns.run {
        let status = observer.status
        if let failure = observer.fetchFailure, failure.request != failedRequest {
          failedRequest = failure.request
          onFetchError?(failure.error)
        }
        if let shown, !status.isNews(after: shown) { return }
        let (result, mark): (Query<Operation>.Result, _) = observer.handOut(status, followsFragments: true)
        shown = mark
        continuation.yield(result)
      }
    }
    continuation.onTermination = { _ in task.cancel() }
    return stream
  }

  /// A handle for a query: observable, with its result, refetching and retrying.
  ///
  /// If `fetchPolicy` requires a request, it starts immediately. The handle retains the data while it exists; a request in flight
  /// continues after that.
  /// - Parameters:
  ///   - operation: the query with its variables.
  ///   - fetchPolicy: where the data may come from; nil means the environment's policy, or ``FetchPolicy/storeOrNetwork``.
  ///   - renderPolicy: whether incomplete data may be shown.
  ///   - cacheConfig: options for the network, for all requests of the handle.
  ///   - refetchWhenStale: whether the query is fetched again when its data becomes stale; nil means
  ///     ``Configuration/refetchesWhenStale``.
  @MainActor
  public func query<Operation: GraphQLQuery>(
    _ operation: Operation, fetchPolicy: FetchPolicy? = nil, renderPolicy: RenderPolicy = .partial,
    cacheConfig: CacheConfig = CacheConfig(), refetchWhenStale: Bool? = nil
  ) -> QueryHandle<Operation> {
    let handle = QueryHandle<Operation>(
      environment: self, fetchPolicy: fetchPolicy, renderPolicy: renderPolicy, cacheConfig: cacheConfig,
      refetchWhenStale: refetchWhenStale)
    _ = handle.get(operation)
    return handle
  }

  // MARK: - Fragments

  /// The data of a fragment, now and after every change, without consecutive duplicates. A slow reader misses states, but never the last
  /// one.
  ///
  /// An element is nil while there is nothing to show; see ``FragmentHandle/data``. The sequence continues until its task is cancelled or
  /// the iteration ends. It does not retain the data: the query that fetched the fragment does, while a view, a handle or ``retain(_:)``
  /// holds it. Data that was made from JSON never changes, so its sequence ends after one element.
  public func values<F: GraphQLFragment>(of fragment: F) -> AsyncStream<F.Data?> {
    let (stream, continuation) = AsyncStream<F.Data?>.makeStream(bufferingPolicy: .bufferingNewest(1))
    let turns = ChangeTurns(in: self)
    guard let live = LiveReading(fragment.fragmentPointer, F.definition, onChange: { turns.change() }) else {
      continuation.yield(fragment.fragmentPointer.sampleRow(F.definition).map { F.Data(__row: Generated.RowReference($0)) })
      continuation.finish()
      return stream
    }
    let task = Task {
      var shown: Snapshot?? = .none
      await turns.run {
        if let shown, !live.shown.isNews(after: shown) { return }
        let (row, mark) = live.handOut(followsFragments: true)
        shown = .some(mark)
        continuation.yield(row.map { F.Data(__row: Generated.RowReference($0)) })
      }
    }
    continuation.onTermination = { _ in task.cancel() }
    return stream
  }

  /// A handle for a fragment of the object with an id: observable, with the object's data.
  ///
  /// No operation need have spread the fragment. The data is what the store has of the object, whichever operations have fetched it, and it
  /// follows every change:
  ///
  /// ```swift
  /// let todo = environment.fragment(ToDoItem_todo.self, id: "4")
  /// print(todo.data?.text ?? "not fetched")
  /// ```
  ///
  /// ``FragmentHandle/data`` is nil as long as the store does not have the object, or lacks a field of the fragment that cannot be null, or if
  /// the object is of another type. A field that may be null is nil if it is missing; ``FragmentHandle/isMissingData`` tells. Nothing is
  /// fetched, and the handle does not retain the object's data: the queries that fetched it do.
  ///
  /// - Parameters:
  ///   - type: the fragment.
  ///   - id: the object's id as the server sends it; for a type with `@key`, the value of its only key field. The identity in the store is
  ///     made from it and the fragment's type condition, by the rules of ``RelayEnvironment/Configuration/identity`` and
  ///     ``RelayEnvironment/Configuration/getDataID``, which gets an object with only `id` and `__typename`. If ids are unique only within a type,
  ///     a fragment on an interface or union finds an object that is in the store when the handle is made.
  ///   - variables: the values of the fragment's arguments, and of the variables that it uses.
  @MainActor
  public func fragment<F: GraphQLFragment>(
    _ type: F.Type = F.self, id: String, variables: [String: JSON] = [:]
  ) -> FragmentHandle<F> {
    FragmentHandle(pointer: pointer(to: type, id: id, variables: variables))
  }

  /// The same for a `@refetchable` fragment: a handle that can also fetch the object, whether the store has it or not.
  ///
  /// ```swift
  /// let todo = environment.fragment(ToDoDetails_todo.self, id: "4")
  /// try await todo.refetch(fetchPolicy: .storeOrNetwork).value
  /// ```
  ///
  /// What it has fetched stays in the store while the handle exists.
  @MainActor
  public func fragment<F: GraphQLRefetchableFragment>(
    _ type: F.Type = F.self, id: String, variables: [String: JSON] = [:]
  ) -> RefetchableHandle<F> {
    RefetchableHandle(pointer: pointer(to: type, id: id, variables: variables))
  }

  /// The same for a fragment with a connection: a handle that also loads its pages.
  @MainActor
  public func fragment<F: GraphQLPaginationFragment>(
    _ type: F.Type = F.self, id: String, variables: [String: JSON] = [:]
  ) -> PaginationHandle<F> {
    PaginationHandle(pointer: pointer(to: type, id: id, variables: variables))
  }

  /// As ``fragment(_:id:variables:)->FragmentHandle<F>``, as a sequence: the data now and after every change, without consecutive duplicates. An element is nil
  /// while there is nothing to show.
  public func values<F: GraphQLFragment>(
    of type: F.Type, id: String, variables: [String: JSON] = [:]
  ) -> AsyncStream<F.Data?> {
    values(of: F(fragmentPointer: pointer(to: type, id: id, variables: variables)))
  }
}
