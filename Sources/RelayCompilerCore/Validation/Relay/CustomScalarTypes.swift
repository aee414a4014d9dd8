/// With `requireCustomScalarTypes`, every custom scalar in a field, a variable or an input object of a variable needs a Swift type in
/// `customScalarTypes`.
extension RelayRule {
  static let customScalarTypes = RelayRule(
    operation: { $0.checkCustomScalars(of: $1.variables) },
    fragment: { $0.checkCustomScalars(of: $1.variables) },
    field: { $0.checkCustomScalar($1.head) })
}

extension RelayRuleWalker {
  fileprivate mutating func checkCustomScalar(_ head: FieldHead) {
    guard options.requireCustomScalarTypes else { return }
    checkCustomScalar(head.type.named, at: head.nameRange)
  }

  fileprivate mutating func checkCustomScalars(of variables: [VariableDefinition]) {
    guard options.requireCustomScalarTypes else { return }
    for variable in variables {
      var seen: Set<TypeID> = []
      checkCustomScalars(in: variable.type.named, at: variable.range, &seen)
    }
  }

  private mutating func checkCustomScalars(in type: TypeID, at range: SourceRange, _ seen: inout Set<TypeID>) {
    guard seen.insert(type).inserted else { return }
    checkCustomScalar(type, at: range)
    for field in schema[type].inputFields { checkCustomScalars(in: field.type.named, at: range, &seen) }
  }

  private mutating func checkCustomScalar(_ type: TypeID, at range: SourceRange) {
    let definition = schema[type]
    guard definition.kind == .scalar, !definition.isBuiltIn, options.customScalarTypes[definition.name] == nil else { return }
    report(.customScalarWithoutType(definition.name, key: options.customScalarTypesKey, at: range))
  }
}
