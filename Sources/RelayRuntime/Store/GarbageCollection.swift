import Foundation

/// A collection in progress: which records have been reached, and which roots still have to be followed.
struct GarbageCollection: Sendable {
  /// How often a collection restarts because the store has changed. After that, it runs to the end in one step.
  static let maximumRestarts = 3

  var isMarked: ContiguousArray<Bool>
  /// The record of the query root. The keys below are its fields in operations that are kept.
  let root: RecordID
  var rootKeys: Set<KeyID> = []
  /// Whether an operation that is kept has fields of the query root.
  var keepsRoot = false
  var pending: [OperationDescriptor]
  /// What the walk over the current operation has visited.
  var visited = VisitedSteps()
  /// The records that optimistic updates have changed.
  let touched: Set<RecordID>
  /// The state of the store on which marking is based.
  var revision: UInt64
  var restarts = 0

  /// Whether a record stays: it has been reached, or was added after the collection began.
  func isKept(_ record: RecordID) -> Bool { Int(record) >= isMarked.count || isMarked[Int(record)] }
}

extension RelayStore {
  /// Removes every record that is not needed by a retained operation, the release buffer, a subscription or an
  /// optimistic update.
  ///
  /// Returns when the collection has finished. Collections that the store starts by itself run in short steps, one for each operation, so
  /// that the lock is never held for long; ``Configuration/automaticCollectionThreshold`` says when they start. While optimistic updates
  /// are in force, and inside an updater, the collection is postponed.
  public func collectGarbage() {
    while collectionStep(toEnd: true) {}
  }

  /// Starts a collection in the background, unless one is in progress.
  ///
  /// - Parameter isNews: whether a collection in progress may miss what should be collected, so that another one must follow.
  func scheduleCollection(isNews: Bool = false) {
    let starts = collection.withLock { state in
      guard state.isScheduled else {
        state.isScheduled = true
        return true
      }
      if isNews { state.isWanted = true }
      return false
    }
    if starts { continueCollection() }
  }

  private func continueCollection() {
    configuration.schedule { [weak self] in
      guard let self else { return }
      let hasMore = collectionStep(toEnd: false)
      let goesOn = collection.withLock { state in
        if !hasMore { (state.isScheduled, state.isWanted) = (state.isWanted, false) }
        return state.isScheduled
      }
      if goesOn { self.continueCollection() }
    }
  }

  /// - Returns: whether there is more work.
  private func collectionStep(toEnd: Bool) -> Bool {
    // The app's clock, which is not asked under a lock.
    let now = configuration.releaseBufferAge.map { _ in configuration.now() }
    return change(StoreWriter("a garbage collection")) {
      var run = collection.withLock { $0.run.take() }
      let isFinished = state.withLock { state -> Bool in
        guard state.work.transactions == 0, state.work.copies == 0, state.records.undo == nil || state.exceedsHardLimit else {
          // The pause may be long, so what is retained in the meantime is not noted.
          state.retention.added = nil
          state.work.collectsLater = true
          return true
        }
        var current: GarbageCollection
        let restarts = run.map { $0.restarts + 1 } ?? 0
        // Taken out of the state, so that the step does not copy the results of earlier steps.
        if let known = run.take(), known.revision == state.records.revision, state.retention.added != nil {
          current = known
        } else {
          // Nothing else may be released for a long time.
          if let now { _ = state.retention.evict(configuration, now: now) }
          current = state.beginCollection(restarts: restarts)
        }
        current.pending += state.retention.takeAdded()
        repeat {
          guard let operation = current.pending.popLast() else {
            report(.collect(removedRecords: state.sweep(current, keys)))
            return true
          }
          state.mark(operation, keys: keys, &current)
        } while toEnd || current.restarts > GarbageCollection.maximumRestarts
        run = current
        return false
      }
      collection.withLock { $0.run = run }
      return !isFinished
    }
  }
}

/// Whether a collection is in progress.
struct CollectionState: Sendable {
  var isScheduled = false
  /// Whether another collection should follow.
  var isWanted = false
  var run: GarbageCollection?
}

extension StoreState {
  mutating func beginCollection(restarts: Int) -> GarbageCollection {
    retention.added = []
    var run = GarbageCollection(
      isMarked: ContiguousArray(repeating: false, count: records.entries.count), root: records.names.find(DataID.root) ?? .missing,
      pending: retention.roots.values.map(\.operation), touched: records.undo?.touched ?? [], revision: records.revision, restarts: restarts
    )
    if run.root >= 0 { run.isMarked[Int(run.root)] = true }
    for id in run.touched {
      // The updates will be applied again, so what they have changed stays, with everything that it links to.
      run.isMarked[Int(id)] = true
      for record in [records.entries[Int(id)].record, records.baseRecord(id)] {
        for field in record.fields { field.value.forEachLink { run.isMarked[Int($0)] = true } }
        if let type = records.typeRecords[record.type] { run.isMarked[Int(type)] = true }
      }
    }
    return run
  }

  /// Marks every record that reading the operation or any of its fragments can visit.
  func mark(_ operation: OperationDescriptor, keys: KeyTable, _ run: inout GarbageCollection) {
    guard let root = records.names.find(operation.rootID) else { return }
    let walk = PlanWalk(operation, keys)
    run.visited.restart()
    if root == run.root {
      run.rootKeys.formUnion(walk.keys)
      run.keepsRoot = true
    }
    mark(0..<walk.steps.count, root, walk, &run)
  }

  private func mark(_ range: Range<Int>, _ record: RecordID, _ walk: PlanWalk, _ run: inout GarbageCollection) {
    guard record >= 0, run.visited.enter(record, range, walk.steps) else { return }
    run.isMarked[Int(record)] = true
    let entry = records.entries[Int(record)]
    if entry.status == .exists { mark(range, entry.record, walk, &run) }
    if run.touched.contains(record), records.baseStatus(record).status == .exists { mark(range, records.baseRecord(record), walk, &run) }
  }

  private func markType(_ record: Record, _ run: inout GarbageCollection) {
    if let type = records.typeRecords[record.type] { run.isMarked[Int(type)] = true }
  }

  private func mark(_ range: Range<Int>, _ record: Record, _ walk: PlanWalk, _ run: inout GarbageCollection) {
    var index = range.lowerBound
    while index < range.upperBound {
      let step = walk.steps[index]
      let children = index + 1..<Int(step.next)
      switch step.kind {
      case .scalar, .scalarHandle: break
      case .typeDiscriminator: markType(record, &run)
      case .linked:
        let value = record[walk.key(step)]
        if step.flag || !value.isList { markLinks(value, children, walk, &run) }
      case .linkedHandle:
        if step.name >= 0 {
          let source = walk.steps[Int(step.name)]
          let value = record[walk.handleKey(step)]
          if source.flag || !value.isList { markLinks(value, Int(step.name) + 1..<Int(source.next), walk, &run) }
        }
      case .inlineFragment:
        if step.typeCondition.isAbstract { markType(record, &run) }
        if step.typeCondition.isAbstract || step.typeCondition.includes(record.type) {
          mark(children, record, walk, &run)
        }
      case .condition:
        if walk.holds(step) { mark(children, record, walk, &run) }
      case .defer, .stream, .clientExtension: mark(children, record, walk, &run)
      }
      index = Int(step.next)
    }
  }

  private func markLinks(_ value: Value, _ range: Range<Int>, _ walk: PlanWalk, _ run: inout GarbageCollection) {
    switch value {
    case .ref(let id): mark(range, id, walk, &run)
    case .refs(let ids): for id in ids { mark(range, id, walk, &run) }
    case .list(let values): for value in values { markLinks(value, range, walk, &run) }
    default: return
    }
  }

  /// Removes the records that were not marked. Their places are reused, unless a remaining record links to them.
  ///
  /// - Returns: the number of removed records.
  mutating func sweep(_ run: GarbageCollection, _ keys: KeyTable) -> Int {
    var run = run
    for index in run.isMarked.indices where !records.entries[index].subscriptions.isEmpty { run.isMarked[index] = true }
    if records.mirrored != nil { keepPending(&run) }
    retention.added = nil
    dropFields(run, keys)
    records.typeRecords = records.typeRecords.filter { run.isKept($0.value) }
    var count = 0
    var hasChanged = false
    var isLinked = ContiguousArray(repeating: false, count: records.entries.count)
    for index in records.entries.indices where run.isKept(RecordID(index)) {
      for field in records.entries[index].record.fields { field.value.forEachLink { isLinked[Int($0)] = true } }
    }
    // From the end, so that the first places are reused first.
    for index in records.entries.indices.reversed() where !run.isKept(RecordID(index)) && !records.names.isFree(RecordID(index)) {
      // A version is never used twice, so a row of the old record is not mistaken for one of its successor.
      if records.entries[index].status != .unknown { count += 1 }
      records.entries[index].disk = []
      hasChanged = true
      records.entries[index].record = Record(type: Keys.none)
      records.entries[index].status = .unknown
      records.entries[index].version &+= 1
      records.forgetTimes(RecordID(index))
      if records.mirrored != nil, invalidations.records[Int32(truncatingIfNeeded: index)] != nil { continue }
      invalidations.forget(Int32(truncatingIfNeeded: index))
      if !isLinked[index] { records.names.remove(Int32(index)) }
    }
    if hasChanged {
      records.revision &+= 1
      records.mirrored?.evictions += 1
      records.countRemoval()
      leaveUnusedBlocks()
    }
    givePlacesBack()
    bound.update(for: records.names.liveCount)
    return count
  }

  /// Marks the records that are not on disk yet, those of answers that are not, and what is known of types.
  private func keepPending(_ run: inout GarbageCollection) {
    for index in run.isMarked.indices where records.entries[index].disk.isPending { run.isMarked[index] = true }
    for id in records.typeRecords.values where Int(id) < run.isMarked.count { run.isMarked[Int(id)] = true }
    for answer in records.mirrored?.answers ?? [] {
      for id in answer.members where Int(id) < run.isMarked.count { run.isMarked[Int(id)] = true }
    }
    for id in records.mirrored?.edited ?? [] where Int(id) < run.isMarked.count { run.isMarked[Int(id)] = true }
  }

  /// Moves records out of blocks that are less than half in use.
  private mutating func leaveUnusedBlocks() {
    for index in records.entries.indices { records.entries[index].record.fields.restartCount() }
    for index in records.entries.indices { records.entries[index].record.fields.countUse() }
    for index in records.entries.indices { records.entries[index].record.leaveUnusedBlock() }
  }

  /// Compacts the table if most places are free, so that a store releases the memory of a burst.
  private mutating func givePlacesBack() {
    guard bound.isWasteful(records.names.capacity, for: records.names.liveCount), records.undo == nil, records.changed.isEmpty else {
      return
    }
    let (table, places) = records.names.compacted()
    records.names = table
    var moved: ContiguousArray<StoreEntry> = []
    moved.reserveCapacity(table.count)
    // Existing rows and snapshots refer to the old places, so none of them may be reused.
    let version = (records.entries.lazy.map(\.version).max() ?? 0) &+ 1
    for index in records.entries.indices where places[index] >= 0 {
      var entry = StoreEntry()
      swap(&entry, &records.entries[index])
      entry.record.mapLinks { places[Int($0)] }
      entry.version = version
      moved.append(entry)
    }
    records.entries = moved
    records.changed = []
    records.typeRecords = records.typeRecords.mapValues { places[Int($0)] }
    invalidations.move(to: places)
    subscriptions.move(to: places)
    records.mirrored?.move(to: places)
    records.revision &+= 1
  }

  /// Removes fields with arguments that are no longer needed, and then the keys without fields. Otherwise a store would remember every
  /// argument that was ever used.
  private mutating func dropFields(_ run: GarbageCollection, _ keys: KeyTable) {
    let held = keys.held
    var used: Set<KeyID> = []
    var names = keys.names
    func note(_ record: Record) {
      for field in record.fields where field.key < Keys.none { used.insert(field.key) }
      guard !names.isEmpty else { return }
      names.note(record.type)
      for field in record.fields { names.note(field.key) }
    }
    for index in records.entries.indices where run.isKept(RecordID(index)) {
      if run.touched.contains(RecordID(index)) {
        note(records.baseRecord(RecordID(index)))
      } else {
        dropFields(of: RecordID(index), run, held)
      }
      note(records.entries[index].record)
    }
    for (type, record) in records.typeRecords where run.isKept(record) { names.note(type) }
    invalidations.marks.forEach { place, _ in names.note(place.type) }
    records.times?.removeKeys { $0 < Keys.none ? !used.contains($0) : names.isUnused($0) }
    keys.removeAll(except: used, names)
  }

  private mutating func dropFields(of id: RecordID, _ run: GarbageCollection, _ held: Set<KeyID>) {
    // What the disk lacks must stay in memory.
    if records.entries[Int(id)].disk.isPending { return }
    let isUnusedRoot = id == run.root && !run.keepsRoot
    // Most records have no field with arguments.
    guard isUnusedRoot || records.entries[Int(id)].record.fields.contains(where: { $0.key < Keys.none }) else { return }
    let hasChanged = records.entries[Int(id)].record.removeFields { field in
      // A link without arguments takes little memory, and is valid again when its target returns.
      guard isUnusedRoot || field.key < Keys.none else { return false }
      var (hasLinks, leadsSomewhere) = (false, false)
      field.value.forEachLink { target in
        hasLinks = true
        leadsSomewhere = leadsSomewhere || run.isKept(target)
      }
      if hasLinks, !leadsSomewhere { return true }
      // The query root is never collected, so its links would stay forever, and so would lists without any. Scalars do stay: an app may
      // have written them, and nothing would bring them back.
      let isAnswer = field.value.isLinks || field.value == .null
      guard isAnswer, id == run.root else { return false }
      return isUnusedRoot || !run.rootKeys.contains(field.key) && !held.contains(field.key)
    }
    guard hasChanged else { return }
    records.entries[Int(id)].version &+= 1
    records.entries[Int(id)].disk.remove(.isComplete)
    records.mirrored?.evictions += 1
  }
}
