/// The fields that an operation and its fragments select, of each record that they reach: what an export contains.
///
/// Optimistic updates do not count.
struct SelectedFields {
  /// By record. A record without fields is only linked to.
  private(set) var fields = [RecordID: Set<KeyID>]()
  /// The keys of all fields.
  private(set) var keys: Set<KeyID> = []
  /// The records that say to which interfaces and unions a type belongs.
  private var types: Set<RecordID> = []
  private var visited = VisitedSteps()

  init(_ operation: OperationDescriptor, _ state: borrowing StoreState, _ table: KeyTable) {
    guard let root = state.records.names.find(operation.rootID) else { return }
    let walk = PlanWalk(operation, table)
    add(0..<walk.steps.count, root, walk, state)
  }

  /// Whether the export has anything of a record.
  func contains(_ record: RecordID) -> Bool { fields[record] != nil || types.contains(record) }

  func contains(_ key: KeyID, of record: RecordID) -> Bool { fields[record]?.contains(key) ?? types.contains(record) }

  private mutating func add(_ range: Range<Int>, _ id: RecordID, _ walk: PlanWalk, _ state: borrowing StoreState) {
    guard id >= 0, visited.enter(id, range, walk.steps) else { return }
    fields[id, default: []] = fields[id] ?? []
    guard state.records.baseStatus(id).status == .exists else { return }
    add(range, id, state.records.baseRecord(id), walk, state)
  }

  private mutating func add(_ key: KeyID, of id: RecordID) {
    fields[id, default: []].insert(key)
    keys.insert(key)
  }

  private mutating func addType(_ record: Record, _ state: borrowing StoreState) {
    if let type = state.records.typeRecords[record.type] { types.insert(type) }
  }

  private mutating func add(_ range: Range<Int>, _ id: RecordID, _ record: Record, _ walk: PlanWalk, _ state: borrowing StoreState) {
    var index = range.lowerBound
    while index < range.upperBound {
      let step = walk.steps[index]
      let children = index + 1..<Int(step.next)
      switch step.kind {
      case .scalar: add(walk.key(step), of: id)
      case .scalarHandle: add(walk.handleKey(step), of: id)
      case .typeDiscriminator: addType(record, state)
      case .linked:
        add(walk.key(step), of: id)
        addLinks(record[walk.key(step)], children, walk, state)
      case .linkedHandle:
        guard step.name >= 0 else { break }
        add(walk.handleKey(step), of: id)
        addLinks(record[walk.handleKey(step)], Int(step.name) + 1..<Int(walk.steps[Int(step.name)].next), walk, state)
      case .inlineFragment:
        if step.typeCondition.isAbstract { addType(record, state) }
        if step.typeCondition.isAbstract || step.typeCondition.includes(record.type) { add(children, id, record, walk, state) }
      case .condition: if walk.holds(step) { add(children, id, record, walk, state) }
      case .defer, .stream, .clientExtension: add(children, id, record, walk, state)
      }
      index = Int(step.next)
    }
  }

  private mutating func addLinks(_ value: Value, _ range: Range<Int>, _ walk: PlanWalk, _ state: borrowing StoreState) {
    switch value {
    case .ref(let id): add(range, id, walk, state)
    case .refs(let ids): for id in ids { add(range, id, walk, state) }
    case .list(let values): for value in values { addLinks(value, range, walk, state) }
    default: return
    }
  }
}
