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
    var json = RowJSON()
    return json.json(of: self)
  }
}

extension SlotValue: Hashable {
  static func == (left: SlotValue, right: SlotValue) -> Bool {
    var comparison = RowComparison()
    return comparison.areEqual(left, right)
  }

  func hash(into hasher: inout Hasher) {
    var hash = RowHash()
    hash.combine(self, into: &hasher)
  }
}
