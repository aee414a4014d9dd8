/// One walk over the records that an operation would read.
struct AvailabilityCheck {
  /// A field that the store lacks.
  struct Missing: Sendable {
    let dataID: String
    let step: Int
    let key: KeyID
  }

  /// The field that identifies an object.
  let idKey: KeyID
  let collectsMissing: Bool
  var isMissing = false
  /// The latest invalidation among the records that were visited.
  var invalidatedAt: Epoch?
  var missing: [Missing] = []
  var visited = VisitedSteps()

  init(idKey: KeyID, collectsMissing: Bool) {
    self.idKey = idKey
    self.collectsMissing = collectsMissing
  }

  mutating func check(_ rootID: String, _ walk: PlanWalk, _ state: borrowing StoreState) {
    guard let root = state.records.names.find(rootID) else {
      isMissing = true
      return
    }
    check(0..<walk.steps.count, root, walk, state)
  }

  private mutating func check(_ range: Range<Int>, _ id: RecordID, _ walk: PlanWalk, _ state: borrowing StoreState) {
    guard id >= 0 else {
      if id == .missing { isMissing = true }
      return
    }
    guard visited.enter(id, range, walk.steps) else { return }
    let entry = state.records.entries[Int(id)]
    if let epoch = state.invalidations.records[id] { invalidatedAt = max(invalidatedAt ?? epoch, epoch) }
    switch entry.status {
    case .unknown: isMissing = true
    case .deleted: return
    case .exists: checkSelections(range, id, entry.record, walk, state)
    }
  }

  private mutating func noteMissing(_ id: RecordID, _ step: Int, _ walk: PlanWalk, _ state: borrowing StoreState) {
    isMissing = true
    if collectsMissing {
      missing.append(Missing(dataID: state.records.names.strings[Int(id)], step: step, key: walk.key(walk.steps[step])))
    }
  }

  private mutating func checkSelections(
    _ range: Range<Int>, _ id: RecordID, _ record: Record, _ walk: PlanWalk, _ state: borrowing StoreState
  ) {
    var index = range.lowerBound
    while index < range.upperBound {
      // The result cannot change any more, and missing fields need not be collected.
      if isMissing, !collectsMissing, invalidatedAt != nil { return }
      let step = walk.steps[index]
      let children = index + 1..<Int(step.next)
      switch step.kind {
      case .scalar:
        let key = walk.key(step)
        if record[key].isMissing, key != Keys.typename {
          // In an object without an id, the id is not missing.
          if key == idKey, DataID.isClient(state.records.names.strings[Int(id)]) { break }
          noteMissing(id, index, walk, state)
        }
      case .linked:
        let value = record[walk.key(step)]
        // A list in place of one link, as only an updater or an archive can have it, is not read.
        if value.isMissing || value.isList && !step.flag {
          noteMissing(id, index, walk, state)
        } else {
          checkLinks(value, children, walk, state)
        }
      case .linkedHandle:
        if step.name >= 0 {
          let value = record[walk.handleKey(step)]
          let source = walk.steps[Int(step.name)]
          if value.isMissing || value.isList && !source.flag {
            isMissing = true
          } else {
            checkLinks(value, Int(step.name) + 1..<Int(source.next), walk, state)
          }
        }
      case .scalarHandle: break
      case .typeDiscriminator:
        if state.records.implements(record.type, step.abstractKey) == nil { isMissing = true }
      case .inlineFragment:
        switch state.records.holds(step.typeCondition, for: record.type) {
        case true?: checkSelections(children, id, record, walk, state)
        case false?: break
        case nil: isMissing = true
        }
      case .condition:
        if walk.holds(step) { checkSelections(children, id, record, walk, state) }
      case .defer, .stream: checkSelections(children, id, record, walk, state)
      case .clientExtension:
        let wasMissing = isMissing
        let missingCount = missing.count
        checkSelections(children, id, record, walk, state)
        isMissing = wasMissing
        missing.removeLast(missing.count - missingCount)
      }
      index = Int(step.next)
    }
  }

  private mutating func checkLinks(_ value: Value, _ range: Range<Int>, _ walk: PlanWalk, _ state: borrowing StoreState) {
    switch value {
    case .ref(let id): check(range, id, walk, state)
    case .refs(let ids): for id in ids where id != .null { check(range, id, walk, state) }
    case .list(let values): for value in values { checkLinks(value, range, walk, state) }
    default: return
    }
  }
}
