/// A payload that has been written to the store and published.
struct ExecutedPayload: Sendable {
  /// The operation, with the root record that holds the payload's data.
  let operation: OperationDescriptor
  /// The errors that came with the data.
  let errors: [GraphQLError]
  /// Keeps the data in the store as long as the payload is held.
  let retention: RelayDisposable?
  /// Count the payload's bytes until the application has consumed it.
  var receipts: [ReceivedBytes.Receipt] = []
  /// The `extensions` that came with it.
  var extensions = [String: JSON]()
  /// Where it comes from.
  var source = OperationSource.network
  /// The head of the payload's HTTP response.
  var response: HTTPNetwork.ResponseHead?
}
