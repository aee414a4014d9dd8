/// A part of a response that has arrived, whatever the form in which the server sent it.
struct IncrementalPart: Sendable {
  enum Content: Sendable {
    /// The fields of a deferred fragment: the position of an object in the document.
    case fields(Int)
    /// Items of a streamed list: their positions in the document, and the index of the first. If there is no index, they follow the items
    /// that are known.
    case items([Int], from: Int?)
  }

  let place: ResponsePlace
  let document: JSONDocument
  let content: Content
  /// The errors of the part.
  let errors: [GraphQLError]
  /// Accounts for the bytes of the document while the part waits for its place.
  var receipt: ReceivedBytes.Receipt?

  init(_ place: ResponsePlace, _ content: Content, in document: JSONDocument, errors: [GraphQLError]) {
    self.place = place
    self.content = content
    self.document = document
    self.errors = errors
  }
}
