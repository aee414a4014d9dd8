package import Foundation

/// Optimistic changes that belong to a mutation which is stored outside of the environment and may be sent in a later run of the app.
package final class OptimisticLayer: Sendable {
  let update: PublishQueue.OptimisticUpdate
  private let written: WrittenObjects

  fileprivate init(_ update: PublishQueue.OptimisticUpdate, _ written: WrittenObjects) {
    self.update = update
    self.written = written
  }

  /// The identities of the objects that it changes, as far as it has been applied.
  package var dataIDs: Set<ByteKey> { written.dataIDs }
}

/// The objects that optimistic changes have written.
private final class WrittenObjects: Sendable {
  private let written = Lock<Set<ByteKey>>([])

  var dataIDs: Set<ByteKey> { written.withLock { $0 } }

  func add(_ dataIDs: some Sequence<String>) {
    written.withLock { $0.formUnion(dataIDs.lazy.filter { !DataID.isClient($0) }.map(ByteKey.init)) }
  }

  /// Runs an updater, and notes what it writes.
  func note(_ store: RecordSourceSelectorProxy, _ updater: () throws -> Void) throws {
    let transaction = store.transaction
    // Otherwise its footprint is noted anyway.
    let isOwn = transaction.footprint == nil
    if isOwn { transaction.footprint = Footprint() }
    defer { if isOwn { transaction.footprint = nil } }
    try updater()
    add((transaction.footprint?.writes ?? []).map { transaction.dataID($0) })
  }
}

/// The answer to a stored mutation, in the store.
package struct StoredMutationAnswer: Sendable {
  let snapshot: Snapshot
  /// The errors that came with the data.
  package let errors: [GraphQLError]

  /// The answer with the data of the mutation's type.
  /// - Throws: the errors that the operation throws on, or ``RelayError/missingData(_:)`` if there is no data.
  package func response<Operation: GraphQLMutation>(to type: Operation.Type) throws -> OperationResponse<Operation.Data> {
    OperationResponse(data: try RelayEnvironment.data(of: type, in: snapshot), errors: errors)
  }
}

/// The session of a store to which stored mutations belong: usually that of one signed-in user.
package struct StoredMutationSession: Sendable {
  let session: StoreSession
  /// The number of times that the store had been cleared.
  let generation: Int

  /// Whether the store has been cleared since.
  package var isOver: Bool { session.isOver }
}

extension NetworkRequest {
  /// Makes it a request of a session: after the end of that, it is not sent later or again.
  package mutating func join(_ session: StoredMutationSession) { self.session = session.session }

  /// A payload has been taken, for a test network that waits for that.
  package func didTakePayload() { progress.didProcess() }

  /// The answer is in the store, or the request has failed.
  package func didEnd() { progress.didEnd() }
}

// What an outbox needs of an environment: it sends requests itself, and hands over the answers.
extension RelayEnvironment {
  /// A mutation with the variables that were stored.
  package func storedMutation(_ type: any GraphQLMutation.Type, variables: [String: JSON]) -> OperationDescriptor {
    OperationDescriptor(type.definition, given: variables).withFreshRoot()
  }

  /// The variables of a mutation that must be stored to make it again, those that are sent, and the files in them by path.
  package func storedVariables<Operation: GraphQLMutation>(
    of mutation: Operation
  ) -> (given: [String: JSON], sent: [String: JSON], files: [String: GraphQLUpload], isIncremental: Bool) {
    let descriptor = mutation.descriptor
    let provided = descriptor.variables.filter { $0.key.hasPrefix(OperationDescriptor.providedPrefix) }
    return (
      mutation.variables.__fields.values.merging(provided) { $1 }, descriptor.variables, descriptor.files.byPath,
      !descriptor.definition.normalization.labels.isEmpty
    )
  }

  /// Why the mutation's plans cannot be used; `nil` if they can.
  package static func problem(of definition: OperationDefinition) -> String? {
    definition.normalization.problem ?? definition.fragment.plan.problem
  }

  /// Whether files can be sent at these paths of a mutation's variables.
  /// - Throws: ``RelayError/upload(_:)`` if one cannot.
  package func checkUploads(_ uploads: [String: GraphQLUpload], of operation: OperationDescriptor) throws {
    try UploadPaths.check(uploads, of: operation)
  }

  /// Optimistic changes from an expected response and from a function that does the same each time.
  ///
  /// - Throws: an error if the response does not have the form that the operation implies.
  package func optimisticLayer(
    of operation: OperationDescriptor, response: JSON?, updater: SelectorStoreUpdater? = nil
  ) throws -> OptimisticLayer {
    let document: JSONDocument
    do {
      document = try JSONDocument(response ?? .object([:]))
    } catch {
      throw RelayError.malformedResponse("the optimistic response: \(error)")
    }
    var part = ResponsePart(document, at: 0, of: operation)
    if response == nil { part.steps = 0..<0 }
    let payload = try Normalizer.normalize(
      part, keys: store.keys, options: Normalizer.Options(leavesPlaceholders: false, identity: configuration.identityRules))
    let written = WrittenObjects()
    written.add(payload.records.names.strings)
    var noted: SelectorStoreUpdater?
    if let updater { noted = { store in try written.note(store) { try updater(store) } } }
    let update = PublishQueue.OptimisticUpdate(
      .payload(PublishQueue.PayloadUpdate(operation: operation, payload: payload, updater: noted)), isRepeatable: true)
    return OptimisticLayer(update, written)
  }

  /// Ends optimistic changes and applies others on top of those that stay, as one change of the store. Does nothing if the session is over:
  /// clearing the store has ended them all, and what is there now belongs to the next user.
  package func replaceLayers(
    ending ended: [OptimisticLayer], applying applied: [OptimisticLayer], in session: StoredMutationSession
  ) {
    if ended.isEmpty, applied.isEmpty { return }
    // The store is not cleared during a change.
    store.change(StoreWriter("an optimistic update")) {
      guard !session.isOver else { return }
      for layer in ended { queue.revertUpdate(layer.update) }
      for layer in applied { queue.applyUpdate(layer.update) }
      queue.run()
    }
  }

  /// Writes the bodies of a stored mutation's response to the store, and ends its optimistic changes with the same change.
  ///
  /// - Parameters:
  ///   - isPartial: whether the mutation was sent by another version of the app, so that fields may be missing.
  ///   - updater: changes the store together with the answer, or right after an incremental one.
  ///   - session: the session to which the mutation belongs.
  /// - Throws: ``RelayError/storeCleared`` if the session is over; ``RelayError``, ``NormalizationError``: the bodies are not a response to the
  ///   operation. Nothing has changed then, or only a part of an incremental response was written.
  package func publish(
    _ bodies: [Data], answering operation: OperationDescriptor, ending layer: OptimisticLayer?, isPartial: Bool,
    updater: SelectorStoreUpdater? = nil, in session: StoredMutationSession
  ) throws -> StoredMutationAnswer {
    // With a single body it is one publication, so that no disk has one without the other.
    var response = IncrementalResponse(
      operation, in: self, updater: bodies.count == 1 ? updater : nil, generation: session.generation)
    var invalidations = AnsweredInvalidations()
    var executed: [ExecutedPayload] = []
    var optimism = layer?.update
    for body in bodies {
      var payload = NetworkPayload(data: body)
      payload.isPartial = isPartial
      executed += try response.take(
        payload,
        revertingOptimism: {
          defer { optimism = nil }
          return optimism
        })
    }
    executed += try response.finish()
    guard response.hasData else { throw RelayError.noData(operation: operation.definition.name, errors: executed.flatMap(\.errors)) }
    if let optimism {
      queue.revertUpdate(optimism)
      queue.run()
    }
    for payload in executed { invalidations.apply(payload, in: self) }
    if bodies.count > 1, let updater {
      store.change(StoreWriter("a response to", operation)) {
        guard !session.isOver else { return }
        queue.commitUpdate { store in try updater(RecordSourceSelectorProxy(store.transaction, operation)) }
        queue.run()
      }
    }
    let snapshot = withExtendedLifetime(executed) { store.capture(store.selector(executed.last?.operation ?? operation)) }
    return StoredMutationAnswer(snapshot: snapshot, errors: executed.flatMap(\.errors))
  }

  /// Makes stale what a mutation makes stale, whatever its answer has.
  package func repeatInvalidations(of operation: OperationDescriptor) {
    var targets = StaleTargets(refetches: true)
    for invalidation in operation.definition.normalization.invalidations { targets.places += invalidation.places }
    if !targets.places.isEmpty { store.makeStale(targets) }
  }

  /// The store's present session, which the next clearing of the store ends.
  package func storedMutationSession() -> StoredMutationSession {
    store.state.withLock { StoredMutationSession(session: $0.session, generation: $0.generation) }
  }

  /// Notes whether a request has reached the server.
  package func noteReachability(_ error: (any Error)?) { reachability.note(outcome: error) }

  /// Calls `body`, on any thread, when the server can be reached again, until the result is disposed of.
  package func whenReachable(_ body: @escaping @Sendable () -> Void) -> RelayDisposable { reachability.whenBack(body) }

  /// Reports a warning to the configuration's log.
  package func warn(_ text: String) { log(.warning(text)) }

  /// The SHA-256 digest of a text, in hexadecimal digits.
  package static func digest(of text: String) -> String { SHA256.hexadecimalDigest(of: text.utf8) }

  /// The value of a `Retry-After` field in seconds; nil if it has another form.
  package static func seconds(ofRetryAfter text: String) -> Double? { RetryPolicy.seconds(ofRetryAfter: text) }
}
