// `@required` and `@catch`.

extension Reader {
  /// Reads a field under `@required`.
  ///
  /// - Returns: `false` if the field is null, which makes its object null.
  mutating func required(_ at: Int, _ step: ReaderStep, _ object: Object) -> Bool {
    if !selections(at + 1..<Int(step.next), object) {
      // What is null because of an error is as null as any other field.
      guard isPropagating else { return false }
      isPropagating = false
    }
    guard step.slot >= 0 else { return true }
    switch rows.kind(Int(step.slot), of: object.row) {
    case .null, .missing: break
    default: return true
    }
    found.isIrreproducible = true
    if step.index != ReaderStep.RequiredAction.none.rawValue {
      path.push(.slot(shape: object.shape, step.slot))
      found.errors.append(
        FieldError(
          kind: step.index == ReaderStep.RequiredAction.throw.rawValue ? .requiredFieldThrown : .requiredFieldLogged,
          owner: context.plan.name, path: pathText))
      path.pop()
    }
    return false
  }

  /// Reads a field under `@catch`. Its errors, including nested ones, become its value and do not reach the fields
  /// above.
  mutating func caught(_ at: Int, _ step: ReaderStep, _ object: Object) {
    // It reports the errors that it catches, so its row is never reused by a later reading.
    found.isIrreproducible = true
    let before = found.errors.count
    let outer = recordsMissingFields
    recordsMissingFields = true
    let hasRequired = selections(at + 1..<Int(step.next), object)
    recordsMissingFields = outer
    isPropagating = false
    guard step.slot >= 0 else { return }
    if !hasRequired { rows.set(Int(step.slot), of: object.row, RowSlot(.null)) }
    let caught = takeCharge(ofErrorsFrom: before)
    guard !caught.isEmpty else { return }
    rows.set(Int(step.slot), of: object.row, step.flag ? .errors(FieldErrors(caught)) : .null)
  }

  /// The errors that a `@catch` catches: all that no nested `@catch` has caught.
  ///
  /// They include errors that otherwise are only logged, because the null that they cause did not come from the server.
  mutating func takeCharge(ofErrorsFrom first: Int) -> [FieldError] {
    var caught: [FieldError] = []
    for index in first..<found.errors.count where !found.errors[index].isHandled {
      caught.append(found.errors[index])
      found.errors[index].isHandled = true
    }
    return caught
  }
}
