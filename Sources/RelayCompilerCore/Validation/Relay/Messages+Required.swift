/// Diagnostics for `@required` and `@catch`.
extension Diagnostic {
  // MARK: - @required

  static func throwIsNoDanger(at range: SourceRange) -> Diagnostic {
    Diagnostic(
      "required-action", "This field is null only if there was an error, so the dangerous action is not needed. Use the action THROW",
      at: range)
  }

  static func throwOnProperNull(at range: SourceRange) -> Diagnostic {
    Diagnostic(
      "required-action",
      "Null is a valid value of this field and no reason to throw. Use the action LOG or NONE, or remove '@required'", at: range)
  }

  static func requiredActionMismatch(_ field: Name, _ a: RequiredUse.Action, _ b: RequiredUse.Action) -> Diagnostic {
    Diagnostic(
      "required-action-mismatch",
      "'\(field)' is required with \(a.value.rawValue) here and with \(b.value.rawValue) elsewhere. Use one action", at: a.range,
      notes: [.init("'\(field)' is required with \(b.value.rawValue) here", at: b.range)])
  }

  static func requiredMismatch(_ field: Name, required: SourceRange, other: SourceRange) -> Diagnostic {
    Diagnostic(
      "required-mismatch",
      "'\(field)' is required here, but not where the same object is selected elsewhere. Add '@required' there, or remove it here",
      at: required, notes: [.init("'\(field)' is selected without '@required' here", at: other)])
  }

  static func requiredMissing(_ field: RequiredUse, in parent: Name, other: SourceRange) -> Diagnostic {
    Diagnostic(
      "required-missing",
      "'\(field.name)' is required here, but the same '\(parent)' is selected elsewhere without it. Select it there too", at: field.range,
      notes: [.init("'\(parent)' is selected without '\(field.name)' here", at: other)])
  }

  static func requiredTooSevere(
    _ field: Name, _ action: RequiredUse.Action, weakest: RequiredAction, children: [RequiredUse]
  ) -> Diagnostic {
    Diagnostic(
      "required-nesting",
      "A required field in '\(field)' makes it null with the milder action \(weakest.rawValue) before \(action.value.rawValue) "
        + "applies. Use \(weakest.rawValue) here, or \(action.value.rawValue) there", at: action.range,
      notes: children.map { .init("'\($0.name)' is required with \(weakest.rawValue) here", at: $0.action?.range ?? $0.range) })
  }

  static func requiredInInlineFragment(at range: SourceRange) -> Diagnostic {
    Diagnostic(
      "required-in-inline", "'@required' has no effect in an '@inline' fragment, whose data is passed on unchanged", at: range)
  }

  static func requiredInAbstractFragment(at range: SourceRange) -> Diagnostic {
    Diagnostic(
      "required-in-abstract",
      "If this fragment on an abstract type does not match, the field is absent, which looks like a required field that is null. "
        + "Add '@alias' to the inline fragment", at: range)
  }

  static func throwInMutation(at range: SourceRange) -> Diagnostic {
    Diagnostic(
      "required-in-mutation",
      "A mutation's response is not read by a view, so nothing could catch this error. Use the action LOG or NONE", at: range)
  }

  // MARK: - @catch

  static func requiredAndCaught(_ field: Name, required: SourceRange, caught: SourceRange) -> Diagnostic {
    Diagnostic(
      "catch-and-required", "'\(field)' has both '@required' and '@catch', which handle errors differently. Remove one of them",
      at: required, notes: [.init("'@catch' is here", at: caught)])
  }

  static func catchWithoutAlias(at range: SourceRange) -> Diagnostic {
    Diagnostic("catch-without-alias", "'@catch' on an inline fragment needs a name for its result. Add '@alias'", at: range)
  }

  static func uncaughtClientField(at range: SourceRange) -> Diagnostic {
    Diagnostic(
      "client-field-without-catch",
      "This client field may not have been set yet, which is an error under '@throwOnFieldError'. Add '@catch' to handle it", at: range)
  }
}
