/// The records that an optimistic update has read and written when it was last applied.
struct Footprint: Sendable {
  private(set) var reads: Set<RecordID> = []
  private(set) var writes: Set<RecordID> = []
  /// What its response has merged into records.
  private(set) var merges = [RecordID: Record]()
  /// Whether it has read something that does not belong to single records.
  private(set) var readsEverything = false

  /// What its directives insert into connections. None of that is among the reads and writes.
  private(set) var insertions: [LayeredEdges.Part] = []

  mutating func noteRead(_ id: RecordID) { reads.insert(id) }
  /// What it has merged itself does not depend on anything else.
  mutating func noteRead(_ id: RecordID, _ key: KeyID) {
    if merges[id].map({ $0.index(key) < 0 }) ?? true { reads.insert(id) }
  }
  mutating func noteReadOfStatus(_ id: RecordID) {
    if merges[id] == nil { reads.insert(id) }
  }
  mutating func noteReadOfType(_ id: RecordID) {
    if merges[id].map({ $0.type == Keys.none }) ?? true { reads.insert(id) }
  }
  mutating func note(_ insertion: LayeredEdges.Part) { insertions.append(insertion) }
  mutating func noteWrite(_ id: RecordID) { writes.insert(id) }
  mutating func noteMerge(_ id: RecordID, _ record: Record) {
    if merges.updateValue(record, forKey: id) != nil { writes.insert(id) }
  }
  mutating func noteReadOfEverything() { readsEverything = true }

  /// Whether all that the update does to a record is merging fields into it, whatever it was before.
  func onlyMerges(_ id: RecordID) -> Bool { merges[id] != nil && !reads.contains(id) && !writes.contains(id) }

  /// The records that it has changed.
  var changed: Set<RecordID> { merges.isEmpty ? writes : writes.union(merges.keys) }
  /// Whether it has changed a record.
  func changes(_ id: RecordID) -> Bool { writes.contains(id) || merges[id] != nil }
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

  private(set) var byUpdate = [ObjectIdentifier: Footprint]()
  /// The updates that have read or written a record.
  private(set) var users = [RecordID: [ObjectIdentifier]]()
  /// What updates do to the records that they only merge fields into.
  private var merged = [RecordID: MergedRecord]()
  /// What updates insert into connections.
  var insertions = LayeredConnections()
  /// The updates that a publication concerns in any case.
  private var others: Set<ObjectIdentifier> = []
  /// The updates that have read something that does not belong to single records.
  private var readers: Set<ObjectIdentifier> = []
  /// The state of the records for which they hold.
  var mark: Mark?

  var isEmpty: Bool { byUpdate.isEmpty }

  func isUsed(_ id: RecordID) -> Bool { users[id] != nil || insertions.use(id) }

  /// Those of some records that updates have read or changed.
  func used(_ ids: [RecordID]) -> [RecordID] { ids.filter { isUsed($0) } }

  /// Whether the footprints of this many updates, which are all, are known and sufficient.
  func know(_ count: Int) -> Bool { byUpdate.count == count && mark != nil && readers.isEmpty }

  mutating func removeAll() {
    guard !byUpdate.isEmpty else { return }
    self = Footprints()
  }

  /// - Parameter order: the place of the update among the others.
  mutating func set(_ applied: PublishQueue.Applied, order: Int) {
    let (update, footprint) = (applied.update, applied.footprint)
    remove(update)
    for id in footprint.reads.union(footprint.changed) { users[id, default: []].append(update) }
    for (id, record) in footprint.merges where footprint.onlyMerges(id) { merged[id, default: MergedRecord()].append(record, of: update) }
    byUpdate[update] = footprint
    insertions.tangle(footprint)
    for part in footprint.insertions { add(part, of: update, order: order) }
    if footprint.readsEverything { readers.insert(update) }
    if !applied.isRepeatable { others.insert(update) }
  }

  /// - Returns: the records that the update has written.
  @discardableResult
  mutating func remove(_ update: ObjectIdentifier) -> Set<RecordID> {
    guard let old = byUpdate.removeValue(forKey: update) else { return [] }
    let changed = old.changed
    for id in old.reads.union(changed) {
      users[id]?.removeAll { $0 == update }
      if users[id]?.isEmpty == true { users[id] = nil }
    }
    for id in old.merges.keys {
      merged[id]?.remove(update)
      if merged[id]?.count == 0 { merged[id] = nil }
    }
    readers.remove(update)
    others.remove(update)
    return old.insertions.isEmpty ? changed : changed.union(insertions.remove(update, of: old.insertions.lazy.map(\.connection)))
  }

  /// Whether there are updates that have read or changed a record, and all of them only merge fields into it.
  private func isMerged(_ id: RecordID) -> Bool { merged[id].map { $0.count == users[id]?.count } ?? false }

  /// What a publication must do again.
  struct Affected {
    /// The updates that must be applied again.
    var updates: Set<ObjectIdentifier> = []
    /// The records that they have changed.
    var changed: Set<RecordID> = []
    /// Records that other updates only merge fields into: these are merged again, all together.
    var merged: Set<RecordID> = []
    /// Connections into which edges are inserted again, all together, and the edges that must be made again. With a set of edges, those
    /// beneath may have changed.
    var connections = [RecordID: Set<RecordID>?]()
    /// Whether all updates must be applied again.
    var isEverything = false
  }

  /// - Parameter changed: the records that have changed beneath the updates, and those that ended updates have changed.
  func affected(by changed: Set<RecordID>) -> Affected {
    var affected = Affected()
    var (pending, seen) = (Array(changed), changed)
    func add(_ update: ObjectIdentifier) {
      guard affected.updates.insert(update).inserted, let footprint = byUpdate[update] else { return }
      for part in footprint.insertions { insertions.affect(part.connection, &affected) }
      for id in footprint.changed {
        affected.changed.insert(id)
        if seen.insert(id).inserted || affected.merged.remove(id) != nil { pending.append(id) }
      }
    }
    for update in others { add(update) }
    while let id = pending.popLast() {
      insertions.affect(id, &affected)
      if !affected.changed.contains(id), isMerged(id) {
        affected.merged.insert(id)
      } else {
        for update in users[id] ?? [] { add(update) }
      }
    }
    return affected
  }

  /// What updates that only merge fields into a record do to it together.
  mutating func mergedRecord(_ id: RecordID) -> Record? { merged[id]?.record() }

  /// Whether an update with this footprint can be applied without the updates that stay in force: it shares no record with them that one
  /// of them writes.
  ///
  /// - Parameter applied: what is applied again. Of the records to which fields are merged again, another update may change the fields, too.
  func isDisjoint(_ footprint: Footprint, fromAllBut applied: Affected) -> Bool {
    guard !footprint.readsEverything, insertions.areDisjoint(footprint) else { return false }
    for id in footprint.changed {
      if applied.merged.contains(id), footprint.onlyMerges(id) { continue }
      if let users = users[id], users.contains(where: { !applied.updates.contains($0) }) { return false }
    }
    for id in footprint.reads {
      if let users = users[id], users.contains(where: { !applied.updates.contains($0) && byUpdate[$0]?.changes(id) == true }) {
        return false
      }
    }
    return true
  }
}
