/// Variables that begin with `__relay_internal` are Relay's own: provided variables become such.
extension RelayRuleWalker {
  mutating func checkGlobalVariableNames(of operation: OperationDefinition) {
    for variable in operation.variables where variable.name.hasPrefix("__relay_internal") {
      report(.reservedVariable(variable))
    }
  }
}
