/// Finds mistakes in the data that a test has as the answer to an operation: a misspelled member, or another object than the one that the
/// operation asks for.
///
/// A server never sends what was not asked for. A test may, for example if it answers several operations with the same data. So such a
/// member is a mistake only if another is missing in the same object.
struct MockAnswerCheck {
  private let operation: OperationDescriptor
  private let plan: NormalizationPlan
  private let identities: MockIdentities

  init(_ operation: OperationDescriptor) {
    self.operation = operation
    plan = operation.definition.normalization
    identities = MockIdentities(operation)
  }

  /// - Throws: the first ``MockError`` that is found.
  func check(_ data: JSON) throws {
    guard let members = data.objectValue else { return }
    try check(members, MockSelections(plan), at: [])
    for lookup in identities.lookups {
      guard let id = lookup.path.reduce(Optional(data), { $0?[$1] })?[lookup.field], !Self.isSame(id, lookup.id) else { continue }
      throw MockError.otherObject(
        id: id, expected: lookup.id, path: lookup.path.joined(separator: "."), operation: operation.definition.name)
    }
  }

  private func check(_ members: [String: JSON], _ selections: MockSelections, at path: [String]) throws {
    let known = selections.keys
    let unknown = members.keys.filter { !known.contains($0) && !$0.hasPrefix("__") }.ascending()
    if !unknown.isEmpty { try check(unknown, of: members, selections, at: path) }
    for (key, value) in members.ascending() {
      guard let below = selections[key] else { continue }
      try check(value, below, at: path + [key])
    }
  }

  /// - Parameter unknown: the members that the operation does not select.
  private func check(_ unknown: [String], of members: [String: JSON], _ selections: MockSelections, at path: [String]) throws {
    let missing = selections.requiredKeys(of: members["__typename"]?.stringValue).subtracting(members.keys)
    // The compiler selects these even if the document does not, so that a test may not know of them.
    let selected = missing.subtracting(["__typename", plan.idKey.name])
    for key in unknown {
      let near = NearName.of(key, among: missing)
      if near == nil, selected.isEmpty { continue }
      throw MockError.unknownField(
        key, path: path.joined(separator: "."), operation: operation.definition.name,
        suggestion: near ?? (selected.count == 1 ? selected.first : nil))
    }
  }

  private func check(_ value: JSON, _ selections: MockSelections, at path: [String]) throws {
    switch value {
    case .object(let members): if !selections.keys.isEmpty { try check(members, selections, at: path) }
    case .array(let items): for item in items { try check(item, selections, at: path) }
    default: break
    }
  }

  /// An id may be a string or an integer.
  private static func isSame(_ first: JSON, _ second: JSON) -> Bool {
    func text(_ id: JSON) -> String { id.stringValue ?? "\(id)" }
    return text(first) == text(second)
  }
}

extension Dictionary<String, JSON> {
  /// The members in the order of their names.
  func ascending() -> [(key: String, value: JSON)] { keys.ascending().compactMap { name in self[name].map { (name, $0) } } }
}
