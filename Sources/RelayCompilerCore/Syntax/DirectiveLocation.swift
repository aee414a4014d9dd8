/// The locations of directives (specification, section 3.13).
enum DirectiveLocation {
  static let query: Name = "QUERY"
  static let mutation: Name = "MUTATION"
  static let subscription: Name = "SUBSCRIPTION"
  static let field: Name = "FIELD"
  static let fragmentDefinition: Name = "FRAGMENT_DEFINITION"
  static let fragmentSpread: Name = "FRAGMENT_SPREAD"
  static let inlineFragment: Name = "INLINE_FRAGMENT"
  static let variableDefinition: Name = "VARIABLE_DEFINITION"
  static let schema: Name = "SCHEMA"
  static let scalar: Name = "SCALAR"
  static let object: Name = "OBJECT"
  static let fieldDefinition: Name = "FIELD_DEFINITION"
  static let argumentDefinition: Name = "ARGUMENT_DEFINITION"
  static let interface: Name = "INTERFACE"
  static let union: Name = "UNION"
  static let `enum`: Name = "ENUM"
  static let enumValue: Name = "ENUM_VALUE"
  static let inputObject: Name = "INPUT_OBJECT"
  static let inputFieldDefinition: Name = "INPUT_FIELD_DEFINITION"
  /// In the draft of 2026.
  static let directiveDefinition: Name = "DIRECTIVE_DEFINITION"

  static let all: [Name] = [
    query, mutation, subscription, field, fragmentDefinition, fragmentSpread, inlineFragment, variableDefinition, schema, scalar, object,
    fieldDefinition, argumentDefinition, interface, union, `enum`, enumValue, inputObject, inputFieldDefinition, directiveDefinition,
  ]
}
