/// Rows for people: the fields that were read, with everything below them up to a limit.
///
/// Rows may repeat objects very often, and data may be large. What is printed is made once, has a limited number of values, and is then
/// written on one line or handed to `dump` and to failed expectations as a mirror.
indirect enum PrintedRow {
  /// An object: its fields by response key, and the names of the fragments spread into it.
  case object([(name: String, value: PrintedRow)])
  /// The beginning of a list, and the number of its further items.
  case list([PrintedRow], more: Int)
  case text(String)
  case number(any Sendable)
  case null
  /// Something without a value: a missing field, a fragment, errors.
  case note(String)

  /// The number of values that are printed.
  static let valueLimit = 300

  init(_ row: Row) {
    var printer = RowPrinter()
    self = printer.object(row)
  }

  /// On one line, in the form of a GraphQL response.
  var line: String {
    switch self {
    case .object(let fields): "{\(fields.map { $0.name.isEmpty ? $0.value.line : "\($0.name): \($0.value.line)" }.joined(separator: ", "))}"
    case .list(let items, let more): "[\((items.map(\.line) + (more > 0 ? ["… \(more) more"] : [])).joined(separator: ", "))]"
    case .text(let text): text.debugDescription
    case .number(let number): "\(number)"
    case .null: "nil"
    case .note(let text): text
    }
  }

  /// As Swift's reflection shows it.
  var reflected: Any {
    switch self {
    case .object(let fields): Fields(fields: fields)
    case .list(let items, let more): items.map(\.reflected) + (more > 0 ? [PrintedNote(description: "… \(more) more")] : [])
    case .text(let text): text
    case .number(let number): number
    case .null: Any?.none as Any
    case .note(let text): PrintedNote(description: text)
    }
  }

  /// The fields of an object with their labels, for mirrors.
  var children: [Mirror.Child] {
    guard case .object(let fields) = self else { return [(label: nil, value: reflected)] }
    return fields.map { (label: $0.name.isEmpty ? nil : $0.name, value: $0.value.reflected) }
  }

  /// An object below another one.
  private struct Fields: CustomReflectable {
    let fields: [(name: String, value: PrintedRow)]
    var customMirror: Mirror { Mirror(self, children: PrintedRow.object(fields).children, displayStyle: .dictionary) }
  }
}

/// Makes what is printed of a row.
private struct RowPrinter {
  private var count = 0

  mutating func object(_ row: Row) -> PrintedRow {
    let shape = row.shape
    var fields: [(name: String, value: PrintedRow)] = []
    for slot in 0..<row.count {
      guard count < PrintedRow.valueLimit else {
        fields.append(("", .note("…")))
        break
      }
      switch shape.types[slot].base {
      case .marker: continue
      case .fragment: fields.append(("", .note("...\(shape.names[slot])")))
      default:
        let value = row.value(in: slot)
        if case .missing = value { continue }
        fields.append((shape.names[slot], self.value(value)))
      }
    }
    return .object(fields)
  }

  private mutating func value(_ value: SlotValue) -> PrintedRow {
    count += 1
    return switch value {
    case .missing, .pointer, .fragment, .nodes: .note("missing")
    case .null: .null
    case .bool(let value): .number(value)
    case .int(let value): .number(value)
    case .double(let value): .number(value)
    case .string(let value): text(value)
    case .array(let items): list(items.count) { SlotValue(items[$0]) }
    case .strings(let items): list(items.count) { .string(items[$0]) }
    case .object(let members): json(.object(members))
    case .scalar(let box): json(box.json)
    case .row(let row): object(row)
    case .list(let items): list(items.count) { items[$0] }
    case .rows(let rows): list(rows.count) { index in rows.row(at: index).map { .row($0) } ?? (rows.isNull(at: index) ? .null : .missing) }
    case .errors(let errors): .note("failure(\(PrintedFields.text(errors.description)))")
    }
  }

  private mutating func list(_ length: Int, _ item: (Int) -> SlotValue) -> PrintedRow {
    var items: [PrintedRow] = []
    while items.count < min(length, PrintedFields.itemLimit), count < PrintedRow.valueLimit { items.append(value(item(items.count))) }
    return .list(items, more: length - items.count)
  }

  /// A custom scalar as it was sent.
  private func json(_ json: JSON) -> PrintedRow {
    if case .string(let value) = json { return text(value) }
    return .note(PrintedFields.text(json.description))
  }

  private func text(_ text: String) -> PrintedRow { .text(PrintedFields.text(text)) }
}
