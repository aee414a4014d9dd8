/// Diagnostics for response keys that conflict with key fields.
extension Diagnostic {
  /// Keys of two types that the object of a selection set may have.
  static func conflictingKeys(_ a: MergeField, _ b: MergeField, in schema: Schema) -> Diagnostic {
    func shown(_ key: MergeField) -> String {
      "'\(schema[key.parent].name).\(key.name)' (\(schema.description(of: key.type)))"
    }
    let cure = a.role == .id && b.role == .id ? "both fields the same type in the schema" : "one of the types another key, or none"
    return Diagnostic(
      "field-conflict",
      "\(shown(a)) and \(shown(b)) identify objects, but a response to these selections cannot have both. Give \(cure)", at: a.range,
      notes: [a, b].compactMap { keyNote($0, in: schema) })
  }

  private static func keyNote(_ field: MergeField, in schema: Schema) -> Note? {
    let type = schema[field.parent]
    return type.key.map { .init("The key of '\(type.name)' is declared here", at: $0.range) }
  }

  /// - Parameter key: the field that was added to identify objects.
  static func conflictingKeyField(_ field: MergeField, _ key: MergeField, in schema: Schema) -> Diagnostic {
    let (other, own) = (schema[field.parent].name, schema[key.parent].name)
    return Diagnostic(
      "field-conflict",
      "'\(field.key)' cannot be '\(other).\(field.name)' (\(schema.description(of: field.type))): '\(own).\(key.name)' "
        + "(\(schema.description(of: key.type))) identifies objects and is selected beside it. Select '\(other).\(field.name)' under another name",
      at: field.range, notes: keyNote(key, in: schema).map { [$0] } ?? [])
  }
}
