/// A place in a response at which a part may arrive later.
struct ResponsePlace: Hashable {
  let label: String
  let path: [JSON]
}

/// A part of a response that has arrived: an object in a document.
struct ArrivedPart {
  let document: JSONDocument
  let position: Int
  let errors: [GraphQLError]
  /// The index, for an item of a streamed list.
  let index: Int?
  /// Whether the part's errors belong to several items and have been reported with the first of them.
  var repeatsErrors = false
  /// Accounts for the bytes of the document.
  var receipt: ReceivedBytes.Receipt?
}

/// The places of a response at which parts are expected, and what is known about each.
struct ResponsePlaces {
  private var placeholders: [ResponsePlace: IncrementalPlaceholder] = [:]
  /// The places in the order in which normalizing met them. Some may have been filled since.
  private var order: [ResponsePlace] = []
  /// Parts that arrived before their place was known.
  private var early: [ResponsePlace: [ArrivedPart]] = [:]
  /// What handlers did for records to which parts may add, or for fields that link to such records. It is repeated when a part arrives.
  private var handles: [ByteKey: [HandleFieldPayload]] = [:]
  /// The items of streamed lists as written by this execution.
  private var items: [ResponsePlace: [String?]] = [:]

  /// Whether no part is expected.
  var isEmpty: Bool { placeholders.isEmpty }

  subscript(place: ResponsePlace) -> IncrementalPlaceholder? { placeholders[place] }

  /// Begins a new response. Early parts still wait for their places.
  mutating func removeAll() {
    placeholders = [:]
    order = []
    items = [:]
    handles = [:]
  }

  /// Stops expecting parts at a place.
  @discardableResult
  mutating func remove(_ place: ResponsePlace) -> IncrementalPlaceholder? { placeholders.removeValue(forKey: place) }

  /// The places that normalizing has met since the last call, in order.
  mutating func takeOrder() -> [ResponsePlace] {
    defer { order = [] }
    return order
  }

  /// Records the places that a normalized payload leaves open.
  mutating func add(_ payload: borrowing NormalizedPayload) {
    guard !payload.placeholders.isEmpty else { return }
    var handles: [ByteKey: [HandleFieldPayload]] = [:]
    for handle in payload.handles {
      handles[ByteKey(handle.dataID), default: []].append(handle)
      // A part of a connection belongs to the record that the handled field links to.
      handles[ByteKey(DataID.client(parent: handle.dataID, key: handle.fieldKey)), default: []].append(handle)
    }
    for placeholder in payload.placeholders {
      let place = ResponsePlace(label: placeholder.label, path: placeholder.path)
      placeholders[place] = placeholder
      order.append(place)
      let record = ByteKey(placeholder.dataID)
      for handle in handles.removeValue(forKey: record) ?? [] {
        if self.handles[record]?.contains(handle) ?? false { continue }
        self.handles[record, default: []].append(handle)
      }
      if placeholder.kind == .stream { items[place] = payload.records.links(of: placeholder.dataID, placeholder.fieldKey) }
    }
  }

  /// What handlers have to repeat after a part has added to a record.
  func handles(for dataID: String) -> [HandleFieldPayload]? { handles[ByteKey(dataID)] }

  // MARK: Early parts

  /// Keeps a part until its place is known.
  mutating func keep(_ part: ArrivedPart, for place: ResponsePlace) { early[place, default: []].append(part) }

  /// The parts whose places have become known.
  mutating func takeEarly() -> [(place: ResponsePlace, part: ArrivedPart)] {
    var found: [(place: ResponsePlace, part: ArrivedPart)] = []
    for place in Array(early.keys) where placeholders[place] != nil {
      found += (early.removeValue(forKey: place) ?? []).map { (place, $0) }
    }
    return found
  }

  /// The errors of the parts whose place never became known, each once.
  mutating func takeLostErrors() -> [GraphQLError] {
    let lost = early.sorted { $0.value[0].errors.first?.message ?? "" < $1.value[0].errors.first?.message ?? "" }
    early = [:]
    return lost.flatMap { $0.value.flatMap { $0.repeatsErrors ? [] : $0.errors } }
  }

  // MARK: Streamed lists

  /// The identities of a streamed list's items written so far.
  func items(at place: ResponsePlace) -> [String?] { items[place] ?? [] }

  /// Records an item that is about to be written.
  ///
  /// - Returns: the items of the list, including the new one.
  mutating func setItem(_ dataID: String?, _ index: Int, at place: ResponsePlace) -> [String?] {
    var items = items(at: place)
    while items.count <= index { items.append(nil) }
    items[index] = dataID
    self.items[place] = items
    return items
  }
}
