/// Keeps what a store publishes somewhere else, for example on disk, and gives it back when memory has forgotten it.
///
/// The store calls the functions on whichever thread changes or reads it, some of them inside its lock.
package protocol StoreMirror: AnyObject, Sendable {
  /// Something has changed that should be collected. Called inside the store's lock: it must only schedule work.
  ///
  /// - Parameter isUrgent: whether so much has changed that collecting should not wait.
  func recordsHaveChanged(isUrgent: Bool)
  /// Something was read that memory does not have. Called inside the store's lock: it must only schedule work.
  func recordsAreLacking()
  /// The store was cleared. Called outside of all locks, but for a clearing that an updater has asked for.
  ///
  /// - Parameter waits: whether to return only when nothing is left of what was kept.
  func storeWasCleared(waits: Bool)
  /// Loads records, and waits for them. Called outside of all locks.
  func load(_ dataIDs: [String])
  /// Loads what an operation needs.
  func load(_ operation: OperationDescriptor) async
  /// Waits until what has been published is kept.
  func flush() async throws
  /// Finishes writing and closes files, before the process is suspended.
  func suspend() async
  /// Opens files again.
  func resumeWork()
  /// The store has an environment. Called outside of all locks.
  ///
  /// - Parameter identity: how its objects get their identities. Records that were written under other rules must not be used.
  func objectsAreIdentified(by identity: String)
}

/// What a store has to tell its mirror. It is part of the table of records, inside the store's lock.
struct MirroredChanges: Sendable {
  /// The number of changed records at which collecting is urgent.
  static let urgentCount = 2000

  /// The records of an operation's answer.
  struct Answer: Sendable {
    let operation: OperationDescriptor
    /// What the answer had, and what its handlers have changed.
    let members: ContiguousArray<RecordID>
    /// Whether it takes the place of the operation's earlier answers. Parts and pages add to them.
    let replaces: Bool
  }

  let mirror: any StoreMirror
  /// The records that have changed since the last collection.
  var dirty: ContiguousArray<RecordID> = []
  /// The records of the last collection, until they have been written.
  var beingWritten: ContiguousArray<RecordID> = []
  /// The records that were read and are not in memory, or not completely.
  var lacking: Set<ByteKey> = []
  /// The operations of which fields of the root are lacking.
  var lackingOperations = [ByteKey: OperationDescriptor]()
  var answers: [Answer] = []
  /// The operations that were answered, read or retained.
  var used = [ByteKey: OperationDescriptor]()
  /// The records that were changed by updaters alone.
  var edited: ContiguousArray<RecordID> = []
  var hasInvalidations = false
  /// Counts the collections of garbage that have removed something from memory. What was loaded across one may be older than what memory
  /// has had in the meantime.
  var evictions = 0
  /// How often the disk has removed records that memory may have.
  var removals = 0
  /// Whether the store was cleared, and the mirror has not been yet.
  var isBeingCleared = false
  private var isScheduled = false

  init(_ mirror: any StoreMirror) { self.mirror = mirror }

  /// Whether there is anything to load.
  var isLacking: Bool { !lacking.isEmpty || !lackingOperations.isEmpty }

  /// Whether there is anything to collect.
  var isEmpty: Bool { dirty.isEmpty && answers.isEmpty && used.isEmpty && edited.isEmpty && !hasInvalidations }

  /// Asks for a collection, once.
  mutating func schedule() {
    guard !isScheduled else { return }
    isScheduled = true
    mirror.recordsHaveChanged(isUrgent: false)
  }

  mutating func add(_ answer: Answer) {
    answers.append(answer)
    schedule()
  }

  /// Notes that an operation was answered, read or retained.
  mutating func use(_ operation: OperationDescriptor) {
    guard !DataID.isOfExecution(operation.rootID) else { return }
    if used.updateValue(operation, forKey: operation.key) == nil { schedule() }
  }

  /// Begins a collection.
  mutating func beginCollection() {
    beingWritten += dirty
    dirty = []
    answers = []
    used.removeAll()
    edited = []
    hasInvalidations = false
    isScheduled = false
  }

  /// Forgets everything, because the store was cleared.
  mutating func clear() {
    let (evictions, removals) = (evictions, removals)
    self = MirroredChanges(mirror)
    (self.evictions, self.removals) = (evictions + 1, removals)
    isBeingCleared = true
  }

  /// Adapts to new places of the records.
  mutating func move(to places: ContiguousArray<RecordID>) {
    func moved(_ ids: ContiguousArray<RecordID>) -> ContiguousArray<RecordID> {
      ContiguousArray(ids.lazy.map { places[Int($0)] }.filter { $0 >= 0 })
    }
    (dirty, beingWritten, edited) = (moved(dirty), moved(beingWritten), moved(edited))
    answers = answers.map { Answer(operation: $0.operation, members: moved($0.members), replaces: $0.replaces) }
  }
}

extension RecordTable {
  /// Notes that a record has changed, apart from optimistic updates.
  ///
  /// - Parameter isComplete: whether nothing that was known of it before counts any more.
  @inline(never)
  mutating func markDirty(_ id: RecordID, isComplete: Bool = false) {
    if isComplete { entries[Int(id)].disk.insert(.isComplete) }
    guard entries[Int(id)].disk.insert(.isDirty).inserted else { return }
    mirrored?.dirty.append(id)
    mirrored?.schedule()
    if mirrored?.dirty.count == MirroredChanges.urgentCount { mirrored?.mirror.recordsHaveChanged(isUrgent: true) }
  }

  /// Notes records of which something was missing.
  @inline(never)
  mutating func noteLacking(_ ids: ContiguousArray<RecordID>) {
    var hasNews = false
    for id in ids where id >= 0 && !entries[Int(id)].disk.contains(.isComplete) {
      if mirrored?.lacking.insert(ByteKey(names.strings[Int(id)])).inserted == true { hasNews = true }
    }
    if hasNews { mirrored?.mirror.recordsAreLacking() }
  }

  /// Notes an operation of which fields of the root were missing.
  mutating func noteLacking(_ operation: OperationDescriptor) {
    guard mirrored?.lackingOperations.updateValue(operation, forKey: operation.key) == nil else { return }
    mirrored?.mirror.recordsAreLacking()
  }

  /// Whether memory may not have everything that is known of a record.
  func isIncomplete(_ id: RecordID) -> Bool { mirrored != nil && !entries[Int(id)].disk.contains(.isComplete) }
}
