/// Default values of arguments and input fields have the right type (specification, sections 3.6.1 and 3.10). Relay leaves this to the
/// server.
extension SchemaValidator {
  mutating func checkDefaultValue(_ value: InputValueDefinition) {
    guard profile == .specification, let defaultValue = value.defaultValue else { return }
    if !schema.accepts(defaultValue, as: value.type) { report(.wrongDefaultValue(value, in: schema)) }
  }
}

extension Schema {
  /// Whether the constant can be coerced to the type (specification, "Input Coercion" of each kind of type).
  func accepts(_ value: ConstantValue, as type: TypeReference) -> Bool {
    if case .null = value { return !type.isNonNull }
    if let item = type.item {
      if case .list(let items) = value { return items.allSatisfy { accepts($0, as: item) } }
      return accepts(value, as: item)
    }
    let definition = self[type.named]
    switch definition.kind {
    case .enum:
      if case .enum(let name) = value { return definition.values.contains { $0.name == name } }
      return false
    case .inputObject:
      guard case .object(let fields) = value else { return false }
      for field in fields {
        guard let input = definition.inputFields.first(where: { $0.name == field.name }), accepts(field.value, as: input.type) else {
          return false
        }
      }
      if definition.isOneOf { return fields.count == 1 && fields[0].value != .null }
      return definition.inputFields.allSatisfy { input in !input.isRequired || fields.contains { $0.name == input.name } }
    case .scalar: return accepts(value, asScalar: definition.name)
    case .object, .interface, .union: return false
    }
  }

  private func accepts(_ value: ConstantValue, asScalar name: Name) -> Bool {
    switch (name, value) {
    case (.int, .int(let number)): Int32(exactly: number) != nil
    case (.float, .int), (.idType, .int), (.idType, .string), (.stringType, .string), (.boolean, .boolean): true
    case (.float, .float(let number)): number.isFinite
    case (.int, _), (.float, _), (.idType, _), (.stringType, _), (.boolean, _): false
    default: true
    }
  }
}
