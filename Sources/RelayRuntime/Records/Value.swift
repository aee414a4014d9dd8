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
  /// A custom scalar as its Swift type, or a list of them.
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

  /// A list of scalars in its most compact form.
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

  /// Whether it is a scalar or a list of scalars, and not null.
  @inline(__always) var isPlain: Bool {
    switch self {
    case .bool, .int, .double, .string, .array, .strings, .object, .scalar: true
    case .missing, .null, .ref, .refs, .list: false
    }
  }

  @inline(__always) var isNull: Bool {
    if case .null = self { return true }
    return false
  }

  /// Whether it is a list of links, or of lists of them.
  var isList: Bool {
    switch self {
    case .refs, .list: true
    default: false
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

  /// The records that the value links to: for a visitor of the state, which a closure would copy.
  var links: [RecordID] {
    var links: [RecordID] = []
    forEachLink { links.append($0) }
    return links
  }

  private func forEachNestedLink(_ body: (RecordID) -> Void) { forEachLink(body) }

  /// Whether it is a link, a list of links, or a list of such lists.
  var isLinks: Bool {
    switch self {
    case .ref, .refs, .list: true
    default: false
    }
  }

  /// Replaces the ids of all links.
  @inline(__always)
  mutating func mapLinks(_ transform: (RecordID) -> RecordID) {
    // Taken out, so that lists change in place.
    switch consume self {
    case .ref(let id): self = .ref(transform(id))
    case .refs(var ids):
      for index in ids.indices where ids[index] >= 0 { ids[index] = transform(ids[index]) }
      self = .refs(ids)
    case .list(var values):
      for index in values.indices { values[index].mapLinks(transform) }
      self = .list(values)
    case let other: self = other
    }
  }
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
    // An updater writes JSON; responses contain the Swift value.
    case (.scalar(let box), let other), (let other, .scalar(let box)): other.json == box.json
    default: false
    }
  }
}
