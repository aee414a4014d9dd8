/// Operations declare all variables that they reach through their fragments. The program must have its fragment arguments applied.
func checkUndefinedVariables(_ program: Program, diagnostics: inout [Diagnostic]) {
  var collector = UsedVariableCollector(program: program, includesHandles: true)
  for operation in program.operations {
    let declared = Set(operation.variables.map(\.name))
    for (name, use) in collector.variables(usedBy: operation).sorted(by: { $0.key < $1.key }) where !declared.contains(name) {
      diagnostics.append(.undefinedVariable(use, operation: operation, in: program.schema))
    }
  }
}
