/// Diagnostics for variables of operations and fragments, from passes and from Relay's rules.
extension Diagnostic {
  static func unusedFragmentArgument(_ argument: VariableDefinition, of fragment: Name) -> Diagnostic {
    Diagnostic(
      "unused-fragment-variable",
      "'\(fragment)' does not use its argument '$\(argument.name)'. Remove it, or mark it with 'unusedLocalVariable_DEPRECATED: true'",
      at: argument.range)
  }

  static func uselessUnusedArgumentMark(_ argument: VariableDefinition, of fragment: Name) -> Diagnostic {
    Diagnostic(
      "unused-fragment-variable", "'\(fragment)' does use '$\(argument.name)'. Remove 'unusedLocalVariable_DEPRECATED'",
      at: argument.range)
  }

  static func indistinctProviders(_ argument: VariableDefinition, _ other: VariableDefinition) -> Diagnostic {
    Diagnostic(
      "provided-variable-names",
      "The providers '\(other.provider ?? "")' and '\(argument.provider ?? "")' become the same variable, because only letters, "
        + "digits and underscores of a name count. Rename one of them", at: argument.range,
      notes: [.init("'\(other.provider ?? "")' provides '$\(other.name)' here", at: other.range)])
  }

  static func providerWithTwoTypes(_ argument: VariableDefinition, _ other: VariableDefinition, in schema: Schema) -> Diagnostic {
    Diagnostic(
      "provided-variable-types",
      "The provider '\(argument.provider ?? "")' must have one type everywhere, but it is '\(schema.description(of: argument.type))' "
        + "here and '\(schema.description(of: other.type))' elsewhere",
      at: argument.range, notes: [.init("It provides '\(schema.description(of: other.type))' here", at: other.range)])
  }

  static func undefinedVariable(_ use: Variable, operation: OperationDefinition, in schema: Schema) -> Diagnostic {
    return suggesting(among: operation.variables.count) { isSearched in
      let close = isSearched ? Suggestions.closest(to: use.name, among: operation.variables.lazy.map(\.name)) : []
      let type = schema.description(of: use.type)
      var fix = fixForUndefined(use.name, type: type, close)
      // What a fragment alone needs, such as the size of a page, is better an argument of the fragment.
      if close.isEmpty, !operation.range.contains(use.range) {
        fix += ", or '@argumentDefinitions(\(use.name): {type: \"\(type)\"})' to the fragment"
      }
      return Diagnostic(
        "undefined-variable", "'$\(use.name)' is used here, but '\(operation.name)' does not define it\(fix)", at: use.range,
        notes: [.init("'\(operation.name)' is defined here", at: operation.nameRange)])
    }
  }

  /// A cycle that only a pass finds, such as one in a fragment of another module.
  static func fragmentSpreadsItself(_ fragment: FragmentDefinition) -> Diagnostic {
    Diagnostic("fragment-cycle", "The fragment '\(fragment.name)' spreads itself, directly or through others", at: fragment.nameRange)
  }
}
