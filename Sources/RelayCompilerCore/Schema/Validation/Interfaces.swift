/// What a type that implements an interface must have (specification, "IsValidImplementation" of section 3.6, and section 3.7).
extension SchemaValidator {
  mutating func checkInterfaces(of id: TypeID) {
    for interface in schema[id].interfaces {
      if interface == id {
        report(.interfaceImplementsItself(schema[id]))
        continue
      }
      checkImpliedInterfaces(of: id, through: interface)
      if !incomplete.contains(id) { checkImplementation(of: interface, by: id) }
    }
  }

  /// What an interface implements, its implementors declare too.
  private mutating func checkImpliedInterfaces(of id: TypeID, through interface: TypeID) {
    for implied in schema[interface].interfaces where !schema[id].interfaces.contains(implied) {
      if implied == id {
        report(.interfaceCycle(schema[id], through: schema[interface]))
      } else if implied != interface {
        report(.missingImpliedInterface(schema[implied].name, of: schema[id], through: schema[interface]))
      }
    }
  }

  private mutating func checkImplementation(of interface: TypeID, by id: TypeID) {
    for expectedID in schema[interface].fieldList {
      let expected = schema[expectedID]
      guard let fieldID = schema.field(expected.name, on: id) else {
        report(.missingInterfaceField(expected, of: schema[interface].name, on: schema[id]))
        continue
      }
      let field = schema[fieldID]
      if !schema.isValidImplementationFieldType(field.type, of: expected.type) {
        report(.wrongInterfaceFieldType(field, of: schema[id].name, expected, of: schema[interface].name, in: schema))
      }
      for expectedArgument in expected.arguments {
        guard let argument = field.arguments.first(where: { $0.name == expectedArgument.name }) else {
          report(.missingInterfaceArgument(expectedArgument, field, of: schema[id].name, interface: schema[interface].name))
          continue
        }
        if argument.type != expectedArgument.type {
          report(.wrongInterfaceArgumentType(argument, field, of: schema[id].name, expectedArgument, interface: schema[interface].name, in: schema))
        }
      }
      for argument in field.arguments where argument.isRequired {
        if !expected.arguments.contains(where: { $0.name == argument.name }) {
          report(.additionalRequiredArgument(argument, field, of: schema[id].name, expected, interface: schema[interface].name))
        }
      }
      if profile == .specification, field.deprecation != nil, expected.deprecation == nil {
        report(.deprecatedInterfaceField(field, of: schema[id].name, interface: schema[interface].name))
      }
    }
  }
}

extension Schema {
  /// "IsValidImplementationFieldType" (section 3.6)
  func isValidImplementationFieldType(_ type: TypeReference, of expected: TypeReference) -> Bool {
    if type == expected { return true }
    if expected.isNonNull { return type.isNonNull && isValidImplementationFieldType(type.nullable, of: expected.nullable) }
    if type.isNonNull { return isValidImplementationFieldType(type.nullable, of: expected) }
    switch (type.item, expected.item) {
    case (let item?, let expectedItem?): return isValidImplementationFieldType(item, of: expectedItem)
    case (nil, nil): return isSubtype(type.named, of: expected.named)
    default: return false
    }
  }
}
