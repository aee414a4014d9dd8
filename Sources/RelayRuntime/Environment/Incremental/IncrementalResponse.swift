import Foundation

/// Takes the payloads of one execution into the store.
///
/// Understands a whole response, a batch of them, and incremental delivery in three forms: Relay's flat parts (`label`, `path`, `data`),
/// parts in an `incremental` list with label and path, and parts that refer to `pending` entries by id and end with `completed`.
///
/// `LabelledParts` and `PendingParts` read these forms. `PartPlacement` takes the parts to their places, whatever their form, and publishes
/// the parts of a payload together.
struct IncrementalResponse: ~Copyable {
  private let operation: OperationDescriptor
  private let environment: RelayEnvironment
  private let updater: RelayEnvironment.SelectorStoreUpdater?
  /// The generation of the store to which the payloads belong.
  private let generation: Int
  private var placement: PartPlacement
  /// The parts to which the server refers by id.
  private var pending: PendingParts
  /// The last whole response, while parts of it are expected.
  private var whole: WholeResponse?
  /// The receipts of the payload being taken, and of those that are partly kept until the response is complete.
  private var receipt: ReceivedBytes.Receipt?
  private var heldReceipts: [ReceivedBytes.Receipt] = []
  /// Whether the server delivers the response in parts.
  private var hasParts = false
  /// Retains the data that has arrived while more is expected.
  private var retention: RelayDisposable?
  /// Whether a whole response has been taken, or the server has said that there is none.
  private(set) var hasData = false
  private var extensions = [String: JSON]()

  /// - Parameters:
  ///   - updater: called after each whole response.
  ///   - generation: the generation of the store when the request was sent.
  init(
    _ operation: OperationDescriptor, in environment: RelayEnvironment, updater: RelayEnvironment.SelectorStoreUpdater?,
    generation: Int? = nil
  ) {
    self.operation = operation
    self.environment = environment
    self.updater = updater
    self.generation = generation ?? environment.store.generation
    placement = PartPlacement(PartNormalizer(operation, in: environment), generation: self.generation)
    pending = PendingParts(operation.definition.normalization)
  }

  /// - Throws: ``RelayError/storeCleared`` if the store has been cleared since: nothing more of the response is
  ///   written.
  private func checkGeneration() throws {
    if environment.store.generation != generation { throw RelayError.storeCleared }
  }

  /// Writes one payload to the store and notifies subscribers.
  /// - Parameters:
  ///   - applyingOptimism: called with the changes of a payload that is itself optimistic (`extensions.isOptimistic`). It applies them
  ///     until the next payload arrives, unless other optimistic changes of the operation are in force.
  ///   - revertingOptimism: returns the optimistic changes that this payload replaces.
  /// - Throws: ``RelayError`` if the payload is not a response or has no data.
  mutating func take(
    _ payload: consuming NetworkPayload, applyingOptimism: (PublishQueue.OptimisticUpdate) -> Void = { _ in },
    revertingOptimism: () -> PublishQueue.OptimisticUpdate?
  ) throws -> [ExecutedPayload] {
    try checkGeneration()
    placement.normalizer.isPartial = payload.isPartial
    placement.normalizer.reception = environment.reception(payload.origin)
    receipt = payload.receipt
    defer { receipt = nil }
    // Consumes the payload, so that its bytes are not kept.
    let (document, root) = try (consume payload).parsed()
    if let update = try optimisticUpdate(document, root) {
      applyingOptimism(update)
      return [ExecutedPayload(operation: operation, errors: [], retention: nil)]
    }
    var executed: [ExecutedPayload] = []
    do {
      // A single response is consumed, so that it is not kept while the store takes in its records.
      if document.isArray(root) {
        for position in document.elements(of: root) { executed += try self.take(document, position, revertingOptimism) }
      } else {
        executed = try self.take(consume document, root, revertingOptimism)
      }
    } catch {
      // The parts before the one that is malformed have arrived.
      _ = try? publishParts()
      throw error
    }
    executed += try publishParts()
    try checkGeneration()
    return executed
  }

  private mutating func publishParts() throws -> [ExecutedPayload] { try placement.publish(retention: retention).map { [$0] } ?? [] }

  /// The changes of a payload that declares itself optimistic. A network may send one when it can predict the server's answer.
  private func optimisticUpdate(_ document: JSONDocument, _ root: Int) throws -> PublishQueue.OptimisticUpdate? {
    let members = document.find(["extensions", "data"], in: root)
    let data = members[1]
    let isOptimistic = document.find(["isOptimistic"], in: members[0])[0]
    guard isOptimistic >= 0, document.value(at: isOptimistic) == .bool(true) else { return nil }
    guard !hasData, data >= 0, document.isObject(data) else {
      throw RelayError.malformedResponse("an optimistic payload has data, and comes before the server's")
    }
    let payload = try Normalizer.normalize(
      ResponsePart(document, at: data, of: operation), keys: environment.store.keys,
      options: Normalizer.Options(leavesPlaceholders: false, identity: environment.configuration.identityRules))
    return PublishQueue.OptimisticUpdate(.payload(.init(operation: operation, payload: payload, updater: nil)))
  }

  /// The `extensions` of the responses taken since the last call, including failed ones.
  mutating func takeExtensions() -> [String: JSON] {
    defer { extensions = [:] }
    return extensions
  }

  /// Ends the response. Parts that the server never sent are read from the whole response if they are in it.
  mutating func finish() throws -> [ExecutedPayload] {
    try checkGeneration()
    takeInline()
    // Errors of parts without a place are reported as well.
    placement.report(placement.takeLostErrors() + pending.takeErrors())
    let executed = try publishParts()
    heldReceipts = []
    retention = nil
    if let failure = placement.failure { throw failure }
    return executed
  }

  // MARK: - Kinds of payload

  private mutating func take(
    _ document: consuming JSONDocument, _ position: Int, _ revertingOptimism: () -> PublishQueue.OptimisticUpdate?
  ) throws -> [ExecutedPayload] {
    guard document.isObject(position) else { throw RelayError.malformedResponse("the response is not an object") }
    let envelope = ResponseEnvelope(document, at: position)
    let extensions = envelope.value(.extensions, in: document)
    if let members = extensions.objectValue { self.extensions.merge(members) { $1 } }
    let hasNext = envelope.value(.hasNext, in: document).boolValue
    let announced = envelope.value(.pending, in: document).arrayValue ?? []
    if hasNext == true || !announced.isEmpty { hasParts = true }
    var executed: [ExecutedPayload] = []
    if LabelledParts.areFlat(envelope, hasData: hasData) {
      try takePart(envelope, in: document)
    } else if envelope.has(.data) || !Self.isContinuation(envelope) {
      executed += try publishParts()
      if let whole = try takeWhole(consume document, envelope, revertingOptimism) { executed.append(whole) }
      note(announced)
      try placement.placeReady()
    } else {
      note(announced)
      for part in envelope.elements(.incremental, in: document) where document.isObject(part) {
        try takePart(ResponseEnvelope(document, at: part), in: document)
      }
      for completed in envelope.value(.completed, in: document).arrayValue ?? [] { try complete(completed) }
    }
    if hasNext == false || extensions["is_final"]?.boolValue == true { takeInline() }
    return executed
  }

  private static func isContinuation(_ envelope: ResponseEnvelope) -> Bool {
    if envelope.has(.errors) { return false }
    return envelope.has(.pending) || envelope.has(.completed) || envelope.has(.hasNext) || envelope.has(.incremental)
  }

  /// A response to the whole operation.
  private mutating func takeWhole(
    _ document: consuming JSONDocument, _ envelope: ResponseEnvelope, _ revertingOptimism: () -> PublishQueue.OptimisticUpdate?
  ) throws -> ExecutedPayload? {
    let position = envelope[.data]
    var errors = envelope.errors(in: document)
    guard position >= 0, document.isObject(position) else {
      if position >= 0, errors.isEmpty, !envelope.value(.extensions, in: document).isNull, document.isNull(position) {
        hasData = true
        return nil
      }
      throw RelayError.noData(operation: self.operation.definition.name, errors: errors)
    }
    let operation = self.operation.definition.kind == .subscription ? self.operation.withFreshRoot() : self.operation
    var payload = try normalizeWhole(document, position, operation, errors)
    errors = payload.errors
    hasData = true
    whole =
      payload.placeholders.isEmpty ? nil : WholeResponse(document: copy document, position: position, errors: errors, receipt: receipt)
    pending.removeResponse()
    placement.begin(&payload)
    _ = consume document
    let pin = environment.store.loadRecords(for: payload.handles)
    defer { withExtendedLifetime(pin) {} }
    let trial = updater == nil ? nil : UpdaterTrial(environment.store)
    let retention = try publish(consume payload, of: operation, trial, revertingOptimism)
    if let updater, let trial { try environment.queue.repeatUpdater(updater, of: operation, trial, generation: generation) }
    return ExecutedPayload(operation: operation, errors: errors, retention: retention)
  }

  /// Writes a response to the whole operation to the store, and ends its optimistic update.
  private mutating func publish(
    _ payload: consuming NormalizedPayload, of operation: OperationDescriptor, _ trial: UpdaterTrial?,
    _ revertingOptimism: () -> PublishQueue.OptimisticUpdate?
  ) throws -> RelayDisposable {
    try environment.store.beginChange(StoreWriter("a response to", operation))
    defer { environment.store.endChange() }
    // Retain before writing, so that no garbage collection runs between writing and reading.
    let retention = environment.store.retainWhileReading(operation)
    // The receiver of the payload retains it. Later parts need the records as well.
    self.retention = placement.isEmpty ? nil : retention
    let queue = environment.queue
    if let optimism = revertingOptimism() { queue.revertUpdate(optimism) }
    queue.commitPayload(operation, consume payload, updater: updater, trial: trial, generation: generation)
    queue.run(source: operation)
    return retention
  }

  /// Counts the payload being taken until the response is complete, because a part of it is kept.
  private mutating func holdReceipt() {
    guard let receipt, heldReceipts.last !== receipt else { return }
    heldReceipts.append(receipt)
  }

  private mutating func note(_ pending: [JSON]) {
    guard !pending.isEmpty else { return }
    holdReceipt()
    self.pending.add(pending)
  }

  // MARK: - Parts

  /// One part, in any form.
  private mutating func takePart(_ envelope: ResponseEnvelope, in document: JSONDocument) throws {
    hasParts = true
    let arrival: LabelledParts.Arrival?
    if let id = pending.id(of: envelope, in: document) {
      if !envelope.has(.items) || pending.mergesItems { holdReceipt() }
      arrival = try pending.read(envelope, of: id, in: document, whole: whole.map { ($0.document, $0.position) })
    } else {
      arrival = LabelledParts.read(envelope, in: document) { placement.kind(of: $0) == .stream }
    }
    switch arrival {
    case .part(var part):
      part.receipt = receipt
      try placement.place(part)
    case .failure(let label, let errors): placement.fail(label, errors)
    case nil: return
    }
  }

  /// One entry of `completed`.
  private mutating func complete(_ entry: JSON) throws {
    guard let part = pending.complete(entry) else { return }
    if let failures = part.failures {
      placement.remove(part.place)
      return placement.fail(part.place.label, failures)
    }
    guard placement.kind(of: part.place) == .defer else {
      placement.remove(part.place)
      return placement.report(part.errors)
    }
    guard let fields = try pending.fields(at: part.place, errors: part.errors) else { return placement.report(part.errors) }
    try placement.place(fields)
  }

  /// Reads the parts that the server never sent from the whole response.
  private mutating func takeInline() {
    guard let whole, !placement.isEmpty else { return }
    if !hasParts {
      let name = operation.definition.name
      environment.log(.warning("\(name): the server sent everything at once and ignored @defer or @stream"))
    }
    self.whole = nil
    placement.placeInline(whole, isComplete: !hasParts)
  }

  /// Normalizes a whole response that must be kept afterwards.
  private func normalizeWhole(
    _ document: JSONDocument, _ position: Int, _ operation: OperationDescriptor, _ errors: [GraphQLError]
  ) throws -> NormalizedPayload {
    do throws(NormalizationError) {
      return try placement.normalizer.normalize(ResponsePart(document, at: position, of: operation, errors: errors))
    } catch {
      if case .nullInPlaceOfData = error { throw RelayError.noData(operation: self.operation.definition.name, errors: errors) }
      throw error
    }
  }
}
