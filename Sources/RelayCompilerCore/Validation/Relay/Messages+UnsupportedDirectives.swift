/// Diagnostics for Relay's directives that have no meaning in Swift.
extension Diagnostic {
  static func directiveWithoutEffect(_ directive: Directive) -> Diagnostic {
    Diagnostic(
      "directive-without-effect", "'@\(directive.name)' has no effect here. Remove it", at: directive.range, severity: .warning)
  }

  static func preloadableWithoutPersisting(_ directive: Directive) -> Diagnostic {
    Diagnostic(
      "unsupported-directive", "'@preloadable' is for persisted queries. Set 'persistConfig' in the configuration, or remove it",
      at: directive.range)
  }

  static func noInline(_ fragment: Name, _ directive: Directive) -> Diagnostic {
    Diagnostic(
      "unsupported-directive",
      "'@no_inline' on '\(fragment)' needs the feature flag 'no_inline', and has no effect in Swift. Remove it",
      at: directive.range)
  }

  static func waterfall(_ directive: Directive) -> Diagnostic {
    Diagnostic(
      "unsupported-directive", "'@waterfall' is for fields of resolvers that lead back to the server, and this is not one. Remove it",
      at: directive.range)
  }

  static func matchWithoutKey(_ directive: Directive) -> Diagnostic {
    Diagnostic(
      "unsupported-directive", "'@match' without a 'key', on a field without the argument 'supported', has no effect. Remove it",
      at: directive.range)
  }

  static func matchKey(prefix: String, at range: SourceRange) -> Diagnostic {
    Diagnostic("unsupported-directive", "The key of '@match' must be a string that begins with '\(prefix)'", at: range)
  }

  static func matchOfModules(_ field: Name, _ directive: Directive) -> Diagnostic {
    Diagnostic(
      "unsupported-directive",
      "'@match' on '\(field)' lets the server choose code to load, which Swift cannot do. Use an inline fragment for each type instead",
      at: directive.range)
  }

  static func module(_ fragment: Name, _ directive: Directive) -> Diagnostic {
    Diagnostic(
      "unsupported-directive",
      "'@module' lets the server choose code to load, which Swift cannot do. Spread '\(fragment)' with '@alias' in an inline fragment instead",
      at: directive.range)
  }
}
