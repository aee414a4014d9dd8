/// Input object fields (specification, "Type Validation" of section 3.10), those of OneOf input objects included: nullable, and without
/// default values.
extension SchemaValidator {
  mutating func checkInputFields(of id: TypeID) {
    let type = schema[id]
    for field in type.inputFields {
      checkName(field.name, at: field.range)
      checkDeprecation(field)
      checkDefaultValue(field)
      guard type.isOneOf else { continue }
      if field.type.isNonNull { report(.nonNullOneOfField(field, of: type.name)) }
      if field.defaultValue != nil { report(.oneOfFieldWithDefault(field, of: type.name)) }
    }
  }

  /// Something that must be given cannot be deprecated (sections 3.6 and 3.10). Relay reads older servers' schemas too and does not ask.
  mutating func checkDeprecation(_ value: InputValueDefinition) {
    if profile == .specification, value.isRequired, value.deprecation != nil { report(.deprecatedRequiredValue(value)) }
  }
}
