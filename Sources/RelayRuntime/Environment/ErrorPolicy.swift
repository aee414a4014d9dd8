/// What `fetch` and `commit` do about errors of single fields, which a server sends beside the data (GraphQL specification, section 7.1.2).
///
/// Under both, the data is in the store and the errors are in the log (``RelayLogEvent/payloadErrors(id:operation:errors:)``). For both
/// data and errors, ask for the response: ``RelayEnvironment/response(to:fetchPolicy:cacheConfig:)``.
public enum ErrorPolicy: Sendable, Hashable {
  /// Return the data; a field with an error is null. The default.
  case returnData
  /// Throw ``RelayError/fieldErrors(_:)`` with all of the answer's errors. Data that the store had already has none.
  case throwErrors
}

extension OperationResponse {
  /// The data, unless `policy` says to throw the errors beside it.
  func data(_ policy: ErrorPolicy) throws -> Data {
    guard policy == .returnData || errors.isEmpty else { throw RelayError.fieldErrors(errors) }
    return self.data
  }
}
