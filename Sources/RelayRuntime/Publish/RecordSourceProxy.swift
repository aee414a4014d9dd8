/// The store as an updater sees it.
public class RecordSourceProxy {
  let transaction: StoreTransaction

  init(_ transaction: StoreTransaction) { self.transaction = transaction }

  /// The record with an identity; `nil` if it is unknown or does not exist.
  public subscript(dataID: String) -> RecordProxy? {
    guard !transaction.isClosed, let id = transaction.find(dataID), transaction.status(id) == .exists else { return nil }
    return RecordProxy(transaction, id)
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
  public func invalidateStore() {
    guard !transaction.isClosed else { return }
    transaction.invalidatesStore = true
  }
}
