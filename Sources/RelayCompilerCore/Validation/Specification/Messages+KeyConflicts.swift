/// Diagnostics for response keys that conflict with fields which are added: those of keys, and those that paging needs.
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

  /// - Parameter added: the field that was added to a connection.
  static func conflictingConnectionField(_ field: MergeField, _ added: MergeField, in schema: Schema) -> Diagnostic {
    func shown(_ field: MergeField) -> String {
      "'\(schema[field.parent].name).\(field.name)' (\(schema.description(of: field.type)))"
    }
    let problem =
      field.name == added.name && !field.arguments.isEmpty
      ? "'\(field.key)' cannot have arguments here: the connection selects \(shown(added)) without them"
      : "'\(field.key)' cannot be \(shown(field)) here: the connection selects \(shown(added))"
    let cure = field.role == .written ? "Use another alias" : "Give one of the two connections an alias"
    return Diagnostic(
      "field-conflict", "\(problem). \(cure)", at: field.range, notes: [.init("This connection selects it", at: added.range)])
  }
}
