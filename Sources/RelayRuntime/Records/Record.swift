/// A record of a store or of a payload: an index into its table of ids.
typealias RecordID = Int32

extension RecordID {
  /// In a list of links: an item that is null.
  static let null: RecordID = -1
  /// In a list of links: an unknown item.
  static let missing: RecordID = -2
}

/// The value of a record's field.
enum Value: Sendable {
  /// The value is unknown.
  case missing
  case null
  case bool(Bool)
  case int(Int)
  case double(Double)
  case string(String)
  /// A list of scalars.
  case array([JSON])
  /// A list of strings without a null.
  case strings([String])
  /// A custom scalar that is an object.
  case object([String: JSON])
  /// A custom scalar in its Swift type, or a list of them.
  case scalar(ScalarBox)
  /// A link to a record.
  case ref(RecordID)
  /// Links to records.
  case refs([RecordID])
  /// A list of lists of links.
  case list([Value])

  init(_ json: JSON) {
    switch json {
    case .null: self = .null
    case .bool(let value): self = .bool(value)
    case .int(let value): self = .int(value)
    case .double(let value): self = .double(value)
    case .string(let value): self = .string(value)
    case .array(let value): self = Value.list(of: value)
    case .object(let value): self = .object(value)
    }
  }

  /// A list of scalars in its smallest form.
  private static func list(of items: [JSON]) -> Value {
    var strings: [String] = []
    strings.reserveCapacity(items.count)
    for item in items {
      guard case .string(let text) = item else { return .array(items) }
      strings.append(text)
    }
    return items.isEmpty ? .array(items) : .strings(strings)
  }

  /// The value of a scalar; `nil` for links and unknown values.
  var json: JSON? {
    switch self {
    case .missing, .ref, .refs, .list: return nil
    case .null: return .null
    case .bool(let value): return .bool(value)
    case .int(let value): return .int(value)
    case .double(let value): return .double(value)
    case .string(let value): return .string(value)
    case .array(let value): return .array(value)
    case .strings(let value): return .array(value.map { .string($0) })
    case .object(let value): return .object(value)
    case .scalar(let box): return box.json
    }
  }

  /// Whether it is a scalar, or a list of scalars, and not null.
  @inline(__always) var isPlain: Bool {
    switch self {
    case .bool, .int, .double, .string, .array, .strings, .object, .scalar: true
    case .missing, .null, .ref, .refs, .list: false
    }
  }

  @inline(__always) var isMissing: Bool {
    if case .missing = self { return true }
    return false
  }

  /// Calls `body` with every record that the value links to.
  @inline(__always)
  func forEachLink(_ body: (RecordID) -> Void) {
    switch self {
    case .ref(let id): body(id)
    case .refs(let ids): for id in ids where id >= 0 { body(id) }
    case .list(let values): for value in values { value.forEachNestedLink(body) }
    default: return
    }
  }

  private func forEachNestedLink(_ body: (RecordID) -> Void) { forEachLink(body) }

  /// The value with other ids in its links; `nil` when it has none.
  @inline(__always)
  func mapLinks(_ transform: (RecordID) -> RecordID) -> Value? {
    switch self {
    case .ref(let id): return .ref(transform(id))
    case .refs(let ids): return .refs(ids.map { $0 >= 0 ? transform($0) : $0 })
    case .list(let values): return .list(values.map { $0.mapNestedLinks(transform) })
    default: return nil
    }
  }

  private func mapNestedLinks(_ transform: (RecordID) -> RecordID) -> Value { mapLinks(transform) ?? self }
}

extension Value: Equatable {
  static func == (left: Value, right: Value) -> Bool {
    switch (left, right) {
    case (.missing, .missing), (.null, .null): true
    case (.bool(let left), .bool(let right)): left == right
    case (.int(let left), .int(let right)): left == right
    case (.double(let left), .double(let right)): left == right
    case (.string(let left), .string(let right)): left.hasSameBytes(as: right)
    case (.array(let left), .array(let right)): left == right
    case (.strings(let left), .strings(let right)): left.hasSameBytes(as: right)
    case (.object(let left), .object(let right)): left.hasSameBytes(as: right)
    case (.ref(let left), .ref(let right)): left == right
    case (.refs(let left), .refs(let right)): left == right
    case (.list(let left), .list(let right)): left == right
    // An updater writes JSON; a response has the Swift value.
    case (.scalar(let box), let other), (let other, .scalar(let box)): other.json == box.json
    default: false
    }
  }
}

/// The fields that are known of one object, or of a part of it.
struct Record: Sendable {
  struct Field: Sendable {
    var value: Value
    var key: KeyID
  }

  /// Records with more fields than this keep them sorted by key.
  private static let sortingThreshold = 24

  /// The object's type, or none if it is unknown.
  var type: KeyID
  private(set) var fields = RecordFields()
  /// The server's errors for fields that are null.
  var errors: [KeyID: [GraphQLError]]?

  init(type: KeyID) { self.type = type }

  /// The index of the field, or -1.
  @inline(__always)
  func index(_ key: KeyID) -> Int { fields.withUnsafeBufferPointer { Record.index(key, in: $0, hint: 0) } }

  /// The index of the field, or -1. Looks at index `hint` first.
  @inline(__always)
  func index(_ key: KeyID, hint: Int) -> Int { fields.withUnsafeBufferPointer { Record.index(key, in: $0, hint: hint) } }

  /// The index of the field in a record's fields, or -1. Looks at index `hint` first.
  @inline(__always)
  static func index(_ key: KeyID, in fields: UnsafeBufferPointer<Field>, hint: Int) -> Int {
    if hint < fields.count, fields[hint].key == key { return hint }
    return search(key, in: fields)
  }

  private static func search(_ key: KeyID, in fields: UnsafeBufferPointer<Field>) -> Int {
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

  /// The sort key of a large record's fields. The ids of a store's own keys go down; so the newest sort last.
  @inline(__always)
  private static func order(_ key: KeyID) -> UInt32 { UInt32(bitPattern: key ^ ((key >> 31) & .max)) }

  private static func lowerBound(_ key: KeyID, in fields: UnsafeBufferPointer<Field>) -> Int {
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
      fields.insert(field, at: fields.withUnsafeBufferPointer { Record.lowerBound(field.key, in: $0) })
    }
  }

  mutating func remove(at index: Int) {
    // Whether fields are sorted depends on their number alone, so the order must hold here too.
    fields.remove(at: index)
  }

  /// - Returns: whether there were any.
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

  /// Moves the fields of a finished record to the shared blocks.
  mutating func pack(into arena: FieldArena, dataID: String) { arena.pack(&fields, dataID: dataID) }

  /// Moves the fields out of a block that is mostly unused.
  mutating func leaveUnusedBlock() { fields.leaveUnusedBlock() }

  mutating func setErrors(_ key: KeyID, _ list: [GraphQLError]?) {
    if let list, !list.isEmpty {
      errors = errors ?? [:]
      errors?[key] = list
    } else if errors != nil {
      errors?[key] = nil
      if errors?.isEmpty == true { errors = nil }
    }
  }

  /// Makes every link point elsewhere.
  mutating func mapLinks(_ transform: (RecordID) -> RecordID) {
    for index in fields.indices {
      if let value = fields[index].value.mapLinks(transform) { fields[index].value = value }
    }
  }
}

extension Record.Field {
  /// The element before a record's fields: its identity.
  init(dataID: String) { self.init(value: .string(dataID), key: Keys.dataID) }
}
