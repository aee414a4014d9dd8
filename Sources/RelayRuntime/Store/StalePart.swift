extension RelayStore {
  /// Whether everything of an operation that is due to be fetched again is in the data of one fragment.
  ///
  /// - Parameters:
  ///   - operation: the operation.
  ///   - answered: when it was last answered; see `AgeRules.answered`. With `nil`, everything that is stale is due.
  ///   - refetch: the operation that refetches the fragment.
  ///   - path: the response keys from its root to the fragment's object.
  ///   - dataID: the fragment's object.
  func isDue(
    _ operation: OperationDescriptor, answered: Moment?, onlyIn refetch: OperationDescriptor, at path: [String],
    _ dataID: String
  ) -> Bool {
    let (whole, part) = (PlanWalk(operation, keys), PlanWalk(refetch, keys))
    guard let steps = part.steps(at: path) else { return false }
    return state.withLock { state in
      guard state.records.find(dataID) != nil else { return false }
      let rules = AgeRules(configuration, answered: answered)
      var check = AvailabilityCheck(idKey: whole.plan.idKey.key, collectsMissing: true)
      check.judge(AgeCheck(rules, collectsFields: true), rootType: operation.definition.fragment.plan.typeKey, StaleMarks())
      check.check(operation.rootID, whole, state)
      guard !check.isMissing, let due = check.ages?.staleFields, !due.isEmpty else { return false }
      var own = AvailabilityCheck(idKey: part.plan.idKey.key, collectsMissing: true)
      own.judge(AgeCheck(rules, collectsFields: true), rootType: refetch.definition.fragment.plan.typeKey, StaleMarks())
      own.check(dataID, steps, part, state)
      return due.isSubset(of: own.ages?.staleFields ?? [])
    }
  }
}

extension PlanWalk {
  /// The steps that select the fields of an object.
  ///
  /// - Parameter path: the response keys that lead from the root to it.
  fileprivate func steps(at path: [String]) -> Range<Int>? {
    var range = 0..<steps.count
    for key in path {
      guard let found = children(of: key, in: range) else { return nil }
      range = found
    }
    return range
  }

  private func children(of responseKey: String, in range: Range<Int>) -> Range<Int>? {
    var index = range.lowerBound
    while index < range.upperBound {
      let step = steps[index]
      let children = index + 1..<max(index + 1, Int(step.next))
      switch step.kind {
      case .linked: if self.responseKey(step) == responseKey { return children }
      case .inlineFragment, .condition, .defer, .stream:
        if let found = self.children(of: responseKey, in: children) { return found }
      case .scalar, .scalarHandle, .linkedHandle, .typeDiscriminator, .clientExtension: break
      }
      index = children.upperBound
    }
    return nil
  }
}
