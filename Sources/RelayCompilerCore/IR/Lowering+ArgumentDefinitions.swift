extension Lowering {
  /// What `@argumentDefinitions` declares, as variables. `FragmentArgument` reads it, for the validator too; one without a type that
  /// the schema has is left out.
  static func argumentDefinitions(
    of fragment: FragmentDefinitionSyntax, schema: Schema, diagnostics: inout [Diagnostic]
  ) -> [VariableDefinition] {
    FragmentArgument.list(of: fragment, schema: schema, diagnostics: &diagnostics).compactMap { argument in
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
