/// What becomes stale: the objects of a type, or a field of all of them.
struct StalePlace: Sendable {
  let type: KeyID
  /// The field's name; `nil` if the objects become stale with everything in them.
  var field: KeyID?
  /// The field's storage key, with the arguments; `nil` if these do not matter.
  var key: ByteKey?
}

/// What is stale once a field of a mutation or subscription has a value (`@invalidates`).
struct Invalidation: Sendable {
  /// The index of the field's step.
  let step: Int
  /// Object types, and fields of object types with whatever arguments.
  let places: [StalePlace]

  /// - Parameters:
  ///   - node: `[code, [type, …], {type: [field, …], …}]`.
  ///   - step: the index of the field's step.
  init(_ node: PlanNode, step: Int) {
    self.step = step
    var places = (node[1].arrayValue ?? []).compactMap { $0.stringValue.map { StalePlace(type: Keys.intern($0)) } }
    for (type, names) in node[2].objectValue ?? [:] {
      for name in names.arrayValue ?? [] {
        if let name = name.stringValue { places.append(StalePlace(type: Keys.intern(type), field: Keys.intern(name))) }
      }
    }
    self.places = places
  }
}
