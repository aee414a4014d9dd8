/// The store as an updater sees it.
///
/// ```swift
/// try environment.commitLocalUpdate { store in
///   store["me"]?.setValue("Ada", for: "name")
/// }
/// ```
///
/// See <doc:Updaters>.
public class RecordSourceProxy {
  let transaction: StoreTransaction

  init(_ transaction: StoreTransaction) { self.transaction = transaction }

  /// The record with an identity; `nil` if it is unknown or does not exist.
  public subscript(dataID: String) -> RecordProxy? {
    transaction.findExisting(dataID).map { RecordProxy(transaction, $0) }
  }

  /// The record of the query root.
  public var root: RecordProxy {
    guard !transaction.isClosed else { return RecordProxy(transaction, .missing) }
    let id = transaction.intern(DataID.root)
    if transaction.status(id) != .exists { return RecordProxy(transaction, transaction.create(DataID.root, Keys.rootType)) }
    return RecordProxy(transaction, id)
  }

  /// Creates a record without fields. It replaces a record with the same identity.
  public func create(dataID: String, typeName: String) -> RecordProxy {
    RecordProxy(transaction, transaction.create(dataID, transaction.store.keys.intern(typeName: typeName)))
  }

  /// Deletes a record. Links to it read as null.
  public func delete(dataID: String) {
    guard !transaction.isClosed else { return }
    transaction.delete(transaction.intern(dataID))
  }

  /// Marks everything in the store as stale. Has no effect in an optimistic updater.
  public func invalidateStore() { transaction.makeStale { $0.everything = true } }

  /// Marks every object of a type as stale when the updater's changes are published, as ``RelayStore/invalidate(type:refetches:)`` does at
  /// once. Nothing becomes stale if the updater throws. Has no effect in an optimistic updater.
  ///
  /// - Parameters:
  ///   - type: the name of an object type, interface or union.
  ///   - refetches: whether mounted queries that are stale refetch then. Without it, only those do that have asked for it.
  public func invalidate(type: String, refetches: Bool = false) { makeStale(transaction.store.places(type), refetches) }

  /// Marks a field as stale when the updater's changes are published, as ``RelayStore/invalidate(field:on:arguments:refetches:)`` does at once.
  /// Nothing becomes stale if the updater throws. Has no effect in an optimistic updater.
  ///
  /// ```swift
  /// try await environment.commit(mutation) { store in
  ///   store.invalidate(field: "todos", on: "Query", refetches: true)
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - field: the field's name in the schema.
  ///   - type: the name of the type that has the field.
  ///   - arguments: the values of all its arguments, as in the document; nil means whatever they are.
  ///   - refetches: whether mounted queries that are stale refetch then. Without it, only those do that have asked for it.
  public func invalidate(field: String, on type: String, arguments: [String: JSON]? = nil, refetches: Bool = false) {
    makeStale(transaction.store.places(type, field: field, arguments: arguments), refetches)
  }

  private func makeStale(_ places: [StalePlace], _ refetches: Bool) {
    transaction.makeStale { targets in
      targets.places += places
      targets.refetches = targets.refetches || refetches
    }
  }
}
