/// A record of a store as it is after a change, for a cache beside the store that has the same objects: see
/// ``RelayEnvironment/recordChanges()``.
public struct RecordChange: Sendable, Hashable {
  /// The record's identity in the store: an object's id, or its place (`client:root`, `client:1:author`) where it has none.
  public let dataID: String
  /// The name of the record's type; nil where it is not known, or where the record is gone.
  public let typeName: String?
  /// All fields of the record, changed or not, in the form of ``Store/json``: scalars under their storage keys (`title`, `posts(first:10)`),
  /// links as `{"__ref": id}` and `{"__refs": [id]}`. Nil where the record is gone: it was deleted, or the store was cleared.
  public let fields: [String: JSON]?

  /// A change, as tests of a bridge make them.
  /// - Parameters:
  ///   - dataID: the record's identity.
  ///   - typeName: the name of its type.
  ///   - fields: all of its fields by storage key; nil where it is gone.
  public init(dataID: String, typeName: String?, fields: [String: JSON]?) {
    self.dataID = dataID
    self.typeName = typeName
    self.fields = fields
  }
}
