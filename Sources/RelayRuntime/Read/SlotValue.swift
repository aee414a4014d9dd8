/// The value of a slot of a row.
enum SlotValue: Sendable {
  /// The store does not know the value, or the field was skipped.
  case missing
  case null
  case bool(Bool)
  case int(Int)
  case double(Double)
  case string(String)
  case array([JSON])
  /// A list of strings without a null.
  case strings([String])
  case object([String: JSON])
  case row(Row)
  case list([SlotValue])
  /// A list of rows in its stored form; see `expanded`.
  case rows(RowList)
  case scalar(ScalarBox)
  /// A fragment spread; its pointer is made on access. `isUnmatched`: inside an abstract type condition that is not satisfied, where
  /// missing data does not count.
  case pointer(isUnmatched: Bool)
  /// A fragment that was read with its parent, and whose result is more than its row. Otherwise the slot contains the
  /// row.
  case fragment(FragmentReading)
  /// The errors that `@catch(to: RESULT)` caught.
  case errors(FieldErrors)
  /// The positions of a connection's edges that have a node (`nil`: all), and the range of nodes in the collection. It follows the slots
  /// of the shape and is in none of them.
  case nodes(at: ContiguousArray<Int32>?, within: Range<Int>)

  init(_ value: Value) {
    switch value {
    case .missing, .ref, .refs, .list: self = .missing
    case .null: self = .null
    case .bool(let value): self = .bool(value)
    case .int(let value): self = .int(value)
    case .double(let value): self = .double(value)
    case .string(let value): self = .string(value)
    case .array(let value): self = .array(value)
    case .strings(let value): self = .strings(value)
    case .object(let value): self = .object(value)
    case .scalar(let box): self = .scalar(box)
    }
  }

  init(_ json: JSON) { self.init(Value(json)) }

  /// A list of rows, some of which may be null or missing.
  init(rows items: [SlotValue]) {
    var list = RowList(capacity: items.count)
    for item in items {
      switch item {
      case .row(let row): list.append(row)
      case .null: list.appendNull()
      default: list.appendMissing()
      }
    }
    self = .rows(list)
  }

  /// The value with lists of rows expanded to arrays.
  var expanded: SlotValue {
    switch self {
    case .rows(let list): .list(list.values)
    case .list(let items): .list(items.map(\.expanded))
    default: self
    }
  }

  /// The row in the slot, if there is one.
  @inline(__always) var row: Row? {
    if case .row(let row) = self { return row }
    return nil
  }

  /// The text of a string, or of an id that the server sent as a number.
  var optionalText: String? {
    switch self {
    case .string(let value): return value
    case .int(let value): return String(value)
    default: return nil
    }
  }

  /// The integer. It may have been sent with a fraction of zero.
  var integer: Int? {
    switch self {
    case .int(let value): return value
    case .double(let value): return Int(safe: value)
    default: return nil
    }
  }

  var number: Double? {
    switch self {
    case .double(let value): return value
    case .int(let value): return Double(value)
    default: return nil
    }
  }

  /// The value as JSON by response key; missing values become null.
  var json: JSON {
    switch self {
    case .missing, .null, .pointer, .fragment, .nodes: return .null
    case .bool(let value): return .bool(value)
    case .int(let value): return .int(value)
    case .double(let value): return .double(value)
    case .string(let value): return .string(value)
    case .array(let value): return .array(value)
    case .strings(let value): return .array(value.map { .string($0) })
    case .object(let value): return .object(value)
    case .row(let row): return row.json
    case .list(let items): return .array(items.map(\.json))
    case .rows(let list): return .array(list.values.map(\.json))
    case .scalar(let box): return box.json
    case .errors(let errors): return .object(["errors": .array(errors.errors.map { .string($0.description) })])
    }
  }
}

extension SlotValue: Hashable {
  static func == (left: SlotValue, right: SlotValue) -> Bool {
    switch (left, right) {
    case (.missing, .missing), (.null, .null): return true
    case (.pointer(let left), .pointer(let right)): return left == right
    case (.bool(let left), .bool(let right)): return left == right
    case (.int(let left), .int(let right)): return left == right
    case (.double(let left), .double(let right)): return left == right
    case (.string(let left), .string(let right)): return left.hasSameBytes(as: right)
    case (.array(let left), .array(let right)): return left == right
    case (.strings(let left), .strings(let right)): return left.hasSameBytes(as: right)
    case (.object(let left), .object(let right)): return left.hasSameBytes(as: right)
    case (.row(let left), .row(let right)): return left == right
    case (.list(let left), .list(let right)): return left == right
    case (.rows(let left), .rows(let right)): return left == right
    case (.scalar(let left), .scalar(let right)): return left.json == right.json
    case (.errors(let left), .errors(let right)): return left == right
    default: return false
    }
  }

  func hash(into hasher: inout Hasher) {
    switch self {
    case .missing, .pointer, .fragment, .nodes: hasher.combine(0)
    case .null: hasher.combine(1)
    case .bool(let value): hasher.combine(value)
    case .int(let value): hasher.combine(value)
    case .double(let value): hasher.combine(value)
    case .string(let value): hasher.combine(value)
    case .array(let value): hasher.combine(value)
    case .strings(let value): hasher.combine(value)
    case .object(let value): hasher.combine(value)
    case .row(let row): hasher.combine(row)
    case .list(let items): hasher.combine(items)
    case .rows(let list): hasher.combine(list.values)
    case .scalar(let box): hasher.combine(box.json)
    case .errors(let errors): hasher.combine(errors)
    }
  }
}
