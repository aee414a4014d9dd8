/// What a publication does apart from changing records.
struct Publication {
  /// The operations whose responses are being published.
  var sources: [OperationDescriptor] = []
  /// The records that become stale, unless they are deleted.
  var invalidated: [RecordID] = []
  /// What else becomes stale.
  var targets = StaleTargets()
  /// When the responses were received; `nil` for now.
  var receivedAt: Moment?

  fileprivate var isInvalidation: Bool { !targets.isEmpty || !invalidated.isEmpty }
}

extension RelayStore {
  /// Publishes a change: applies it, reads the affected data, and queues the notifications, which are delivered when the caller's `change`
  /// ends.
  ///
  /// - Parameters:
  ///   - publication: what is published.
  ///   - change: changes the records.
  /// - Returns: the operations whose data changed.
  func publish(_ publication: Publication, _ change: (inout StoreState) -> Void) -> [OperationDescriptor] {
    let (owners, collects) = state.withLock { state in
      state.invalidations.mark(publication.invalidated, at: state.epoch &+ 1)
      change(&state)
      return finish(publication, &state)
    }
    if collects { scheduleCollection() }
    return owners
  }

  /// Ends a publication when the records have been changed. A function of its own, because the compiler makes a copy of `publish` for each
  /// caller.
  ///
  /// - Returns: the operations whose data changed, and whether it is time for a collection.
  @inline(never)
  private func finish(_ publication: Publication, _ state: inout StoreState) -> (owners: [OperationDescriptor], collects: Bool) {
    if state.isFull { state.work.collectsLater = true }
    // It is time for a collection, or one was waiting for the end of the optimistic updates or of this change.
    let collects = state.records.undo == nil && state.work.collectsLater
    if collects { state.work.collectsLater = false }
    state.epoch &+= 1
    let isInvalidation = publication.isInvalidation
    if isInvalidation { invalidate(publication, &state) }
    for source in publication.sources { recordWrite(source, at: publication.receivedAt?.instant, &state) }
    if state.followsAges, let host { deliveries.add([{ host.agesMayHaveChanged(isInvalidation: isInvalidation) }]) }
    if publication.targets.refetches, let host { deliveries.add([{ host.refetchStaleQueries() }]) }
    if !state.records.collisions.isEmpty, host?.identityRules.mixesTypes ?? false {
      for collision in state.records.collisions.takeNews() { report(.warning(collision.message)) }
    }
    report(.publish(changedRecords: state.records.changed.count, isOptimistic: state.records.undo != nil))
    return (RelayStore.distinct(enqueueNotifications(&state)), collects)
  }

  /// Notes what became stale, at the current epoch, and queues the calls of those who want to know. The records are noted already.
  private func invalidate(_ publication: Publication, _ state: inout StoreState) {
    let targets = publication.targets
    if targets.everything { state.invalidations.all = state.epoch }
    state.invalidations.marks.add(targets.places, at: state.epoch)
    state.invalidations.note(state.epoch, at: Moment(configuration.now()))
    if state.records.mirrored != nil {
      state.records.mirrored?.hasInvalidations = true
      state.records.mirrored?.schedule()
    }
    guard state.invalidations.hasSubscribers else { return }
    var records = state.watchedRecords(of: targets.places)
    for id in publication.invalidated { records.append(ByteKey(state.records.names.strings[Int(id)])) }
    deliveries.add(state.invalidations.callbacks(for: targets.everything ? nil : records))
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
