/// A whole response of which parts are expected: the position of its data in a document.
struct WholeResponse: Sendable {
  let document: JSONDocument
  let position: Int
  let errors: [GraphQLError]
  /// Accounts for the bytes of the document.
  let receipt: ReceivedBytes.Receipt?
}
