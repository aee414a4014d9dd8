/// A record as an updater sees it: reads include everything written so far; writes are published after the updater has returned.
///
/// A record is valid only inside the updater that receives it. Afterwards it reads and writes nothing.
///
/// ```swift
/// try environment.commitLocalUpdate { store in
///   guard let todo = store["todo:1"] else { return }
///   todo.setValue(true, for: "complete")
/// }
/// ```
///
/// See <doc:Updaters>.
public struct RecordProxy {
  let transaction: StoreTransaction
  let id: RecordID

  init(_ transaction: StoreTransaction, _ id: RecordID) {
    self.transaction = transaction
    self.id = id
  }

  /// The record's identity in the store.
  public var dataID: String { transaction.dataID(id) }

  /// The name of the record's type.
  public var typeName: String { Keys.name(transaction.type(id)) }

  func key(_ name: String, _ arguments: [String: JSON]) -> KeyID {
    transaction.isClosed ? Keys.none : transaction.store.keys.intern(StorageKey.make(name, arguments))
  }

  /// The value of a scalar field; `nil` if it is unknown. Setting it to `nil` stores null.
  ///
  /// `__typename` is known for every record that has a type, and `__id` for every record, even if no document selects them: they are
  /// ``typeName`` and ``dataID``.
  ///
  /// - Parameters:
  ///   - name: the field's name in the schema.
  ///   - arguments: the values of its arguments.
  public subscript(name: String, arguments: [String: JSON] = [:]) -> JSON? {
    get {
      guard !transaction.isClosed else { return nil }
      let key = key(name, arguments)
      if let stored = transaction.value(id, key).json { return stored }
      return transaction.implied(id, key).flatMap { transaction.status(id) == .exists ? .string($0) : nil }
    }
    nonmutating set { transaction.set(id, key(name, arguments), newValue.map { Value($0) } ?? .null) }
  }

  /// The record that a field links to; `nil` if there is none.
  public func linkedRecord(_ name: String, arguments: [String: JSON] = [:]) -> RecordProxy? {
    guard !transaction.isClosed else { return nil }
    return transaction.link(id, key(name, arguments)).map { RecordProxy(transaction, $0) }
  }

  /// The records that a field links to; `nil` if the field is null or unknown.
  public func linkedRecords(_ name: String, arguments: [String: JSON] = [:]) -> [RecordProxy?]? {
    guard !transaction.isClosed else { return nil }
    return transaction.links(id, key(name, arguments))?.map { $0.map { RecordProxy(transaction, $0) } }
  }

  /// Links a field to a record; nil sets it to null.
  public func setLinkedRecord(_ record: RecordProxy?, for name: String, arguments: [String: JSON] = [:]) {
    transaction.set(id, key(name, arguments), record.map { .ref($0.id) } ?? .null)
  }

  /// Links a field to records.
  public func setLinkedRecords(_ records: [RecordProxy?]?, for name: String, arguments: [String: JSON] = [:]) {
    transaction.set(id, key(name, arguments), records.map { .refs($0.map { $0?.id ?? .null }) } ?? .null)
  }

  /// The record that a field links to. If there is none, the method creates one, or links again to the one that it has created for the
  /// field before.
  ///
  /// - Parameters:
  ///   - name: the field's name.
  ///   - typeName: the type of a new record.
  ///   - arguments: the field's arguments.
  public func getOrCreateLinkedRecord(_ name: String, typeName: String, arguments: [String: JSON] = [:]) -> RecordProxy {
    if let known = linkedRecord(name, arguments: arguments) { return known }
    let key = key(name, arguments)
    let clientID = DataID.client(parent: dataID, key: transaction.store.keys.name(key))
    let target = transaction.findExisting(clientID) ?? transaction.create(clientID, transaction.store.keys.intern(typeName: typeName))
    transaction.set(id, key, .ref(target))
    return RecordProxy(transaction, target)
  }

  /// Copies all known fields of another record into this one.
  public func copyFields(from record: RecordProxy) { transaction.copyFields(from: record.id, to: id) }

  /// Marks the record as stale: operations that read it are stale until they are fetched again.
  public func invalidateRecord() { transaction.invalidate(id) }
}

extension RecordProxy: Equatable {
  /// Whether both are the same record in the same updater.
  public static func == (left: RecordProxy, right: RecordProxy) -> Bool {
    left.id == right.id && left.transaction === right.transaction
  }
}
