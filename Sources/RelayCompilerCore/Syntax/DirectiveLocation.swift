/// The locations of directives (specification, section 3.13).
package enum DirectiveLocation {
  package static let query: Name = "QUERY"
  package static let mutation: Name = "MUTATION"
  package static let subscription: Name = "SUBSCRIPTION"
  package static let field: Name = "FIELD"
  package static let fragmentDefinition: Name = "FRAGMENT_DEFINITION"
  package static let fragmentSpread: Name = "FRAGMENT_SPREAD"
  package static let inlineFragment: Name = "INLINE_FRAGMENT"
  package static let variableDefinition: Name = "VARIABLE_DEFINITION"
  package static let schema: Name = "SCHEMA"
  package static let scalar: Name = "SCALAR"
  package static let object: Name = "OBJECT"
  package static let fieldDefinition: Name = "FIELD_DEFINITION"
  package static let argumentDefinition: Name = "ARGUMENT_DEFINITION"
  package static let interface: Name = "INTERFACE"
  package static let union: Name = "UNION"
  package static let `enum`: Name = "ENUM"
  package static let enumValue: Name = "ENUM_VALUE"
  package static let inputObject: Name = "INPUT_OBJECT"
  package static let inputFieldDefinition: Name = "INPUT_FIELD_DEFINITION"
  /// In the draft of 2026.
  package static let directiveDefinition: Name = "DIRECTIVE_DEFINITION"

  package static let all: [Name] = [
    query, mutation, subscription, field, fragmentDefinition, fragmentSpread, inlineFragment, variableDefinition, schema, scalar, object,
    fieldDefinition, argumentDefinition, interface, union, `enum`, enumValue, inputObject, inputFieldDefinition, directiveDefinition,
  ]
}
