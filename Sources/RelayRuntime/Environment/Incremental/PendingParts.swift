/// The form in which the server announces parts in `pending`, refers to them by id, and says in `completed` that they have arrived.
///
/// Such a part omits the fields that another part contains. So everything that arrives is merged into the whole response, and a part is
/// taken from there when the server says that it is complete.
struct PendingParts {
  /// A part that the server has announced.
  private struct Announced {
    let place: ResponsePlace
    /// How many were announced before it.
    let number: Int
    /// Whether the operation has all response keys of the path. Otherwise nothing in it can have a place.
    let isInOperation: Bool
    /// The errors that have arrived for it.
    var errors: [GraphQLError] = []
  }

  /// What a completed part is.
  struct Completed {
    let place: ResponsePlace
    /// The errors that arrived before.
    let errors: [GraphQLError]
    /// The reason why the server could not deliver it; nil if it has.
    let failures: [GraphQLError]?
  }

  private var announced = [ByteKey: Announced]()
  /// How many parts have been announced.
  private var count = 0
  /// The whole response as known so far; `nil` until a part is merged into it.
  private var merged: MergedResponse?
  /// The response keys of the operation, once the server has announced parts.
  private var responseKeys: Set<ByteKey>?
  private let plan: NormalizationPlan
  /// Whether parts are deferred within the items of streamed lists, so that the items are merged as well.
  let mergesItems: Bool

  init(_ plan: NormalizationPlan) {
    self.plan = plan
    mergesItems =
      !plan.labels.isEmpty
      && plan.steps.indices.contains { index in
        plan.steps[index].kind == .stream && plan.steps[index..<Int(plan.steps[index].next)].contains { $0.kind == .defer }
      }
  }

  /// Begins a new response.
  mutating func removeResponse() { merged = nil }

  /// Records what the server announces.
  mutating func add(_ pending: [JSON]) {
    for entry in pending {
      guard let id = entry["id"]?.idText.map({ ByteKey($0) }) else { continue }
      let place = ResponsePlace(label: entry["label"]?.stringValue ?? "", path: entry["path"]?.arrayValue ?? [])
      let errors = announced[id]?.errors ?? []
      announced[id] = Announced(place: place, number: count, isInOperation: isInOperation(place.path), errors: errors)
      count += 1
    }
  }

  /// A part with one of these paths is looked up without hashing names that only the server knows.
  private mutating func isInOperation(_ path: [JSON]) -> Bool {
    let keys = responseKeys ?? Set(plan.responseKeys.map { ByteKey($0) })
    responseKeys = keys
    return path.count <= JSONTape.maximumDepth && path.allSatisfy { $0.stringValue.map { keys.contains(ByteKey($0)) } ?? true }
  }

  /// The id that a part has, if the server has announced it.
  func id(of envelope: ResponseEnvelope, in document: JSONDocument) -> ByteKey? {
    guard envelope.has(.id), let id = envelope.value(.id, in: document).idText.map({ ByteKey($0) }) else { return nil }
    return announced[id] == nil ? nil : id
  }

  /// Reads a part with an announced id: fields are merged into the whole response, and so are items to which parts may add.
  ///
  /// - Parameter whole: the first response, as a position in a document.
  /// - Returns: items, which can be placed at once; nil for fields.
  /// - Throws: ``RelayError/malformedResponse(_:)`` if the parts together nest deeper than a whole response may.
  mutating func read(
    _ envelope: ResponseEnvelope, of id: ByteKey, in document: JSONDocument, whole: (document: JSONDocument, position: Int)?
  ) throws -> LabelledParts.Arrival? {
    guard let part = announced[id] else { return nil }
    let errors = envelope.errors(in: document)
    guard envelope.has(.items) else {
      try merge(document, envelope[.data], part, envelope.value(.subPath, in: document).arrayValue ?? [], into: whole)
      announced[id]?.errors += errors
      return nil
    }
    guard document.isArray(envelope[.items]) else { return .failure(label: part.place.label, errors: errors) }
    let items = envelope.elements(.items, in: document)
    if mergesItems, part.isInOperation {
      var merged = self.merged.take() ?? MergedResponse(whole)
      merged.append(document, items, at: part.place.path)
      self.merged = merged
    }
    return .part(IncrementalPart(part.place, .items(items, from: nil), in: document, errors: errors))
  }

  private mutating func merge(
    _ document: JSONDocument, _ position: Int, _ part: Announced, _ subPath: [JSON], into whole: (document: JSONDocument, position: Int)?
  ) throws {
    let depth = position < 0 ? 0 : document.withCursor { $0.depth(position) }
    guard part.place.path.count + subPath.count + depth <= JSONTape.maximumDepth else {
      throw RelayError.malformedResponse("its parts are nested too deeply")
    }
    guard part.isInOperation else { return }
    var merged = self.merged.take() ?? MergedResponse(whole)
    merged.merge(document, position, at: part.place.path, subPath)
    self.merged = merged
  }

  /// Reads an entry of `completed`; nil if the server has not announced its id.
  mutating func complete(_ entry: JSON) -> Completed? {
    guard let id = entry["id"]?.idText.map({ ByteKey($0) }), let part = announced.removeValue(forKey: id) else { return nil }
    let failures = entry["errors"].flatMap { $0.isNull ? nil : GraphQLError.list($0) }
    return Completed(place: part.place, errors: part.errors, failures: failures)
  }

  /// The fields at `place` in the whole response; `nil` if there is no object.
  /// - Throws: ``RelayError/malformedResponse(_:)``.
  mutating func fields(at place: ResponsePlace, errors: [GraphQLError]) throws -> IncrementalPart? {
    guard let text = merged?.object(at: place.path) else { return nil }
    do {
      return IncrementalPart(place, .fields(0), in: try JSONDocument(text), errors: errors)
    } catch {
      throw RelayError.malformedResponse("\(error)")
    }
  }

  /// The errors of the parts that were never completed.
  mutating func takeErrors() -> [GraphQLError] {
    defer { announced.removeAll() }
    return Array(announced.values).ascending { $0.number }.flatMap(\.errors)
  }
}
