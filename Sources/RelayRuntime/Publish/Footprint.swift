/// The records that an optimistic update has read and written when it was last applied.
struct Footprint: Sendable {
  private(set) var reads: Set<RecordID> = []
  private(set) var writes: Set<RecordID> = []
  /// Whether it has read something that does not belong to single records.
  private(set) var readsEverything = false

  mutating func noteRead(_ id: RecordID) { reads.insert(id) }
  mutating func noteWrite(_ id: RecordID) { writes.insert(id) }
  mutating func noteReadOfEverything() { readsEverything = true }
}

/// The footprints of the optimistic updates in force.
///
/// An update that is applied again does the same as before if nothing has changed that it reads or writes. So a publication takes back only
/// those that it concerns, and those that these concern.
struct Footprints: Sendable {
  /// A state of the records. If it is another one than after the last run, something else has changed them.
  struct Mark: Sendable, Equatable {
    let revision: UInt64
    let fills: UInt64

    init(_ records: borrowing RecordTable) {
      revision = records.revision
      fills = records.undo?.fills ?? 0
    }
  }

  /// The number of updates up to which applying all of them again costs less than knowing what they do.
  static let smallCount = 8

  private var byUpdate: [ObjectIdentifier: Footprint] = [:]
  /// The updates that have read or written a record.
  private var users: [RecordID: [ObjectIdentifier]] = [:]
  /// The updates that a publication concerns in any case.
  private var others: Set<ObjectIdentifier> = []
  /// The updates that have read something that does not belong to single records.
  private var readers: Set<ObjectIdentifier> = []
  /// The state of the records for which they hold.
  var mark: Mark?

  var isEmpty: Bool { byUpdate.isEmpty }

  func isUsed(_ id: RecordID) -> Bool { users[id] != nil }

  /// Whether the footprints of this many updates, which are all, are known and sufficient.
  func know(_ count: Int) -> Bool { byUpdate.count == count && mark != nil && readers.isEmpty }

  mutating func removeAll() {
    guard !byUpdate.isEmpty else { return }
    self = Footprints()
  }

  mutating func set(_ applied: PublishQueue.Applied) {
    let (update, footprint) = (applied.update, applied.footprint)
    remove(update)
    for id in footprint.reads.union(footprint.writes) { users[id, default: []].append(update) }
    byUpdate[update] = footprint
    if footprint.readsEverything { readers.insert(update) }
    if !applied.isRepeatable { others.insert(update) }
  }

  /// - Returns: the records that the update has written.
  @discardableResult
  mutating func remove(_ update: ObjectIdentifier) -> Set<RecordID> {
    guard let old = byUpdate.removeValue(forKey: update) else { return [] }
    for id in old.reads.union(old.writes) {
      users[id]?.removeAll { $0 == update }
      if users[id]?.isEmpty == true { users[id] = nil }
    }
    readers.remove(update)
    others.remove(update)
    return old.writes
  }

  /// The updates that must be applied again, and the records that they have written.
  ///
  /// - Parameter changed: the records that have changed beneath the updates, and those that ended updates have written.
  func affected(by changed: Set<RecordID>) -> (updates: Set<ObjectIdentifier>, written: Set<RecordID>) {
    var (updates, written): (Set<ObjectIdentifier>, Set<RecordID>) = ([], [])
    var (pending, seen) = (Array(changed), changed)
    func add(_ update: ObjectIdentifier) {
      guard updates.insert(update).inserted, let footprint = byUpdate[update] else { return }
      written.formUnion(footprint.writes)
      for id in footprint.writes where seen.insert(id).inserted { pending.append(id) }
    }
    for update in others { add(update) }
    while let id = pending.popLast() {
      for update in users[id] ?? [] { add(update) }
    }
    return (updates, written)
  }

  /// Whether an update with this footprint can be applied without the updates that stay in force: it shares no record with them that one
  /// of them writes.
  ///
  /// - Parameter applied: the updates that are applied again.
  func isDisjoint(_ footprint: Footprint, fromAllBut applied: Set<ObjectIdentifier>) -> Bool {
    guard !footprint.readsEverything else { return false }
    for id in footprint.writes {
      if let users = users[id], users.contains(where: { !applied.contains($0) }) { return false }
    }
    for id in footprint.reads {
      if let users = users[id], users.contains(where: { !applied.contains($0) && byUpdate[$0]?.writes.contains(id) == true }) {
        return false
      }
    }
    return true
  }
}
