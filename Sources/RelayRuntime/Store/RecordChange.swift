/// A record of a store in its state after a change, for another cache of the same objects: see
/// ``RelayEnvironment/recordChanges()``.
///
/// ```swift
/// for await changes in environment.recordChanges() {
///   for change in changes where change.typeName == "Todo" {
///     print(change.dataID, change.fields == nil ? "was deleted" : "has changed")
///   }
/// }
/// ```
///
/// See <doc:BesideApollo>.
public struct RecordChange: Sendable, Hashable {
  /// The record's identity in the store: an object's id, or its path (`client:root`, `client:1:author`) if it has none.
  public let dataID: String
  /// The name of the record's type; nil if it is unknown or the record no longer exists.
  public let typeName: String?
  /// All fields of the record, changed or not, in the form of ``RelayStore/json``: scalars by storage key (`title`, `posts(first:10)`), links
  /// as `{"__ref": id}` and `{"__refs": [id]}`. Nil if the record no longer exists: it was deleted, or the store was cleared.
  public let fields: [String: JSON]?

  /// Creates a change, for example in tests of a bridge.
  /// - Parameters:
  ///   - dataID: the record's identity.
  ///   - typeName: the name of its type.
  ///   - fields: all of its fields by storage key; nil if it no longer exists.
  public init(dataID: String, typeName: String?, fields: [String: JSON]?) {
    self.dataID = dataID
    self.typeName = typeName
    self.fields = fields
  }
}
