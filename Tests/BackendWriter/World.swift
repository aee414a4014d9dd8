package import RelayDurableStore

/// What a backend must contain: the model against which it is tested.
package struct World: Equatable, Sendable {
  package var epoch: Int64 = 0
  package var records: [String: [UInt8]] = [:]
  package var operations: [Int64: DurableOperation] = [:]
  package var members: [Int64: Set<String>] = [:]
  package var properties: [String: [UInt8]] = [:]

  package init() {}

  /// What a backend has.
  package init(_ contents: DurableContents, _ backend: some DurableBackend) throws {
    epoch = contents.epoch
    for operation in contents.operations { operations[operation.number] = operation }
    properties = contents.properties
    for record in try backend.load(changedSince: .min) {
      records[record.identity] = record.body
      for operation in record.members { members[operation, default: []].insert(record.identity) }
    }
  }

  /// How two bodies become one in these tests.
  package static func merge(_ stored: [UInt8], _ new: [UInt8]) -> [UInt8] { (stored + new).suffix(400) }

  package mutating func apply(_ batch: DurableBatch) {
    epoch = batch.epoch
    for change in batch.records {
      let stored = change.replaces ? nil : records[change.identity]
      records[change.identity] = stored.map { World.merge($0, change.body) } ?? change.body
    }
    for change in batch.operations {
      let number = change.operation.number
      operations[number] = change.operation
      switch change.members {
      case .unchanged: break
      case .replace(let identities): members[number] = Set(identities.filter { records[$0] != nil })
      case .add(let identities): members[number, default: []].formUnion(identities.filter { records[$0] != nil })
      }
      if members[number]?.isEmpty == true { members[number] = nil }
    }
    for (key, value) in batch.properties { properties[key] = value.isEmpty ? nil : value }
  }

  /// One step of a collection by age.
  /// - Returns: false if there was nothing to collect.
  package mutating func collect(usedAfter time: Double) -> Bool {
    guard let oldest = operations.values.filter({ $0.usedAt < time }).min(by: { $0.usedAt < $1.usedAt }) else { return false }
    operations[oldest.number] = nil
    let removed = members.removeValue(forKey: oldest.number) ?? []
    for identity in removed where !members.values.contains(where: { $0.contains(identity) }) { records[identity] = nil }
    return true
  }
}

extension DurableBatch {
  package init(
    epoch: Int64, records: [RecordChange] = [], operations: [OperationChange] = [], properties: [String: [UInt8]] = [:]
  ) {
    self.init(epoch: epoch)
    (self.records, self.operations, self.properties) = (records, operations, properties)
  }
}

extension DurableContents {
  package init(epoch: Int64) {
    self.init()
    self.epoch = epoch
  }
}

extension DurableLimits {
  package init(maximumSize: Int) { self.init(maximumSize: maximumSize, usedAfter: nil) }
}
