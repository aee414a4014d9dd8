/// Rows as JSON by response key, with everything below them.
///
/// JSON shows a shared row (`SharedRows`) at each of its places. What a row shows is made once, and the places share its memory; but whoever
/// walks over the result visits each of them, so their number is limited.
struct RowJSON {
  /// The number of values that the result may have in addition to those of each row's first place.
  let maximumRepetitions: Int
  /// The rows with lists below them that have been converted, each with the number of its values.
  private var known = [RowIdentity: (json: JSON, size: Int)]()
  /// The number of values so far.
  private var size = 0
  private var repetitions = 0

  init(maximumRepetitions: Int = 1_000_000) { self.maximumRepetitions = maximumRepetitions }

  /// The slots by response key; missing ones are left out.
  mutating func json(of row: Row) -> JSON {
    let shape = row.shape
    if shape.reachesLists, let known = known[row.identity] { return repeated(known.json, known.size, row) }
    let first = size
    var members = [String: JSON]()
    for index in 0..<row.count {
      let value = row.value(in: index)
      switch value {
      case .missing, .pointer, .fragment: continue
      default:
        switch shape.types[index].base {
        case .marker, .fragment: continue
        default: members[shape.names[index]] = json(of: value)
        }
      }
    }
    let json = JSON.object(members)
    size += 1
    if shape.reachesLists { known[row.identity] = (json, size - first) }
    return json
  }

  private mutating func repeated(_ json: JSON, _ count: Int, _ row: Row) -> JSON {
    guard repetitions + count <= maximumRepetitions else {
      row.context?.store.warnOnce(about: [row.context?.definition.name ?? "", "json"]) {
        "The data repeats more than \(maximumRepetitions) values, so its JSON is incomplete."
      }
      return .string("… (repeats more than \(maximumRepetitions) values)")
    }
    repetitions += count
    size += count
    return json
  }

  /// The value as JSON; missing values become null.
  mutating func json(of value: SlotValue) -> JSON {
    size += 1
    switch value {
    case .missing, .null, .pointer, .fragment, .nodes: return .null
    case .bool(let value): return .bool(value)
    case .int(let value): return .int(value)
    case .double(let value): return .double(value)
    case .string(let value): return .string(value)
    case .array(let value): return .array(value)
    case .strings(let value): return .array(value.map { .string($0) })
    case .object(let value): return .object(value)
    case .row(let row): return json(of: row)
    case .list(let items):
      var elements: [JSON] = []
      elements.reserveCapacity(items.count)
      for item in items { elements.append(json(of: item)) }
      return .array(elements)
    case .rows(let list): return .array(items(of: list))
    case .scalar(let box): return box.json
    case .errors(let errors): return .object(["errors": .array(errors.errors.map { .string($0.description) })])
    }
  }

  private mutating func items(of list: RowList) -> [JSON] {
    var elements: [JSON] = []
    elements.reserveCapacity(list.count)
    for index in 0..<list.count {
      if let row = list.row(at: index) {
        elements.append(json(of: row))
      } else {
        size += 1
        elements.append(.null)
      }
    }
    return elements
  }
}
