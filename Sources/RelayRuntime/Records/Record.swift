/// A record of a store or of a payload: an index into its table of identities.
typealias RecordID = Int32

extension RecordID {
  /// A null item in a list of links.
  static let null: RecordID = -1
  /// An unknown item in a list of links.
  static let missing: RecordID = -2
}

/// The known fields of one object, or of part of it.
struct Record: Sendable {
  /// A field: its value under its storage key.
  struct Field: Sendable {
    var value: Value
    var key: KeyID
  }

  /// Records with more fields than this keep their fields sorted by key.
  private static let sortingThreshold = 24

  private(set) var fields = RecordFields()
  /// The server's errors for fields that are null.
  var errors: [KeyID: [GraphQLError]]?
  /// The object's type, or none if it is unknown. It comes last, so that what contains a record may use the rest of its last word.
  var type: KeyID

  init(type: KeyID) { self.type = type }

  /// The index of the field, or -1.
  @inline(__always)
  func index(_ key: KeyID) -> Int { fields.withElements { Record.index(key, in: $0, hint: 0) } }

  /// The index of the field, or -1. Tries index `hint` first.
  @inline(__always)
  func index(_ key: KeyID, hint: Int) -> Int { fields.withElements { Record.index(key, in: $0, hint: hint) } }

  /// The index of the field in a record's fields, or -1. Tries index `hint` first.
  @inline(__always)
  static func index(_ key: KeyID, in fields: FieldElements, hint: Int) -> Int {
    if hint < fields.count, fields[hint].key == key { return hint }
    return search(key, in: fields)
  }

  private static func search(_ key: KeyID, in fields: FieldElements) -> Int {
    let count = fields.count
    if count > Record.sortingThreshold {
      let position = lowerBound(key, in: fields)
      return position < count && fields[position].key == key ? position : -1
    }
    var index = 0
    while index < count {
      if fields[index].key == key { return index }
      index &+= 1
    }
    return -1
  }

  /// The sort key of a large record's fields. The ids of a store's own keys decrease, so that the newest sort last.
  @inline(__always)
  private static func order(_ key: KeyID) -> UInt32 { UInt32(bitPattern: key ^ ((key >> 31) & .max)) }

  private static func lowerBound(_ key: KeyID, in fields: FieldElements) -> Int {
    var low = 0
    var high = fields.count
    while low < high {
      let middle = (low &+ high) >> 1
      if order(fields[middle].key) < order(key) { low = middle &+ 1 } else { high = middle }
    }
    return low
  }

  @inline(__always)
  subscript(key: KeyID) -> Value {
    let index = index(key)
    return index < 0 ? .missing : fields[index].value
  }

  /// Sets a field; `.missing` removes it.
  mutating func set(_ key: KeyID, _ value: Value) {
    let index = index(key)
    if case .missing = value {
      if index >= 0 { remove(at: index) }
      return
    }
    if index < 0 {
      insert(Field(value: value, key: key))
    } else if fields[index].value != value {
      fields[index].value = value
    }
  }

  /// Sets the fields of another record, with their errors.
  mutating func merge(_ other: Record) {
    for field in other.fields {
      set(field.key, field.value)
      setErrors(field.key, other.errors?[field.key])
    }
  }

  @inline(__always)
  mutating func setValue(at index: Int, _ value: Value) { fields[index].value = value }

  mutating func insert(_ field: Field) {
    let count = fields.count
    if count < Record.sortingThreshold {
      fields.append(field)
    } else if count == Record.sortingThreshold {
      fields.append(field)
      fields.sort { Record.order($0.key) < Record.order($1.key) }
    } else if let last = fields.last, Record.order(last.key) < Record.order(field.key) {
      fields.append(field)
    } else {
      fields.insert(field, at: fields.withElements { Record.lowerBound(field.key, in: $0) })
    }
  }

  mutating func remove(at index: Int) {
    // Whether fields are sorted depends only on their number, so the order must be kept here too.
    fields.remove(at: index)
  }

  /// - Returns: whether any were removed.
  mutating func removeFields(where isRemoved: (Field) -> Bool) -> Bool {
    let removed = fields.filter(isRemoved)
    guard !removed.isEmpty else { return false }
    let keys = Set(removed.map(\.key))
    fields.removeAll { keys.contains($0.key) }
    for field in removed { setErrors(field.key, nil) }
    fields.giveRoomBack()
    return true
  }

  mutating func reserve(_ count: Int) { fields.reserveCapacity(count) }

  /// Stores the record's identity with its fields, for rows.
  mutating func identify(as dataID: String) { fields.identify(as: dataID) }

  /// Whether the record's identity is known to be stored with its fields: in shared blocks it always is.
  var isIdentified: Bool { fields.isShared }

  /// Moves the fields of a finished record to the shared blocks.
  mutating func pack(into arena: FieldArena, dataID: String) { arena.pack(&fields, dataID: dataID) }

  /// A copy with another identity, in the shared blocks, without the name of the type.
  ///
  /// - Parameter nullKey: the key of a field that is null in the copy if the record does not have it.
  func copy(as dataID: String, nullKey: KeyID, into arena: FieldArena) -> Record {
    var copy = Record(type: type)
    let missing = index(nullKey) < 0 ? Field(value: .null, key: nullKey) : nil
    if fields.count < Record.sortingThreshold, let shared = arena.copy(fields, except: Keys.typename, adding: missing, dataID: dataID) {
      copy.fields = shared
    } else {
      copy.reserve(fields.count + 1)
      for field in fields where field.key != Keys.typename { copy.insert(field) }
      if let missing { copy.insert(missing) }
      copy.identify(as: dataID)
    }
    copy.errors = errors
    copy.setErrors(Keys.typename, nil)
    return copy
  }

  /// Moves the fields out of a block that is mostly unused.
  mutating func leaveUnusedBlock() { fields.leaveUnusedBlock() }

  mutating func setErrors(_ key: KeyID, _ list: [GraphQLError]?) {
    if let list, !list.isEmpty {
      errors = errors ?? Dictionary()
      errors?[key] = list
    } else if errors != nil {
      errors?[key] = nil
      if errors?.isEmpty == true { errors = nil }
    }
  }

  /// Replaces the targets of all links.
  mutating func mapLinks(_ transform: (RecordID) -> RecordID) {
    for index in fields.indices {
      // Fields without links must not be copied to be changed.
      if fields[index].value.isLinks { fields[index].value.mapLinks(transform) }
    }
  }
}

extension Record.Field {
  /// The identity of a record, which precedes its fields.
  init(dataID: String) { self.init(value: .string(dataID), key: Keys.dataID) }
}
