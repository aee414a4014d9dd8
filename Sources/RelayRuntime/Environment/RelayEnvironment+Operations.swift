/// What a server answered to an operation: its data, as the store has it now, and the errors of single fields.
public struct OperationResponse<Data: SelectionSet>: Sendable {
  /// The data.
  public let data: Data
  /// The errors that the server sent beside the data (GraphQL specification, section 7.1.2).
  public let errors: [GraphQLError]
}

extension RelayEnvironment {
  // MARK: - Queries

  /// Fetches a query and returns its data.
  ///
  /// The same query that is already under way is joined, not sent again. Nothing keeps the data in the store afterwards: use
  /// ``query(_:fetchPolicy:renderPolicy:)``, ``results(of:fetchPolicy:renderPolicy:)`` or ``retain(_:)`` for that. Cancelling the task
  /// cancels the request, unless someone else waits for it too.
  /// - Parameters:
  ///   - operation: the query with its variables.
  ///   - fetchPolicy: `.networkOnly` asks the server; `.storeOrNetwork` does so only for what the store lacks; `.storeOnly` never does.
  ///   - cacheConfig: what to ask of the network.
  /// - Returns: the data once it is complete, deferred parts included.
  /// - Throws: what the network throws; ``RelayError`` for an answer without data; ``FieldErrors`` where the operation says to throw for
  ///   errors of fields; `CancellationError`.
  public func fetch<Operation: GraphQLQuery>(
    _ operation: Operation, fetchPolicy: FetchPolicy = .networkOnly, cacheConfig: CacheConfig = CacheConfig(force: true)
  ) async throws -> Operation.Data {
    try await self.response(to: operation, fetchPolicy: fetchPolicy, cacheConfig: cacheConfig).data
  }

  /// As ``fetch(_:fetchPolicy:cacheConfig:)``, with the errors of single fields that came with the data.
  public func response<Operation: GraphQLQuery>(
    to operation: Operation, fetchPolicy: FetchPolicy = .networkOnly, cacheConfig: CacheConfig = CacheConfig(force: true)
  ) async throws -> OperationResponse<Operation.Data> {
    let descriptor = self.descriptor(operation)
    let mayUseStore = fetchPolicy == .storeOnly || (fetchPolicy == .storeOrNetwork && self.check(descriptor).isAvailable)
    if mayUseStore { return OperationResponse(data: try self.data(of: operation, at: descriptor), errors: []) }
    var errors: [GraphQLError] = []
    var last: ExecutedPayload?
    for try await payload in self.executeShared(descriptor, cacheConfig: cacheConfig) {
      errors += payload.errors
      last = payload
    }
    try Task.checkCancellation()
    defer { withExtendedLifetime(last) {} }
    return OperationResponse(data: try self.data(of: operation, at: descriptor), errors: errors)
  }

  /// Fetches a query again and again: `cacheConfig.poll` after each answer. The sequence ends with an error, or when its task is cancelled.
  public func poll<Operation: GraphQLQuery>(_ operation: Operation, every interval: Duration) -> AsyncThrowingStream<
    Operation.Data, any Error
  > {
    let payloads = self.execute(self.descriptor(operation), cacheConfig: CacheConfig(force: true, poll: interval))
    return self.map(payloads, to: Operation.self)
  }

  /// What a query has to show, now and after every change, beginning with `.loading` or data of the store.
  ///
  /// The query is fetched as `fetchPolicy` says, and its data stays in the store as long as someone iterates. A slow reader misses
  /// states, but never the last one.
  public func results<Operation: GraphQLQuery>(
    of operation: Operation, fetchPolicy: FetchPolicy = .storeOrNetwork, renderPolicy: RenderPolicy = .partial
  ) -> AsyncStream<Query<Operation>.Result> {
    let (stream, continuation) = AsyncStream<Query<Operation>.Result>.makeStream(bufferingPolicy: .bufferingNewest(1))
    let changes = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
    let observer = QueryObserver(self.descriptor(operation), in: self, fetchPolicy: fetchPolicy, renderPolicy: renderPolicy) {
      changes.continuation.yield()
    }
    let task = Task {
      continuation.yield(Query<Operation>.Result(observer.status))
      for await _ in changes.stream { continuation.yield(Query<Operation>.Result(observer.status)) }
    }
    continuation.onTermination = { _ in task.cancel() }
    return stream
  }

  /// A handle for a query: observable, with the result, refetching and retrying. The request, if `fetchPolicy` says so, starts at once.
  @MainActor
  public func query<Operation: GraphQLQuery>(
    _ operation: Operation, fetchPolicy: FetchPolicy = .storeOrNetwork, renderPolicy: RenderPolicy = .partial
  ) -> QueryHandle<Operation> {
    let handle = QueryHandle<Operation>(environment: self, fetchPolicy: fetchPolicy, renderPolicy: renderPolicy)
    _ = handle.get(operation)
    return handle
  }

  // MARK: - Fragments

  /// The data of a fragment, now and after every change. A slow reader misses states, but never the last one.
  public func values<F: GraphQLFragment>(of fragment: F) -> AsyncStream<F.Data?> {
    let (stream, continuation) = AsyncStream<F.Data?>.makeStream(bufferingPolicy: .bufferingNewest(1))
    guard let selector = fragment.fragmentPointer.selector(F.definition) else {
      continuation.yield(nil)
      continuation.finish()
      return stream
    }
    let changes = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
    let observer = FragmentObserver(selector) { changes.continuation.yield() }
    let task = Task {
      continuation.yield(observer.reading.row.map { F.Data(__row: $0) })
      for await _ in changes.stream { continuation.yield(observer.reading.row.map { F.Data(__row: $0) }) }
    }
    continuation.onTermination = { _ in task.cancel() }
    return stream
  }

  // MARK: - Mutations

  /// Executes a mutation.
  ///
  /// The optimistic changes are in the store before this suspends for the first time, and go when the server has answered, when the
  /// request failed, or when the task is cancelled; an answer that comes after that changes nothing.
  /// - Parameters:
  ///   - mutation: the mutation with its variables.
  ///   - optimisticResponse: what the server will probably answer, an object of the form of `data`.
  ///   - optimisticUpdater: further optimistic changes, made after `optimisticResponse` is in the store.
  ///   - updater: changes made after the server's answer is in the store.
  ///   - uploadables: files by the path of the variable that holds each.
  /// - Returns: the mutation's data.
  /// - Throws: what the network throws; ``RelayError`` for an answer without data; `CancellationError`.
  @discardableResult
  public func commit<Operation: GraphQLMutation>(
    _ mutation: Operation, optimisticResponse: JSON? = nil, optimisticUpdater: SelectorStoreUpdater? = nil,
    updater: SelectorStoreUpdater? = nil, uploadables: [String: Upload] = [:]
  ) async throws -> Operation.Data {
    try await self.response(
      to: mutation, optimisticResponse: optimisticResponse, optimisticUpdater: optimisticUpdater, updater: updater,
      uploadables: uploadables
    ).data
  }

  /// As ``commit(_:optimisticResponse:optimisticUpdater:updater:uploadables:)``, with the errors of single fields that came with the data.
  @discardableResult
  public func response<Operation: GraphQLMutation>(
    to mutation: Operation, optimisticResponse: JSON? = nil, optimisticUpdater: SelectorStoreUpdater? = nil,
    updater: SelectorStoreUpdater? = nil, uploadables: [String: Upload] = [:]
  ) async throws -> OperationResponse<Operation.Data> {
    try await self.start(
      mutation, optimisticResponse: optimisticResponse, optimisticUpdater: optimisticUpdater, updater: updater,
      uploadables: uploadables
    ).response()
  }

  /// Applies a mutation's optimistic changes and sends it.
  func start<Operation: GraphQLMutation>(
    _ mutation: Operation, optimisticResponse: JSON?, optimisticUpdater: SelectorStoreUpdater?, updater: SelectorStoreUpdater?,
    uploadables: [String: Upload]
  ) -> RunningMutation<Operation> {
    let options = ExecutionOptions(
      cacheConfig: CacheConfig(force: true), uploadables: uploadables, optimisticResponse: optimisticResponse,
      optimisticUpdater: optimisticUpdater, updater: updater)
    return RunningMutation(environment: self, mutation: mutation, payloads: self.execute(self.descriptor(mutation), options: options))
  }

  /// Applies changes to the store that no server is asked about.
  /// - Throws: what `updater` throws; nothing of what it did is in the store then.
  public func commitLocalUpdate(_ updater: @escaping StoreUpdater) throws {
    let outcome = UpdateOutcome()
    self.queue.commitUpdate { source in try outcome.record { try updater(source) } }
    self.queue.run()
    try outcome.get()
  }

  /// Runs `body`, which may change the store several times, and tells subscribers once, of all the changes, when it returns.
  ///
  /// Other changes of the store wait for the end of `body`; readings see each change at once.
  /// - Parameter body: makes the changes: `commitLocalUpdate`, `applyOptimistic`, disposing of what that returned.
  /// - Returns: what `body` returns.
  /// - Throws: what `body` throws; the changes that it made before stay.
  public func batchUpdates<Result>(_ body: () throws -> Result) rethrows -> Result { try self.store.batch(body) }

  /// Applies changes that last until the result is disposed of, on top of whatever else is written to the store.
  public func applyOptimistic(_ updater: @escaping StoreUpdater) -> Disposable {
    let update = PublishQueue.OptimisticUpdate(.updater(updater))
    self.queue.applyUpdate(update)
    self.queue.run()
    return Disposable { [queue = self.queue] in
      queue.revertUpdate(update)
      queue.run()
    }
  }

  /// Writes `response`, an object of the form of `data`, to the store as if the server had answered it.
  /// - Throws: ``RelayError/malformedResponse(_:)`` or ``NormalizationError`` where it has another form than the operation implies.
  public func commitPayload<Operation: GraphQLOperation>(_ operation: Operation, _ response: JSON) throws {
    try self.commitPayload(self.descriptor(operation), response)
  }

  /// As `commitPayload(_:_:)`, for an operation whose type is not at hand.
  func commitPayload(_ operation: OperationDescriptor, _ response: JSON) throws {
    var incremental = IncrementalResponse(operation, in: self, updater: nil)
    _ = try incremental.take(JSON.object(["data": response]).data, revertingOptimism: { nil })
    _ = try incremental.finish()
  }

  // MARK: - Subscriptions

  /// Starts a subscription. Each element is the data of one event; ending the iteration, or cancelling its task, ends the subscription.
  /// - Parameter updater: changes made after each event is in the store.
  public func subscribe<Operation: GraphQLSubscription>(_ subscription: Operation, updater: SelectorStoreUpdater? = nil)
    -> AsyncThrowingStream<Operation.Data, any Error>
  {
    self.map(self.execute(self.descriptor(subscription), options: ExecutionOptions(updater: updater)), to: Operation.self)
  }

  // MARK: - The store

  /// The data of an operation as it is in the store now; nil when nothing is known of it.
  public func read<Operation: GraphQLOperation>(_ operation: Operation) -> Operation.Data? {
    let snapshot = self.store.lookup(self.descriptor(operation))
    return snapshot.row.map { Operation.Data(__row: $0) }
  }

  /// Whether the store can answer a query. Missing field handlers may supply what is missing.
  public func check<Operation: GraphQLOperation>(_ operation: Operation) -> OperationAvailability {
    self.check(self.descriptor(operation))
  }

  /// Keeps the data of an operation in the store until the result is disposed of, and for as long as the store's release buffer has room.
  public func retain<Operation: GraphQLOperation>(_ operation: Operation) -> Disposable {
    self.retain(self.descriptor(operation))
  }

  /// Yields after every change that invalidates the store or one of these records: the moment to refetch what shows them.
  public func invalidations(of dataIDs: [String]) -> AsyncStream<Void> {
    let (stream, continuation) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
    let state = self.store.lookupInvalidationState(dataIDs)
    let subscription = self.store.subscribeToInvalidation(state) { continuation.yield() }
    continuation.onTermination = { _ in subscription.dispose() }
    return stream
  }

  func check(_ operation: OperationDescriptor) -> OperationAvailability {
    self.store.check(operation, missingFieldHandlers: self.configuration.missingFieldHandlers, queue: self.queue)
  }

  func retain(_ operation: OperationDescriptor) -> Disposable { self.store.retain(operation) }

  /// The data at an operation's root.
  /// - Throws: the errors that the operation says to throw for, or ``RelayError/missingData(_:)`` where there is no data.
  func data<Operation: GraphQLOperation>(of operation: Operation, at descriptor: OperationDescriptor) throws -> Operation.Data {
    let snapshot = self.store.lookup(descriptor)
    snapshot.logErrors()
    if let error = snapshot.thrownErrors { throw error }
    guard let row = snapshot.row else { throw RelayError.missingData(descriptor.definition.name) }
    return Operation.Data(__row: row)
  }

  private func map<Operation: GraphQLOperation>(
    _ payloads: AsyncThrowingStream<ExecutedPayload, any Error>, to type: Operation.Type
  ) -> AsyncThrowingStream<Operation.Data, any Error> {
    AsyncThrowingStream { continuation in
      let task = Task {
        do {
          for try await payload in payloads {
            let snapshot = withExtendedLifetime(payload) { self.store.lookup(payload.operation) }
            if let error = snapshot.thrownErrors { throw error }
            if let row = snapshot.row { continuation.yield(Operation.Data(__row: row)) }
          }
          continuation.finish()
        } catch {
          continuation.finish(throwing: error)
        }
      }
      continuation.onTermination = { _ in task.cancel() }
    }
  }
}

/// A mutation whose request is under way.
struct RunningMutation<Operation: GraphQLMutation>: Sendable {
  let environment: RelayEnvironment
  let mutation: Operation
  let payloads: AsyncThrowingStream<ExecutedPayload, any Error>

  /// Waits for the end. Cancelling the calling task ends the request.
  func response() async throws -> OperationResponse<Operation.Data> {
    var errors: [GraphQLError] = []
    var last: ExecutedPayload?
    for try await payload in self.payloads {
      errors += payload.errors
      last = payload
    }
    try Task.checkCancellation()
    guard let last else { throw RelayError.noData(operation: Operation.definition.name, errors: errors) }
    defer { withExtendedLifetime(last) {} }
    return OperationResponse(data: try self.environment.data(of: self.mutation, at: last.operation), errors: errors)
  }
}

extension OperationAvailability {
  var isAvailable: Bool {
    if case .available = self { true } else { false }
  }

  var isMissing: Bool { self == .missing }
}

extension Query.Result {
  init(_ status: QueryObserver.Status) {
    switch status {
    case .loading: self = .loading
    case .failure(let error): self = .failure(error)
    case .success(let row): self = .success(row.map { Operation.Data(__row: $0) })
    }
  }
}
