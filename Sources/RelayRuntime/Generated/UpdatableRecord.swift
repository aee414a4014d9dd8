extension Generated {
  /// A record with the fields that an `@updatable` document selects on it, accessed by slot from generated code.
  public struct UpdatableRecord {
    let context: UpdatableContext
    let id: RecordID
    /// The steps of the plan that select on the record.
    let selections: [Range<Int>]

    /// The record with all of its fields, as the untyped interface for updaters shows it.
    var proxy: RecordProxy { RecordProxy(context.transaction, id) }

    /// The record's identity in the store.
    public var dataID: String { context.transaction.dataID(id) }

    private func steps(_ kind: ReaderStep.Kind, _ slot: Int) -> [Int] { context.steps(kind, filling: slot, in: selections, of: id) }

    // MARK: Scalars

    /// The value of a scalar field as the property's type.
    public func value<T: Generated.RowValue>(_ slot: Int) -> T {
      guard let step = steps(.scalar, slot).first else { return T.__read(Generated.Slot(.missing)) }
      return T.__read(Generated.Slot(context.scalar(step, of: id)))
    }

    /// Sets a scalar field; `nil` stores null.
    public func set<T: Generated.InputValue>(_ slot: Int, _ value: T) {
      guard let step = steps(.scalar, slot).first else { return }
      context.transaction.set(id, context.key(step), value.__json.map { Value($0) } ?? .null)
    }

    // MARK: Links

    /// The target of a linked field; `nil` if there is none.
    public func linked<T: Generated.UpdatableLinked>(_ slot: Int) -> T? {
      let steps = steps(.linked, slot)
      guard let first = steps.first else { return nil }
      let selections = steps.map { context.selections(below: $0) }
      return T?.__read(Generated.UpdatableLink(value: context.link(first, of: id), context: context, selections: selections))
    }

    /// Makes a field link to an object, to a list of objects, or to nothing.
    public func link<T: Generated.AssignableValue>(_ slot: Int, _ value: T) {
      let transaction = context.transaction
      guard !transaction.isClosed, let step = steps(.linked, slot).first else { return }
      transaction.set(id, context.key(step), transaction.link(value.__link.value))
    }

    // MARK: Types

    /// Whether the type condition whose marker is in a slot holds for the record.
    public func matches(_ slot: Int) -> Bool { steps(.inlineFragment, slot).contains { context.matches($0, id) } }
  }
}

extension RecordProxy {
  /// The record of a view, for what its document does not select: ``invalidateRecord()``, connections, fields by name.
  ///
  /// - Parameter data: data that the updater has read.
  public init<Data: Generated.UpdatableSelectionSet>(_ data: Data) { self = data.__record.proxy }
}

extension UpdatableContext {
  /// A view of a record with everything that the document selects.
  func view(_ record: RecordID) -> Generated.UpdatableRecord {
    Generated.UpdatableRecord(context: self, id: record, selections: [0..<plan.steps.count])
  }
}
