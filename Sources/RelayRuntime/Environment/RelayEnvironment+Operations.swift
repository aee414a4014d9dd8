public import Foundation

extension RelayEnvironment {
  // MARK: - Queries

  /// Fetches a query and returns its data.
  ///
  /// If the same query is already in flight, this call joins it instead of sending it again, unless a response cache might answer that
  /// request and must not answer this one. Nothing keeps the data in the store afterwards: use
  /// ``query(_:fetchPolicy:renderPolicy:cacheConfig:refetchWhenStale:)``,
  /// ``results(of:fetchPolicy:renderPolicy:cacheConfig:refetchWhenStale:onFetchError:)`` or
  /// ``retain(_:)`` for that. Cancelling the task cancels the request, unless another caller waits for it too.
  /// - Parameters:
  ///   - operation: the query with its variables.
  ///   - fetchPolicy: `.networkOnly` and `.storeAndNetwork` use the network; `.storeOrNetwork` does so only if the store's data is
  ///     incomplete or stale; `.storeOnly` never does; `.networkOrStore` returns the store's data if the server cannot be reached or has
  ///     not answered in time, and the request goes on. Nil means the environment's policy, or `.networkOnly` if it has none.
  ///   - cacheConfig: options for the network. A ``CachedNetwork`` may answer from its cache unless this sets `force`, or the store's
  ///     data was invalidated.
  ///   - errorPolicy: what to do about errors of single fields that come with the data; nil means the configuration's policy.
  /// - Returns: the complete data, including deferred parts.
  /// - Throws: the network's errors; ``RelayError`` for an answer without data, and for one with errors if `errorPolicy` says so;
  ///   ``FieldErrors`` if the operation throws on field errors; `CancellationError`.
  public func fetch<Operation: GraphQLQuery>(
    _ operation: Operation, fetchPolicy: FetchPolicy? = nil, cacheConfig: CacheConfig = CacheConfig(),
    errorPolicy: ErrorPolicy? = nil
  ) async throws -> Operation.Data {
    try await response(to: operation, fetchPolicy: fetchPolicy, cacheConfig: cacheConfig)
      .data(errorPolicy ?? configuration.errorPolicy)
  }

  /// As ``fetch(_:fetchPolicy:cacheConfig:errorPolicy:)``, but returns the errors of single fields along with the data instead of
  /// throwing them.
  public func response<Operation: GraphQLQuery>(
    to operation: Operation, fetchPolicy: FetchPolicy? = nil, cacheConfig: CacheConfig = CacheConfig()
  ) async throws -> OperationResponse<Operation.Data> {
    let descriptor = self.descriptor(operation)
    if (fetchPolicy ?? configuration.fetchPolicy ?? .networkOnly).asksStore, let mirror = store.mirror {
      let session = store.session
      await mirror.load(descriptor)
      guard !session.isOver else { throw RelayError.storeCleared }
    }
    // If the store's data is stale, a cached response would be stale too.
    var cacheConfig = cacheConfig
    cacheConfig.force = cacheConfig.force || isStale(descriptor)
    let wanted = fetchPolicy ?? configuration.fetchPolicy ?? .networkOnly
    let fetchPolicy = descriptor.definition.normalization.asksServer ? wanted : .storeOnly
    let mayUseStore = fetchPolicy == .storeOnly || (fetchPolicy == .storeOrNetwork && check(descriptor).isAvailable)
    if mayUseStore {
      if fetchPolicy == .storeOnly, !check(descriptor).isAvailable, !store.knowsRootField(of: descriptor) {
        throw RelayError.missingData(descriptor.definition.name)
      }
      return try storedResponse(descriptor)
    }
    let answers = self.answers { [cacheConfig] onPayload, onEnd in
      let membership = self.joinShared(descriptor, cacheConfig: cacheConfig, onPayload: onPayload, onEnd: onEnd)
      return { membership.dispose() }
    }
    let answer: OperationAnswer
    if case .networkOrStore(let deadline) = fetchPolicy {
      guard let first = try await firstAnswer(answers, descriptor, deadline: deadline) else { return try storedResponse(descriptor) }
      answer = first
    } else {
      answer = try await OperationAnswer.only(of: answers, descriptor.definition.name)
    }
    return OperationResponse(data: try Self.data(of: Operation.self, in: answer.snapshot), of: answer, age(ofAnswerTo: descriptor))
  }

  /// The data of a query in the store.
  private func storedResponse<Data: SelectionSet>(_ operation: OperationDescriptor) throws -> OperationResponse<Data> {
    let snapshot = store.capture(store.selector(operation))
    return OperationResponse(data: try Self.data(of: operation, in: snapshot), source: .store, store.dated(age(of: operation)))
  }

  /// Fetches a query immediately, then again `interval` after each answer, bypassing response caches.
  ///
  /// Each element is the data of an answer, or of a part of it if it arrives in parts. The sequence throws the error of the first request
  /// that fails for good, and ``RelayError/storeCleared`` after the store was cleared. It ends when the iteration ends or, without an
  /// error, when its task is cancelled; a request in flight is then cancelled. Nothing keeps the data in the store.
  /// - Parameters:
  ///   - operation: the query with its variables.
  ///   - interval: the time from the end of an answer to the next request; zero or less means no wait.
  public func poll<Operation: GraphQLQuery>(_ operation: Operation, every interval: Duration) -> AsyncThrowingStream<
    Operation.Data, any Error
  > {
    values(of: Operation.self, descriptor(operation), ExecutionOptions(cacheConfig: CacheConfig(force: true), pollInterval: interval))
  }

  // MARK: - Mutations

  /// Executes a mutation.
  ///
  /// The optimistic changes are in the store before this method first suspends. They are removed when the server has answered, the
  /// request has failed, or the task is cancelled; an answer that arrives after cancellation changes nothing.
  /// - Parameters:
  ///   - mutation: the mutation with its variables.
  ///   - optimisticResponse: the server's expected answer, an object shaped like `data`.
  ///   - options: further optimistic changes, files, and options for the network and for errors.
  ///   - updater: changes made after the server's answer is in the store.
  /// - Returns: the mutation's data.
  /// - Throws: the network's errors; ``RelayError`` for an answer without data, and for one with errors if the error policy says so;
  ///   ``FieldErrors`` if the operation throws on field errors; `CancellationError`.
  @discardableResult
  public func commit<Operation: GraphQLMutation>(
    _ mutation: Operation, optimisticResponse: JSON? = nil, options: MutationOptions = MutationOptions(),
    updater: SelectorStoreUpdater? = nil
  ) async throws -> Operation.Data {
    try await response(to: mutation, optimisticResponse: optimisticResponse, options: options, updater: updater)
      .data(options.errorPolicy ?? configuration.errorPolicy)
  }

  /// As ``commit(_:optimisticResponse:options:updater:)-(_,JSON?,_,_)``, but returns the errors of single fields along with the data
  /// instead of throwing them.
  @discardableResult
  public func response<Operation: GraphQLMutation>(
    to mutation: Operation, optimisticResponse: JSON? = nil, options: MutationOptions = MutationOptions(),
    updater: SelectorStoreUpdater? = nil
  ) async throws -> OperationResponse<Operation.Data> {
    try await start(mutation, optimisticResponse: optimisticResponse, options: options, updater: updater).response()
  }

  /// Applies a mutation's optimistic changes and sends it.
  func start<Operation: GraphQLMutation>(
    _ mutation: Operation, optimisticResponse: JSON?, options: MutationOptions, updater: SelectorStoreUpdater?, reaction: Reaction? = nil
  ) -> RunningMutation<Operation> {
    var cacheConfig = options.cacheConfig
    cacheConfig.force = true
    let options = ExecutionOptions(
      cacheConfig: cacheConfig, uploads: options.uploads, optimisticResponse: optimisticResponse,
      optimisticUpdater: options.optimisticUpdater, updater: updater, reaction: reaction)
    return RunningMutation(descriptor(mutation), options, in: self)
  }

  /// Applies local changes to the store, without a request.
  ///
  /// When an updater or a handler calls this, or a task that it has started, it returns immediately: the changes are made after that
  /// updater or handler has returned, and an error is only logged.
  /// - Throws: the error of `updater`, or ``RelayError/writeBlocked(_:by:)``; none of its changes are applied then.
  public func commitLocalUpdate(_ updater: @escaping StoreUpdater) throws {
    let outcome = UpdateOutcome()
    try queue.update(silencedWhileReporting { source in try outcome.record { try updater(source) } })
    try outcome.get()
  }

  /// Runs `body`, which may change the store several times, and notifies subscribers once of all changes when it returns.
  ///
  /// Other writers wait until `body` has returned, so it must not wait for them; readers see each change immediately.
  /// - Parameter body: makes the changes: `commitLocalUpdate`, `applyOptimistic`, or disposing of what that returned.
  /// - Returns: what `body` returns.
  /// - Throws: what `body` throws; changes that it has already made stay.
  public func batchUpdates<Result>(_ body: () throws -> Result) rethrows -> Result { try store.batch(body) }

  /// Applies changes that stay on top of everything else written to the store until the result is disposed of. The updater runs now, and
  /// again after each change that is committed beneath it. ``RelayStore/clear()`` ends it.
  public func applyOptimistic(_ updater: @escaping StoreUpdater) -> RelayDisposable {
    let update = PublishQueue.OptimisticUpdate(.updater(silencedWhileReporting(updater)))
    queue.applyUpdate(update)
    queue.run()
    return RelayDisposable { [queue = self.queue] in
      queue.revertUpdate(update)
      queue.run()
    }
  }

  /// Writes `response`, an object shaped like `data`, to the store as if the server had sent it. Fields may be left out; their values
  /// stay as they are.
  /// - Throws: ``RelayError/malformedResponse(_:)`` or ``NormalizationError`` if its shape does not fit the operation.
  public func commitPayload<Operation: GraphQLOperation>(_ operation: Operation, _ response: JSON) throws {
    try self.commitPayload(descriptor(operation), response)
  }

  /// Writes the body of a response to the store that was received by other means: by another GraphQL client, in a push notification, or in
  /// a widget's timeline. It need not be a response to this operation: fields that `operation` does not select are ignored, and fields that
  /// the body lacks keep their values.
  /// - Parameters:
  ///   - operation: what to read from the response, with the variables of the request.
  ///   - body: a complete response, `{"data": …}`, as JSON text in UTF-8.
  /// - Returns: the errors that the response contains in addition to its data.
  /// - Throws: ``RelayError/noData(operation:errors:)`` for a body without data, ``RelayError/malformedResponse(_:)`` for a body that is not
  ///   a response, or ``NormalizationError`` if its data does not have the form that the operation implies.
  @discardableResult
  public func commitPayload<Operation: GraphQLOperation>(_ operation: Operation, body: Data) throws -> [GraphQLError] {
    try self.commitPayload(descriptor(operation), NetworkPayload(data: body))
  }

  /// As `commitPayload(_:_:)`, for an operation whose static type is not known.
  func commitPayload(_ operation: OperationDescriptor, _ response: JSON) throws {
    try self.commitPayload(operation, NetworkPayload(.object(["data": response])))
  }

  @discardableResult
  private func commitPayload(_ operation: OperationDescriptor, _ payload: NetworkPayload) throws -> [GraphQLError] {
    var payload = payload
    payload.isPartial = true
    var incremental = IncrementalResponse(operation, in: self, updater: nil)
    let executed = try incremental.take(payload, revertingOptimism: { nil }) + incremental.finish()
    guard incremental.hasData else { throw RelayError.noData(operation: operation.definition.name, errors: executed.flatMap(\.errors)) }
    return executed.flatMap(\.errors)
  }

  // MARK: - Subscriptions

  /// Starts a subscription. Each element is the data of one event. Ending the iteration, or cancelling its task, ends the subscription.
  ///
  /// The sequence ends when the server ends the subscription, and, always without an error, when its task is cancelled; events that have
  /// not been taken are dropped then. It throws when the network gives the subscription up, or when reading an event fails. Losing and
  /// reopening a connection does not end it.
  /// - Parameters:
  ///   - subscription: the subscription with its variables.
  ///   - updater: changes made after each event is in the store.
  ///   - cacheConfig: options for the network.
  public func subscribe<Operation: GraphQLSubscription>(
    _ subscription: Operation, updater: SelectorStoreUpdater? = nil, cacheConfig: CacheConfig = CacheConfig()
  ) -> AsyncThrowingStream<Operation.Data, any Error> {
    subscribe(subscription, ExecutionOptions(cacheConfig: cacheConfig, updater: updater))
  }

  /// As ``subscribe(_:updater:cacheConfig:)``, and calls `onConnectionChange`, on any thread, when the network reports a change of its
  /// connection.
  // A function of its own, so that a trailing closure is the updater.
  @_disfavoredOverload
  public func subscribe<Operation: GraphQLSubscription>(
    _ subscription: Operation, updater: SelectorStoreUpdater? = nil, cacheConfig: CacheConfig = CacheConfig(),
    onConnectionChange: @escaping @Sendable (ConnectionState) -> Void
  ) -> AsyncThrowingStream<Operation.Data, any Error> {
    subscribe(
      subscription,
      ExecutionOptions(cacheConfig: cacheConfig, updater: updater, onConnectionChange: { state, _ in onConnectionChange(state) }))
  }

  /// As the others, but also reports why a connection was lost.
  func subscribe<Operation: GraphQLSubscription>(
    _ subscription: Operation, _ options: ExecutionOptions
  ) -> AsyncThrowingStream<Operation.Data, any Error> {
    values(of: Operation.self, descriptor(subscription), options)
  }

  // MARK: - The store

  /// The data of an operation as now in the store; nil if the store knows nothing of it, or if it exceeds a limit
  /// (``FieldError/Kind/tooManyRepeatedObjects(limit:)``), which is logged.
  public func read<Operation: GraphQLOperation>(_ operation: Operation) -> Operation.Data? {
    let snapshot = store.capture(store.selector(descriptor(operation)))
    return snapshot.row.map { Operation.Data(__row: Generated.RowReference($0)) }
  }

  /// Whether the store can answer a query. Missing field handlers may supply what is missing.
  public func check<Operation: GraphQLOperation>(_ operation: Operation) -> OperationAvailability {
    self.check(descriptor(operation))
  }

  /// Retains the data of an operation in the store until the result is disposed of, and after that while the store's release buffer has
  /// room.
  public func retain<Operation: GraphQLOperation>(_ operation: Operation) -> RelayDisposable {
    self.retain(descriptor(operation))
  }

  /// Yields after every change that invalidates the store or one of these records. Refetch what shows them then.
  public func invalidations(of dataIDs: [String]) -> AsyncStream<Void> {
    let (stream, continuation) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
    let state = store.lookupInvalidationState(dataIDs)
    let subscription = store.subscribeToInvalidation(state) { continuation.yield() }
    continuation.onTermination = { _ in subscription.dispose() }
    return stream
  }

  func check(_ operation: OperationDescriptor) -> OperationAvailability { examine(operation).availability }

  func examine(_ operation: OperationDescriptor) -> StoredOperation {
    store.examine(operation, missingFieldHandlers: configuration.missingFieldHandlers, queue: queue)
  }

  /// Whether the store's data of an operation was invalidated or is too old.
  private func isStale(_ operation: OperationDescriptor) -> Bool {
    (store.mayBeStale || operation.definition.normalization.usesAges) && store.check(operation) == .stale
  }

  func retain(_ operation: OperationDescriptor) -> RelayDisposable { store.retain(operation) }

  /// The data at an operation's root.
  /// - Throws: the errors that the operation throws on, or ``RelayError/missingData(_:)`` if there is no data.
  static func data<Operation: GraphQLOperation>(of operation: Operation.Type, in snapshot: Snapshot) throws -> Operation.Data {
    try data(named: Operation.definition.name, in: snapshot)
  }

  private static func data<Data: SelectionSet>(of operation: OperationDescriptor, in snapshot: Snapshot) throws -> Data {
    try data(named: operation.definition.name, in: snapshot)
  }

  private static func data<Data: SelectionSet>(named name: String, in snapshot: Snapshot) throws -> Data {
    snapshot.logErrors()
    if let error = snapshot.thrownErrors { throw error }
    guard let row = snapshot.row else { throw RelayError.missingData(name) }
    return Data(__row: Generated.RowReference(row))
  }

  /// The data after each payload of an operation. It is read where the payload was written, so that a slow reader gets what each payload
  /// brought.
  private func values<Operation: GraphQLOperation>(
    of type: Operation.Type, _ operation: OperationDescriptor, _ options: ExecutionOptions
  ) -> AsyncThrowingStream<Operation.Data, any Error> {
    .elements(
      of: .following(options.reaction) { yield, end in
        let task = start(
          operation, options: options,
          onPayload: { payload in
            let snapshot = payload.captured(in: self.store)
            if let error = snapshot.thrownErrors { return end(error) }
            if let row = snapshot.row {
              yield(MeteredElement(element: Operation.Data(__row: Generated.RowReference(row)), receipts: payload.receipts))
            }
          }, onEnd: end)
        return { task.cancel() }
      })
  }
}

extension OperationAvailability {
  var isAvailable: Bool {
    if case .available = self { true } else { false }
  }

  var isMissing: Bool { self == .missing }
}
