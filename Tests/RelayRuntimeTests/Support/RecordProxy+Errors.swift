@testable import RelayRuntime

extension RecordProxy {
  /// Gives a field an error, as a response does that has one for it.
  func setError(_ message: String, of field: String) {
    transaction.setErrors(id, key(field, [:]), [GraphQLError(message: message)])
  }
}
