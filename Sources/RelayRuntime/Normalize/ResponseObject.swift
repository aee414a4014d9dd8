/// An object of a response on its way into the store, for a function that says what identifies it
/// (``RelayEnvironment/Configuration/getDataID``).
///
/// Fields are read when they are asked for. A value that is kept keeps the whole response.
public struct ResponseObject: Sendable {
  private let document: JSONDocument
  private let position: Int
  /// The object's id as text, whether the server sent a string or an integer; `nil` where it sent none. It is the field `id`, or the one that
  /// `nodeInterfaceIdField` of the configuration names.
  public let id: String?

  init(_ document: JSONDocument, _ position: Int, id: String?) {
    self.document = document
    self.position = position
    self.id = id
  }

  /// The value of a field; `nil` where the response has none.
  ///
  /// - Parameter responseKey: the field's alias, or its name where it has none. The operation must select it: an identity that depends on a
  ///   field is made of it wherever the object is selected, or is another one where it is not.
  public subscript(responseKey: String) -> JSON? {
    document.withCursor { $0.member(responseKey, of: position) }
  }
}
