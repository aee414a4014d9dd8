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
  ) -> OperationAvailability {
    let plan = operation.definition.normalization
    recordNames(plan)
    let walk = PlanWalk(operation, keys)
    // Inside an updater or a handler, supplied fields could not be written before it ends, and a handler must not be called recursively.
    let isInside = isChangingHere && (isSupplying.withLock { $0 } || queue?.isRunning ?? false)
    let suppliesFields = !isInside && (!handlers.isEmpty || !plan.keyedSteps.isEmpty)
    // Each round calls the handlers for the records that the previous round supplied.
    for _ in 0..<JSONTape.maximumDepth {
      var check = AvailabilityCheck(idKey: plan.idKey.key, collectsMissing: suppliesFields && queue != nil)
      let result = state.withLock { state -> OperationAvailability in
        let written = state.retention.written(operation.key)
        // Client data never becomes stale.
        let mayBeStale = plan.asksServer
        if mayBeStale, let invalidatedAt = state.invalidations.all, written.map({ $0.epoch <= invalidatedAt }) ?? true {
          check.missing = []
          return .stale
        }
        check.check(operation.rootID, walk, state)
        if mayBeStale, let invalidatedAt = check.invalidatedAt, written.map({ $0.epoch < invalidatedAt }) ?? true { return .stale }
        if check.isMissing { return .missing }
        if mayBeStale, let lifetime = configuration.queryCacheExpirationTime, let written, configuration.now() - written.time >= lifetime {
          return .stale
        }
        return .available(fetchedAt: written?.time)
      }
      guard let queue, !check.missing.isEmpty else { return result }
      // The records that the handlers have returned must not change in between.
      let writer = StoreWriter("the missing field handlers for", operation)
      guard (try? beginChange(writer)) != nil else { return result }
      defer { endChange() }
      let supplied = run(writer) { MissingFieldHandler.supply(check.missing, handlers, plan, operation, self, walk.lease) }
      guard let supplied else { return result }
      queue.commitSource(supplied)
      queue.run()
    }
    return .missing
  }
}
