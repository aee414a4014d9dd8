/// What is to become stale.
struct StaleTargets: Sendable {
  /// A field of all objects of a type.
  struct TypeField: Sendable, Hashable {
    let type: KeyID
    let name: KeyID
    /// The storage key, with the arguments; `nil` if these do not matter.
    var key: ByteKey?
  }

  /// A field of one record.
  struct RecordField: Sendable, Hashable {
    let dataID: String
    let name: ByteKey
    /// Whether the name is a storage key, with the field's arguments. Otherwise these do not matter.
    let isWholeKey: Bool

    init(dataID: String, name: String, isWholeKey: Bool) {
      self.dataID = dataID
      self.name = ByteKey(name)
      self.isWholeKey = isWholeKey
    }
  }

  /// The object types of which every record becomes stale.
  var types: Set<KeyID> = []
  var typeFields: Set<TypeField> = []
  var recordFields: Set<RecordField> = []
  /// The records of which every field becomes stale.
  var dataIDs: [String] = []
  var everything = false

  var isEmpty: Bool { types.isEmpty && typeFields.isEmpty && recordFields.isEmpty && dataIDs.isEmpty && !everything }
}

/// The types and fields that were made stale, each with its latest epoch.
struct StaleMarks: Sendable {
  /// A field of a record.
  struct Field: Sendable {
    let name: ByteKey
    let isWholeKey: Bool
    var epoch: Epoch
  }

  private(set) var types: [KeyID: Epoch] = [:]
  private(set) var typeFields: [StaleTargets.TypeField: Epoch] = [:]
  /// The fields of types with their arguments, below the same fields without.
  private var typeKeys: [StaleTargets.TypeField: [ByteKey: Epoch]] = [:]
  private(set) var recordFields: [RecordID: [Field]] = [:]

  var isEmpty: Bool { types.isEmpty && !hasFields }

  /// The types that were made stale, and those of which a field was.
  var allTypes: Set<KeyID> { Set(types.keys).union(fields.lazy.map(\.field.type)) }

  /// The fields of types, with arguments or without.
  var fields: [(field: StaleTargets.TypeField, epoch: Epoch)] {
    let keyed = typeKeys.flatMap { whole, keys in
      keys.map { (StaleTargets.TypeField(type: whole.type, name: whole.name, key: $0.key), $0.value) }
    }
    return typeFields.map { ($0.key, $0.value) } + keyed
  }
  var hasFields: Bool { !typeFields.isEmpty || !typeKeys.isEmpty || !recordFields.isEmpty }

  /// The number of arguments of a field that are told apart. A process that invalidates more of them invalidates the field.
  static let maximumKeys = 1000

  mutating func add(_ targets: StaleTargets, at epoch: Epoch, _ find: (String) -> RecordID?) {
    for type in targets.types { types[type] = epoch }
    for field in targets.typeFields { add(field, at: epoch) }
    for field in targets.recordFields {
      guard let id = find(field.dataID) else { continue }
      var fields = recordFields[id] ?? []
      if let index = fields.firstIndex(where: { $0.name == field.name && $0.isWholeKey == field.isWholeKey }) {
        fields[index].epoch = epoch
      } else {
        fields.append(Field(name: field.name, isWholeKey: field.isWholeKey, epoch: epoch))
      }
      recordFields[id] = fields
    }
  }

  /// Adds that a type was made stale, unless it is known to have been later.
  mutating func restore(type: KeyID, at epoch: Epoch) { types[type] = max(types[type] ?? epoch, epoch) }

  /// Adds that a field of a type was made stale, unless it is known to have been later.
  mutating func restore(_ field: StaleTargets.TypeField, at epoch: Epoch) {
    let whole = StaleTargets.TypeField(type: field.type, name: field.name)
    if let known = typeFields[whole], known >= epoch { return }
    guard let key = field.key else {
      // What is known of certain arguments may be newer.
      typeFields[whole] = epoch
      return
    }
    if let known = typeKeys[whole]?[key], known >= epoch { return }
    add(field, at: epoch)
  }

  private mutating func add(_ field: StaleTargets.TypeField, at epoch: Epoch) {
    let whole = StaleTargets.TypeField(type: field.type, name: field.name)
    if let key = field.key, typeKeys[whole]?.count ?? 0 < StaleMarks.maximumKeys {
      typeKeys[whole, default: [:]][key] = epoch
    } else {
      typeFields[whole] = epoch
      typeKeys[whole] = nil
    }
  }

  /// When a field was made stale, if ever.
  ///
  /// - Parameters:
  ///   - id: its record.
  ///   - type: the record's type.
  ///   - name: the field's name.
  ///   - storageKey: its storage key.
  func epoch(_ id: RecordID, _ type: KeyID, name: KeyID, storageKey: () -> String) -> Epoch? {
    var latest = typeFields.isEmpty ? nil : typeFields[StaleTargets.TypeField(type: type, name: name)]
    if !typeKeys.isEmpty, let keys = typeKeys[StaleTargets.TypeField(type: type, name: name)], let epoch = keys[ByteKey(storageKey())] {
      latest = max(latest ?? epoch, epoch)
    }
    for field in recordFields[id] ?? [] {
      let isSame = field.name == ByteKey(field.isWholeKey ? storageKey() : Keys.name(name))
      if isSame { latest = max(latest ?? field.epoch, field.epoch) }
    }
    return latest
  }

  mutating func forget(_ id: RecordID) { recordFields[id] = nil }

  mutating func move(to places: ContiguousArray<RecordID>) {
    recordFields = Dictionary(uniqueKeysWithValues: recordFields.map { (places[Int($0)], $1) })
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
      _ = publish(sources: [], invalidatesAll: targets.everything, invalidated: ids, marks: targets) { _ in }
    }
  }

  /// The key of a type; `nil` if neither a record nor a plan has it.
  func typeKey(_ name: String) -> KeyID? { keys.known(name) }
}

extension StoreState {
  /// The records that targets name and that somebody watches. Not the store is searched for records of a type, but what is watched.
  func watchedRecords(concerned targets: StaleTargets) -> [ByteKey] {
    var ids = targets.recordFields.map { ByteKey($0.dataID) }
    let types = targets.types.union(targets.typeFields.lazy.map(\.type))
    guard !types.isEmpty else { return ids }
    for watched in invalidations.watched {
      guard let id = records.names.find(watched.text) else { continue }
      if types.contains(records.entries[Int(id)].record.type) { ids.append(watched) }
    }
    return ids
  }
}
