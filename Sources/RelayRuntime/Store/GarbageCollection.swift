import Foundation
import Synchronization

/// A collection under way: which records have been reached, and which roots are still to be followed.
struct GarbageCollection: Sendable {
  /// How often a collection begins again because the store changed; after that it runs to its end at once.
  static let maximumRestarts = 3

  var isMarked: ContiguousArray<Bool>
  /// The record of the query root, and the keys of its fields that operations to be kept have.
  let root: RecordID
  var rootKeys: Set<KeyID> = []
  var pending: [OperationDescriptor]
  /// The state of the store that marking relies on.
  var revision: UInt64
  var restarts = 0
}

extension Store {
  /// Removes every record that no retained operation, no release buffer, no subscription and no optimistic update needs.
  ///
  /// Runs to its end before it returns. Collections that the store starts by itself run in steps, one operation a step, so that
  /// nobody waits long for the lock. While optimistic updates are in force, and inside an updater, nothing is collected; the collection
  /// follows.
  public func collectGarbage() {
    while collectionStep(toEnd: true) {}
  }

  /// Starts a collection in the background, unless one is under way.
  func scheduleCollection() {
    let starts = collection.withLock { state in
      if state.isScheduled { return false }
      state.isScheduled = true
      return true
    }
    if starts { continueCollection() }
  }

  private func continueCollection() {
    configuration.schedule { [weak self] in
      guard let self else { return }
      if self.collectionStep(toEnd: false) { return self.continueCollection() }
      self.collection.withLock { $0.isScheduled = false }
    }
  }

  /// - Returns: whether there is more to do.
  private func collectionStep(toEnd: Bool) -> Bool {
    writer.lock()
    defer {
      writer.unlock()
      deliverNotifications()
    }
    var run = collection.withLock { state in
      let run = state.run
      state.run = nil
      return run
    }
    let isFinished = state.withLock { state -> Bool in
      guard state.undo == nil, state.openTransactions == 0 else {
        run = nil
        state.collectsLater = true
        return true
      }
      if let known = run, known.revision != state.revision {
        run = state.beginCollection(restarts: known.restarts + 1)
      } else if run == nil {
        run = state.beginCollection(restarts: 0)
      }
      guard var current = run else { return true }
      repeat {
        guard let operation = current.pending.popLast() else {
          report(.storeCollect(removedRecords: state.sweep(current, keys)))
          run = nil
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

/// Whether a collection is under way.
struct CollectionState: Sendable {
  var isScheduled = false
  var run: GarbageCollection?
}

extension StoreState {
  func beginCollection(restarts: Int) -> GarbageCollection {
    var run = GarbageCollection(
      isMarked: ContiguousArray(repeating: false, count: entries.count), root: names.find(DataID.root) ?? .missing,
      pending: retention.roots.values.map(\.operation), revision: revision, restarts: restarts)
    for index in entries.indices where !entries[index].subscriptions.isEmpty { run.isMarked[index] = true }
    if run.root >= 0 { run.isMarked[Int(run.root)] = true }
    return run
  }

  /// Marks every record that reading the operation or a fragment in it can meet.
  func mark(_ operation: OperationDescriptor, keys: KeyTable, _ run: inout GarbageCollection) {
    guard let root = names.find(operation.rootID) else { return }
    let walk = PlanWalk(operation, keys)
    if root == run.root { run.rootKeys.formUnion(walk.keys) }
    mark(0..<walk.steps.count, root, walk, &run)
  }

  private func mark(_ range: Range<Int>, _ record: RecordID, _ walk: PlanWalk, _ run: inout GarbageCollection) {
    guard record >= 0 else { return }
    run.isMarked[Int(record)] = true
    let entry = entries[Int(record)]
    guard entry.status == .exists else { return }
    if let type = typeRecords[entry.record.type] { run.isMarked[Int(type)] = true }
    markSelections(range, entry.record, walk, &run)
  }

  private func markSelections(_ range: Range<Int>, _ record: Record, _ walk: PlanWalk, _ run: inout GarbageCollection) {
    var index = range.lowerBound
    while index < range.upperBound {
      let step = walk.steps[index]
      let children = index + 1..<Int(step.next)
      switch step.kind {
      case .scalar, .scalarHandle, .typeDiscriminator: break
      case .linked: markLinks(record[walk.key(step)], children, walk, &run)
      case .linkedHandle:
        if step.name >= 0 {
          let source = walk.steps[Int(step.name)]
          markLinks(record[walk.handleKey(step)], Int(step.name) + 1..<Int(source.next), walk, &run)
        }
      case .inlineFragment:
        if step.abstractKey != Keys.none || step.type == Keys.none || step.type == record.type || record.type == Keys.rootType {
          markSelections(children, record, walk, &run)
        }
      case .condition:
        if walk.conditions[Int(step.name)] == step.flag { markSelections(children, record, walk, &run) }
      case .defer, .stream, .clientExtension: markSelections(children, record, walk, &run)
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

  /// Forgets the records that were not marked. Their places are given to others, unless a record that stays links to them.
  ///
  /// - Returns: how many there were.
  mutating func sweep(_ run: GarbageCollection, _ keys: KeyTable) -> Int {
    dropFields(run, keys)
    var count = 0
    var hasChanged = false
    var isLinked = ContiguousArray(repeating: false, count: entries.count)
    for index in entries.indices where index >= run.isMarked.count || run.isMarked[index] {
      for field in entries[index].record.fields { field.value.forEachLink { isLinked[Int($0)] = true } }
    }
    for index in entries.indices where index < run.isMarked.count && !run.isMarked[index] && !names.isFree(Int32(index)) {
      // A version never returns, so a row read from the record before does not pass for one of its successor.
      if entries[index].record.type == Keys.typeSchema { typeRecords = typeRecords.filter { $0.value != Int32(index) } }
      if entries[index].status != .unknown { count += 1 }
      hasChanged = true
      entries[index].record = Record(type: Keys.none)
      entries[index].status = .unknown
      entries[index].version &+= 1
      invalidatedRecords[Int32(truncatingIfNeeded: index)] = nil
      if !isLinked[index] { names.remove(Int32(index)) }
    }
    if hasChanged {
      revision &+= 1
      leaveUnusedBlocks()
    }
    return count
  }

  /// Gives records blocks of their own that stay in blocks of which less than half is in use.
  private mutating func leaveUnusedBlocks() {
    for index in entries.indices { entries[index].record.fields.restartCount() }
    for index in entries.indices { entries[index].record.fields.countUse() }
    for index in entries.indices { entries[index].record.leaveUnusedBlock() }
  }

  /// Drops fields with arguments that nobody will ask for, and then the keys that no field has any more: without this a store would
  /// remember every argument that was ever used.
  private mutating func dropFields(_ run: GarbageCollection, _ keys: KeyTable) {
    let held = keys.held
    var used: Set<KeyID> = []
    func isKept(_ id: RecordID) -> Bool { Int(id) >= run.isMarked.count || run.isMarked[Int(id)] }
    for index in entries.indices where isKept(RecordID(index)) {
      let isRoot = RecordID(index) == run.root
      let hasChanged = entries[index].record.removeFields { field in
        guard field.key < Keys.none else { return false }
        var (hasLinks, leadsSomewhere) = (false, false)
        field.value.forEachLink { target in
          hasLinks = true
          leadsSomewhere = leadsSomewhere || isKept(target)
        }
        if hasLinks, !leadsSomewhere { return true }
        // What every operation starts from is never collected itself, so its links would stay for ever. A client's own scalars do stay.
        let isAnswer = hasLinks || field.value == .null
        if isRoot, isAnswer, !run.rootKeys.contains(field.key), !held.contains(field.key) { return true }
        used.insert(field.key)
        return false
      }
      if hasChanged { entries[index].version &+= 1 }
    }
    keys.removeAll(except: used)
  }
}

/// A normalization plan with variables, for walking over records.
struct PlanWalk: Sendable {
  let steps: ContiguousArray<NormalizationStep>
  let conditions: ContiguousArray<Bool>
  let lease: KeyLease
  /// The storage keys of the fields with arguments, followed by those of the handles.
  var keys: ContiguousArray<KeyID> { lease.keys }
  let handleKeys: ContiguousArray<KeyID>.SubSequence

  init(_ operation: OperationDescriptor, _ table: KeyTable) {
    let plan = operation.definition.normalization
    steps = plan.steps
    conditions = plan.conditions(operation.variables)
    lease = table.lease(
      plan.argumentFields.map { StorageKey.make($0.name, $0.arguments, operation.variables) }
        + plan.handles.map { StorageKey.handle($0, operation.variables) })
    handleKeys = lease.keys.dropFirst(plan.argumentFields.count)
  }

  /// The key under which a handler keeps its own version of a field.
  @inline(__always)
  func handleKey(_ step: NormalizationStep) -> KeyID { handleKeys[handleKeys.startIndex + Int(step.index)] }

  @inline(__always)
  func key(_ step: NormalizationStep) -> KeyID { step.key >= 0 ? step.key : keys[Int(-2 - step.key)] }
}
