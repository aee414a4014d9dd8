extension Lowering {
  /// The variables that `@argumentDefinitions` declares. A variable of unknown type is left out.
  static func variables(
    _ declared: FragmentArguments, schema: Schema, diagnostics: inout [Diagnostic]
  ) -> [VariableDefinition] {
    diagnostics += declared.diagnostics
    return declared.list.compactMap { argument in
      guard let type = argument.type else { return nil }
      var builder = DefinitionBuilder(schema: schema, signatures: [:])
      let definition = VariableDefinition(
        argument.name.name, type: type, defaultValue: argument.defaultValue.flatMap { builder.constant($0, type: type) },
        directives: argument.directives.map { Directive($0.name.name, range: $0.range) }, provider: argument.provider?.value,
        range: argument.name.range)
      diagnostics += builder.diagnostics
      return definition
    }
  }
}
