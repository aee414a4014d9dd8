extension RelayStore {
  /// What the store has of a query, and so why it is or is not requested; for people.
  ///
  /// - Parameters:
  ///   - availability: the result of checking the query.
  ///   - operation: the query with its variables.
  ///   - policy: the policy with which it is requested from the network; `nil` if it is not.
  func sentence(_ availability: OperationAvailability, of operation: OperationDescriptor, policy: FetchPolicy?) -> String {
    switch availability {
    case .missing: return firstMissing(of: operation).map { "missing: \($0)" } ?? "missing"
    case .stale: return "stale: \(staleness(of: operation))"
    case .available(let time):
      let written = time.map { ", written \(age(of: $0)) ago" } ?? ""
      return "available\(written)\(policy.map { "; requested because of the policy \($0)" } ?? "")"
    }
  }

  /// The path of the first field that the store lacks, with its record.
  private func firstMissing(of operation: OperationDescriptor) -> String? {
    let plan = operation.definition.normalization
    let walk = PlanWalk(operation, keys)
    var check = AvailabilityCheck(idKey: plan.idKey.key, collectsMissing: false, findsFirst: true)
    state.withLock { check.check(operation.rootID, walk, $0) }
    return check.first
  }

  private func staleness(of operation: OperationDescriptor) -> String {
    let plan = operation.definition.normalization
    let walk = PlanWalk(operation, keys)
    return state.withLock { state in
      let written = state.retention.written(operation.key)
      let since =
        written.map { $0.time.map { "written \(age(of: $0)) ago" } ?? "written at an unknown time" }
        ?? "never requested with these variables"
      if let all = state.invalidations.all, written.map({ $0.epoch <= all }) ?? true {
        return "\(since), and the store has been invalidated since"
      }
      var check = AvailabilityCheck(idKey: plan.idKey.key, collectsMissing: false)
      check.check(operation.rootID, walk, state)
      if let invalidated = check.invalidatedAt, written.map({ $0.epoch < invalidated }) ?? true {
        let record = state.invalidations.records.first { $0.value == invalidated }?.key
        let name = record.map { state.records.names.strings[Int($0)] } ?? "a record"
        return "\(since), and \(name) has been invalidated since"
      }
      return since
    }
  }

  private func age(of time: ContinuousClock.Instant) -> String { "\((configuration.now() - time).components.seconds) s" }
}
