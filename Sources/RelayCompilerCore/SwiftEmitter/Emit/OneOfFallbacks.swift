/// The fields as which `@oneOf` input objects are read if no field is set. Reading them ends: a field with such an object itself is chosen only
/// if that one ends. A scalar, a list and any other input object always do, because they can be empty.
enum OneOfFallbacks {
  /// The index of the field, by type. A type has none if it contains nothing but such types and so has no value.
  static func find(in schema: Schema) -> [TypeID: Int] {
    var fallbacks: [TypeID: Int] = [:]
    /// The types that have a field of each type, and its index.
    var users: [TypeID: [(type: TypeID, field: Int)]] = [:]
    for index in schema.types.indices where schema.types[index].isOneOf {
      let type = TypeID(rawValue: UInt32(index))
      let fields = schema[type].inputFields
      if let field = fields.firstIndex(where: { !isOneOf($0, schema) }) {
        fallbacks[type] = field
      } else {
        for (index, field) in fields.enumerated() { users[field.type.named, default: []].append((type, index)) }
      }
    }
    // From those that end at once to those that end after one more, and so on.
    var ended = Array(fallbacks.keys)
    while !ended.isEmpty {
      var next: [TypeID: Int] = [:]
      for type in ended {
        for user in users[type] ?? [] where fallbacks[user.type] == nil {
          next[user.type] = min(next[user.type] ?? user.field, user.field)
        }
      }
      fallbacks.merge(next) { first, _ in first }
      ended = Array(next.keys)
    }
    return fallbacks
  }

  /// Whether a value of the field is an object of a `@oneOf` type, and not a list of them.
  static func isOneOf(_ field: InputValueDefinition, _ schema: Schema) -> Bool {
    field.type.item == nil && schema[field.type.named].isOneOf
  }
}
