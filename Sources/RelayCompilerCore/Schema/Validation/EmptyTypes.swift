/// No type is empty (specification, "Type Validation" of sections 3.6 to 3.10): objects, interfaces and input objects have fields, unions
/// have members, enums have values.
extension SchemaValidator {
  mutating func checkIsNotEmpty(_ id: TypeID) {
    let isEmpty =
      switch schema[id].kind {
      case .scalar: false
      case .object, .interface: schema[id].fieldList.isEmpty
      case .union: schema[id].memberTypes.isEmpty
      case .enum: schema[id].values.isEmpty
      case .inputObject: schema[id].inputFields.isEmpty
      }
    if isEmpty, !incomplete.contains(id) { report(.emptyType(schema[id])) }
  }
}
