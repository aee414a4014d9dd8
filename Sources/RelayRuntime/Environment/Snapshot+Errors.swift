extension Snapshot {
  /// Logs the field errors that are for the log.
  func logErrors() {
    guard !fieldErrors.isEmpty, let environment = selector.context.environment else { return }
    for error in loggedErrors { environment.log(.fieldError(error)) }
  }

  /// The field errors that the definition has asked for, including those that a `@catch` has caught. The server's other errors are in the
  /// log with their payload.
  var loggedErrors: [FieldError] {
    fieldErrors.filter { $0.kind != .payloadError || $0.isHandled || $0.reachesRoot || selector.context.plan.recordsMissingFields }
  }

  /// The errors that make reading the definition fail, as one error: those that it throws on and that no `@catch` has caught, those of
  /// non-null fields that leave nothing of the data, or those that `@catch(to: RESULT)` on the definition itself has caught.
  var thrownErrors: (any Error)? {
    let plan = selector.context.plan
    if plan.catchTarget == .result, !caughtErrors.isEmpty { return FieldErrors(caughtErrors) }
    let thrown = fieldErrors.filter { error in
      guard !error.isHandled else { return false }
      return switch error.kind {
      case .requiredFieldThrown, .tooManyRepeatedObjects: true
      case .payloadError, .missingData: plan.throwsOnFieldError || error.reachesRoot
      case .requiredFieldLogged: false
      }
    }
    return thrown.isEmpty ? nil : FieldErrors(thrown)
  }
}
