// What a mirror tells a store that follows the files of another process.

extension RelayStore {
  /// Takes over what another process has written: records that memory has are replaced, and all others are read when they are needed.
  ///
  /// - Parameters:
  ///   - known: what is known beside the records.
  ///   - records: the records that have changed, complete.
  package func follow(_ known: MirroredStore, _ records: [MirroredRecord]) {
    change(StoreWriter("reading from disk")) {
      let clock = MirrorClock(configuration)
      let rebases = state.withLock { state -> Bool in
        guard let changes = state.records.mirrored else { return false }
        state.records.mirrored = nil
        var hasChanged = state.restore(known, clock: clock)
        for record in records where state.follow(record, clock) { hasChanged = true }
        state.records.mirrored = changes
        // What is being read was there before.
        state.records.mirrored?.evictions += 1
        let rebases = hasChanged && state.records.undo != nil
        if !rebases { enqueueCompletions(&state) }
        return rebases
      }
      if rebases { rebaseAll() }
    }
  }

  /// From now on, what is elsewhere counts again after the store was cleared, although nothing has changed there.
  package func endClearing() { state.withLock { $0.records.mirrored?.isBeingCleared = false } }
}

extension StoreState {
  /// Replaces a record that memory has.
  ///
  /// - Returns: whether it has changed anything.
  fileprivate mutating func follow(_ mirrored: MirroredRecord, _ clock: MirrorClock) -> Bool {
    guard !DataID.isOfExecution(mirrored.dataID), let id = records.names.find(mirrored.dataID) else { return false }
    guard baseStatusIsKnown(id) || records.entries[Int(id)].disk.contains(.isComplete) else { return false }
    records.entries[Int(id)].disk = [.isComplete, .isOnDisk]
    let record = mirrored.isDeleted ? Record(type: Keys.none) : records.record(of: mirrored)
    let status = mirrored.isDeleted ? StoreEntry.Status.deleted : .exists
    let entry = records.entries[Int(id)]
    records.forgetTimes(id)
    if records.undo?.touches(id) == true {
      records.undo?.changeBase(of: id, entry) { ($0, $1) = (record, status) }
    } else {
      (records.entries[Int(id)].record, records.entries[Int(id)].status) = (record, status)
      records.markChanged(id)
    }
    if mirrored.fields.contains(where: { $0.reception != nil }) {
      restoreTimes(of: id, mirrored, Set(record.fields.lazy.map(\.key)), clock)
    }
    return true
  }

  private func baseStatusIsKnown(_ id: RecordID) -> Bool { records.baseStatus(id).status != .unknown }
}
