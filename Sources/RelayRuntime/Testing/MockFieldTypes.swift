/// The names of the types of a test operation's fields, and the values of enums, from the metadata of `@relay_test_operation`.
struct MockFieldTypes {
  /// The type of a field.
  struct FieldType {
    let name: String
    let isList: Bool
    let enumValues: [String]
  }

  private var types = [String: FieldType]()

  init(_ definition: OperationDefinition) {
    for (path, info) in definition.metadata[TestedFields.key]?.objectValue ?? [:] {
      types[path] = FieldType(
        name: info["type"]?.stringValue ?? "", isList: info["plural"]?.isTruthy ?? false,
        enumValues: info["enumValues"]?.arrayValue?.compactMap(\.stringValue) ?? [])
    }
  }

  /// - Parameter path: the response keys from the root to the field.
  subscript(path: [String]) -> FieldType? { types.isEmpty ? nil : types[path.joined(separator: ".")] }

  /// The names of all types of fields.
  var names: Set<String> { Set(types.values.map(\.name)) }
}
