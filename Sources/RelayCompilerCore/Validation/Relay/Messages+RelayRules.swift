/// Diagnostics of Relay's rules on names, fields and arguments that belong to no single directive.
extension Diagnostic {
  // MARK: - Names

  static func reservedAlias(_ alias: Name, at range: SourceRange) -> Diagnostic {
    Diagnostic(
      "reserved-alias", "'\(alias)' means something to the store, so no other field can go by that name. Choose another alias", at: range)
  }

  static func doubleUnderscoreAlias(at range: SourceRange) -> Diagnostic {
    Diagnostic(
      "double-underscore-alias", "Names with two underscores in front belong to GraphQL and the compiler. Choose another alias", at: range)
  }

  static func reservedVariable(_ variable: VariableDefinition) -> Diagnostic {
    Diagnostic(
      "reserved-variable",
      "'$\(variable.name)' cannot be declared: '__relay_internal' begins the names of variables that the compiler makes",
      at: variable.range)
  }

  static func operationName(_ name: String, module: String, at range: SourceRange) -> Diagnostic {
    Diagnostic(
      "module-name",
      "In this file an operation's name begins with '\(module)' and ends in 'Query', 'Mutation' or 'Subscription'; '\(name)' does not",
      at: range)
  }

  static func fragmentName(_ name: String, module: String, at range: SourceRange) -> Diagnostic {
    Diagnostic("module-name", "In this file a fragment's name begins with '\(module)'; '\(name)' does not", at: range)
  }

  // MARK: - Fields

  static func typenameOnRoot(at range: SourceRange) -> Diagnostic {
    Diagnostic(
      "typename-on-root", "The type of an operation's root is known, and the store has none for it. Remove '__typename'", at: range)
  }

  static func unselectableField(_ field: Name, on parent: Name, reason: String?, at range: SourceRange) -> Diagnostic {
    Diagnostic(
      "unselectable-field",
      "The schema says that '\(parent).\(field)' is not to be selected" + (reason.map { ". Reason: \"\($0)\"" } ?? ""), at: range)
  }

  static func nonNodeID(_ field: Name, on parent: Name, type: String, at range: SourceRange) -> Diagnostic {
    Diagnostic(
      "non-node-id",
      "'\(field)' of '\(parent)' is of type '\(type)', and the store takes a field of this name for the object's identity. List it in "
        + "'nonNodeIdFields' if it is not", at: range)
  }

  static func customScalarWithoutType(_ scalar: Name, at range: SourceRange) -> Diagnostic {
    Diagnostic(
      "custom-scalar-type", "The custom scalar '\(scalar)' has no Swift type. Name one in 'customScalarTypes' of relay.config.json",
      at: range)
  }

  // MARK: - Arguments and variables

  static func dynamicArgument(_ argument: Argument, of directive: Name) -> Diagnostic {
    Diagnostic(
      "dynamic-argument",
      "'\(argument.name)' of '@\(directive)' is read while this is compiled, so it must be a literal without variables",
      at: argument.valueRange)
  }

  static func supportedArgumentNotLiteral(at range: SourceRange) -> Diagnostic {
    Diagnostic(
      "supported-argument",
      "The names of supported types are known when this is compiled: 'supported' takes string literals, no variables", at: range)
  }

  static func unusedOperationVariable(_ variable: VariableDefinition, operation: Name) -> Diagnostic {
    Diagnostic("unused-variable", "'\(operation)' does not use its variable '$\(variable.name)'. Remove it", at: variable.range)
  }

  static func uselessUnusedVariablesMarker(_ marker: Directive, operation: Name) -> Diagnostic {
    Diagnostic(
      "useless-unused-variables-marker", "'\(operation)' uses all of its variables. Remove '@\(marker.name)'", at: marker.range)
  }
}
