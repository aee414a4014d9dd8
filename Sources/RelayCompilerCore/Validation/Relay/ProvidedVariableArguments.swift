/// What a module provides is not for the spread to pass.
extension RelayRuleWalker {
  mutating func checkProvidedVariables(_ spread: FragmentSpread) {
    guard let fragment = program.fragment(spread.name) else { return }
    for argument in spread.arguments {
      guard let variable = fragment.variables.first(where: { $0.name == argument.name }), variable.provider != nil else { continue }
      report(
        "provided-variable-argument",
        "Passing a value to '\(argument.name)' (a provided variable) through @arguments is not supported", at: argument.range,
        notes: [Diagnostic.Note("the variable is declared here", at: variable.range)])
    }
  }
}
