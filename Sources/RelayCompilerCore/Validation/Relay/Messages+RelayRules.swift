/// Diagnostics of Relay's rules on names, fields and arguments that do not belong to a single directive.
extension Diagnostic {
  // MARK: - Names

  static func reservedAlias(_ alias: Name, at range: SourceRange) -> Diagnostic {
    Diagnostic(
      "reserved-alias", "'\(alias)' has a meaning for the store, so no other field can have that name. Choose another alias", at: range)
  }

  static func doubleUnderscoreAlias(at range: SourceRange) -> Diagnostic {
    Diagnostic(
      "double-underscore-alias", "Names that begin with two underscores are reserved for GraphQL and the compiler. Choose another alias",
      at: range)
  }

  static func reservedVariable(_ variable: VariableDefinition) -> Diagnostic {
    Diagnostic(
      "reserved-variable",
      "'$\(variable.name)' cannot be declared: names that begin with '__relay_internal' are reserved for the compiler",
      at: variable.range)
  }

  static func operationName(_ name: String, module: String, at range: SourceRange) -> Diagnostic {
    Diagnostic(
      "module-name",
      "In this file, the name of an operation must begin with '\(module)' and end in 'Query', 'Mutation' or 'Subscription', but '\(name)' does not",
      at: range)
  }

  static func fragmentName(_ name: String, module: String, at range: SourceRange) -> Diagnostic {
    Diagnostic("module-name", "In this file, the name of a fragment must begin with '\(module)', but '\(name)' does not", at: range)
  }

  // MARK: - Fields

  static func typenameOnRoot(at range: SourceRange) -> Diagnostic {
    Diagnostic(
      "typename-on-root", "The root of an operation always has the same type, which the store does not keep. Remove '__typename'", at: range
    )
  }

  static func unselectableField(_ field: Name, on parent: Name, reason: String?, at range: SourceRange) -> Diagnostic {
    Diagnostic(
      "unselectable-field",
      "The schema does not allow '\(parent).\(field)' to be selected" + (reason.map { ". Reason: \"\($0)\"" } ?? ""), at: range)
  }

  static func nonNodeID(_ field: Name, on parent: Name, type: String, at range: SourceRange) -> Diagnostic {
    Diagnostic(
      "non-node-id",
      "'\(parent).\(field)' has the type '\(type)', but the store takes a field of this name for the object's identity. If it is not, "
        + "list it in 'nonNodeIdFields'", at: range)
  }

  static func customScalarWithoutType(_ scalar: Name, key: String, at range: SourceRange) -> Diagnostic {
    Diagnostic(
      "custom-scalar-type", "The custom scalar '\(scalar)' has no Swift type. Name one in '\(key)' of relay.config.json",
      at: range)
  }

  // MARK: - Arguments and variables

  static func dynamicArgument(_ argument: Argument, of directive: Name) -> Diagnostic {
    Diagnostic(
      "dynamic-argument",
      "'\(argument.name)' of '@\(directive)' is read at compile time, so it must be a literal without variables",
      at: argument.valueRange)
  }

  static func supportedArgumentNotLiteral(at range: SourceRange) -> Diagnostic {
    Diagnostic(
      "supported-argument",
      "'supported' is read at compile time, so it must be a list of string literals", at: range)
  }

  static func unusedOperationVariable(_ variable: VariableDefinition, operation: Name) -> Diagnostic {
    Diagnostic("unused-variable", "'\(operation)' does not use its variable '$\(variable.name)'. Remove it", at: variable.range)
  }

  static func uselessUnusedVariablesMarker(_ marker: Directive, operation: Name) -> Diagnostic {
    Diagnostic(
      "useless-unused-variables-marker", "'\(operation)' uses all of its variables. Remove '@\(marker.name)'", at: marker.range)
  }
}
