/// Operation Type Existence (specification, section 5.2.1.1): the schema has a root type for the kind of operation.
extension DefinitionWalker {
  mutating func checkOperationType(_ operation: OperationDefinitionSyntax, _ type: TypeID?) {
    if type == nil { report(.unsupportedOperation(operation.kind, at: operation.kindRange)) }
    if isRelay, operation.name == nil { report(.anonymousOperation(operation.kind, at: operation.kindRange)) }
  }
}
