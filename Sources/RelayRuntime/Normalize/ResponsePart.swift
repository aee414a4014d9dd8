/// Part of a response to be normalized: all of its data, or a later part of a `@defer` or `@stream`.
struct ResponsePart: Sendable {
  /// The parsed response.
  let document: JSONDocument
  /// The position of the object in the document.
  let position: Int
  /// The operation that the response answers.
  let operation: OperationDescriptor
  /// The record for the object's fields.
  var rootID: String
  /// The type of that record.
  var rootType = Keys.rootType
  /// The steps of the operation's plan that select the object's fields; `nil` for all of them.
  var steps: Range<Int>?
  /// The path of the object in the whole response.
  var path: [JSON] = []
  /// The errors of the response.
  var errors: [GraphQLError] = []
  /// Keeps the name of the root's type.
  var leases: [KeyLease] = []

  /// - Parameters:
  ///   - document: the parsed response.
  ///   - position: the position of the object in the document.
  ///   - operation: the operation that the response answers; the object's fields are those of its root.
  ///   - errors: the errors of the response.
  init(_ document: JSONDocument, at position: Int, of operation: OperationDescriptor, errors: [GraphQLError] = []) {
    self.document = document
    self.position = position
    self.operation = operation
    self.errors = errors
    rootID = operation.rootID
  }

  /// A part that has arrived for a placeholder.
  ///
  /// - Parameters:
  ///   - document: the parsed response.
  ///   - position: the position of the object in the document.
  ///   - operation: the operation that the response answers.
  ///   - placeholder: which of the operation's selections the object has, and the record for them.
  ///   - errors: the errors of the response.
  init(
    _ document: JSONDocument, at position: Int, of operation: OperationDescriptor, for placeholder: IncrementalPlaceholder,
    errors: [GraphQLError]
  ) {
    self.init(document, at: position, of: operation, errors: errors)
    rootID = placeholder.dataID
    rootType = placeholder.type
    steps = placeholder.steps
    path = placeholder.path
  }
}
