@testable import RelayRuntime

/// The records as in the recording, updated by each of its steps, and the correspondence of names between here and there.
struct TraceRecords {
  var expected: [String: JSON] = [:]
  /// A field of a record.
  struct Answer: Hashable {
    let record: String
    let key: String
  }

  /// The roots of mutations, which correspond to the query root in the recording: those that were answered, in the order of their
  /// answers, followed by those shown optimistically.
  private var mutationRoots: [String] = []
  private var answeredCount = 0
  /// The roots of events, here and in the recording, in the order of arrival.
  private var eventRoots: [String] = []
  /// What a collection has removed here but not in the recording.
  var forgotten: Set<Answer> = []
  /// Whether a collection has removed records here but not in the recording, because what leads to them had been removed.
  private(set) var hasLostRecords = false

  mutating func addMutationRoot(_ id: String) { mutationRoots.append(id) }

  /// The mutation with this root has been answered.
  mutating func moveAnswered(_ id: String) {
    guard let index = mutationRoots.firstIndex(of: id) else { return }
    mutationRoots.insert(mutationRoots.remove(at: index), at: answeredCount)
    answeredCount += 1
  }

  // MARK: - Names

  /// The recording's name for a record of the store.
  private func recordedID(_ id: String) -> String {
    guard id.hasPrefix(TraceRecords.localPrefix) else { return id }
    let root = TraceRecords.root(id)
    let rest = id.dropFirst(root.count)
    if mutationRoots.contains(root) { return DataID.root + rest }
    if let index = eventRoots.firstIndex(of: root) { return "\(TraceRecords.localPrefix)\(index)\(rest)" }
    return id
  }

  /// The store's name for a record of the recording. The roots of mutations cannot be found by name.
  func ownID(_ id: String) -> String {
    guard id.hasPrefix(TraceRecords.localPrefix) else { return id }
    let root = TraceRecords.root(id)
    guard let index = Int(root.dropFirst(TraceRecords.localPrefix.count)), eventRoots.indices.contains(index) else { return id }
    return eventRoots[index] + id.dropFirst(root.count)
  }

  private static let localPrefix = "client:local:"

  /// Whether it is the root of a mutation or an event.
  static func isLocalRoot(_ id: String) -> Bool { id.hasPrefix(localPrefix) && root(id) == id }

  /// `client:local:7` of `client:local:7:createPost`.
  private static func root(_ id: String) -> String {
    localPrefix + id.dropFirst(localPrefix.count).prefix { $0.isNumber }
  }

  private func renamed(_ json: JSON) -> JSON {
    switch json {
    case .string(let text): return .string(recordedID(text))
    case .array(let items): return .array(items.map { renamed($0) })
    case .object(let members): return .object(members.mapValues { renamed($0) })
    default: return json
    }
  }

  // MARK: - Comparing

  /// Compares the store's records with the recorded ones after a step.
  mutating func compare(_ store: [String: JSON], _ changes: [String: JSON], isCollection: Bool) -> [String] {
    let newRoots = store.keys.filter { TraceRecords.isLocalRoot($0) }
      .filter { !mutationRoots.contains($0) && !eventRoots.contains($0) }
    eventRoots += newRoots.sorted { ($0.count, $0) < ($1.count, $1) }
    for (id, record) in changes {
      if record.isNull { expected.removeValue(forKey: id) } else { expected[id] = record }
    }
    let records = recorded(store)
    let found = TraceRecords.withoutLooseEnds(records)
    // Fields that have been fetched again exist again.
    forgotten = forgotten.filter { found[$0.record]?[$0.key] == nil && self.expected[$0.record]?[$0.key] != nil }
    noteForgotten(found, isCollection: isCollection)
    let expected = TraceRecords.withoutLooseEnds(withoutForgotten())
    let lost = isCollection ? TraceRecords.cutOff(expected).subtracting(found.keys) : []
    hasLostRecords = !lost.isEmpty
    var differences: [String] = []
    for id in Set(found.keys).union(expected.keys).subtracting(lost).sorted() {
      if let difference = TraceRecords.differ(
        TraceRecords.withoutErrorPaths(found[id] ?? .null),
        TraceRecords.withoutErrorPaths(TraceRecords.withoutOwnFields(expected[id] ?? .null)), at: id)
      {
        differences.append(difference)
      }
    }
    return differences
  }

  /// The store's records under the recording's names.
  private func recorded(_ store: [String: JSON]) -> [String: JSON] {
    var records: [String: JSON] = [:]
    // Values of a later mutation override those of an earlier one.
    let orders = Dictionary(uniqueKeysWithValues: mutationRoots.enumerated().map { ($1, $0) })
    let sorted = store.sorted { left, right in
      let orders = [left, right].map { orders[TraceRecords.root($0.key)] ?? -1 }
      return (orders[0], left.key) < (orders[1], right.key)
    }
    for (id, record) in sorted where !record.isNull {
      let recordedID = recordedID(id)
      guard recordedID != id else {
        records[id] = records[id].map { TraceRecords.merged($0, renamed(record)) } ?? renamed(record)
        continue
      }
      let record = renamed(record)
      records[recordedID] = records[recordedID].map { TraceRecords.merged($0, record) } ?? record
    }
    return records
  }

  private static func merged(_ record: JSON, _ other: JSON) -> JSON {
    guard case .object(let left) = record, case .object(let right) = other else { return other }
    return .object(left.merging(right) { $1 })
  }

  /// Compares the results of reads.
  func differ(_ found: JSON, _ expected: JSON, at path: String) -> String? {
    TraceRecords.differ(renamed(found), expected, at: path)
  }

  static func differ(_ found: JSON, _ expected: JSON, at path: String) -> String? {
    switch (found, expected) {
    case (.object(let left), .object(let right)):
      for key in Set(left.keys).union(right.keys).sorted() {
        guard let found = left[key] else { return "\(path): no \(key), expected \(right[key]?.description.prefix(300) ?? "")" }
        guard let expected = right[key] else { return "\(path): \(key) too much, \(found.description.prefix(300))" }
        if let difference = differ(found, expected, at: "\(path).\(key)") { return difference }
      }
      return nil
    case (.array(let left), .array(let right)) where left.count == right.count:
      for (index, (left, right)) in zip(left, right).enumerated() {
        if let difference = differ(left, right, at: "\(path)[\(index)]") { return difference }
      }
      return nil
    case (.int, .double), (.double, .int): return found.doubleValue == expected.doubleValue ? nil : "\(path): \(found) \(expected)"
    default: return found == expected ? nil : "\(path): \(found.description.prefix(300)), expected \(expected.description.prefix(300))"
    }
  }
}
