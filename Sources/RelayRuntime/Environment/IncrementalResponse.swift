import Foundation

/// The payloads of one execution on their way into the store.
///
/// Understands a whole response, a batch of them, and incremental delivery in three forms: Relay's flat parts (`label`, `path`, `data`),
/// parts in an `incremental` list with label and path, and parts that refer to `pending` entries by id and end with `completed`.
struct IncrementalResponse {
  /// A place that a part may still arrive for.
  private struct Place: Hashable {
    let label: String
    let path: [JSON]
  }

  /// A part of the response: an object in a document.
  private struct Part {
    let document: JSONDocument
    let position: Int
    let errors: [GraphQLError]
    /// For an item of a streamed list, its index.
    let index: Int?
    /// Whether the errors are those of several items and have been reported with the first of them.
    var repeatsErrors = false
    /// Stands for the bytes that the document was received as.
    var receipt: ReceivedBytes.Receipt?
  }

  private let operation: OperationDescriptor
  private let environment: RelayEnvironment
  private let updater: RelayEnvironment.SelectorStoreUpdater?
  /// Whether the payload being taken is not a server's answer but the app's own, which may leave fields out.
  private var isPartial = false
  private var placeholders: [Place: IncrementalPlaceholder] = [:]
  /// The places in the order in which normalizing met them; some have been filled since.
  private var order: [Place] = []
  /// Parts that came before the place they belong to.
  private var early: [Place: [Part]] = [:]
  /// What handlers did for records that parts may add to, or for the fields that link to these; done again when a part has come.
  private var handles: [ByteKey: [HandleFieldPayload]] = [:]
  /// The items of streamed lists as this execution has written them.
  private var streamed: [Place: [String?]] = [:]
  /// The places that the server refers to by id.
  private var pending: [ByteKey: Place] = [:]
  /// The whole response as far as it is known, where parts leave out what other parts have.
  private var merged: JSON?
  private var lateErrors: [ByteKey: [GraphQLError]] = [:]
  /// The last whole response.
  private var whole: Part?
  private var failure: RelayError?
  /// That of the payload being taken, and of those of which something is kept until the response is complete.
  private var receipt: ReceivedBytes.Receipt?
  private var heldReceipts: [ReceivedBytes.Receipt] = []
  /// Whether the server delivers the response in parts.
  private var hasParts = false
  /// Keeps what has arrived while more is to come.
  private var retention: Disposable?
  /// Whether a whole response has been taken in, or the server said that there is none to take.
  private(set) var hasData = false

  /// The generation of the store that the payloads are for.
  private let generation: Int
  private var extensions: [String: JSON] = [:]

  /// - Parameters:
  ///   - updater: what is done after each whole response.
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

  /// - Throws: ``RelayError/storeCleared`` where nothing more of the response is written.
  private func checkGeneration() throws {
    if self.environment.store.generation != self.generation { throw RelayError.storeCleared }
  }

  /// Writes one payload to the store and tells subscribers.
  /// - Parameters:
  ///   - applyingOptimism: given the changes of a payload that is itself optimistic (`extensions.isOptimistic`), applies them until the next
  ///     payload comes, unless other optimistic changes of the operation are in force.
  ///   - revertingOptimism: hands out the optimistic changes that this payload replaces.
  /// - Throws: ``RelayError`` for what is no response or has no data.
  mutating func take(
    _ payload: consuming NetworkPayload, applyingOptimism: (PublishQueue.OptimisticUpdate) -> Void = { _ in },
    revertingOptimism: () -> PublishQueue.OptimisticUpdate?
  ) throws -> [ExecutedPayload] {
    try self.checkGeneration()
    self.isPartial = payload.isPartial
    self.receipt = payload.receipt
    defer { self.receipt = nil }
    // What was received is not kept either.
    let document: JSONDocument
    do {
      document = try JSONDocument((consume payload).data)
    } catch {
      throw RelayError.malformedResponse("\(error)")
    }
    let isBatch = document.withCursor { $0.kind(0) == .array }
    if let update = try self.optimisticUpdate(document) {
      applyingOptimism(update)
      return [ExecutedPayload(operation: self.operation, errors: [], retention: nil)]
    }
    // A response alone is not kept while the store takes its records in.
    var executed: [ExecutedPayload] = []
    if isBatch {
      for position in document.elements(of: 0) { executed += try self.take(document, position, revertingOptimism) }
    } else {
      executed = try self.take(consume document, 0, revertingOptimism)
    }
    try self.checkGeneration()
    return executed
  }

  /// The changes of a payload that says itself that it is a guess, such as a network sends that knows the answer before its server.
  private func optimisticUpdate(_ document: JSONDocument) throws -> PublishQueue.OptimisticUpdate? {
    let data = document.withCursor { cursor -> Int? in
      let extensions = cursor.find("extensions", in: 0)
      guard extensions >= 0 else { return nil }
      let isOptimistic = cursor.find("isOptimistic", in: extensions)
      guard isOptimistic >= 0, cursor.kind(isOptimistic) == .true else { return nil }
      return cursor.find("data", in: 0)
    }
    guard let data else { return nil }
    guard !self.hasData, data >= 0, document.isObject(data) else {
      throw RelayError.malformedResponse("an optimistic payload has data, and comes before the server's")
    }
    let payload = try Normalizer.normalize(
      document, at: data, operation: self.operation, keys: self.environment.store.keys, rootID: self.operation.rootID,
      options: Normalizer.Options(leavesPlaceholders: false, identity: self.environment.configuration.identityRules))
    return PublishQueue.OptimisticUpdate(.payload(.init(operation: self.operation, payload: payload, updater: nil)))
  }

  /// The `extensions` of the responses that have been taken since the last call, those included that were errors.
  mutating func takeExtensions() -> [String: JSON] {
    defer { self.extensions = [:] }
    return self.extensions
  }

  /// Ends the response: what the server was expected to send later is taken from the whole response, if it is there.
  mutating func finish() throws -> [ExecutedPayload] {
    try self.checkGeneration()
    var executed = try self.takeInline()
    // Errors of parts that have no place to go are reported all the same.
    let places = self.early.sorted { $0.value[0].errors.first?.message ?? "" < $1.value[0].errors.first?.message ?? "" }
    let lost = places.flatMap { $0.value.flatMap { $0.repeatsErrors ? [] : $0.errors } }
    executed += self.report(lost + self.lateErrors.sorted { $0.key.text < $1.key.text }.flatMap(\.value))
    self.early = [:]
    self.lateErrors = [:]
    self.heldReceipts = []
    self.retention = nil
    if let failure { throw failure }
    return executed
  }

  /// A payload that brings nothing but errors.
  private func report(_ errors: [GraphQLError]) -> [ExecutedPayload] {
    errors.isEmpty ? [] : [ExecutedPayload(operation: self.operation, errors: errors, retention: self.retention)]
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
    if rest["hasNext"]?.boolValue == true || rest["pending"]?.arrayValue?.isEmpty == false { self.hasParts = true }
    var executed: [ExecutedPayload] = []
    if envelope.path >= 0 && (envelope.label >= 0 || self.hasData) {
      executed += try self.takePart(document, position)
    } else if envelope.data >= 0 || !Self.isContinuation(rest, document, position) {
      if let whole = try self.takeWhole(consume document, envelope.data, rest, revertingOptimism) { executed.append(whole) }
      self.note(rest["pending"])
      executed += try self.takeEarly()
    } else {
      self.note(rest["pending"])
      let incremental = document.withCursor { $0.find("incremental", in: position) }
      for part in incremental >= 0 ? document.elements(of: incremental) : [] where document.isObject(part) {
        executed += try self.takePart(document, part)
      }
      for completed in rest["completed"]?.arrayValue ?? [] { executed += try self.complete(completed) }
    }
    if isFinal { executed += try self.takeInline() }
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
        self.hasData = true
        return nil
      }
      throw RelayError.noData(operation: self.operation.definition.name, errors: errors)
    }
    let operation = self.operation.definition.kind == .subscription ? self.operation.withFreshRoot() : self.operation
    let payload = try self.normalizeWhole(document, position, operation, errors)
    errors = payload.errors
    self.hasData = true
    self.whole =
      payload.placeholders.isEmpty
      ? nil : Part(document: copy document, position: position, errors: errors, index: nil, receipt: self.receipt)
    self.placeholders = [:]
    self.order = []
    self.streamed = [:]
    self.merged = nil
    self.handles = [:]
    self.addPlaceholders(of: payload)
    _ = consume document
    // From before it is written, so that no collection comes between writing and reading.
    let retention = self.environment.store.retainWhileReading(operation)
    // Who takes the payload holds it. Parts that come later need the records too.
    self.retention = self.placeholders.isEmpty ? nil : retention
    let queue = self.environment.queue
    if let optimism = revertingOptimism() { queue.revertUpdate(optimism) }
    queue.commitPayload(operation, consume payload, updater: self.updater, generation: self.generation)
    queue.run(source: operation)
    return ExecutedPayload(operation: operation, errors: errors, retention: retention)
  }

  private mutating func addPlaceholders(of payload: NormalizedPayload) {
    guard !payload.placeholders.isEmpty else { return }
    var handles: [ByteKey: [HandleFieldPayload]] = [:]
    for handle in payload.handles {
      handles[ByteKey(handle.dataID), default: []].append(handle)
      // A part of a connection belongs to the record that the handled field links to.
      handles[ByteKey(DataID.client(parent: handle.dataID, key: handle.fieldKey)), default: []].append(handle)
    }
    for placeholder in payload.placeholders {
      let place = Place(label: placeholder.label, path: placeholder.path)
      self.placeholders[place] = placeholder
      self.order.append(place)
      let record = ByteKey(placeholder.dataID)
      for handle in handles.removeValue(forKey: record) ?? [] {
        if self.handles[record]?.contains(handle) ?? false { continue }
        self.handles[record, default: []].append(handle)
      }
      if placeholder.kind == .stream { self.streamed[place] = payload.records.links(of: placeholder.dataID, placeholder.fieldKey) }
    }
  }

  /// Counts the payload being taken until the response is complete, because something of it is kept.
  private mutating func holdReceipt() {
    if let receipt { self.heldReceipts.append(receipt) }
  }

  private mutating func note(_ pending: JSON?) {
    guard let pending = pending?.arrayValue, !pending.isEmpty else { return }
    self.holdReceipt()
    for entry in pending {
      guard let id = entry["id"]?.idText else { continue }
      self.pending[ByteKey(id)] = Place(label: entry["label"]?.stringValue ?? "", path: entry["path"]?.arrayValue ?? [])
    }
  }

  // MARK: - Parts

  /// One part, in any of the forms.
  private mutating func takePart(_ document: JSONDocument, _ position: Int) throws -> [ExecutedPayload] {
    self.hasParts = true
    let rest = document.members(of: position, except: ["data", "items"])
    let (data, items) = document.withCursor { ($0.find("data", in: position), $0.find("items", in: position)) }
    let errors = GraphQLError.list(rest["errors"] ?? .null)
    if let id = rest["id"]?.idText.map({ ByteKey($0) }), let place = self.pending[id] {
      if items >= 0 { return try self.takeItems(document, items, place, from: self.streamed[place]?.count ?? 0, errors) }
      self.holdReceipt()
      try self.merge(document, data, at: place.path + (rest["subPath"]?.arrayValue ?? []))
      self.lateErrors[id, default: []] += errors
      return []
    }
    let path = rest["path"]?.arrayValue ?? []
    let label = rest["label"]?.stringValue ?? ""
    guard data >= 0, document.isObject(data) || items >= 0 || document.isNull(data) else {
      if items >= 0, let index = path.last?.intValue {
        return try self.takeItems(document, items, Place(label: label, path: Array(path.dropLast())), from: index, errors)
      }
      self.fail(label, errors)
      return []
    }
    if let index = path.last?.intValue, self.isStreamed(label, path) {
      let part = Part(document: document, position: data, errors: errors, index: index)
      return try self.take(part, Place(label: label, path: Array(path.dropLast())))
    }
    guard document.isObject(data) else {
      self.fail(label, errors)
      return []
    }
    return try self.take(Part(document: document, position: data, errors: errors, index: nil), Place(label: label, path: path))
  }

  private func isStreamed(_ label: String, _ path: [JSON]) -> Bool {
    self.placeholders[Place(label: label, path: Array(path.dropLast()))]?.kind == .stream || label.contains("$stream$")
  }

  private mutating func takeItems(
    _ document: JSONDocument, _ items: Int, _ place: Place, from first: Int, _ errors: [GraphQLError]
  ) throws -> [ExecutedPayload] {
    guard items >= 0, document.isArray(items) else {
      self.fail(place.label, errors)
      return []
    }
    var executed: [ExecutedPayload] = []
    let elements = document.elements(of: items)
    if elements.isEmpty { executed += self.report(errors) }
    for (offset, item) in elements.enumerated() {
      let (index, overflows) = first.addingReportingOverflow(offset)
      guard !overflows else { break }
      let part = Part(document: document, position: item, errors: errors, index: index, repeatsErrors: offset > 0)
      executed += try self.take(part, place)
    }
    return executed
  }

  private mutating func take(_ part: Part, _ place: Place) throws -> [ExecutedPayload] {
    guard let placeholder = self.placeholders[place] else {
      var part = part
      part.receipt = part.receipt ?? self.receipt
      self.early[place, default: []].append(part)
      return []
    }
    var errors = part.errors
    switch placeholder.kind {
    case .defer:
      self.placeholders[place] = nil
      do throws(NormalizationError) {
        let payload = try self.normalize(
          part.document, part.position, self.operation, placeholder.dataID, placeholder, path: placeholder.path, errors: part.errors)
        errors = payload.errors
        self.commit(payload, of: placeholder, item: nil)
      } catch {
        self.fail(place.label, part.errors + error.graphQLErrors)
        return []
      }
    case .stream:
      // The bound keeps an absurd index from filling memory with gaps.
      guard let index = part.index, index >= 0, index < 1 << 20 else {
        throw RelayError.malformedResponse("an item of \(place.label) has no index")
      }
      errors = self.takeItem(part, index, place, placeholder)
    }
    if part.repeatsErrors { errors.removeFirst(min(part.errors.count, errors.count)) }
    return [ExecutedPayload(operation: self.operation, errors: errors, retention: self.retention)] + (try self.takeEarly())
  }

  private mutating func takeEarly() throws -> [ExecutedPayload] {
    var executed: [ExecutedPayload] = []
    for place in Array(self.early.keys) where self.placeholders[place] != nil {
      for part in self.early.removeValue(forKey: place) ?? [] { executed += try self.take(part, place) }
    }
    return executed
  }

  /// An item of a streamed list: it is always stored, and put into the list unless someone else has changed that.
  ///
  /// - Returns: the errors of the item.
  private mutating func takeItem(_ part: Part, _ index: Int, _ place: Place, _ placeholder: IncrementalPlaceholder) -> [GraphQLError] {
    let plan = self.operation.definition.normalization
    guard let field = placeholder.steps.first(where: { plan.steps[$0].kind == .linked }) else { return part.errors }
    let mustNotBeNull = plan.steps[field].check.itemsAreNonNull(in: 0)
    let path = placeholder.path + [.int(index)]
    do throws(NormalizationError) {
      guard part.document.isObject(part.position) else {
        if mustNotBeNull || !part.document.isNull(part.position) {
          throw .unexpectedValue(
            path: path.pathText, expected: "an object", found: part.document.isNull(part.position) ? "null" : "a value")
        }
        self.putNull(index, place, placeholder)
        return part.errors
      }
      return try self.takeObject(part, index, place, placeholder, field)
    } catch {
      // The same rule as for an item of a list that comes at once.
      if mustNotBeNull {
        self.fail(place.label, part.errors.isEmpty ? error.graphQLErrors : part.errors)
      } else {
        self.putNull(index, place, placeholder)
      }
      return part.errors + error.graphQLErrors
    }
  }

  private mutating func putNull(_ index: Int, _ place: Place, _ placeholder: IncrementalPlaceholder) {
    self.putItem(nil, index, self.streamed[place] ?? [], place, placeholder)
    self.environment.queue.run(source: self.operation)
  }

  private mutating func takeObject(
    _ part: Part, _ index: Int, _ place: Place, _ placeholder: IncrementalPlaceholder, _ field: Int
  ) throws(NormalizationError) -> [GraphQLError] {
    let plan = self.operation.definition.normalization
    let written = self.streamed[place] ?? []
    let keys = self.environment.store.keys
    let (type, lease) = part.document.type(of: part.position, plan.steps[field].type, keys)
    guard type != Keys.none else { throw NormalizationError.missingTypename(path: (placeholder.path + [.int(index)]).pathText) }
    let identity = self.environment.configuration.identityRules.dataID(of: part.position, in: part.document, plan, type: type)
    let known = written.indices.contains(index) ? written[index] : nil
    let key = keys.name(placeholder.fieldKey)
    let dataID = identity ?? known ?? DataID.client(parent: placeholder.dataID, key: key, index: index)
    let children = (field + 1)..<max(field + 1, Int(plan.steps[field].next))
    let payload = try Normalizer.normalize(
      part.document, at: part.position, operation: self.operation, keys: keys, rootID: dataID, rootType: type, steps: children,
      path: placeholder.path + [.int(index)], errors: part.errors, leases: placeholder.leases + [lease].compactMap { $0 },
      options: self.normalizerOptions)
    let errors = payload.errors
    self.commit(payload, of: placeholder, item: (dataID, index, written, place))
    return errors
  }

  private mutating func putItem(
    _ dataID: String?, _ index: Int, _ written: [String?], _ place: Place, _ placeholder: IncrementalPlaceholder
  ) {
    var items = written
    while items.count <= index { items.append(nil) }
    items[index] = dataID
    let next = items
    self.streamed[place] = next
    self.environment.queue.commitUpdate { [placeholder, generation] source in
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
    item: (dataID: String, index: Int, written: [String?], place: Place)?
  ) {
    let queue = self.environment.queue
    let again = self.handles[ByteKey(placeholder.dataID)]
    self.addPlaceholders(of: payload)
    queue.commitPayload(self.operation, consume payload, generation: self.generation)
    if let item { self.putItem(item.dataID, item.index, item.written, item.place, placeholder) }
    if let again {
      queue.commitPayload(
        self.operation,
        NormalizedPayload(
          records: PayloadRecords(), handles: again, placeholders: [], errors: [], rootID: self.operation.rootID),
        generation: self.generation)
    }
    queue.run(source: self.operation)
  }

  // MARK: - Parts that refer to pending places

  private mutating func merge(_ document: JSONDocument, _ position: Int, at path: [JSON]) throws {
    // Together the parts must not nest deeper than a whole response.
    let depth = position < 0 ? 0 : document.withCursor { $0.depth(position) }
    guard path.count + depth <= JSONTape.maximumDepth else { throw RelayError.malformedResponse("its parts are nested too deep") }
    if self.merged == nil, let whole { self.merged = whole.document.value(at: whole.position) }
    var merged = self.merged ?? .object([:])
    self.merged = nil
    merged.merge(document.value(at: position), at: path[...])
    self.merged = merged
  }

  private mutating func complete(_ entry: JSON) throws -> [ExecutedPayload] {
    guard let id = entry["id"]?.idText.map({ ByteKey($0) }), let place = self.pending.removeValue(forKey: id) else { return [] }
    let errors = self.lateErrors.removeValue(forKey: id) ?? []
    if let failures = entry["errors"], !failures.isNull {
      self.placeholders[place] = nil
      self.fail(place.label, GraphQLError.list(failures))
      return []
    }
    guard self.placeholders[place]?.kind == .defer else {
      self.placeholders[place] = nil
      return self.report(errors)
    }
    guard let data = self.merged?.value(at: place.path[...]), case .object = data else { return self.report(errors) }
    let document: JSONDocument
    do {
      document = try JSONDocument(data.data)
    } catch {
      throw RelayError.malformedResponse("\(error)")
    }
    return try self.take(Part(document: document, position: 0, errors: errors, index: nil), place)
  }

  private mutating func fail(_ label: String, _ errors: [GraphQLError]) {
    self.failure = self.failure ?? RelayError.noData(operation: label, errors: errors)
  }

  // MARK: - Normalizing

  /// What a server that does not know `@defer` has sent all at once.
  private mutating func takeInline() throws -> [ExecutedPayload] {
    guard let whole, !self.placeholders.isEmpty else { return [] }
    if !self.hasParts {
      let name = self.operation.definition.name
      self.environment.log(.warning("\(name): the server sent everything at once and ignored @defer or @stream"))
    }
    self.whole = nil
    // A deferred part may have deferred parts of its own, which come after all parts around it.
    while !self.placeholders.isEmpty {
      let places = self.order
      self.order = []
      for place in places {
        guard let placeholder = self.placeholders.removeValue(forKey: place), placeholder.kind == .defer else { continue }
        do throws(NormalizationError) {
          let payload = try self.normalize(
            whole.document, placeholder.position, self.operation, placeholder.dataID, placeholder, path: placeholder.path,
            errors: whole.errors)
          // A server that sends parts may have put this one into the whole; what is not there in full never came.
          guard !self.hasParts || payload.errors.count <= whole.errors.count else { continue }
          self.commit(payload, of: placeholder, item: nil)
        } catch {
          if !self.hasParts { self.fail(placeholder.label, whole.errors + error.graphQLErrors) }
        }
      }
    }
    return [ExecutedPayload(operation: self.operation, errors: [], retention: self.retention)]
  }

  private var normalizerOptions: Normalizer.Options {
    let configuration = self.environment.configuration
    return Normalizer.Options(
      isResponse: !self.isPartial, treatMissingFieldsAsNull: configuration.treatMissingFieldsAsNull, identity: configuration.identityRules)
  }

  /// Normalizes a whole response, of which something has to be left.
  private func normalizeWhole(
    _ document: JSONDocument, _ position: Int, _ operation: OperationDescriptor, _ errors: [GraphQLError]
  ) throws -> NormalizedPayload {
    do throws(NormalizationError) {
      return try self.normalize(document, position, operation, operation.rootID, errors: errors)
    } catch {
      if case .nullInPlaceOfData = error { throw RelayError.noData(operation: self.operation.definition.name, errors: errors) }
      throw error
    }
  }

  private func normalize(
    _ document: JSONDocument, _ position: Int, _ operation: OperationDescriptor, _ rootID: String,
    _ placeholder: IncrementalPlaceholder? = nil, path: [JSON] = [], errors: [GraphQLError]
  ) throws(NormalizationError) -> NormalizedPayload {
    try Normalizer.normalize(
      document, at: position, operation: operation, keys: self.environment.store.keys, rootID: rootID,
      rootType: placeholder?.type ?? Keys.rootType, steps: placeholder?.steps, path: path, errors: errors,
      leases: placeholder?.leases ?? [], options: self.normalizerOptions)
  }
}
