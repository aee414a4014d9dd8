/// The fields of input objects (specification, "Type Validation" of section 3.10). Those of OneOf input objects must be nullable and have
/// no default values.
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

  /// A required argument or field cannot be deprecated (sections 3.6 and 3.10). Relay also reads the schemas of older servers and does not
  /// check this.
  mutating func checkDeprecation(_ value: InputValueDefinition) {
    if profile == .specification, value.isRequired, value.deprecation != nil { report(.deprecatedRequiredValue(value)) }
  }
}
