/// Variables that begin with `__relay_internal` are Relay's own: provided variables become such.
extension RelayRuleWalker {
  mutating func checkGlobalVariableNames(of operation: OperationDefinition) {
    for variable in operation.variables where variable.name.hasPrefix(Name.relayInternalPrefix) {
      report(.reservedVariable(variable))
    }
  }
}
