/// What is stale once a field of a mutation or subscription has a value (`@invalidates`).
struct Invalidation: Sendable, Hashable {
  /// A field of an object type, with whatever arguments.
  struct Field: Sendable, Hashable {
    let type: KeyID
    /// The field's name in the schema.
    let name: KeyID
  }

  /// The index of the field's step.
  let step: Int
  /// The object types of which every object is stale.
  let types: [KeyID]
  /// The fields that are stale in every object of their types.
  let fields: [Field]

  /// - Parameters:
  ///   - node: `[code, [type, …], {type: [field, …], …}]`.
  ///   - step: the index of the field's step.
  init(_ node: PlanNode, step: Int) {
    self.step = step
    types = (node[1].arrayValue ?? []).compactMap { $0.stringValue.map { Keys.intern($0) } }
    fields = (node[2].objectValue ?? [:]).sorted { $0.key < $1.key }.flatMap { type, names in
      let type = Keys.intern(type)
      return (names.arrayValue ?? []).compactMap { name in
        name.stringValue.map { Field(type: type, name: Keys.intern($0)) }
      }
    }
  }
}
