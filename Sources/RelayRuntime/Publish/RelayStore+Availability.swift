import Foundation

extension RelayStore {
  /// Whether an operation can be read from the store.
  ///
  /// - Parameters:
  ///   - operation: the operation with its variables.
  ///   - handlers: may supply missing fields, which are written through `queue`. They are not called while the caller holds the writers'
  ///     lock: in an updater, a handler of payloads, or one of these handlers.
  ///   - queue: the queue that changes this store.
  func check(
    _ operation: OperationDescriptor, missingFieldHandlers handlers: [MissingFieldHandler] = [], queue: PublishQueue? = nil
  ) -> OperationAvailability { examine(operation, missingFieldHandlers: handlers, queue: queue).availability }

  /// As `check`, with the age of the data.
  ///
  /// - Parameter answered: when the operation was last answered; see `AgeRules.answered`.
  func examine(
    _ operation: OperationDescriptor, missingFieldHandlers handlers: [MissingFieldHandler] = [], queue: PublishQueue? = nil,
    answered: Moment? = nil
  ) -> StoredOperation {
    let plan = operation.definition.normalization
    recordNames(plan)
    let walk = PlanWalk(operation, keys)
    // Inside an updater or a handler, supplied fields could not be written before it ends, and a handler must not be called recursively.
    let isInside = isChangingHere && (isSupplying.withLock { $0 } || queue?.isRunning ?? false)
    let suppliesFields = !isInside && (!handlers.isEmpty || !plan.keyedSteps.isEmpty)
    // Each round calls the handlers for the records that the previous round supplied.
    for _ in 0..<JSONTape.maximumDepth {
      var check = AvailabilityCheck(idKey: plan.idKey.key, collectsMissing: suppliesFields && queue != nil)
      let result = state.withLock { state -> StoredOperation in
        let isMirrored = state.records.mirrored != nil
        check.checksValues = isMirrored
        defer { if isMirrored { state.note(check.lacking, of: operation) } }
        let written = state.retention.written(operation.key)
        // Client data never becomes stale.
        guard plan.asksServer else {
          check.check(operation.rootID, walk, state)
          return StoredOperation(
            isMissing: check.isMissing, isLacking: !check.lacking.isEmpty, age: DataAge(fetchedAt: written?.time.map { Moment($0) }))
        }
        var ages = AgeCheck(AgeRules(configuration, answered: answered))
        let judgesAges = judgesAges(of: plan, &state)
        check.judge(judgesAges ? ages : nil, rootType: operation.definition.fragment.plan.typeKey, state.invalidations.marks)
        let all = state.invalidations.all.flatMap { epoch in written.map { $0.epoch <= epoch } ?? true ? epoch : nil }
        if all == nil || judgesAges || isMirrored { check.check(operation.rootID, walk, state) } else { check.missing = [] }
        let some = check.invalidatedAt.flatMap { epoch in written.map { $0.epoch < epoch } ?? true ? epoch : nil }
        ages = check.ages ?? ages
        ages.finish(written: written?.time.map { Moment($0) }, lifetime: configuration.queryCacheExpirationTime, isRestored: written != nil)
        let invalidation = [all, some].compactMap { $0 }.max()
        if let invalidation { ages.invalidate(at: state.invalidations.time(of: invalidation)) }
        if all != nil { check.missing = [] }
        return StoredOperation(
          isMissing: check.isMissing, isLacking: !check.lacking.isEmpty, invalidatedAt: invalidation, age: ages.age)
      }
      guard let queue, !check.missing.isEmpty, !result.isLacking else { return result }
      // The records that the handlers have returned must not change in between.
      let writer = StoreWriter("the missing field handlers for", operation)
      guard (try? beginChange(writer)) != nil else { return result }
      defer { endChange() }
      let supplied = run(writer) { MissingFieldHandler.supply(check.missing, handlers, plan, operation, self, walk.lease) }
      guard let supplied else { return result }
      queue.commitSource(supplied)
      queue.run()
    }
    return StoredOperation(isMissing: true)
  }

  /// Whether a check judges the ages of fields. It begins to note them if a plan needs them.
  private func judgesAges(of plan: NormalizationPlan, _ state: inout StoreState) -> Bool {
    if plan.usesAges || configuration.maxAge != nil { state.records.beginTimes() }
    return state.records.times != nil
  }
}

/// What a store has of an operation.
struct StoredOperation: Sendable {
  /// Whether data is missing.
  var isMissing: Bool
  /// Whether something is not in memory that may be on disk.
  var isLacking = false
  /// When data was invalidated after the operation's last answer; `nil` if it was not.
  var invalidatedAt: Epoch?
  var age = DataAge()

  var availability: OperationAvailability {
    if invalidatedAt != nil { return .stale }
    if isMissing { return .missing }
    return age.isStale ? .stale : .available(fetchedAt: age.fetchedAt?.instant)
  }
}
