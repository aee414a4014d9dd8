/// Diagnostics for resolvers in a schema.
extension Diagnostic {
  static func resolver(_ field: NameSyntax, of type: Name, at range: SourceRange) -> Diagnostic {
    Diagnostic(
      "unsupported-directive",
      "'@relay_resolver' computes '\(type).\(field.name)' by a function in JavaScript. Remove the field, and write the value as a computed property "
        + "in an extension of a fragment's type in Swift",
      at: range)
  }

  static func outputTypeOfResolver(_ type: NameSyntax, at range: SourceRange) -> Diagnostic {
    Diagnostic(
      "unsupported-directive",
      "'@RelayOutputType' is for values that a resolver in JavaScript makes, and there are none. Remove it, and write '\(type.name)' as a type in Swift",
      at: range)
  }
}
