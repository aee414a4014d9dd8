@testable import RelayRuntime

// The allowed differences from a recording, apart from the numbers of local identities. Each is intentional and counts as equal.
//
// 1. A collection removes fields of the query root (links and nulls) that no retained operation selects. The reference keeps them as long
// as any operation is retained, so that a store remembers every `node(id:)` and every mutation. Here, such a field is missing afterwards
// and is fetched again. Until then, availability and reads of operations with such a field are not compared. If no operation is retained,
// the reference has no query root; here it is empty. A later collection removes the records to which only such a field leads, and the
// reference keeps them: a trace is compared up to that point.
// 2. Links to records that a collection has removed. The reference keeps them; here, a field with arguments is removed with them. Both
// read as missing, until the reference creates a record with the same name again.
// 3. A mutation has a separate root, so that two executions do not share their root fields. In a recording, it is the query root.
// 4. The invalidation of a record is not a field of it, and is not copied with its fields.
// 5. The errors that a record keeps for its fields have the server's path. The reference shortens it to the part below the field.
// 6. If one optimistic update deletes a record that another one writes, and a response contains the record, the reference fails while
// reapplying them: the response counts as failed, and no optimistic update is in force any more. A trace is compared up to that point.
// 7. Watchers are notified when the store learns to which types a type belongs. The reference notifies them with the next change of a
// record.

extension TraceRecords {
  /// Whether the store learns in this step to which types a type belongs.
  static func changesTypes(_ step: JSON) -> Bool {
    step["changes"]?.objectValue?.contains { $0.key.hasPrefix(DataID.type("")) && !$0.value.isNull } == true
  }

  /// Records what a collection has removed here but not in the recording, and so cannot be copied to other records
  /// either.
  mutating func noteForgotten(_ found: [String: JSON], isCollection: Bool) {
    for (id, record) in expected {
      for (key, value) in record.objectValue ?? [:] where found[id]?[key] == nil && TraceRecords.isAnswer(value) {
        if isCollection && id == DataID.root || TraceRecords.isLoose(value, expected) { forgotten.insert(Answer(record: id, key: key)) }
      }
    }
  }

  /// The recorded records without what a collection has removed here.
  func withoutForgotten() -> [String: JSON] {
    var records = expected
    for answer in forgotten {
      guard case .object(var members)? = records[answer.record] else { continue }
      members.removeValue(forKey: answer.key)
      if case .object(var errors)? = members["__errors"] {
        errors.removeValue(forKey: answer.key)
        members["__errors"] = errors.isEmpty ? nil : .object(errors)
      }
      records[answer.record] = .object(members)
    }
    return records
  }

  /// The records in the recording to which only what a collection has removed here leads.
  ///
  /// - Parameter known: the recorded records without what a collection has removed here.
  static func cutOff(_ known: [String: JSON]) -> Set<String> {
    var reached: Set<String> = []
    var open = known.keys.filter { $0 == DataID.root || $0.hasPrefix(DataID.type("")) || isLocalRoot($0) }
    while let id = open.popLast() {
      guard reached.insert(id).inserted, let members = known[id]?.objectValue else { continue }
      for value in members.values {
        let links = (value["__refs"]?.arrayValue ?? []) + [value["__ref"] ?? .null]
        open += links.compactMap(\.stringValue)
      }
    }
    return Set(known.keys).subtracting(reached)
  }

  private static func isAnswer(_ value: JSON) -> Bool { value.isNull || value["__ref"] != nil || value["__refs"] != nil }

  /// Whether the value links to records of which none exists.
  private static func isLoose(_ value: JSON, _ records: [String: JSON]) -> Bool {
    if let id = value["__ref"]?.stringValue { return records[id] == nil }
    guard let ids = value["__refs"]?.arrayValue else { return false }
    let targets = ids.compactMap(\.stringValue)
    return !targets.isEmpty && targets.allSatisfy { records[$0] == nil }
  }

  /// The records without dangling links.
  static func withoutLooseEnds(_ records: [String: JSON]) -> [String: JSON] {
    var left = records.mapValues { record -> JSON in
      guard case .object(let members) = record else { return record }
      return .object(
        members.filter { !TraceRecords.isLoose($0.value, records) })
    }
    // If nothing is retained, the recording has no query root either.
    if left[DataID.root]?.objectValue?.keys.allSatisfy({ $0.hasPrefix("__id") || $0.hasPrefix("__typename") }) == true {
      left[DataID.root] = nil
    }
    return left
  }

  /// Whether the operation reads something that a collection has removed on one side only.
  func hasForgotten(_ operation: OperationDescriptor, in store: RelayStore) -> Bool {
    let walk = PlanWalk(operation, store.keys)
    let names = OperationKeys(walk, store.keys)
    return forgotten.contains { answer in
      if answer.record == DataID.root { return names.root.contains(answer.key) }
      // A dangling link in the recording reads as missing.
      guard let value = expected[answer.record]?[answer.key], !TraceRecords.isLoose(value, expected) else { return false }
      return names.all.contains(answer.key)
    }
  }

  /// Whether a read of the query root corresponds to none: without retained operations, the recording has no query root, and here it is
  /// empty.
  func isEmptyRoot(_ snapshot: Snapshot, _ data: JSON, _ program: VectorProgram) -> Bool {
    guard data.isNull, expected[DataID.root] == nil, snapshot.selector.dataID == DataID.root else { return false }
    return snapshot.vector(program).objectValue?.keys.allSatisfy { $0 == "__fragments" || $0 == "__id" } == true
  }

  /// A recorded record without the parts that are not fields here.
  static func withoutOwnFields(_ record: JSON) -> JSON {
    guard case .object(var members) = record else { return record }
    members["__invalidated_at"] = nil
    return .object(members)
  }

  /// A record without the paths of its errors.
  static func withoutErrorPaths(_ record: JSON) -> JSON {
    guard case .object(var members) = record, case .object(let errors)? = members["__errors"] else { return record }
    members["__errors"] = .object(
      errors.mapValues { list in
        .array(
          (list.arrayValue ?? []).map { error in
            guard case .object(var error) = error else { return error }
            error["path"] = nil
            return .object(error)
          })
      })
    return .object(members)
  }
}

/// The storage keys of an operation's fields.
private struct OperationKeys {
  /// Of the query root.
  var root: Set<String> = []
  /// Of any record.
  var all: Set<String> = []

  init(_ walk: PlanWalk, _ keys: KeyTable) {
    var index = 0
    // The end of the fields of the current record.
    var end = 0
    while index < walk.steps.count {
      let step = walk.steps[index]
      let key: KeyID? =
        switch step.kind {
        case .scalar, .linked: walk.key(step)
        case .scalarHandle, .linkedHandle: walk.handleKey(step)
        default: nil
        }
      if let key {
        all.insert(keys.name(key))
        if index >= end { root.insert(keys.name(key)) }
      }
      if step.kind == .linked { end = max(end, Int(step.next)) }
      index += 1
    }
  }
}
