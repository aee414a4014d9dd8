/// The state shared by the views of one `@updatable` document: the plan with its variables, and the transaction that they write to.
final class UpdatableContext {
  let transaction: StoreTransaction
  private let definition: Generated.FragmentDefinition
  let plan: ReaderPlan
  private let variables: [String: JSON]
  /// The storage keys of the fields with arguments.
  private let lease: KeyLease

  init(_ transaction: StoreTransaction, _ definition: Generated.FragmentDefinition, variables: [String: JSON]) {
    self.transaction = transaction
    self.definition = definition
    self.variables = variables
    plan = definition.plan
    lease = transaction.store.keys.lease(
      plan.argumentFields.map { StorageKey.make($0.field.name, $0.field.arguments, variables) })
  }

  // MARK: The plan

  /// The steps of a kind that fill a slot, without those under type conditions that the record does not satisfy.
  func steps(_ kind: ReaderStep.Kind, filling slot: Int, in selections: [Range<Int>], of record: RecordID) -> [Int] {
    var found: [Int] = []
    func collect(in range: Range<Int>) {
      var index = range.lowerBound
      while index < range.upperBound {
        let step = plan.steps[index]
        if step.kind == kind, Int(step.slot) == slot { found.append(index) }
        switch step.kind {
        case .inlineFragment: if matches(index, record) { collect(in: self.selections(below: index)) }
        case .clientExtension: collect(in: self.selections(below: index))
        default: break
        }
        index = Int(step.next)
      }
    }
    if slot >= 0 { for range in selections { collect(in: range) } }
    return found
  }

  func selections(below step: Int) -> Range<Int> { step + 1..<Int(plan.steps[step].next) }

  func key(_ step: Int) -> KeyID {
    plan.steps[step].key.resolved(in: lease.keys)
  }

  /// Whether a record satisfies a step's type condition.
  func matches(_ step: Int, _ record: RecordID) -> Bool {
    let step = plan.steps[step]
    return transaction.record(record, fulfils: step.typeCondition)
  }

  // MARK: Values

  /// The value of a scalar field.
  func scalar(_ index: Int, of record: RecordID) -> SlotValue {
    let step = plan.steps[index]
    let value = known(index, .scalar, of: record)
    switch value {
    case .missing: return step.key.fixed.flatMap { transaction.implied(record, $0) }.map { .string($0) } ?? .null
    case .null: return .null
    default: return SlotValue(value)
    }
  }

  /// The value of a linked field.
  func link(_ index: Int, of record: RecordID) -> Value { known(index, plan.steps[index].flag ? .pluralLinked : .linked, of: record) }

  /// The link in the store. If there is none, the record that the field's arguments identify, or that a missing field handler supplies.
  private func known(_ index: Int, _ kind: MissingFieldHandler.Kind, of record: RecordID) -> Value {
    guard !transaction.isClosed, transaction.status(record) == .exists else { return .missing }
    let value = transaction.value(record, key(index))
    let handlers = value.isMissing ? transaction.store.missingFieldHandlers : []
    let keyFields = value.isMissing && kind == .linked ? transaction.store.schemaNames.keyFields[plan.steps[index].type] : nil
    guard !handlers.isEmpty || keyFields != nil else { return value }
    let (name, arguments) = plan.field(plan.steps[index])
    let field = MissingFieldHandler.Field(name: name, arguments: arguments.evaluate(variables), kind: kind)
    if let keyFields, Set(field.arguments.keys) == Set(keyFields.map(\.name)), transaction.dataID(record).hasSameBytes(as: DataID.root),
      let keyed = transaction.record(ofType: plan.steps[index].type, keyFields, field.arguments)
    {
      return .ref(keyed)
    }
    let known = field.value(from: handlers, RecordProxy(transaction, record), RecordSourceProxy(transaction)) { answer in
      kind == .scalar ? Value(answer) : transaction.link(answer)
    }
    return known ?? value
  }
}

extension StoreTransaction {
  /// Links to records, given their identities: a single one, null, or a list of them.
  func link(_ identities: JSON) -> Value {
    switch identities {
    case .string(let id): return id.isEmpty ? .null : .ref(intern(id))
    case .int(let id): return .ref(intern(String(id)))
    case .array(let items):
      let links = items.map(link)
      var ids: [RecordID] = []
      for link in links {
        switch link {
        case .ref(let id): ids.append(id)
        case .null: ids.append(.null)
        default: return .list(links)
        }
      }
      return .refs(ids)
    default: return .null
    }
  }
}
