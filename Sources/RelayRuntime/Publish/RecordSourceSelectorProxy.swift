/// The store as an operation's updater sees it: with the root fields of the operation's response.
///
/// ```swift
/// try await environment.commit(RenameTodoMutation(id: "1", text: "Tea")) { store in
///   let todo = store.rootField("renameTodo")?.linkedRecord("todo")
///   store["me"]?["lastRenamed"] = todo?["text"]
/// }
/// ```
///
/// See <doc:Updaters>.
public final class RecordSourceSelectorProxy: RecordSourceProxy {
  /// The operation whose response arrived.
  let operation: OperationDescriptor

  init(_ transaction: StoreTransaction, _ operation: OperationDescriptor) {
    self.operation = operation
    super.init(transaction)
  }

  private func rootKey(_ name: String) -> KeyID {
    let walk = PlanWalk(operation, transaction.store.keys, includesHandles: false)
    for step in walk.steps where step.kind == .linked || step.kind == .scalar {
      if walk.plan.field(step).name == name { return walk.key(step) }
    }
    return transaction.store.keys.intern(name)
  }

  private var rootID: RecordID { transaction.intern(operation.rootID) }

  /// The record that a root field of the operation links to.
  ///
  /// - Parameter name: the field's name in the schema; the arguments are those in the operation.
  public func rootField(_ name: String) -> RecordProxy? {
    guard !transaction.isClosed else { return nil }
    return transaction.link(rootID, rootKey(name)).map { RecordProxy(transaction, $0) }
  }

  /// The records that a root field of the operation links to.
  ///
  /// - Parameter name: the field's name in the schema; the arguments are those in the operation.
  public func pluralRootField(_ name: String) -> [RecordProxy?]? {
    guard !transaction.isClosed else { return nil }
    return transaction.links(rootID, rootKey(name))?.map { $0.map { RecordProxy(transaction, $0) } }
  }
}
