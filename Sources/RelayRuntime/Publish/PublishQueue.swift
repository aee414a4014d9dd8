import Foundation

/// Applies changes to a store one at a time: payloads, updaters, and optimistic updates. Optimistic updates are reapplied on top of
/// everything committed beneath them until they are reverted.
final class PublishQueue: Rebasing {
  /// Changes the store.
  typealias Updater = @Sendable (RecordSourceProxy) throws -> Void
  /// Changes the store after an operation's response.
  typealias SelectorUpdater = @Sendable (RecordSourceSelectorProxy) throws -> Void

  /// A payload and the work that follows it.
  struct PayloadUpdate: Sendable {
    let operation: OperationDescriptor
    private(set) var payload: NormalizedPayload
    let updater: SelectorUpdater?
    /// Runs the updater again after it has read what only the disk has; `nil` if that is not possible.
    var trial: UpdaterTrial?
    /// The store's generation to which the payload belongs; `nil` for any generation.
    var generation: Int?

    /// When the payload was received.
    fileprivate var receivedAt: Moment? { payload.records.reception?.time }

    /// Whether the payload is the operation's whole answer, and not a part or an event.
    fileprivate var isWhole: Bool {
      payload.steps == nil && operation.definition.kind != .subscription && !payload.records.records.isEmpty
        && payload.rootID.hasSameBytes(as: operation.rootID)
    }

    /// Moves the records out of the payload.
    fileprivate mutating func takeRecords() -> PayloadRecords {
      var records = PayloadRecords(capacity: 0)
      swap(&records, &payload.records)
      return records
    }
  }

  /// A change that can be reverted, identified by object identity.
  final class OptimisticUpdate: Sendable {
    /// The changes of an optimistic update: by an updater, or by an optimistic response.
    enum Change: Sendable {
      case updater(Updater)
      case payload(PayloadUpdate)
    }
    let change: Change
    /// Whether it does the same again as long as the records that it reads and writes stay the same. An updater of the app may also depend
    /// on something else.
    let isRepeatable: Bool

    /// - Parameter isRepeatable: `nil` for an optimistic response without an updater.
    init(_ change: Change, isRepeatable: Bool? = nil) {
      self.change = change
      if let isRepeatable {
        self.isRepeatable = isRepeatable
      } else if case .payload(let update) = change {
        self.isRepeatable = update.updater == nil
      } else {
        self.isRepeatable = false
      }
    }
  }

  enum Commit: Sendable {
    case payload(PayloadUpdate)
    /// With a trial, it runs again after it has read what only the disk has.
    case updater(Updater, UpdaterTrial?)
    case records(PayloadRecords)
  }

  struct State: ~Copyable, Sendable {
    var commits: [Commit] = []
    /// The updates in force.
    var applied = AppliedUpdates()
    /// The updates to be applied for the first time.
    var pending = AppliedUpdates()
    /// The updates to revert. Some may not be applied any more.
    var reverts: Set<ObjectIdentifier> = []
    var sources: [OperationDescriptor] = []
    var isRunning = false
    /// The store's generation to which the applied updates belong.
    var generation = 0
    /// What the applied updates have read and written.
    var footprints = Footprints()

    /// Removes applied updates.
    ///
    /// - Returns: whether there were any.
    mutating func remove(_ updates: Set<ObjectIdentifier>) -> Bool {
      var isChanged = false
      for update in updates where applied.remove(update) { isChanged = true }
      return isChanged
    }
  }

  let store: RelayStore
  private let handlers: @Sendable (String) -> (any FieldHandler)?
  let reportError: @Sendable (any Error) -> Void
  let state = Lock(State())
  /// Whether every publication applies all updates again, as a reference for tests.
  let appliesAll: Bool

  /// - Parameters:
  ///   - store: the store to change.
  ///   - handlers: returns the handler for a name in `@__clientField(handle:)`.
  ///   - reportError: called with an updater's error. The updater's changes are dropped; everything else is published.
  init(
    store: RelayStore, handlers: @escaping @Sendable (String) -> (any FieldHandler)?,
    reportError: @escaping @Sendable (any Error) -> Void = { _ in }, appliesAll: Bool = false
  ) {
    self.store = store
    self.appliesAll = appliesAll
    self.handlers = handlers
    self.reportError = reportError
    store.addQueue(self)
  }

  // MARK: Scheduling

  /// Schedules a response. The store takes over the memory of its records if there are no other references to them.
  ///
  /// - Parameters:
  ///   - trial: lets the updater find what only the disk has.
  ///   - generation: the store's generation to which the payload belongs. If the store is cleared before the payload is written, the
  ///     payload is dropped.
  func commitPayload(
    _ operation: OperationDescriptor, _ payload: consuming NormalizedPayload, updater: SelectorUpdater? = nil,
    trial: UpdaterTrial? = nil, generation: Int? = nil
  ) {
    store.recordNames(operation.definition.normalization)
    store.noteReception(of: &payload, operation)
    let update = PayloadUpdate(operation: operation, payload: payload, updater: updater, trial: trial, generation: generation)
    state.withLock { $0.commits.append(.payload(update)) }
  }

  /// Schedules an updater.
  ///
  /// - Parameter trial: lets it find what only the disk has.
  func commitUpdate(_ updater: @escaping Updater, trial: UpdaterTrial? = nil) {
    state.withLock { $0.commits.append(.updater(updater, trial)) }
  }

  /// Schedules records.
  func commitSource(_ records: PayloadRecords) { state.withLock { $0.commits.append(.records(records)) } }

  /// Applies the optimistic updates again, because more is known of what is beneath them.
  func rebase() {
    guard hasOptimisticUpdates else { return }
    commitSource(PayloadRecords())
    run()
  }

  /// Schedules an optimistic update.
  func applyUpdate(_ update: OptimisticUpdate) { state.withLock { $0.pending.append(update) } }

  /// Schedules the end of an optimistic update. An update that has not been applied yet is never applied.
  func revertUpdate(_ update: OptimisticUpdate) {
    state.withLock { state in
      let id = ObjectIdentifier(update)
      if !state.pending.remove(id) { state.reverts.insert(id) }
    }
  }

  /// Schedules the end of all optimistic updates.
  func revertAll() {
    state.withLock { state in
      state.pending.removeAll()
      state.reverts = state.applied.ids
    }
  }

  /// Whether an optimistic update is in force.
  var hasOptimisticUpdates: Bool {
    let generation = store.generation
    return state.withLock { !$0.pending.isEmpty || (!$0.applied.isEmpty && $0.generation == generation) }
  }

  // MARK: Running

  /// Whether a run is in progress.
  var isRunning: Bool { state.withLock { $0.isRunning } }

  /// Whether the work of a task is left to the run in progress, because an updater or a handler in this run has started the task and may
  /// wait for it.
  ///
  /// - Parameter schedule: schedules the work, if it is left.
  func leavesToRun(_ schedule: (inout State) -> Void = { _ in }) -> Bool {
    guard store.isChangingInOrigin else { return false }
    return state.withLock { state in
      if state.isRunning { schedule(&state) }
      return state.isRunning
    }
  }

  /// Applies the scheduled changes. The change of the store in which this happens notifies subscribers when it ends: this run's own, unless
  /// the caller has begun one.
  ///
  /// Called from inside an updater or a handler, it leaves the work to the run in progress. So it does in a task that one has started, but
  /// for a response, which its receiver reads next.
  ///
  /// - Parameter source: the operation whose response is being published.
  /// - Returns: the operations whose data changed.
  @discardableResult
  func run(source: OperationDescriptor? = nil) -> [OperationDescriptor] {
    if source == nil, leavesToRun() { return [] }
    let writer = source.map { StoreWriter("a response to", $0) } ?? StoreWriter("an optimistic update")
    let owners = store.change(writer, collects: true) { () -> [OperationDescriptor]? in
      let isNested = state.withLock { state in
        if let source { state.sources.append(source) }
        if state.isRunning { return true }
        state.isRunning = true
        return false
      }
      guard !isNested else { return nil }
      var owners: [OperationDescriptor] = []
      while let work = next() {
        owners += perform(consume work)
        store.clearIfAsked()
      }
      return owners
    }
    return owners ?? []
  }

  struct Work {
    /// In reverse order; taken from the end.
    var commits: [Commit]
    /// The number of updates that were in force before.
    let appliedCount: Int
    /// The updates that are applied for the first time, in order.
    let pending: [OptimisticUpdate]
    /// The updates that have ended.
    var reverted: Set<ObjectIdentifier>
    var needsRebase: Bool

    var hasUpdates: Bool { appliedCount > 0 || !pending.isEmpty }
    var sources: [OperationDescriptor]
    /// The store's generation during the run.
    let generation: Int
  }

  /// Takes the scheduled changes; ends the run if there are none.
  private func next() -> Work? {
    let generation = store.generation
    return state.withLock { state in
      if state.generation != generation {
        // Clearing the store has also removed the applied updates.
        state.generation = generation
        state.applied.removeAll()
        state.reverts.removeAll()
        state.footprints.removeAll()
      }
      let reverted = state.reverts
      let isReverting = state.remove(reverted)
      state.reverts.removeAll()
      if state.applied.isEmpty { state.footprints.removeAll() }
      guard !state.commits.isEmpty || !state.pending.isEmpty || isReverting || !state.sources.isEmpty else {
        state.isRunning = false
        return nil
      }
      let needsRebase = !state.commits.isEmpty || isReverting
      // Moved out, and reversed in place.
      var commits: [Commit] = []
      swap(&commits, &state.commits)
      commits.reverse()
      let work = Work(
        commits: commits, appliedCount: state.applied.count, pending: state.pending.inOrder, reverted: reverted, needsRebase: needsRebase,
        sources: state.sources, generation: generation)
      for update in work.pending { state.applied.append(update) }
      state.pending.removeAll()
      state.sources.removeAll()
      return work
    }
  }

  /// Drops the payloads that were in flight when the store was cleared.
  private func dropOutdated(_ work: inout Work) {
    let generation = work.generation
    guard generation > 0 else { return }
    var outdated: Set<ObjectIdentifier> = []
    work.commits.removeAll { commit in
      guard case .payload(let update) = commit, let known = update.generation, known != generation else { return false }
      outdated.insert(ObjectIdentifier(update.operation))
      return true
    }
    if !outdated.isEmpty { work.sources.removeAll { outdated.contains(ObjectIdentifier($0)) } }
  }

  private func perform(_ work: consuming Work) -> [OperationDescriptor] {
    var work = work
    dropOutdated(&work)
    if !work.hasUpdates, work.commits.count == 1, case .payload(let update) = work.commits[0], update.updater == nil,
      update.payload.handles.isEmpty
    {
      work.commits.removeAll()
      // The records are uniquely referenced, so the store takes over their memory.
      var last = consume update
      let (receivedAt, operation, isWhole) = (last.receivedAt, last.operation, last.isWhole)
      var records = last.takeRecords()
      return store.publish(Publication(sources: work.sources, receivedAt: receivedAt)) { state in
        state.records.restore()
        let members = state.records.merge(&records)
        state.records.mirrored?.add(MirroredChanges.Answer(operation: operation, members: members, replaces: isWhole))
      }
    }
    let base = StoreTransaction(store: store, below: nil, readsBase: work.needsRebase)
    // Each commit is released before the next is applied, so that its records are uniquely referenced.
    while let commit = work.commits.popLast() {
      switch consume commit {
      case .payload(let update): apply(consume update, to: base)
      case .updater(let updater, let trial): attempt(base, "an updater", trial: trial) { try updater(RecordSourceProxy(base)) }
      case .records(let records): base.merge(records)
      }
    }
    guard work.hasUpdates else { return publish(base, nil, nil, work) }
    let (optimistic, restored) = rebase(base, work)
    return publish(base, optimistic, restored, work)
  }

  /// Publishes the changes of a run.
  ///
  /// - Parameters:
  ///   - optimistic: the changes of optimistic updates; `nil` if none is in force.
  ///   - restored: the records from which optimistic changes are taken back; `nil` for all of them, if any are.
  private func publish(
    _ base: StoreTransaction, _ optimistic: StoreTransaction?, _ restored: Set<RecordID>?, _ work: borrowing Work
  ) -> [OperationDescriptor] {
    // Whether any optimistic update is in force after the run. Those that have failed are not.
    let isOptimistic = optimistic != nil && state.withLock { !$0.applied.isEmpty }
    let needsRebase = work.needsRebase
    var (baseDeltas, optimisticDeltas) = (base.takeDeltas(), optimistic?.takeDeltas() ?? [])
    let (received, answers, lacking) = (base.received, base.answers, base.lacking)
    let publication = Publication(
      sources: work.sources, invalidated: base.invalidatedRecords, targets: base.staleTargets, receivedAt: received.time)
    return store.publish(publication) { state in
      if let restored { state.records.restore(restored) } else if needsRebase { state.records.restore() }
      // Records that updates have touched which stay in force do not really change beneath them.
      var log: UndoLog?
      if needsRebase { swap(&log, &state.records.undo) }
      state.apply(&baseDeltas, except: log)
      if state.records.mirrored != nil { state.records.note(answers, changed: baseDeltas.lazy.map(\.id)) }
      // Optimistic changes are not received.
      for fields in received.fields { state.records.renewTimes(fields) }
      state.records.copyTimes(received.copies)
      if needsRebase { swap(&log, &state.records.undo) }
      // When it has been loaded, the optimistic updates that have read it are applied again.
      if !lacking.isEmpty { state.records.noteLacking(ContiguousArray(lacking)) }
      if isOptimistic, state.records.undo == nil { state.records.undo = UndoLog() }
      state.apply(&optimisticDeltas)
      guard isOptimistic else { return }
      let mark = Footprints.Mark(state.records)
      self.state.withLock { if !$0.footprints.isEmpty { $0.footprints.mark = mark } }
    }
  }

  func apply(_ update: consuming PayloadUpdate, to transaction: StoreTransaction) {
    let operation = update.operation
    let isWhole = update.isWhole
    let members = transaction.merge(update.takeRecords(), isHandled: !update.payload.handles.isEmpty)
    if !transaction.isOptimistic { transaction.note(MirroredChanges.Answer(operation: operation, members: members, replaces: isWhole)) }
    if !update.payload.handles.isEmpty { runHandlers(update.payload.handles, operation, transaction) }
    if let updater = update.updater {
      let name = transaction.isOptimistic ? "the optimistic updater of" : "the updater of"
      attempt(transaction, name, operation, trial: update.trial) {
        try updater(RecordSourceSelectorProxy(transaction, operation))
      }
    }
  }

  private func runHandlers(_ handles: [HandleFieldPayload], _ operation: OperationDescriptor, _ transaction: StoreTransaction) {
    let source = RecordSourceProxy(transaction)
    store.run(StoreWriter("the handlers of", operation)) {
      for payload in handles {
        guard let handler = handlers(payload.handle) else { continue }
        undoIfThrown(transaction) { try handler.update(source, payload) }
      }
    }
  }

  /// Runs app code, and undoes its changes if it throws, or if it runs again.
  @discardableResult
  func attempt(
    _ transaction: StoreTransaction, _ name: String, _ operation: OperationDescriptor? = nil, trial: UpdaterTrial? = nil,
    _ body: () throws -> Void
  ) -> Bool {
    store.run(StoreWriter(name, operation)) {
      guard !transaction.isOptimistic, store.mirror != nil else { return undoIfThrown(transaction, body) }
      return undoIfThrown(transaction) {
        // What others have read in vain does not matter.
        _ = transaction.takeLacking()
        let result = Result { try body() }
        let lacking = transaction.takeLacking()
        if trial?.repeats(lacking) ?? false { throw UpdaterTrial.RunsAgain() }
        if !lacking.isEmpty, trial == nil { store.warnOfLacking(name, operation) }
        try result.get()
      }
    }
  }

  @discardableResult
  private func undoIfThrown(_ transaction: StoreTransaction, _ body: () throws -> Void) -> Bool {
    do {
      try transaction.attempt(body)
      return true
    } catch is UpdaterTrial.RunsAgain {
      return true
    } catch {
      if transaction.heldErrors == nil { reportError(error) } else { transaction.heldErrors?.append(error) }
      return false
    }
  }
}
