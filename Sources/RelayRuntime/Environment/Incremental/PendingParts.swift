/// The parts that a server announces in `pending` and refers to by id, with what it has sent for them so far.
///
/// Such a part omits the fields that another part contains. So everything that arrives is merged into the whole response, and a part is
/// taken from there when the server says that it is complete.
struct PendingParts {
  private var places: [ByteKey: ResponsePlace] = [:]
  /// The whole response as known so far; `nil` until a part is merged into it.
  private var merged: JSON?
  /// The errors of parts that are not complete.
  private var errors: [ByteKey: [GraphQLError]] = [:]

  /// Begins a new response.
  mutating func removeResponse() { merged = nil }

  /// Records what the server announces.
  mutating func add(_ pending: [JSON]) {
    for entry in pending {
      guard let id = entry["id"]?.idText else { continue }
      places[ByteKey(id)] = ResponsePlace(label: entry["label"]?.stringValue ?? "", path: entry["path"]?.arrayValue ?? [])
    }
  }

  /// The place that an id stands for.
  func place(_ id: JSON?) -> (id: ByteKey, place: ResponsePlace)? {
    guard let id = id?.idText.map({ ByteKey($0) }), let place = places[id] else { return nil }
    return (id, place)
  }

  /// Removes the place that an id stands for, and returns it with the errors that arrived for it.
  mutating func remove(_ id: JSON?) -> (place: ResponsePlace, errors: [GraphQLError])? {
    guard let id = id?.idText.map({ ByteKey($0) }), let place = places.removeValue(forKey: id) else { return nil }
    return (place, errors.removeValue(forKey: id) ?? [])
  }

  /// Merges what has arrived into the whole response.
  ///
  /// - Parameters:
  ///   - position: the position of the object in its document; negative if there is none.
  ///   - path: where it belongs in the response.
  ///   - whole: the first response.
  /// - Throws: ``RelayError/malformedResponse(_:)`` if the parts together nest deeper than a whole response may.
  mutating func merge(
    _ document: JSONDocument, _ position: Int, at path: [JSON], of id: ByteKey, errors: [GraphQLError], into whole: ArrivedPart?
  ) throws {
    let depth = position < 0 ? 0 : document.withCursor { $0.depth(position) }
    guard path.count + depth <= JSONTape.maximumDepth else { throw RelayError.malformedResponse("its parts are nested too deeply") }
    if self.merged == nil, let whole { self.merged = whole.document.value(at: whole.position) }
    var merged = self.merged ?? .object([:])
    self.merged = nil
    merged.merge(document.value(at: position), at: path[...])
    self.merged = merged
    self.errors[id, default: []] += errors
  }

  /// The object at `place` in the whole response, as a document of its own; `nil` if there is no object.
  /// - Throws: ``RelayError/malformedResponse(_:)``.
  func part(at place: ResponsePlace) throws -> JSONDocument? {
    guard let data = merged?.value(at: place.path[...]), case .object = data else { return nil }
    do {
      return try JSONDocument(data)
    } catch {
      throw RelayError.malformedResponse("\(error)")
    }
  }

  /// The errors of the parts that were never completed.
  mutating func takeErrors() -> [GraphQLError] {
    defer { errors = [:] }
    return errors.sorted { $0.key.text < $1.key.text }.flatMap(\.value)
  }
}
