/// Variables that begin with `__relay_internal` are Relay's own: provided variables become such.
extension RelayRuleWalker {
  mutating func checkGlobalVariableNames(of operation: OperationDefinition) {
    for variable in operation.variables where variable.name.hasPrefix("__relay_internal") {
      report(
        "reserved-variable",
        "Invalid name `$\(variable.name)` for an operation variable. The `__relay_internal` prefix is reserved for relay internal usage",
        at: variable.range)
    }
  }
}
