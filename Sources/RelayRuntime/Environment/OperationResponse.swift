/// What a server answered to an operation: its data, as the store has it now, and the errors of single fields.
public struct OperationResponse<Data: SelectionSet>: Sendable {
  /// The data.
  public let data: Data
  /// The errors that the server sent beside the data (GraphQL specification, section 7.1.2).
  public let errors: [GraphQLError]
  /// The server's `extensions` (section 7.1), such as costs or the id of a trace. For an answer in parts, the members of all parts; a later
  /// member replaces an earlier one of the same name. Empty for data from the store.
  public let extensions: [String: JSON]
  /// The status and the header fields of the HTTP response; nil for data of the store, and over networks without HTTP responses, such as
  /// ``WebSocketNetwork``.
  public let response: HTTPResponseHead?

  init(data: Data, errors: [GraphQLError] = [], extensions: [String: JSON] = [:], response: HTTPResponseHead? = nil) {
    self.data = data
    self.errors = errors
    self.extensions = extensions
    self.response = response
  }

  init(data: Data, of answer: OperationAnswer) {
    self.init(data: data, errors: answer.errors, extensions: answer.extensions, response: answer.response)
  }
}
