/// The hash values of rows, with everything below them. A row that is shown at several places is hashed once.
struct RowHash {
  private var known = [RowIdentity: Int]()

  /// Each row has a hash value of its own, so that it is the same whether or not the row is shared.
  mutating func value(of row: Row) -> Int {
    let reachesLists = row.header.shape.withObject { $0.reachesLists }
    if reachesLists, let value = known[row.identity] { return value }
    var hasher = Hasher()
    for index in 0..<row.count where row.isSpread(index) == nil { combine(row.value(in: index), into: &hasher) }
    let value = hasher.finalize()
    if reachesLists { known[row.identity] = value }
    return value
  }

  mutating func combine(_ value: SlotValue, into hasher: inout Hasher) {
    switch value {
    case .missing, .pointer, .fragment, .nodes: hasher.combine(0)
    case .null: hasher.combine(1)
    case .bool(let value): hasher.combine(value)
    case .int(let value): hasher.combine(value)
    case .double(let value): hasher.combine(value)
    case .string(let value): hasher.combine(ByteKey(value))
    case .array(let value): hasher.combine(value)
    case .strings(let value): for item in value { hasher.combine(ByteKey(item)) }
    case .object(let value): hasher.combine(JSON.object(value))
    case .row(let row): hasher.combine(self.value(of: row))
    case .list(let items):
      hasher.combine(items.count)
      for item in items { combine(item, into: &hasher) }
    case .rows(let list):
      hasher.combine(list.count)
      for index in 0..<list.count {
        if let row = list.row(at: index) {
          hasher.combine(self.value(of: row))
        } else {
          hasher.combine(list.isNull(at: index) ? 1 : 0)
        }
      }
    case .scalar(let box): hasher.combine(box.json)
    case .errors(let errors): hasher.combine(errors)
    }
  }
}
