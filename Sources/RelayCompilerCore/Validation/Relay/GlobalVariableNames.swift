/// Names of variables that begin with `__relay_internal` are reserved for Relay, which gives such names to provided variables.
extension RelayRule {
  static let globalVariableNames = RelayRule(operation: { $0.checkGlobalVariableNames(of: $1) })
}

extension RelayRuleWalker {
  fileprivate mutating func checkGlobalVariableNames(of operation: OperationDefinition) {
    for variable in operation.variables where variable.name.hasPrefix(Name.relayInternalPrefix) {
      report(.reservedVariable(variable))
    }
  }
}
