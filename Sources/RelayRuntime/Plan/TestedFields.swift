/// The types of a test operation's fields (`@relay_test_operation`). Generated code says them as `"ID!"` or `["State", "OPEN", "DONE"]`, the
/// metadata as Relay does, with a name for each part.
enum TestedFields {
  /// The key of these types in an operation's metadata.
  static let key = "relayTestingSelectionTypeInfo"

  /// The metadata with Relay's form of the types.
  static func expanded(_ metadata: JSON) -> JSON {
    guard case .object(var members) = metadata, case .object(let fields)? = members[key] else { return metadata }
    members[key] = .object(fields.mapValues(expandedField))
    return .object(members)
  }

  private static func expandedField(_ field: JSON) -> JSON {
    var values = field.arrayValue ?? [field]
    guard !values.isEmpty, var type = values.removeFirst().stringValue else { return field }
    let isNonNull = type.hasSuffix("!")
    if isNonNull { type.removeLast() }
    let isList = type.hasPrefix("[") && type.hasSuffix("]")
    if isList { type = String(type.dropFirst().dropLast()) }
    return [
      "enumValues": field.arrayValue == nil ? .null : .array(values), "nullable": .bool(!isNonNull), "plural": .bool(isList),
      "type": .string(type),
    ]
  }
}
