/// Diagnostics for `@defer` and `@stream`.
extension Diagnostic {
  static func deferOnInlineFragment(at range: SourceRange) -> Diagnostic {
    Diagnostic(
      "defer-on-inline-fragment",
      "'@defer' is not supported on inline fragments. Move the selections to a named fragment, and put '@defer' on its spread", at: range)
  }

  static func streamOnScalar(_ field: Name, at range: SourceRange) -> Diagnostic {
    Diagnostic("stream-on-scalar", "'@stream' needs a list of objects, but '\(field)' is a scalar", at: range)
  }

  static func streamOnSingleField(_ field: Name, at range: SourceRange) -> Diagnostic {
    Diagnostic("stream-on-single-field", "'@stream' needs a list of objects, but '\(field)' is not a list", at: range)
  }

  static func streamWithoutInitialCount(at range: SourceRange) -> Diagnostic {
    Diagnostic(
      "stream-initial-count", "'@stream' needs the number of items that come first. Add 'initialCount'", at: range)
  }

  static func labelNotLiteral(_ directive: Name, at range: SourceRange) -> Diagnostic {
    Diagnostic(
      "incremental-label", "The label of '@\(directive)' is part of the artifacts, so it must be a string literal", at: range)
  }

  static func repeatedLabel(_ directive: Name, at range: SourceRange, other: SourceRange) -> Diagnostic {
    Diagnostic(
      "incremental-label",
      "Another '@\(directive)' of this document has the same label. Give this one a 'label' of its own", at: range,
      notes: [.init("The other '@\(directive)' is here", at: other)])
  }
}
