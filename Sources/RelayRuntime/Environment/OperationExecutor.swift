import Foundation

/// Runs one operation: applies optimistic changes, sends the request, and writes its payloads to the store in order,
/// including incremental parts.
///
/// Used by one task at a time.
final class OperationExecutor: Sendable {
  private let operation: OperationDescriptor
  private let environment: RelayEnvironment
  private let id: Int
  private let options: ExecutionOptions
  /// The files in the variables, and those that the caller has named beside them.
  private let uploads: [String: GraphQLUpload]
  /// The optimistic changes that are applied.
  private let optimism = Lock<PublishQueue.OptimisticUpdate?>(nil)
  /// The head of the newest HTTP response.
  private let response = Lock<HTTPNetwork.ResponseHead?>(nil)

  init(_ operation: OperationDescriptor, in environment: RelayEnvironment, id: Int, options: ExecutionOptions) {
    // Two executions of a mutation must not write to the same root fields.
    self.operation = operation.definition.kind == .mutation ? operation.withFreshRoot() : operation
    self.environment = environment
    self.id = id
    self.options = options
    uploads = operation.files.byPath.merging(options.uploads) { $1 }
  }

  /// A request that has been sent.
  struct Attempt {
    let request: NetworkRequest
    let payloads: AsyncThrowingStream<NetworkPayload, any Error>
    /// The generation of the store when the request was sent.
    let generation: Int
  }

  /// Marks the operation as in flight, applies its optimistic changes and sends the request. Call `run` next.
  /// - Throws: ``RelayError/unsupportedOperation(_:)`` if the operation's plans have another version; ``RelayError/upload(_:)`` if a file has
  ///   no place in the variables.
  func begin() throws -> Attempt {
    let definition = operation.definition
    if let problem = definition.normalization.problem ?? definition.fragment.plan.problem { throw RelayError.unsupportedOperation(problem) }
    try UploadPaths.check(uploads, of: operation)
    try applyOptimism()
    environment.activity.begin(operation)
    environment.log(.executeStart(id: id, operation: definition.name))
    return send()
  }

  private func send() -> Attempt {
    let definition = operation.definition
    var request = NetworkRequest(
      operationName: definition.name, operationKind: definition.kind, operationID: definition.id, cacheID: definition.cacheID,
      text: definition.text, variables: .object(operation.variables), cacheConfig: options.cacheConfig,
      uploads: uploads, isIncremental: !definition.normalization.labels.isEmpty)
    request.operation = operation
    let (generation, session) = environment.store.state.withLock { ($0.generation, $0.session) }
    request.session = session
    request.onConnectionChange = { [environment, id, options] state, error in
      environment.log(.connectionChange(id: id, operation: definition.name, state: state, error: error))
      options.onConnectionChange?(state, error)
    }
    request.onResponse = { [weak self, environment, id] response in
      environment.log(.networkResponse(id: id, response: response))
      self?.response.withLock { $0 = response }
    }
    self.environment.log(.networkStart(id: self.id, request: request))
    return Attempt(request: request, payloads: self.environment.network.execute(request), generation: generation)
  }

  /// Runs the operation to its end.
  /// - Parameters:
  ///   - onPayload: called with each payload once it is in the store.
  ///   - onEnd: called last, with the error that ended the operation.
  func run(_ first: Attempt, onPayload: (ExecutedPayload) -> Void, onEnd: ((any Error)?) -> Void) async {
    var failure: (any Error)?
    var progress: ExecutionProgress?
    do {
      progress = try await receive(first, onPayload)
      while let interval = options.pollInterval {
        progress?.didEnd()
        try await Task.sleep(for: interval.bounded)
        guard first.request.isCurrent else { throw RelayError.storeCleared }
        progress = try await receive(send(), onPayload)
      }
    } catch let error as RequestFailure {
      (failure, progress) = (error.error, error.progress)
    } catch {
      failure = error
    }
    revertOptimism()
    environment.activity.end(operation)
    // Whoever leaves a loop or a view has not met a failure.
    let reported = failure is CancellationError ? nil : failure
    environment.log(.executeComplete(id: id, operation: operation.definition.name, error: reported))
    if !(failure is CancellationError) { environment.reachability.note(outcome: failure) }
    onEnd(failure)
    progress?.didEnd()
  }

  private struct RequestFailure: Error {
    let error: any Error
    let progress: ExecutionProgress
  }

  /// Publishes the payloads of a request.
  private func receive(_ attempt: Attempt, _ yield: (ExecutedPayload) -> Void) async throws -> ExecutionProgress {
    let (request, definition) = (attempt.request, operation.definition)
    var response = IncrementalResponse(
      operation, in: environment, updater: options.updater, generation: attempt.generation)
    var invalidations = AnsweredInvalidations()
    do {
      var payloads = attempt.payloads.makeAsyncIterator()
      while let payload = try await payloads.next() {
        try Task.checkCancellation()
        let receipt = payload.receipt
        let source: OperationSource = payload.origin.isCached ? .responseCache : .network
        environment.log(.networkNext(id: id, bytes: payload.data.count))
        let started = ContinuousClock.now
        let taken: Swift.Result<[ExecutedPayload], any Error>
        do {
          let executed = try response.take(
            consume payload, applyingOptimism: { applyOptimism($0) }, revertingOptimism: { takeOptimism() })
          taken = .success(executed)
        } catch {
          taken = .failure(error)
        }
        // The extensions of failed responses are reported as well.
        let extensions = response.takeExtensions()
        if !extensions.isEmpty {
          environment.log(.responseExtensions(id: id, operation: definition.name, extensions: extensions))
        }
        deliver(try taken.get(), receipt: receipt, extensions, source, &invalidations, yield)
        environment.log(.executeNext(id: id, operation: definition.name, duration: started.duration(to: .now)))
        request.progress.didProcess()
      }
      // A stream also ends when this task is cancelled.
      try Task.checkCancellation()
      deliver(try response.finish(), receipt: nil, [:], .network, &invalidations, yield)
      guard response.hasData || definition.kind == .subscription else {
        throw RelayError.noData(operation: definition.name, errors: [])
      }
    } catch {
      if error is CancellationError || Task.isCancelled {
        environment.log(.networkUnsubscribe(id: id))
        throw RequestFailure(error: CancellationError(), progress: request.progress)
      }
      environment.log(.networkError(id: id, error))
      throw RequestFailure(error: error, progress: request.progress)
    }
    environment.log(.networkComplete(id: id))
    return request.progress
  }

  /// Delivers payloads, makes stale what they invalidate, and reports the errors that came with them.
  /// - Parameter receipt: the receipt of the payloads' bytes.
  private func deliver(
    _ payloads: [ExecutedPayload], receipt: ReceivedBytes.Receipt?, _ extensions: [String: JSON], _ source: OperationSource,
    _ invalidations: inout AnsweredInvalidations, _ yield: (ExecutedPayload) -> Void
  ) {
    let response = self.response.withLock { $0 }
    let errors = payloads.flatMap(\.errors)
    if !errors.isEmpty {
      environment.log(.payloadErrors(id: id, operation: operation.definition.name, errors: errors))
    }
    for (index, payload) in payloads.enumerated() {
      var payload = payload
      if let receipt { payload.receipts.append(receipt) }
      // Of several, the last one has them: observers combine those of all payloads.
      if index == payloads.count - 1 { payload.extensions = extensions }
      payload.response = response
      payload.source = source
      invalidations.apply(payload, in: environment)
      yield(payload)
    }
  }

  // MARK: - Optimism

  private func applyOptimism() throws {
    if let update = try optimisticUpdate() { self.applyOptimism(update) }
  }

  /// Applies optimistic changes, unless the operation already has some in force.
  private func applyOptimism(_ update: PublishQueue.OptimisticUpdate) {
    let isFirst = optimism.withLock { known in
      guard known == nil else { return false }
      known = update
      return true
    }
    guard isFirst else { return }
    environment.queue.applyUpdate(update)
    environment.queue.run()
  }

  private func optimisticUpdate() throws -> PublishQueue.OptimisticUpdate? {
    guard options.optimisticResponse != nil || options.optimisticUpdater != nil else { return nil }
    let document: JSONDocument
    do {
      document = try JSONDocument(options.optimisticResponse ?? .object([:]))
    } catch {
      throw RelayError.malformedResponse("the optimistic response: \(error)")
    }
    // Without an optimistic response, the updater works on a payload without fields.
    var part = ResponsePart(document, at: 0, of: operation)
    if options.optimisticResponse == nil { part.steps = 0..<0 }
    let payload = try Normalizer.normalize(
      part, keys: environment.store.keys,
      options: Normalizer.Options(leavesPlaceholders: false, identity: environment.configuration.identityRules))
    return PublishQueue.OptimisticUpdate(
      .payload(.init(operation: operation, payload: payload, updater: options.optimisticUpdater)))
  }

  private func takeOptimism() -> PublishQueue.OptimisticUpdate? {
    optimism.withLock { update in
      defer { update = nil }
      return update
    }
  }

  private func revertOptimism() {
    guard let update = takeOptimism() else { return }
    environment.queue.revertUpdate(update)
    environment.queue.run()
  }
}
