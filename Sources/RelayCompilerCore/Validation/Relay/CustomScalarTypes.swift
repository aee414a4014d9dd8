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
    for variable in variables { checkCustomScalars(in: variable.type.named, at: variable.range) }
  }

  /// Not recursive: input objects may refer to one another in a chain of any length.
  private mutating func checkCustomScalars(in type: TypeID, at range: SourceRange) {
    var seen: Set<TypeID> = []
    var pending = [type]
    while let type = pending.popLast() {
      guard seen.insert(type).inserted else { continue }
      checkCustomScalar(type, at: range)
      pending += schema[type].inputFields.map(\.type.named).reversed()
    }
  }

  private mutating func checkCustomScalar(_ type: TypeID, at range: SourceRange) {
    let definition = schema[type]
    guard definition.kind == .scalar, !definition.isBuiltIn, options.customScalarTypes[definition.name] == nil else { return }
    report(.customScalarWithoutType(definition.name, key: options.customScalarTypesKey, at: range))
  }
}
