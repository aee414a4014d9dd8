/// Diagnostics for variables (specification, section 5.8).
extension Diagnostic {
  static func duplicateVariable(_ name: NameSyntax, first: SourceRange) -> Diagnostic {
    Diagnostic(
      "duplicate-variable", "The variable '$\(name.name)' is already defined", at: name.range,
      notes: [.init("'$\(name.name)' is first defined here", at: first)])
  }

  static func variableOfOutputType(_ type: NameSyntax, kind: TypeKind) -> Diagnostic {
    Diagnostic(
      "variable-of-output-type",
      "The type of a variable must be a scalar, an enum or an input object, but '\(type.name)' is \(kind.phrase)",
      at: type.range)
  }

  static func defaultOfNonNullVariable(_ name: NameSyntax, at range: SourceRange) -> Diagnostic {
    Diagnostic(
      "default-of-non-null-variable", "'$\(name.name)' is non-null and has a default value. Remove one of the two: the '!' or the default",
      at: range)
  }

  static func defaultOfNonNullRefetchVariable(_ name: NameSyntax, at range: SourceRange) -> Diagnostic {
    Diagnostic(
      "default-of-non-null-variable",
      "'\(name.name)' becomes a variable of the refetch query, which is non-null and has a default value. Remove one of the two: the '!' or "
        + "the default", at: range)
  }

  static func undefinedVariable(
    _ name: NameSyntax, type: String?, operation: Name?, among variables: [Name], operationRange: SourceRange?
  ) -> Diagnostic {
    return suggesting(among: variables.count) { isSearched in
      let close = isSearched ? Suggestions.closest(to: name.name, among: variables) : []
      let owner = operation.map { "the operation '\($0)'" } ?? "the operation"
      return Diagnostic(
        "undefined-variable",
        "'$\(name.name)' is not defined by \(owner)" + fixForUndefined(name.name, type: type, close), at: name.range,
        notes: operationRange.map { [.init("It is used through a fragment by \(owner)", at: $0)] } ?? [],
        fixIts: FixIt.replacing(name.range, with: close.map { "$" + $0 }))
    }
  }

  static func fixForUndefined(_ name: Name, type: String?, _ close: [String]) -> String {
    if !close.isEmpty { return Suggestions.sentence(close, prefix: "$") }
    return type.map { ". Add '$\(name): \($0)' to its variables" } ?? ""
  }

  static func unusedVariable(_ name: NameSyntax, operation: Name?) -> Diagnostic {
    Diagnostic(
      "unused-variable", "The variable '$\(name.name)' is never used" + (operation.map { " in '\($0)'" } ?? ""), at: name.range)
  }

  /// - Parameter typeRange: the type to correct, if the document writes it as GraphQL.
  static func variableOfWrongType(
    _ name: NameSyntax, type: String, expected: String, definition: SourceRange, typeRange: SourceRange? = nil
  ) -> Diagnostic {
    Diagnostic(
      "variable-of-wrong-type", "'$\(name.name)' is '\(type)', but '\(expected)' is expected here", at: name.range,
      notes: [.init("'$\(name.name)' is defined here", at: definition)],
      fixIts: typeRange.map { [.init(replace: $0, with: expected)] } ?? [])
  }

  static func variableOfWrongTypeForUnmasked(_ name: NameSyntax, type: String, expected: String, use: SourceRange) -> Diagnostic {
    Diagnostic(
      "variable-of-wrong-type", "'$\(name.name)' is '\(type)' here, but '\(expected)' in a fragment that is spread without a mask",
      at: name.range, notes: [.init("'\(expected)' is expected here", at: use)])
  }

  static func nullableVariableForOneOf(_ name: NameSyntax, type: String, input: Name) -> Diagnostic {
    Diagnostic(
      "one-of-input", "'$\(name.name)' is '\(type)', but a field of the @oneOf input object '\(input)' cannot be null", at: name.range)
  }

  static func variableUsedWithTwoTypes(_ name: NameSyntax, type: String, other: String, first: SourceRange) -> Diagnostic {
    Diagnostic(
      "variable-of-wrong-type", "'$\(name.name)' is used as '\(type)' here and as '\(other)' elsewhere. No variable has both types",
      at: name.range, notes: [.init("'$\(name.name)' is used as '\(other)' here", at: first)])
  }
}
