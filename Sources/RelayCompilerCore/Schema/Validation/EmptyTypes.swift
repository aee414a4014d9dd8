/// No type is empty (specification, "Type Validation" of sections 3.6 to 3.10): objects, interfaces and input objects have fields, unions
/// have members, enums have values.
extension SchemaValidator {
  mutating func checkIsNotEmpty(_ id: TypeID) {
    let type = schema[id]
    let isEmpty =
      switch type.kind {
      case .scalar: false
      case .object, .interface: type.fieldList.isEmpty
      case .union: type.memberTypes.isEmpty
      case .enum: type.values.isEmpty
      case .inputObject: type.inputFields.isEmpty
      }
    if isEmpty, !incomplete.contains(id) { report(.emptyType(type)) }
  }
}
