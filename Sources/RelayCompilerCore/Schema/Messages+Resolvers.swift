/// Diagnostics for resolvers in a schema.
extension Diagnostic {
  static func resolver(_ field: NameSyntax, of type: Name, at range: SourceRange) -> Diagnostic {
    Diagnostic(
      "unsupported-directive",
      "'@relay_resolver' computes '\(type).\(field.name)' with a JavaScript function, which Swift cannot call. Remove the field, and "
        + "compute the value in a Swift extension of a fragment's type",
      at: range)
  }

  static func outputTypeOfResolver(_ type: NameSyntax, at range: SourceRange) -> Diagnostic {
    Diagnostic(
      "unsupported-directive",
      "'@RelayOutputType' is for values of JavaScript resolvers, which Swift does not have. Remove it, and declare '\(type.name)' in Swift",
      at: range)
  }
}
