/// An object of a response that is being normalized, for a function that determines its identity
/// (``RelayEnvironment/Configuration/getDataID``).
///
/// Fields are read on demand. Keeping the object keeps the whole response in memory.
///
/// ```swift
/// let configuration = RelayEnvironment.Configuration(getDataID: { object, typename in
///   typename == "Book" ? object["isbn"]?.stringValue.map { "Book:\($0)" } : object.id
/// })
/// let environment = RelayEnvironment(network: network, configuration: configuration)
/// ```
///
/// See <doc:TheStore>.
public struct ResponseObject: Sendable {
  private let document: JSONDocument
  private let position: Int
  /// The object's id as text, whether the server sent a string or an integer; `nil` if it sent none. The id is the field `id`, or the
  /// field that `nodeInterfaceIdField` of the configuration names.
  public let id: String?

  init(_ document: JSONDocument, _ position: Int, id: String?) {
    self.document = document
    self.position = position
    self.id = id
  }

  /// The value of a field; `nil` if the response does not have it.
  ///
  /// - Parameter responseKey: the field's alias, or its name if it has no alias. Every operation that selects the object must select the
  ///   field; otherwise the same object gets two identities.
  public subscript(responseKey: String) -> JSON? {
    document.withCursor { $0.member(responseKey, of: position) }
  }
}
