/// Removes unused variables from the declarations of operations: their uses were for the client only, or disappeared with a constant
/// fragment argument. Only operation text needs this.
func skipUnusedVariables(_ program: Program) -> Program {
  guard program.operations.contains(where: { !$0.variables.isEmpty }) else { return program }
  var collector = UsedVariableCollector(program: program)
  return program.with(
    operations: program.operations.map { operation in
      if operation.variables.isEmpty { return operation }
      let used = collector.variables(usedBy: operation)
      if operation.variables.allSatisfy({ used[$0.name] != nil }) { return operation }
      return operation.with(variables: operation.variables.filter { used[$0.name] != nil })
    })
}
