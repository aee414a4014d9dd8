/// What is to become stale.
struct StaleTargets: Sendable {
  var places: [StalePlace] = []
  /// The records of which every field becomes stale.
  var dataIDs: [String] = []
  var everything = false
  /// Whether mounted queries that are stale then are refetched, also those that have not asked for it.
  var refetches = false

  var isEmpty: Bool { places.isEmpty && dataIDs.isEmpty && !everything }
}

/// The types and fields that were made stale, each with its latest epoch.
struct StaleMarks: Sendable {
  private struct Place: Sendable, Hashable, BitwiseCopyable {
    let type: KeyID
    /// `Keys.none` for all fields.
    let field: KeyID
  }

  fileprivate struct Mark: Sendable {
    /// When the place was made stale, whatever the arguments.
    var epoch: Epoch?
    /// When the field was made stale with certain arguments, by storage key.
    var keys = [ByteKey: Epoch]()
  }

  private var marks = [Place: Mark]()
  /// Whether objects of a type were made stale, and whether fields were.
  private(set) var hasTypes = false
  private(set) var hasFields = false

  /// The number of arguments of a field that are told apart. A process that invalidates more of them invalidates the field.
  static let maximumKeys = 1000

  var isEmpty: Bool { marks.isEmpty }

  /// Adds that places were made stale, unless they are known to have been later.
  mutating func add(_ places: [StalePlace], at epoch: Epoch) {
    for place in places {
      if place.field == nil { hasTypes = true } else { hasFields = true }
      let found = Place(type: place.type, field: place.field ?? Keys.none)
      marks[found, default: Mark()].add(place.key, at: epoch)
    }
  }

  /// When the objects of a type were made stale, if ever.
  func epoch(of type: KeyID) -> Epoch? { marks[Place(type: type, field: Keys.none)]?.epoch }

  /// When a field of a type was made stale, if ever.
  ///
  /// - Parameter storageKey: its storage key.
  func epoch(of type: KeyID, field: KeyID, storageKey: () -> String) -> Epoch? {
    guard let mark = marks[Place(type: type, field: field)] else { return nil }
    guard !mark.keys.isEmpty, let epoch = mark.keys[ByteKey(storageKey())] else { return mark.epoch }
    return max(mark.epoch ?? epoch, epoch)
  }

  /// Calls `body` with everything that was made stale.
  func forEach(_ body: (StalePlace, Epoch) -> Void) {
    for (place, mark) in marks {
      let field = place.field == Keys.none ? nil : place.field
      if let epoch = mark.epoch { body(StalePlace(type: place.type, field: field), epoch) }
      for (key, epoch) in mark.keys { body(StalePlace(type: place.type, field: field, key: key), epoch) }
    }
  }
}

extension StaleMarks.Mark {
  /// Adds an epoch, for certain arguments or for all.
  fileprivate mutating func add(_ key: ByteKey?, at epoch: Epoch) {
    guard let key else {
      self.epoch = max(self.epoch ?? epoch, epoch)
      return
    }
    if keys[key] == nil, keys.count >= StaleMarks.maximumKeys {
      self.epoch = keys.values.reduce(max(self.epoch ?? epoch, epoch)) { max($0, $1) }
      keys.removeAll()
    } else {
      keys[key] = max(keys[key] ?? epoch, epoch)
    }
  }
}

extension RelayStore {
  /// Makes something stale, and notifies those who asked to know. It counts as a publication.
  ///
  /// An operation is stale if what it would read was made stale after its own last answer.
  func makeStale(_ targets: StaleTargets) {
    guard !targets.isEmpty else { return }
    change(StoreWriter("an invalidation")) {
      let ids = state.withLock { state in targets.dataIDs.map { state.records.intern($0) } }
      _ = publish(Publication(invalidated: ids, targets: targets)) { _ in }
    }
  }

  /// Where objects of the types are, or one of their fields, to which a name applies: the object type with the name, or those that belong to
  /// the interface or union. None if neither a record nor a plan has the type.
  ///
  /// - Parameters:
  ///   - field: the field's name; nil for the objects.
  ///   - arguments: the values of all its arguments; nil if these do not matter.
  func places(_ typeName: String, field: String? = nil, arguments: [String: JSON]? = nil) -> [StalePlace] {
    var names = [typeName]
    if let abstractKey = keys.known("__is" + typeName) {
      names += types(thatFulfil: TypeCondition(type: Keys.none, abstractKey: abstractKey))
    }
    let name = field.map { Keys.intern($0) }
    let key = field.flatMap { field in arguments.map { ByteKey(StorageKey.make(field, $0)) } }
    return names.compactMap { keys.known($0) }.map { StalePlace(type: $0, field: name, key: key) }
  }
}

extension StoreState {
  /// The records of the types, that somebody watches. Not the store is searched for records of a type, but what is watched.
  func watchedRecords(of places: [StalePlace]) -> [ByteKey] {
    guard !places.isEmpty else { return [] }
    let types = Set(places.map(\.type))
    var watched: [ByteKey] = []
    for candidate in invalidations.watched {
      guard let id = records.names.find(candidate.text) else { continue }
      if types.contains(records.entries[Int(id)].record.type) { watched.append(candidate) }
    }
    return watched
  }
}
