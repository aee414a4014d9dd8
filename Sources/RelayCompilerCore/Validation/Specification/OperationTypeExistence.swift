/// Operation Type Existence (specification, section 5.2.1.1): the schema has a root type for the kind of operation.
extension ValidationRule {
  static let operationTypeExistence = ValidationRule(sections: ["5.2.1.1"], operation: { $0.checkOperationType($1.syntax, $1.type) })
}

extension DefinitionWalker {
  fileprivate mutating func checkOperationType(_ operation: OperationDefinitionSyntax, _ type: TypeID?) {
    if type == nil { report(.unsupportedOperation(operation.kind, at: operation.kindRange)) }
    if isRelay, operation.name == nil { report(.anonymousOperation(operation.kind, at: operation.kindRange)) }
  }
}
