/// Every variable that an operation declares is used in it or in a fragment that it reaches. (A fragment's own arguments do not count.)
/// `@DEPRECATED__relay_ignore_unused_variables_error` disables the rule for an operation.
extension RelayRule {
  static let unusedOperationVariables = RelayRule(program: { unusedVariables(of: $0) })

  private static func unusedVariables(of program: Program) -> [Diagnostic] {
    var reachable = ReachableVariables(program)
    var diagnostics: [Diagnostic] = []
    for operation in program.operations {
      let marker = operation.directives.named(.ignoreUnusedVariables)
      if operation.variables.isEmpty && marker == nil { continue }
      var used: Set<Name> = []
      LocalVariableUses.collect(operation.selections, into: &used)
      for directive in operation.directives {
        for argument in directive.arguments { LocalVariableUses.collect(argument.value, into: &used) }
      }
      used.formUnion((operation.freshness?.variables ?? []).map(\.name))
      for name in Set(spreads(in: operation.selections)) {
        guard let fragment = program.fragment(name) else { continue }
        for variable in reachable.globals(of: fragment) { used.insert(variable.name) }
      }
      let unused = operation.variables.filter { !used.contains($0.name) }
      if let marker {
        guard unused.isEmpty else { continue }
        diagnostics.append(.uselessUnusedVariablesMarker(marker, operation: operation.name))
      } else {
        diagnostics += unused.map { .unusedOperationVariable($0, operation: operation.name) }
      }
    }
    return diagnostics
  }
}
