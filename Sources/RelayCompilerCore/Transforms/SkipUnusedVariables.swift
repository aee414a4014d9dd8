/// Takes variables that nothing reachable uses out of the operations' declarations: what used them was the client's, or a fragment's
/// constant argument removed it. Only operation text goes through here.
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
