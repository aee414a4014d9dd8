@testable import RelayRuntime

// What may differ from a recording beside the numbers of local identities. Each is meant, and counts as equal.
//
// 1. A collection takes from the query root the answers (links and nulls) to questions that no kept operation asks. The reference keeps them
//    for as long as any operation is kept, so that a store remembers every `node(id:)` and every mutation that ever was; where none is kept,
//    it has no query root either, while here what has no arguments stays in it. What is asked again after that is missing on one side, so it
//    is fetched again. Until then, availability and readings of the operations with such a field are not compared.
// 2. Links to records that a collection has taken. The reference keeps them, here a field with arguments goes with them. Both read as missing.
// 3. A mutation has a root of its own, so that two executions do not share their root fields. In a recording it is the query root.
// 4. The invalidation of a record is no field of it.
// 5. The last event of a running subscription keeps its records, with what they link to, from being collected: its reader may not have come
//    to it yet.

extension TraceRecords {
  /// Takes from the store what a subscription's last event has kept there.
  mutating func dropEvents(_ found: inout [String: JSON], isCollection: Bool) {
    if isCollection {
      var open = found.keys.filter { $0.hasPrefix("client:local:") }
      var reached: Set<String> = []
      while let id = open.popLast() {
        guard reached.insert(id).inserted, let record = found[id] else { continue }
        if let type = record["__typename"]?.stringValue { reached.insert(DataID.type(type)) }
        for value in record.objectValue?.values.map({ $0 }) ?? [] {
          open += ([value["__ref"]].compactMap { $0 } + (value["__refs"]?.arrayValue ?? [])).compactMap(\.stringValue)
        }
      }
      kept.formUnion(reached)
    }
    kept = kept.filter { expected[$0] == nil }
    for id in kept { found.removeValue(forKey: id) }
  }

  /// What a collection takes from the query root here, it takes from the recording too.
  mutating func forgetAnswers(_ found: [String: JSON]) {
    guard case .object(var root)? = self.expected[DataID.root] else { return }
    for (key, value) in root where found[DataID.root]?[key] == nil && TraceRecords.isAnswer(value) {
      root[key] = nil
      forgotten.insert(key)
    }
    expected[DataID.root] = .object(root)
  }

  /// Takes from the store's query root what it has only because a collection left it there.
  mutating func dropRemembered(_ found: inout [String: JSON], isCollection: Bool) {
    guard case .object(var root)? = found[DataID.root] else { return }
    let known = expected[DataID.root]?.objectValue ?? [:]
    if isCollection, known.isEmpty { remembered.formUnion(root.keys.filter { !$0.hasPrefix("__id") && !$0.hasPrefix("__typename") }) }
    remembered = remembered.filter { known[$0] == nil }
    for key in remembered { root.removeValue(forKey: key) }
    found[DataID.root] = .object(root)
  }

  private static func isAnswer(_ value: JSON) -> Bool { value.isNull || value["__ref"] != nil || value["__refs"] != nil }

  /// The records without links that lead to no record.
  static func withoutLooseEnds(_ records: [String: JSON]) -> [String: JSON] {
    var left = records.mapValues { record -> JSON in
      guard case .object(let members) = record else { return record }
      return .object(
        members.filter { _, value in
          if let id = value["__ref"]?.stringValue { return records[id] != nil }
          guard let ids = value["__refs"]?.arrayValue else { return true }
          let targets = ids.compactMap(\.stringValue)
          return targets.isEmpty || targets.contains { records[$0] != nil }
        })
    }
    // Where nothing is kept the recording has no query root either.
    if left[DataID.root]?.objectValue?.keys.allSatisfy({ $0.hasPrefix("__id") || $0.hasPrefix("__typename") }) == true {
      left[DataID.root] = nil
    }
    return left
  }

  /// Whether one of the operation's answers is among those that a collection has taken on one side only.
  func hasForgotten(_ operation: OperationDescriptor, in store: Store) -> Bool {
    if expected[DataID.root] == nil { return true }
    guard !forgotten.isEmpty || !remembered.isEmpty else { return false }
    let walk = PlanWalk(operation, store.keys)
    let keys =
      walk.steps.lazy.filter { $0.kind == .linked && $0.key >= 0 }.map { store.keys.name($0.key) } + walk.keys.map { store.keys.name($0) }
    return keys.contains { forgotten.contains($0) || remembered.contains($0) }
  }

  /// A recorded record without what is no field of it here.
  static func withoutOwnFields(_ record: JSON) -> JSON {
    guard case .object(var members) = record else { return record }
    members["__invalidated_at"] = nil
    return .object(members)
  }
}
