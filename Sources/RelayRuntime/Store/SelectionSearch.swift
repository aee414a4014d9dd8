/// One walk over the records that an operation reaches, for what it selects of one field of one record.
struct SelectionSearch {
  let record: RecordID
  let key: KeyID
  /// Whether the operation reaches the record.
  private(set) var reachesRecord = false
  /// Whether it selects the field there, outside of deferred parts.
  private(set) var selectsField = false
  /// Whether it selects the field there in a deferred part.
  private(set) var defersField = false
  private var visited = VisitedSteps()

  /// - Parameters:
  ///   - record: the record.
  ///   - key: the storage key of the field.
  init(record: RecordID, key: KeyID) {
    self.record = record
    self.key = key
  }

  mutating func search(_ rootID: String, _ walk: PlanWalk, _ state: borrowing StoreState) {
    guard let root = state.records.names.find(rootID) else { return }
    visit(0..<walk.steps.count, root, walk, state, isDeferred: false)
  }

  private mutating func visit(
    _ range: Range<Int>, _ id: RecordID, _ walk: PlanWalk, _ state: borrowing StoreState, isDeferred: Bool
  ) {
    guard id >= 0, visited.enter(id, range, walk.steps) else { return }
    if id == record { reachesRecord = true }
    selections(range, id, state.records.entries[Int(id)].record, walk, state, isDeferred: isDeferred)
  }

  private mutating func selections(
    _ range: Range<Int>, _ id: RecordID, _ record: Record, _ walk: PlanWalk, _ state: borrowing StoreState, isDeferred: Bool
  ) {
    var index = range.lowerBound
    while index < range.upperBound {
      let step = walk.steps[index]
      let children = index + 1..<Int(step.next)
      switch step.kind {
      case .scalar: note(walk.key(step), of: id, isDeferred: isDeferred)
      case .linked:
        note(walk.key(step), of: id, isDeferred: isDeferred)
        links(record[walk.key(step)], children, walk, state, isDeferred: isDeferred)
      case .scalarHandle, .linkedHandle:
        let key = walk.handleKey(step)
        note(key, of: id, isDeferred: isDeferred)
        if step.kind == .linkedHandle, step.name >= 0 {
          links(record[key], Int(step.name) + 1..<Int(walk.steps[Int(step.name)].next), walk, state, isDeferred: isDeferred)
        }
      case .inlineFragment:
        if state.records.holds(step.typeCondition, for: record.type) != false {
          selections(children, id, record, walk, state, isDeferred: isDeferred)
        }
      case .condition:
        if walk.holds(step) { selections(children, id, record, walk, state, isDeferred: isDeferred) }
      case .defer: selections(children, id, record, walk, state, isDeferred: isDeferred || walk.isEnabled(step))
      case .stream, .clientExtension: selections(children, id, record, walk, state, isDeferred: isDeferred)
      case .typeDiscriminator: break
      }
      index = Int(step.next)
    }
  }

  private mutating func links(_ value: Value, _ range: Range<Int>, _ walk: PlanWalk, _ state: borrowing StoreState, isDeferred: Bool) {
    switch value {
    case .ref(let id): visit(range, id, walk, state, isDeferred: isDeferred)
    case .refs(let ids): for id in ids { visit(range, id, walk, state, isDeferred: isDeferred) }
    case .list(let values): for value in values { links(value, range, walk, state, isDeferred: isDeferred) }
    default: break
    }
  }

  private mutating func note(_ key: KeyID, of id: RecordID, isDeferred: Bool) {
    guard id == record, key == self.key else { return }
    if isDeferred { defersField = true } else { selectsField = true }
  }
}
