extension RelayStore {
  /// Whether the store knows any of the root fields that an operation selects, either itself or in its fragments.
  ///
  /// An operation of which no field is known has nothing to show, even if its own selections consist only of fragments and therefore
  /// nothing is missing. `__typename` does not count.
  func knowsRootField(of operation: OperationDescriptor) -> Bool {
    let walk = PlanWalk(operation, keys)
    return state.withLock { state in
      guard let root = state.records.names.find(operation.rootID), case .exists = state.records.entries[Int(root)].status else {
        return false
      }
      return Self.knowsField(0..<walk.steps.count, state.records.entries[Int(root)].record, walk, state)
    }
  }

  private static func knowsField(
    _ range: Range<Int>, _ record: Record, _ walk: PlanWalk, _ state: borrowing StoreState
  ) -> Bool {
    var index = range.lowerBound
    while index < range.upperBound {
      let step = walk.steps[index]
      let children = index + 1..<max(index + 1, Int(step.next))
      let isKnown =
        switch step.kind {
        case .scalar, .linked: walk.key(step) != Keys.typename && !record[walk.key(step)].isMissing
        case .linkedHandle: !record[walk.handleKey(step)].isMissing
        case .scalarHandle, .typeDiscriminator: false
        case .inlineFragment:
          (state.records.holds(step.typeCondition, for: record.type) ?? false) && knowsField(children, record, walk, state)
        case .condition: walk.holds(step) && knowsField(children, record, walk, state)
        case .defer, .stream, .clientExtension: knowsField(children, record, walk, state)
        }
      if isKnown { return true }
      index = children.upperBound
    }
    return false
  }
}
