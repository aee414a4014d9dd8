import Foundation

/// Supplies fields that a store lacks from what it has: typically `node(id:)` from the record with that id.
public struct MissingFieldHandler: Sendable {
  /// What kind of field a handler is asked about.
  public enum Kind: Sendable, Hashable {
    case scalar, linked, pluralLinked
  }

  /// A field that the store lacks.
  public struct Field: Sendable {
    /// The field's name in the schema.
    public let name: String
    /// The values of its arguments.
    public let arguments: [String: JSON]
    /// What kind of field it is.
    public let kind: Kind

    /// The field of a plan's step.
    ///
    /// - Parameters:
    ///   - key: the step's key.
    ///   - argumentField: where the field has arguments, these and its name.
    init(_ key: KeyID, _ argumentField: ArgumentField?, _ kind: Kind, _ variables: [String: JSON]) {
      name = argumentField?.name ?? Keys.name(key)
      arguments = argumentField?.arguments.evaluate(variables) ?? [:]
      self.kind = kind
    }

    /// The value that the first handler gives that knows the field.
    func value(
      from handlers: [MissingFieldHandler], _ record: RecordProxy?, _ source: RecordSourceProxy, _ value: (JSON) -> Value?
    ) -> Value? {
      for handler in handlers where handler.kind == kind {
        if let answer = handler.handle(self, record, source), let value = value(answer) { return value }
      }
      return nil
    }
  }

  /// What kind of field the handler is asked about.
  public let kind: Kind
  let handle: @Sendable (Field, RecordProxy?, RecordSourceProxy) -> JSON?

  /// - Parameters:
  ///   - kind: what kind of field the handler is asked about.
  ///   - handle: given the field, the record that lacks it and the store, the field's value: a scalar; for a link the identity of a
  ///     record, or null; for links a list of them. `nil`: the handler does not know. Records that do not exist do not count.
  public init(_ kind: Kind, handle: @escaping @Sendable (Field, RecordProxy?, RecordSourceProxy) -> JSON?) {
    self.kind = kind
    self.handle = handle
  }

  /// Answers `node(id:)` on the query root with the record of that id.
  public static let node = MissingFieldHandler(.linked) { field, parent, _ in
    guard field.name == "node", parent?.dataID == DataID.root, let id = field.arguments["id"]?.stringValue else { return nil }
    return .string(id)
  }

  /// What the handlers know about the given fields, as records to merge; `nil` when they know nothing.
  static func supply(
    _ missing: [AvailabilityCheck.Missing], _ handlers: [MissingFieldHandler], _ plan: NormalizationPlan,
    _ operation: OperationDescriptor, _ store: Store, _ lease: KeyLease
  ) -> PayloadRecords? {
    // Nothing is collected while the transaction holds ids.
    store.writer.lock()
    defer { store.writer.unlock() }
    let transaction = StoreTransaction(store: store, below: nil, readsBase: false)
    defer { transaction.close() }
    let source = RecordSourceProxy(transaction)
    var supplied = PayloadRecords()
    supplied.lease = lease
    var isEmpty = true
    for item in missing {
      let step = plan.steps[item.step]
      let kind: Kind = step.kind == .scalar ? .scalar : step.flag ? .pluralLinked : .linked
      let argumentField = step.key >= 0 ? nil : plan.argumentFields[Int(-2 - step.key)]
      let field = Field(step.key, argumentField, kind, operation.variables)
      let known = field.value(from: handlers, source[item.dataID], source) { value($0, kind, source, &supplied) }
      guard let known else { continue }
      let record = supplied.record(item.dataID)
      supplied.records[Int(record)].set(item.key, known)
      isEmpty = false
    }
    return isEmpty ? nil : supplied
  }

  private static func value(
    _ answer: JSON, _ kind: Kind, _ source: RecordSourceProxy, _ supplied: inout PayloadRecords
  ) -> Value? {
    if answer.isNull || kind == .scalar { return Value(answer) }
    switch (kind, answer) {
    case (.linked, .string(let id)): return source[id] == nil ? nil : .ref(supplied.record(id))
    case (.pluralLinked, .array(let items)):
      var ids: [RecordID] = []
      for item in items {
        if item.isNull {
          ids.append(.null)
        } else {
          guard let id = item.stringValue, source[id] != nil else { return nil }
          ids.append(supplied.record(id))
        }
      }
      return .refs(ids)
    default: return nil
    }
  }
}
