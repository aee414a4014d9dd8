/// The declarative mutation directives.
extension Diagnostic {
  static func declarativeConnectionInFragment(_ directive: Name, at range: SourceRange) -> Diagnostic {
    Diagnostic(
      "declarative-connection", "'@\(directive)' has no effect in a fragment. Put it into the mutation itself", at: range,
      severity: .warning)
  }
}
