/// Finds the fields in a payload's records that belong to one user (`scope: PRIVATE`).
struct PrivateFields {
  private let walk: PlanWalk
  private let records: PayloadRecords
  private var visited = VisitedSteps()
  private var found = [RecordID: Set<KeyID>]()

  private init(_ walk: PlanWalk, _ records: PayloadRecords) {
    self.walk = walk
    self.records = records
  }

  /// - Parameters:
  ///   - payload: the normalized response of an operation, or a part of it.
  ///   - keys: the names of the store.
  /// - Returns: the storage keys of the fields, by record of the payload.
  static func find(in payload: borrowing NormalizedPayload, of operation: OperationDescriptor, _ keys: KeyTable) -> [RecordID: Set<KeyID>] {
    let records = payload.records
    guard operation.definition.normalization.hasPrivateFields, let root = records.names.find(payload.rootID) else { return [:] }
    let walk = PlanWalk(operation, keys, includesHandles: false)
    var search = PrivateFields(walk, records)
    search.visit(payload.steps ?? 0..<walk.steps.count, root)
    return search.found
  }

  private mutating func visit(_ range: Range<Int>, _ id: RecordID) {
    guard records.records.indices.contains(Int(id)), visited.enter(id, range, walk.steps) else { return }
    var index = range.lowerBound
    while index < range.upperBound {
      let step = walk.steps[index]
      let children = index + 1..<max(index + 1, Int(step.next))
      switch step.kind {
      case .scalar, .linked:
        let key = walk.key(step)
        if walk.plan.age(at: index).isPrivate { found[id, default: []].insert(key) }
        if step.kind == .linked { records.records[Int(id)][key].forEachLink { visit(children, $0) } }
      case .scalarHandle, .linkedHandle, .typeDiscriminator: break
      // Whether a condition holds does not matter: what the response lacks is not found.
      case .inlineFragment, .condition, .defer, .stream, .clientExtension: visit(children, id)
      }
      index = children.upperBound
    }
  }
}
