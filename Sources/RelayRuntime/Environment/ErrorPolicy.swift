/// What `fetch` and `commit` do about errors of single fields, which a server sends along with the data (GraphQL specification, section
/// 7.1.2).
///
/// With either policy, the data is in the store and the errors are logged (``RelayLogEvent/payloadErrors(id:operation:errors:)``). To get
/// both the data and the errors, ask for the response: ``RelayEnvironment/response(to:fetchPolicy:cacheConfig:)``.
///
/// ```swift
/// do {
///   let data = try await environment.fetch(HomeQuery(id: "me"), errorPolicy: .throwErrors)
///   print(data.user?.name ?? "Nobody")
/// } catch RelayError.fieldErrors(let errors) {
///   print(errors.map(\.message))
/// }
/// ```
///
/// See <doc:Errors>.
public enum ErrorPolicy: Sendable, Hashable {
  /// Return the data; a field with an error is null. The default.
  case returnData
  /// Throw ``RelayError/fieldErrors(_:)`` with all errors of the answer. Data that was already in the store has no
  /// errors.
  case throwErrors
}

extension OperationResponse {
  /// The data. Throws the errors that came with it if `policy` says so.
  func data(_ policy: ErrorPolicy) throws -> Data {
    guard policy == .returnData || errors.isEmpty else { throw RelayError.fieldErrors(errors) }
    return self.data
  }
}
