/// With `schemaConfig.nonNodeIdFields`, a field with the name of the id field must be an `ID`, unless the list of exceptions allows its
/// type.
extension RelayRule {
  static let nonNodeIDFields = RelayRule(field: { $0.checkNonNodeID($1.head, on: $1.parent) })
}

extension RelayRuleWalker {
  fileprivate mutating func checkNonNodeID(_ head: FieldHead, on parent: TypeID) {
    guard head.name == options.schema.nodeInterfaceIDField, let definition = head.definition,
      let allowed = options.schema.nonNodeIDFieldsAllowedTypes
    else { return }
    let type = schema[schema[definition].type.named].name
    guard type != .idType, allowed[schema[parent].name] != type else { return }
    report(
      .nonNodeID(head.name, on: schema[parent].name, type: schema.description(of: schema[definition].type), at: head.nameRange))
  }
}
