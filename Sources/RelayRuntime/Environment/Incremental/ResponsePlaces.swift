/// The places of a response at which parts are expected, and what is known about each.
struct ResponsePlaces {
  /// The parts that arrived before a place was known.
  private struct Early {
    /// How many other places had early parts before.
    let number: Int
    /// Nil for parts that have been taken.
    private var parts: [IncrementalPart?] = []
    private var taken = 0

    init(number: Int) { self.number = number }

    var isEmpty: Bool { taken == parts.count }
    var errors: [GraphQLError] { parts.flatMap { $0?.errors ?? [] } }

    mutating func append(_ part: IncrementalPart) { parts.append(part) }

    /// Takes the parts that a place has room for: one of a deferred fragment, all of a list.
    mutating func take(for kind: IncrementalPlaceholder.Kind) -> [IncrementalPart] {
      let end = kind == .defer ? min(taken + 1, parts.count) : parts.count
      var found: [IncrementalPart] = []
      for index in taken..<end {
        if let part = parts[index].take() { found.append(part) }
      }
      taken = end
      return found
    }
  }

  /// A field of a record.
  private struct Field: Hashable {
    let dataID: ByteKey
    let key: KeyID
  }

  /// The largest number of gaps in the streamed lists of one response. Items may arrive out of order, but an index alone must not cost
  /// memory.
  static let maximumGaps = 1000

  private var placeholders = [ResponsePlace: IncrementalPlaceholder]()
  /// The places in the order in which normalizing met them. Some may have been filled since.
  private var order: [ResponsePlace] = []
  private var early = [ResponsePlace: Early]()
  private var earlyCount = 0
  /// Early parts whose places have become known.
  private var ready: [IncrementalPart] = []
  /// What handlers did for records to which parts may add, or for fields that link to such records. It is repeated when a part arrives.
  private var handles = [ByteKey: [HandleFieldPayload]]()
  private var lists = [ResponsePlace: StreamedList]()
  /// The streamed edges of connections, by their paths.
  private var edges = [ResponsePlace: StreamedList]()
  /// The key of the edges of a connection.
  private let edgesKey: KeyID
  /// The number of gaps in the lists.
  private var gaps = 0
  /// Keeps the names of the placeholders' types and fields.
  private var leases: [KeyLease] = []

  init(edgesKey: KeyID) { self.edgesKey = edgesKey }

  /// Whether no part is expected.
  var isEmpty: Bool { placeholders.isEmpty }

  subscript(place: ResponsePlace) -> IncrementalPlaceholder? { placeholders[place] }

  /// Begins a new response. Early parts still wait for their places.
  mutating func removeAll() {
    placeholders.removeAll()
    order = []
    lists.removeAll()
    edges.removeAll()
    gaps = 0
    handles.removeAll()
    leases = []
  }

  /// Stops expecting parts at a place.
  @discardableResult
  mutating func remove(_ place: ResponsePlace) -> IncrementalPlaceholder? { placeholders.removeValue(forKey: place) }

  /// The places that normalizing has met since the last call, in order.
  mutating func takeOrder() -> [ResponsePlace] {
    defer { order = [] }
    return order
  }

  /// Records the places that a normalized payload leaves open, and lets its handlers of connections continue with the edges that arrive
  /// there.
  mutating func add(_ payload: inout NormalizedPayload) {
    guard !payload.placeholders.isEmpty else { return }
    leases += payload.records.leases
    var handles = [ByteKey: [HandleFieldPayload]]()
    for handle in payload.handles {
      handles[ByteKey(handle.dataID), default: []].append(handle)
      // A part of a connection belongs to the record that the handled field links to.
      handles[ByteKey(DataID.client(parent: handle.dataID, key: handle.fieldKey)), default: []].append(handle)
    }
    // A record may occur at many places of a response. Its list is the same at all of them.
    var lists = [Field: StreamedList]()
    for placeholder in payload.placeholders {
      let place = ResponsePlace(label: placeholder.label, path: placeholder.path)
      placeholders[place] = placeholder
      order.append(place)
      let record = ByteKey(placeholder.dataID)
      for handle in handles.removeValue(forKey: record) ?? [] {
        if self.handles[record]?.contains(handle) ?? false { continue }
        self.handles[record, default: []].append(handle)
      }
      if placeholder.kind == .stream {
        let field = Field(dataID: record, key: placeholder.fieldKey)
        if lists[field] == nil {
          let list = StreamedList(of: record.text, field.key, payload.records.links(of: record.text, field.key))
          lists[field] = list
          if field.key == edgesKey { noteEdges(list, of: record) }
        }
        self.lists[place] = lists[field]
        if field.key == edgesKey, self.handles[record] != nil { edges[ResponsePlace(path: placeholder.path)] = lists[field] }
      }
      if early[place] != nil {
        ready += early[place]?.take(for: placeholder.kind) ?? []
        if early[place]?.isEmpty ?? false { early[place] = nil }
      }
    }
    guard !edges.isEmpty else { return }
    for (index, handle) in payload.handles.enumerated() {
      let record = ByteKey(DataID.client(parent: handle.dataID, key: handle.fieldKey))
      payload.handles[index].progress = self.handles[record]?.first { $0 == handle }?.progress
    }
  }

  /// Notes that the edges of a connection are streamed.
  private mutating func noteEdges(_ list: StreamedList, of record: ByteKey) {
    for index in handles[record]?.indices ?? 0..<0 { handles[record]?[index].progress = StreamedEdges(list) }
  }

  /// The streamed edges of the connection that has a record as an edge, and the edge's index.
  func edge(at path: [JSON]) -> (list: StreamedList, index: Int)? {
    guard !edges.isEmpty, let (place, index) = ResponsePlace(path: path).list, let list = edges[place], 0..<list.count ~= index
    else { return nil }
    return (list, index)
  }

  /// What handlers have to repeat after a part has added to a record.
  func handles(for dataID: String) -> [HandleFieldPayload]? { handles[ByteKey(dataID)] }

  // MARK: Early parts

  /// Keeps a part until its place is known.
  mutating func keep(_ part: IncrementalPart) {
    if early[part.place] == nil {
      early[part.place] = Early(number: earlyCount)
      earlyCount += 1
    }
    early[part.place]?.append(part)
  }

  /// The early parts whose places have become known since the last call.
  mutating func takeReady() -> [IncrementalPart] {
    defer { ready = [] }
    return ready
  }

  /// The errors of the parts whose place never became known.
  mutating func takeLostErrors() -> [GraphQLError] {
    defer { early.removeAll() }
    return Array(early.values).ascending { $0.number }.flatMap(\.errors)
  }

  // MARK: Streamed lists

  func list(at place: ResponsePlace) -> StreamedList? { lists[place] }

  /// Whether an item of a list may have an index: whether there are not too many gaps then.
  func allowsItem(at index: Int, of list: StreamedList) -> Bool { list.gaps(addedByItemAt: index) <= Self.maximumGaps - gaps }

  /// Sets an item of a list.
  mutating func setItem(_ dataID: String?, at index: Int, of list: StreamedList) {
    gaps += list.gaps(addedByItemAt: index)
    list.set(dataID, at: index)
  }
}
