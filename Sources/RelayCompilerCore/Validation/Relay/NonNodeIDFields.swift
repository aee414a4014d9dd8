/// With `schemaConfig.nonNodeIdFields`, a field called like the id field must be an `ID`, or its type be on the list of exceptions.
extension RelayRuleWalker {
  mutating func checkNonNodeID(_ head: FieldHead, on parent: TypeID) {
    guard head.name == options.schema.nodeInterfaceIDField, let definition = head.definition,
      let allowed = options.schema.nonNodeIDFieldsAllowedTypes
    else { return }
    let type = schema[schema[definition].type.named].name
    guard type != .idType, allowed[schema[parent].name] != type else { return }
    report(
      "non-node-id",
      "Disallowed field '\(head.name)' of type '\(schema.description(of: schema[definition].type))' on parent type "
        + "'\(schema[parent].name)': only fields of type 'ID' can have this name", at: head.nameRange)
  }
}
