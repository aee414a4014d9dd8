/// A payload that has been written to the store and whose changes have been made known.
struct ExecutedPayload: Sendable {
  /// The operation with the root that the payload's data is at.
  let operation: OperationDescriptor
  /// The errors that came with the data.
  let errors: [GraphQLError]
  /// Keeps the data in the store as long as the payload is held.
  let retention: Disposable?
  /// Stand for the bytes that this was made of, until the application has taken it.
  var receipts: [ReceivedBytes.Receipt] = []
  /// The `extensions` that came with it.
  var extensions: [String: JSON] = [:]
  /// What the HTTP response began with that it came in.
  var response: HTTPResponseHead?
}
