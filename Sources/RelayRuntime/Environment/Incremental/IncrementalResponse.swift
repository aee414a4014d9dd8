import Foundation

/// Takes the payloads of one execution into the store.
///
/// Understands a whole response, a batch of them, and incremental delivery in three forms: Relay's flat parts (`label`, `path`, `data`),
/// parts in an `incremental` list with label and path, and parts that refer to `pending` entries by id and end with `completed`.
///
/// `ResponsePlaces` knows where parts belong, and `PendingParts` what ids stand for. This type holds the state of one execution that
/// every form of payload changes.
struct IncrementalResponse {
  private let operation: OperationDescriptor
  private let environment: RelayEnvironment
  private let updater: RelayEnvironment.SelectorStoreUpdater?
  /// Whether the payload being taken was made by the app rather than sent by a server. Such a payload may leave fields
  /// out.
  private var isPartial = false
  /// The places at which parts are expected.
  private var places = ResponsePlaces()
  /// The parts to which the server refers by id.
  private var pending = PendingParts()
  /// The last whole response, while parts of it are expected.
  private var whole: ArrivedPart?
  private var failure: RelayError?
  /// The receipts of the payload being taken, and of those that are partly kept until the response is complete.
  private var receipt: ReceivedBytes.Receipt?
  private var heldReceipts: [ReceivedBytes.Receipt] = []
  /// Whether the server delivers the response in parts.
  private var hasParts = false
  /// Retains the data that has arrived while more is expected.
  private var retention: Disposable?
  /// Whether a whole response has been taken, or the server has said that there is none.
  private(set) var hasData = false

  /// The generation of the store to which the payloads belong.
  private let generation: Int
  private var extensions: [String: JSON] = [:]

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
    isPartial = payload.isPartial
    receipt = payload.receipt
    defer { receipt = nil }
    // Consumes the payload, so that its bytes are not kept.
    let (document, root) = try (consume payload).parsed()
    if let update = try optimisticUpdate(document, root) {
      applyingOptimism(update)
      return [ExecutedPayload(operation: operation, errors: [], retention: nil)]
    }
    // A single response is consumed, so that it is not kept while the store takes in its records.
    var executed: [ExecutedPayload] = []
    if document.isArray(root) {
      for position in document.elements(of: root) { executed += try self.take(document, position, revertingOptimism) }
    } else {
      executed = try self.take(consume document, root, revertingOptimism)
    }
    try checkGeneration()
    return executed
  }

  /// The changes of a payload that declares itself optimistic. A network may send one when it can predict the server's answer.
  private func optimisticUpdate(_ document: JSONDocument, _ root: Int) throws -> PublishQueue.OptimisticUpdate? {
    let data = document.withCursor { cursor -> Int? in
      let extensions = cursor.find("extensions", in: root)
      guard extensions >= 0 else { return nil }
      let isOptimistic = cursor.find("isOptimistic", in: extensions)
      guard isOptimistic >= 0, cursor.kind(isOptimistic) == .true else { return nil }
      return cursor.find("data", in: root)
    }
    guard let data else { return nil }
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
    var executed = try takeInline()
    // Errors of parts without a place are reported as well.
    executed += report(places.takeLostErrors() + pending.takeErrors())
    heldReceipts = []
    retention = nil
    if let failure { throw failure }
    return executed
  }

  /// A payload that consists of errors only.
  private func report(_ errors: [GraphQLError]) -> [ExecutedPayload] {
    errors.isEmpty ? [] : [ExecutedPayload(operation: operation, errors: errors, retention: retention)]
  }

  // MARK: - Kinds of payload

  private mutating func take(
    _ document: consuming JSONDocument, _ position: Int, _ revertingOptimism: () -> PublishQueue.OptimisticUpdate?
  ) throws -> [ExecutedPayload] {
    guard document.isObject(position) else { throw RelayError.malformedResponse("the response is not an object") }
    let envelope = document.withCursor { cursor in
      (
        data: cursor.find("data", in: position), path: cursor.find("path", in: position), label: cursor.find("label", in: position),
        items: cursor.find("items", in: position)
      )
    }
    let rest = document.members(of: position, except: ["data", "items", "incremental"])
    if let extensions = rest["extensions"]?.objectValue { self.extensions.merge(extensions) { $1 } }
    let isFinal = rest["hasNext"]?.boolValue == false || rest["extensions"]?["is_final"]?.boolValue == true
    if rest["hasNext"]?.boolValue == true || rest["pending"]?.arrayValue?.isEmpty == false { hasParts = true }
    var executed: [ExecutedPayload] = []
    if envelope.path >= 0 && (envelope.label >= 0 || hasData) {
      executed += try takePart(document, position)
    } else if envelope.data >= 0 || !Self.isContinuation(rest, document, position) {
      if let whole = try takeWhole(consume document, envelope.data, rest, revertingOptimism) { executed.append(whole) }
      note(rest["pending"])
      executed += try takeEarly()
    } else {
      note(rest["pending"])
      let incremental = document.withCursor { $0.find("incremental", in: position) }
      for part in incremental >= 0 ? document.elements(of: incremental) : [] where document.isObject(part) {
        executed += try takePart(document, part)
      }
      for completed in rest["completed"]?.arrayValue ?? [] { executed += try complete(completed) }
    }
    if isFinal { executed += try takeInline() }
    return executed
  }

  private static func isContinuation(_ rest: [String: JSON], _ document: JSONDocument, _ position: Int) -> Bool {
    if rest["errors"] != nil { return false }
    return rest["pending"] != nil || rest["completed"] != nil || rest["hasNext"] != nil
      || document.withCursor { $0.find("incremental", in: position) } >= 0
  }

  /// A response to the whole operation.
  private mutating func takeWhole(
    _ document: consuming JSONDocument, _ position: Int, _ rest: [String: JSON], _ revertingOptimism: () -> PublishQueue.OptimisticUpdate?
  ) throws -> ExecutedPayload? {
    var errors = GraphQLError.list(rest["errors"] ?? .null)
    guard position >= 0, document.isObject(position) else {
      if position >= 0, errors.isEmpty, rest["extensions"]?.isNull == false, document.isNull(position) {
        hasData = true
        return nil
      }
      throw RelayError.noData(operation: self.operation.definition.name, errors: errors)
    }
    let operation = self.operation.definition.kind == .subscription ? self.operation.withFreshRoot() : self.operation
    let payload = try normalizeWhole(document, position, operation, errors)
    errors = payload.errors
    hasData = true
    whole =
      payload.placeholders.isEmpty
      ? nil : ArrivedPart(document: copy document, position: position, errors: errors, index: nil, receipt: receipt)
    places.removeAll()
    pending.removeResponse()
    places.add(payload)
    _ = consume document
    // Retain before writing, so that no garbage collection runs between writing and reading.
    let retention = environment.store.retainWhileReading(operation)
    // The receiver of the payload retains it. Later parts need the records as well.
    self.retention = places.isEmpty ? nil : retention
    let queue = environment.queue
    if let optimism = revertingOptimism() { queue.revertUpdate(optimism) }
    queue.commitPayload(operation, consume payload, updater: updater, generation: generation)
    queue.run(source: operation)
    return ExecutedPayload(operation: operation, errors: errors, retention: retention)
  }

  /// Counts the payload being taken until the response is complete, because a part of it is kept.
  private mutating func holdReceipt() {
    if let receipt { heldReceipts.append(receipt) }
  }

  private mutating func note(_ pending: JSON?) {
    guard let pending = pending?.arrayValue, !pending.isEmpty else { return }
    holdReceipt()
    self.pending.add(pending)
  }

  // MARK: - Parts

  /// One part, in any form.
  private mutating func takePart(_ document: JSONDocument, _ position: Int) throws -> [ExecutedPayload] {
    hasParts = true
    let rest = document.members(of: position, except: ["data", "items"])
    let (data, items) = document.withCursor { ($0.find("data", in: position), $0.find("items", in: position)) }
    let errors = GraphQLError.list(rest["errors"] ?? .null)
    if let (id, place) = pending.place(rest["id"]) {
      if items >= 0 { return try takeItems(document, items, place, from: places.items(at: place).count, errors) }
      holdReceipt()
      let path = place.path + (rest["subPath"]?.arrayValue ?? [])
      try pending.merge(document, data, at: path, of: id, errors: errors, into: whole)
      return []
    }
    let path = rest["path"]?.arrayValue ?? []
    let label = rest["label"]?.stringValue ?? ""
    guard data >= 0, document.isObject(data) || items >= 0 || document.isNull(data) else {
      if items >= 0, let index = path.last?.intValue {
        return try takeItems(document, items, ResponsePlace(label: label, path: Array(path.dropLast())), from: index, errors)
      }
      fail(label, errors)
      return []
    }
    if let index = path.last?.intValue, isStreamed(label, path) {
      let part = ArrivedPart(document: document, position: data, errors: errors, index: index)
      return try take(part, ResponsePlace(label: label, path: Array(path.dropLast())))
    }
    guard document.isObject(data) else {
      fail(label, errors)
      return []
    }
    return try take(ArrivedPart(document: document, position: data, errors: errors, index: nil), ResponsePlace(label: label, path: path))
  }

  private func isStreamed(_ label: String, _ path: [JSON]) -> Bool {
    places[ResponsePlace(label: label, path: Array(path.dropLast()))]?.kind == .stream || label.contains("$stream$")
  }

  private mutating func takeItems(
    _ document: JSONDocument, _ items: Int, _ place: ResponsePlace, from first: Int, _ errors: [GraphQLError]
  ) throws -> [ExecutedPayload] {
    guard items >= 0, document.isArray(items) else {
      fail(place.label, errors)
      return []
    }
    var executed: [ExecutedPayload] = []
    let elements = document.elements(of: items)
    if elements.isEmpty { executed += report(errors) }
    for (offset, item) in elements.enumerated() {
      let (index, overflows) = first.addingReportingOverflow(offset)
      guard !overflows else { break }
      let part = ArrivedPart(document: document, position: item, errors: errors, index: index, repeatsErrors: offset > 0)
      executed += try take(part, place)
    }
    return executed
  }

  private mutating func take(_ part: ArrivedPart, _ place: ResponsePlace) throws -> [ExecutedPayload] {
    guard let placeholder = places[place] else {
      var part = part
      part.receipt = part.receipt ?? receipt
      places.keep(part, for: place)
      return []
    }
    var errors = part.errors
    switch placeholder.kind {
    case .defer:
      places.remove(place)
      do throws(NormalizationError) {
        let payload = try normalize(ResponsePart(part.document, at: part.position, of: operation, for: placeholder, errors: part.errors))
        errors = payload.errors
        commit(payload, of: placeholder, item: nil)
      } catch {
        fail(place.label, part.errors + error.graphQLErrors)
        return []
      }
    case .stream:
      // The bound keeps an absurd index from filling memory with empty entries.
      guard let index = part.index, index >= 0, index < 1 << 20 else {
        throw RelayError.malformedResponse("an item of \(place.label) has no index")
      }
      errors = takeItem(part, index, place, placeholder)
    }
    if part.repeatsErrors { errors.removeFirst(min(part.errors.count, errors.count)) }
    return [ExecutedPayload(operation: operation, errors: errors, retention: retention)] + (try takeEarly())
  }

  private mutating func takeEarly() throws -> [ExecutedPayload] {
    var executed: [ExecutedPayload] = []
    for (place, part) in places.takeEarly() { executed += try take(part, place) }
    return executed
  }

  /// An item of a streamed list. It is always stored; it is added to the list unless something else has changed the
  /// list.
  ///
  /// - Returns: the errors of the item.
  private mutating func takeItem(_ part: ArrivedPart, _ index: Int, _ place: ResponsePlace, _ placeholder: IncrementalPlaceholder)
    -> [GraphQLError]
  {
    let plan = operation.definition.normalization
    guard let field = placeholder.steps.first(where: { plan.steps[$0].kind == .linked }) else { return part.errors }
    let mustNotBeNull = plan.steps[field].check.itemsAreNonNull(in: 0)
    let path = placeholder.path + [.int(index)]
    do throws(NormalizationError) {
      guard part.document.isObject(part.position) else {
        if mustNotBeNull || !part.document.isNull(part.position) {
          throw .unexpectedValue(
            path: path.pathText, expected: "an object", found: part.document.isNull(part.position) ? "null" : "a value")
        }
        putNull(index, place, placeholder)
        return part.errors
      }
      return try takeObject(part, index, place, placeholder, field)
    } catch {
      // The same rule as for an item of a list that arrives in one piece.
      if mustNotBeNull {
        fail(place.label, part.errors.isEmpty ? error.graphQLErrors : part.errors)
      } else {
        putNull(index, place, placeholder)
      }
      return part.errors + error.graphQLErrors
    }
  }

  private mutating func putNull(_ index: Int, _ place: ResponsePlace, _ placeholder: IncrementalPlaceholder) {
    putItem(nil, index, place, placeholder)
    environment.queue.run(source: operation)
  }

  private mutating func takeObject(
    _ part: ArrivedPart, _ index: Int, _ place: ResponsePlace, _ placeholder: IncrementalPlaceholder, _ field: Int
  ) throws(NormalizationError) -> [GraphQLError] {
    let plan = operation.definition.normalization
    let written = places.items(at: place)
    let keys = environment.store.keys
    let (type, lease) = part.document.type(of: part.position, plan.steps[field].type, keys)
    guard type != Keys.none else { throw NormalizationError.missingTypename(path: (placeholder.path + [.int(index)]).pathText) }
    let identity = environment.configuration.identityRules.dataID(of: part.position, in: part.document, plan, type: type)
    let known = written.indices.contains(index) ? written[index] : nil
    let key = keys.name(placeholder.fieldKey)
    let dataID = identity ?? known ?? DataID.client(parent: placeholder.dataID, key: key, index: index)
    let children = (field + 1)..<max(field + 1, Int(plan.steps[field].next))
    var item = ResponsePart(part.document, at: part.position, of: operation, errors: part.errors)
    item.rootID = dataID
    item.rootType = type
    item.steps = children
    item.path = placeholder.path + [.int(index)]
    item.leases = placeholder.leases + [lease].compactMap { $0 }
    let payload = try normalize(item)
    let errors = payload.errors
    commit(payload, of: placeholder, item: (dataID, index, place))
    return errors
  }

  private mutating func putItem(
    _ dataID: String?, _ index: Int, _ place: ResponsePlace, _ placeholder: IncrementalPlaceholder
  ) {
    let written = places.items(at: place)
    let next = places.setItem(dataID, index, at: place)
    environment.queue.commitUpdate { [placeholder, generation] source in
      let transaction = source.transaction
      guard transaction.store.generation == generation else { return }
      let parent = transaction.intern(placeholder.dataID)
      let ids = next.map { $0.map { transaction.intern($0) } ?? RecordID.null }
      let expected = written.map { $0.map { transaction.intern($0) } }
      guard transaction.links(parent, placeholder.fieldKey) ?? [] == expected else { return }
      transaction.set(parent, placeholder.fieldKey, .refs(ids))
    }
  }

  private mutating func commit(
    _ payload: consuming NormalizedPayload, of placeholder: IncrementalPlaceholder,
    item: (dataID: String, index: Int, place: ResponsePlace)?
  ) {
    let queue = environment.queue
    let again = places.handles(for: placeholder.dataID)
    places.add(payload)
    queue.commitPayload(operation, consume payload, generation: generation)
    if let item { putItem(item.dataID, item.index, item.place, placeholder) }
    if let again {
      queue.commitPayload(
        operation,
        NormalizedPayload(
          records: PayloadRecords(), handles: again, placeholders: [], errors: [], rootID: operation.rootID),
        generation: generation)
    }
    queue.run(source: operation)
  }

  // MARK: - Parts that refer to pending places

  private mutating func complete(_ entry: JSON) throws -> [ExecutedPayload] {
    guard let (place, errors) = pending.remove(entry["id"]) else { return [] }
    if let failures = entry["errors"], !failures.isNull {
      places.remove(place)
      fail(place.label, GraphQLError.list(failures))
      return []
    }
    guard places[place]?.kind == .defer else {
      places.remove(place)
      return report(errors)
    }
    guard let document = try pending.part(at: place) else { return report(errors) }
    return try take(ArrivedPart(document: document, position: 0, errors: errors, index: nil), place)
  }

  private mutating func fail(_ label: String, _ errors: [GraphQLError]) {
    failure = failure ?? RelayError.noData(operation: label, errors: errors)
  }

  // MARK: - Normalizing

  /// Reads the parts from the whole response of a server that ignores `@defer` and sent everything at once.
  private mutating func takeInline() throws -> [ExecutedPayload] {
    guard let whole, !places.isEmpty else { return [] }
    if !hasParts {
      let name = operation.definition.name
      environment.log(.warning("\(name): the server sent everything at once and ignored @defer or @stream"))
    }
    self.whole = nil
    // A deferred part may contain deferred parts; those come after all parts that enclose them.
    while !places.isEmpty {
      for place in places.takeOrder() {
        guard let placeholder = places.remove(place), placeholder.kind == .defer else { continue }
        do throws(NormalizationError) {
          let payload = try normalize(
            ResponsePart(whole.document, at: placeholder.position, of: operation, for: placeholder, errors: whole.errors))
          // A server that sends parts may still inline this one. If it is incomplete in the whole response, it never arrived.
          guard !hasParts || payload.errors.count <= whole.errors.count else { continue }
          commit(payload, of: placeholder, item: nil)
        } catch {
          if !hasParts { fail(placeholder.label, whole.errors + error.graphQLErrors) }
        }
      }
    }
    return [ExecutedPayload(operation: operation, errors: [], retention: retention)]
  }

  private var normalizerOptions: Normalizer.Options {
    let configuration = environment.configuration
    return Normalizer.Options(
      isResponse: !isPartial, treatMissingFieldsAsNull: configuration.treatMissingFieldsAsNull, identity: configuration.identityRules)
  }

  /// Normalizes a whole response that must be kept afterwards.
  private func normalizeWhole(
    _ document: JSONDocument, _ position: Int, _ operation: OperationDescriptor, _ errors: [GraphQLError]
  ) throws -> NormalizedPayload {
    do throws(NormalizationError) {
      return try normalize(ResponsePart(document, at: position, of: operation, errors: errors))
    } catch {
      if case .nullInPlaceOfData = error { throw RelayError.noData(operation: self.operation.definition.name, errors: errors) }
      throw error
    }
  }

  private func normalize(_ part: ResponsePart) throws(NormalizationError) -> NormalizedPayload {
    try Normalizer.normalize(part, keys: environment.store.keys, options: normalizerOptions)
  }
}
