/// What the answers to a mutation or subscription have made stale: `@invalidates` on a field applies once for each answer, when the field
/// has a value.
struct AnsweredInvalidations: Sendable {
  /// The root of the answer, and the invalidations that have applied to it. The parts of an incremental answer have the same root.
  private var rootID: String?
  private var applied: Set<Int> = []

  /// Makes stale what a payload says, and refetches mounted queries that are stale. Call it when the payload is in the store, outside of
  /// the writers' lock.
  mutating func apply(_ payload: ExecutedPayload, in environment: RelayEnvironment) {
    let operation = payload.operation
    let invalidations = operation.definition.normalization.invalidations
    if invalidations.isEmpty { return }
    if rootID != operation.rootID { (rootID, applied) = (operation.rootID, []) }
    let pending = invalidations.indices.filter { !applied.contains($0) }
    if pending.isEmpty { return }
    let answered = environment.store.answered(pending.map { invalidations[$0].step }, by: operation)
    var targets = StaleTargets(refetches: true)
    for index in pending where answered.contains(invalidations[index].step) {
      applied.insert(index)
      targets.places += invalidations[index].places
    }
    environment.store.makeStale(targets)
  }
}

extension RelayStore {
  /// The steps of an operation's plan, of those given, whose field has a value other than null in the operation's data.
  fileprivate func answered(_ steps: [Int], by operation: OperationDescriptor) -> Set<Int> {
    let walk = PlanWalk(operation, keys)
    return state.withLock { state in
      guard let root = state.records.find(operation.rootID) else { return [] }
      var search = AnsweredFields(walk: walk, targets: steps.ascending())
      search.visit(0..<walk.steps.count, root, state)
      return search.found
    }
  }
}

/// Looks for fields with a value. It enters only the steps around them.
private struct AnsweredFields {
  let walk: PlanWalk
  let targets: [Int]
  var found: Set<Int> = []
  private var visited = VisitedSteps()

  init(walk: PlanWalk, targets: [Int]) {
    self.walk = walk
    self.targets = targets
  }

  /// Whether a step that has not been found is in the range.
  private func isWanted(_ range: Range<Int>) -> Bool {
    targets.contains { range.contains($0) && !found.contains($0) }
  }

  mutating func visit(_ range: Range<Int>, _ id: RecordID, _ state: borrowing StoreState) {
    guard id >= 0, case .exists = state.records.entries[Int(id)].status, visited.enter(id, range, walk.steps) else { return }
    visit(range, state.records.entries[Int(id)].record, state)
  }

  private mutating func visit(_ range: Range<Int>, _ record: Record, _ state: borrowing StoreState) {
    var index = range.lowerBound
    while index < range.upperBound, isWanted(index..<range.upperBound) {
      let step = walk.steps[index]
      let children = index + 1..<max(index + 1, Int(step.next))
      switch step.kind {
      case .scalar, .linked:
        let value = record[walk.key(step)]
        if value.isMissing || value.isNull { break }
        if targets.contains(index) { found.insert(index) }
        if step.kind == .linked, isWanted(children) { visit(children, value, state) }
      case .inlineFragment:
        if isWanted(children), state.records.holds(step.typeCondition, for: record.type) ?? true {
          visit(children, record, state)
        }
      case .condition: if walk.holds(step) { visit(children, record, state) }
      case .defer, .stream, .clientExtension: visit(children, record, state)
      case .scalarHandle, .linkedHandle, .typeDiscriminator: break
      }
      index = children.upperBound
    }
  }

  private mutating func visit(_ range: Range<Int>, _ value: Value, _ state: borrowing StoreState) {
    switch value {
    case .ref(let id): visit(range, id, state)
    case .refs(let ids): for id in ids where isWanted(range) { visit(range, id, state) }
    case .list(let values): for value in values where isWanted(range) { visit(range, value, state) }
    default: return
    }
  }
}
