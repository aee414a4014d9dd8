/// What optimistic responses do to a record that they all only merge fields into: each of them, in order, and all of them together.
///
/// What they do together does not depend on what is beneath them. So when something beneath them changes, it is applied once, however many of
/// them there are.
struct MergedRecord: Sendable {
  private var parts: [(update: ObjectIdentifier, record: Record)] = []
  /// All parts, merged in order; `nil` if that must be found out again.
  private var combined: Record?

  /// The number of updates.
  var count: Int { parts.count }

  /// Adds the part of an update on top of the others.
  mutating func append(_ record: Record, of update: ObjectIdentifier) {
    if parts.isEmpty {
      combined = record
    } else if var known = combined {
      combined = nil
      known.add(record)
      combined = known
    }
    parts.append((update, record))
  }

  mutating func remove(_ update: ObjectIdentifier) {
    guard let index = parts.firstIndex(where: { $0.update == update }) else { return }
    let removed = parts.remove(at: index).record
    if !isCovered(removed, from: index) { combined = nil }
  }

  /// Whether the parts from an index on set everything that a part beneath them has set.
  private func isCovered(_ record: Record, from index: Int) -> Bool {
    var hasType = record.type == Keys.none
    var keys = record.fields.map(\.key)
    for part in parts[index...].lazy.map(\.record) {
      if part.type != Keys.none { hasType = true }
      keys.removeAll { part.index($0) >= 0 }
      if hasType, keys.isEmpty { return true }
    }
    return false
  }

  /// All parts together.
  mutating func record() -> Record {
    if let combined { return combined }
    var record = parts.first?.record ?? Record(type: Keys.none)
    for part in parts.dropFirst() { record.add(part.record) }
    combined = record
    return record
  }
}

extension Record {
  /// Sets what a part of a payload sets.
  fileprivate mutating func add(_ part: Record) {
    if part.type != Keys.none { type = part.type }
    merge(part)
  }
}
