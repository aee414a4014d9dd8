extension Snapshot {
  /// Reports the errors of fields that reading met, those that a `@catch` has taken charge of too.
  func logErrors() {
    guard !fieldErrors.isEmpty, let environment = selector.context.environment else { return }
    for error in fieldErrors { environment.log(.fieldError(error)) }
  }

  /// The errors that make reading the definition an error, as one: those that it says to throw for and that no `@catch` has taken charge
  /// of, or what `@catch(to: RESULT)` on the definition itself has caught.
  var thrownErrors: (any Error)? {
    let plan = selector.context.plan
    if plan.catchTarget == .result, !caughtErrors.isEmpty { return FieldErrors(caughtErrors) }
    let thrown = fieldErrors.filter { error in
      guard !error.isHandled else { return false }
      return switch error.kind {
      case .requiredFieldThrown: true
      case .payloadError, .missingData: plan.throwsOnFieldError
      case .requiredFieldLogged: false
      }
    }
    return thrown.isEmpty ? nil : FieldErrors(thrown)
  }
}
