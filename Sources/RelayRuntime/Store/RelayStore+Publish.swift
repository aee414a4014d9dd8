extension RelayStore {
  /// Publishes a change: applies it, reads the affected data, and queues the notifications, which are delivered when the caller's `change`
  /// ends.
  ///
  /// - Parameters:
  ///   - sources: the operations whose responses are being published.
  ///   - invalidatesAll: whether all data becomes stale.
  ///   - invalidated: the records that become stale, unless they are deleted.
  ///   - marks: the types and fields that become stale.
  ///   - receivedAt: when the responses were received; `nil` for now.
  ///   - change: changes the records.
  /// - Returns: the operations whose data changed.
  func publish(
    sources: [OperationDescriptor], invalidatesAll: Bool = false, invalidated: [RecordID] = [], marks: StaleTargets? = nil,
    receivedAt: Moment? = nil, _ change: (inout StoreState) -> Void
  ) -> [OperationDescriptor] {
    let isInvalidation = invalidatesAll || !invalidated.isEmpty || marks != nil
    let (owners, collects) = state.withLock { state in
      state.invalidations.mark(invalidated, at: state.epoch &+ 1)
      change(&state)
      if state.isFull { state.work.collectsLater = true }
      // It is time for a collection, or one was waiting for the end of the optimistic updates or of this change.
      let collects = state.records.undo == nil && state.work.collectsLater
      if collects { state.work.collectsLater = false }
      state.epoch &+= 1
      if invalidatesAll { state.invalidations.all = state.epoch }
      if invalidatesAll || !invalidated.isEmpty, state.invalidations.hasSubscribers {
        let records = invalidatesAll ? nil : invalidated.map { ByteKey(state.records.names.strings[Int($0)]) }
        deliveries.add(state.invalidations.callbacks(for: records))
      }
      if let marks { add(marks, to: &state) }
      if isInvalidation { state.invalidations.note(state.epoch, at: Moment(configuration.now())) }
      for source in sources { recordWrite(source, at: receivedAt?.instant, &state) }
      if state.followsAges, let host { deliveries.add([{ host.agesMayHaveChanged(isInvalidation: isInvalidation) }]) }
      if !state.records.collisions.isEmpty, host?.identityRules.mixesTypes ?? false {
        for collision in state.records.collisions.takeNews() { report(.warning(collision.message)) }
      }
      report(.publish(changedRecords: state.records.changed.count, isOptimistic: state.records.undo != nil))
      return (RelayStore.distinct(enqueueNotifications(&state)), collects)
    }
    if collects { scheduleCollection() }
    return owners
  }

  /// Marks types and fields as stale, at the current epoch.
  private func add(_ marks: StaleTargets, to state: inout StoreState) {
    let names = state.records.names
    state.invalidations.marks.add(marks, at: state.epoch) { names.find($0) }
    guard state.invalidations.hasSubscribers else { return }
    deliveries.add(state.invalidations.callbacks(for: state.watchedRecords(concerned: marks)))
  }

  /// Each operation once, in the order of its first occurrence.
  private static func distinct(_ operations: [OperationDescriptor]) -> [OperationDescriptor] {
    guard operations.count > 1 else { return operations }
    var (distinct, known): ([OperationDescriptor], Set<OperationDescriptor>) = ([], [])
    // Subscriptions of one operation are often next to each other.
    for operation in operations where distinct.last !== operation {
      if known.insert(operation).inserted { distinct.append(operation) }
    }
    return distinct
  }

  /// Queues an event for the host, if it observes the store.
  func report(_ event: StoreEvent) {
    guard let host, host.observesStore else { return }
    deliveries.add([{ host.observe(event) }])
  }

  /// Runs `body`, which changes the store more than once, and notifies subscribers of all changes when it returns.
  ///
  /// Other threads' changes wait in the meantime; reads do not. A nested batch belongs to the outer one.
  func batch<Result>(_ body: () throws -> Result) rethrows -> Result {
    let writer = StoreWriter("batchUpdates")
    return try change(writer, collects: true) {
      state.withLock { $0.work.batches += 1 }
      defer {
        state.withLock { state in
          state.work.batches -= 1
          enqueueNotifications(&state)
        }
      }
      return try run(writer, body)
    }
  }
}
