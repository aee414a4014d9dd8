/// Finds mistakes in the overrides of a payload that do not depend on the data: paths that lead nowhere, members that an object at a path
/// does not have, and names of interfaces.
struct MockOverrideCheck {
  private(set) var mistakes: [MockError] = []
  private let operation: String

  init(_ payload: MockPayload, _ definition: OperationDefinition, _ types: MockFieldTypes) {
    operation = definition.name
    let root = MockSelections(definition.normalization)
    for (path, value) in payload.paths.ascending() { check(path, value, root) }
    guard !payload.types.isEmpty else { return }
    let names = MockTypeNames(definition, types)
    for name in payload.types.keys.ascending() where names.abstract.contains(name) {
      mistakes.append(.notAnObjectType(name, operation: operation, objectTypes: names.known.ascending()))
    }
  }

  private mutating func check(_ path: String, _ value: JSON, _ root: MockSelections) {
    var place = root
    var keys = path.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    for (index, key) in keys.enumerated() {
      guard let next = place[key] else {
        let near = NearName.of(key, among: place.keys)
        if let near { keys[index] = near }
        mistakes.append(.unknownPath(path, operation: operation, suggestion: near == nil ? nil : keys.joined(separator: ".")))
        return
      }
      place = next
    }
    check(value, place, at: path)
  }

  private mutating func check(_ value: JSON, _ selections: MockSelections, at path: String) {
    switch value {
    case .array(let items): for item in items { check(item, selections, at: path) }
    case .object(let members):
      let known = selections.keysAndNames
      // The value of a custom scalar may be an object.
      if known.isEmpty { return }
      for (key, member) in members.ascending() where !key.hasPrefix("__") {
        if !known.contains(key) {
          let suggestion = NearName.of(key, among: known)
          mistakes.append(.unknownField(key, path: path, operation: operation, suggestion: suggestion))
        } else if let below = selections[key] {
          check(member, below, at: "\(path).\(key)")
        }
      }
    default: break
    }
  }
}
