extension Snapshot {
  /// Logs the field errors met while reading, including those that a `@catch` has caught.
  func logErrors() {
    guard !fieldErrors.isEmpty, let environment = selector.context.environment else { return }
    for error in fieldErrors { environment.log(.fieldError(error)) }
  }

  /// The errors that make reading the definition fail, as one error: those that it throws on and that no `@catch` has caught, or those
  /// that `@catch(to: RESULT)` on the definition itself has caught.
  var thrownErrors: (any Error)? {
    let plan = selector.context.plan
    if plan.catchTarget == .result, !caughtErrors.isEmpty { return FieldErrors(caughtErrors) }
    let thrown = fieldErrors.filter { error in
      guard !error.isHandled else { return false }
      return switch error.kind {
      case .requiredFieldThrown, .tooManyRepeatedObjects: true
      case .payloadError, .missingData: plan.throwsOnFieldError
      case .requiredFieldLogged: false
      }
    }
    return thrown.isEmpty ? nil : FieldErrors(thrown)
  }
}
