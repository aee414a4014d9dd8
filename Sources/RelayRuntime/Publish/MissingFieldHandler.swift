import Foundation

/// Supplies fields that a store lacks from data that it has, typically `node(id:)` from the record with that id.
///
/// A handler is called when an operation is checked, and runs under the writers' lock: other changes of the store wait, so it must not
/// wait for another thread or task. It may read the store, check operations (without being called again), and change the store; its
/// changes are published immediately, and subscribers are notified after it has returned. Prefer to use only the handler's parameters.
/// What it supplies never takes the place of what the server has sent.
///
/// ```swift
/// let environment = RelayEnvironment(
///   network: network,
///   configuration: RelayEnvironment.Configuration(missingFieldHandlers: [.node]))
/// ```
///
/// See <doc:TheStore>.
public struct MissingFieldHandler: Sendable {
  /// The kind of field that a handler supplies.
  public enum Kind: Sendable, Hashable {
    case scalar, linked, pluralLinked
  }

  /// A field that the store lacks.
  public struct Field: Sendable {
    /// The field's name in the schema.
    public let name: String
    /// The values of the field's arguments.
    public let arguments: [String: JSON]
    public let kind: Kind

    /// The value from the first handler that supplies the field.
    func value(
      from handlers: [MissingFieldHandler], _ record: RecordProxy?, _ source: RecordSourceProxy, _ value: (JSON) -> Value?
    ) -> Value? {
      for handler in handlers where handler.kind == kind {
        if let answer = handler.handle(self, record, source), let value = value(answer) { return value }
      }
      return nil
    }
  }

  /// The kind of field that the handler supplies.
  public let kind: Kind
  let handle: @Sendable (Field, RecordProxy?, RecordSourceProxy) -> JSON?

  /// - Parameters:
  ///   - kind: the kind of field that the handler supplies.
  ///   - handle: returns the field's value, given the field, the record that lacks it, and the store: for a scalar its value; for a link
  ///     the identity of a record (a string or a number) or null; for a list of links a list of them. It returns `nil` if it does not
  ///     know the field. Links to records that do not exist are ignored.
  public init(_ kind: Kind, handle: @escaping @Sendable (Field, RecordProxy?, RecordSourceProxy) -> JSON?) {
    self.kind = kind
    self.handle = handle
  }

  /// Supplies `node(id:)` on the query root from the record with that id. If records are identified by type and id, and several types
  /// have the id, the handler does not supply the field.
  public static let node = MissingFieldHandler(.linked) { field, parent, source in
    guard field.name == "node", parent?.dataID.hasSameBytes(as: DataID.root) == true, let id = field.arguments["id"]?.idText
    else { return nil }
    let records = source.transaction.records(withID: id)
    return records.count == 1 ? .string(source.transaction.dataID(records[0])) : nil
  }

  /// Returns what the handlers supply for the given fields, as records to merge; `nil` if they supply nothing. Call it inside
  /// `RelayStore.change`.
  static func supply(
    _ missing: [AvailabilityCheck.Missing], _ handlers: [MissingFieldHandler], _ plan: NormalizationPlan,
    _ operation: OperationDescriptor, _ store: RelayStore, _ lease: KeyLease
  ) -> PayloadRecords? {
    store.isSupplying.withLock { $0 = true }
    // No garbage is collected while the transaction holds ids.
    let transaction = StoreTransaction(store: store, below: nil, readsBase: false)
    defer {
      transaction.close()
      store.isSupplying.withLock { $0 = false }
      store.clearIfAsked()
    }
    let source = RecordSourceProxy(transaction)
    var supplied = PayloadRecords()
    supplied.reception = .derived
    supplied.leases = [lease]
    var isEmpty = true
    // The store may have changed since the check, and the check has seen optimistic updates, while what is supplied stays.
    for item in missing where store.state.withLock({ $0.records.lacks(item.key, of: item.dataID) }) {
      let step = plan.steps[item.step]
      let kind: Kind = step.kind == .scalar ? .scalar : step.flag ? .pluralLinked : .linked
      let (name, arguments) = plan.field(step)
      let field = Field(name: name, arguments: arguments.evaluate(operation.variables), kind: kind)
      let keyed = keyedRecord(item, plan, operation, field, transaction)
      let known =
        keyed.map { .ref(supplied.record($0)) }
        ?? field.value(from: handlers, source[item.dataID], source) { value($0, kind, source, &supplied) }
      guard let known else { continue }
      let record = supplied.record(item.dataID)
      supplied.records[Int(record)].set(item.key, known)
      isEmpty = false
    }
    return isEmpty || store.clearsLater ? nil : supplied
  }

  /// The identity of the record that a field of the query root links to, if the field's arguments identify the object.
  private static func keyedRecord(
    _ item: AvailabilityCheck.Missing, _ plan: NormalizationPlan, _ operation: OperationDescriptor, _ field: Field,
    _ transaction: StoreTransaction
  ) -> String? {
    guard let fields = plan.keyedSteps[item.step], operation.definition.kind == .query, item.dataID.hasSameBytes(as: DataID.root) else {
      return nil
    }
    return transaction.record(ofType: plan.steps[item.step].type, fields, field.arguments).map { transaction.dataID($0) }
  }

  private static func value(
    _ answer: JSON, _ kind: Kind, _ source: RecordSourceProxy, _ supplied: inout PayloadRecords
  ) -> Value? {
    if answer.isNull || kind == .scalar { return Value(answer) }
    switch (kind, answer) {
    case (.linked, .string), (.linked, .int):
      guard let id = answer.idText, source[id] != nil else { return nil }
      return .ref(supplied.record(id))
    case (.pluralLinked, .array(let items)):
      var ids: [RecordID] = []
      for item in items {
        if item.isNull {
          ids.append(.null)
        } else {
          guard let id = item.idText, source[id] != nil else { return nil }
          ids.append(supplied.record(id))
        }
      }
      return .refs(ids)
    default: return nil
    }
  }
}

extension RecordTable {
  /// Whether a record has no value for a field, apart from optimistic updates, and the server has not said that there is no such record.
  fileprivate func lacks(_ key: KeyID, of dataID: String) -> Bool {
    guard let id = find(dataID) else { return true }
    return baseStatus(id).status != .deleted && baseValue(id, key).isMissing && !isIncomplete(id)
  }
}

extension RelayStore {
  /// The handlers of the store's host.
  var missingFieldHandlers: [MissingFieldHandler] { (host as? any MissingFieldHandling)?.missingFieldHandlers ?? [] }
}
