/// Rejects `@relay_resolver` and `@RelayOutputType` in a schema: fields computed by JavaScript functions, and the types of their values.
/// Servers do not have them, so a query for such a field would never be answered.
extension SchemaBuilder {
  mutating func refuseResolvers() {
    for type in types where type.origin == .server || type.origin == .client {
      if let directive = type.syntax.directives.first(where: { $0.name.name == .relayOutputType }) {
        diagnostics.append(.outputTypeOfResolver(type.syntax.name, at: directive.range))
      }
      for field in type.syntax.fields {
        guard let directive = field.directives.first(where: { $0.name.name == .relayResolver }) else { continue }
        diagnostics.append(.resolver(field.name, of: type.syntax.name.name, at: directive.range))
      }
    }
  }
}
