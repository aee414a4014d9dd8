@testable import RelayRuntime

/// Names in payloads that tests put together. A payload may wait for its store longer than the store keeps a name that nobody holds, so
/// fields have names of a plan, and types are leased, as the normalizer does it.
extension PayloadRecords {
  mutating func setType(_ name: String, of id: RecordID, _ keys: KeyTable) {
    guard let (key, lease) = keys.typeName(name) else { return }
    records[Int(id)].type = key
    if let lease { leases.append(lease) }
  }

  mutating func set(_ field: String, _ value: Value, of id: RecordID) { records[Int(id)].set(Keys.intern(field), value) }
}
