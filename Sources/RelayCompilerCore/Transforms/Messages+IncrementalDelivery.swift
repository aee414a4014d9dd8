/// Diagnostics for `@defer` and `@stream`.
extension Diagnostic {
  static func deferOnInlineFragment(at range: SourceRange) -> Diagnostic {
    Diagnostic(
      "defer-on-inline-fragment",
      "'@defer' goes on the spread of a named fragment. Give this inline fragment a name, and spread that", at: range)
  }

  static func streamOnScalar(_ field: Name, at range: SourceRange) -> Diagnostic {
    Diagnostic("stream-on-scalar", "'\(field)' is a scalar; '@stream' is for lists of objects", at: range)
  }

  static func streamOnSingleField(_ field: Name, at range: SourceRange) -> Diagnostic {
    Diagnostic("stream-on-single-field", "'\(field)' is no list, so there is nothing to stream", at: range)
  }

  static func streamWithoutInitialCount(at range: SourceRange) -> Diagnostic {
    Diagnostic(
      "stream-initial-count", "'@stream' needs to know how many items come first: add 'initialCount'", at: range)
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
