// What the disk has removed, and memory may still have.

extension RelayStore {
  /// Notes that the disk has removed records, of which memory may still have some: when they are part of an answer again, they are written
  /// again.
  package func recordsWereRemoved(_ dataIDs: [String]) {
    guard !dataIDs.isEmpty else { return }
    state.withLock { state in
      guard state.records.mirrored != nil else { return }
      state.records.mirrored?.removals += 1
      for dataID in dataIDs {
        if let id = state.records.names.find(dataID) { state.records.entries[Int(id)].disk.remove(.isOnDisk) }
      }
    }
  }

  /// As `recordsWereRemoved`, for everything that was on disk.
  package func allRecordsWereRemoved() {
    state.withLock { state in
      guard state.records.mirrored != nil else { return }
      state.records.mirrored?.removals += 1
      for index in state.records.entries.indices { state.records.entries[index].disk.remove(.isOnDisk) }
    }
  }

  /// Collects everything that an operation reads, as if it had just been answered: it is in use, and the disk has removed it.
  package func collectAgain(_ operation: OperationDescriptor) {
    state.withLock { state in
      guard state.records.mirrored != nil, let root = state.records.names.find(operation.rootID) else { return }
      var run = GarbageCollection(
        isMarked: ContiguousArray(repeating: false, count: state.records.entries.count), root: root, pending: [],
        touched: state.records.undo?.touched ?? [], revision: state.records.revision)
      state.mark(operation, keys: keys, &run)
      var members: ContiguousArray<RecordID> = []
      for index in run.isMarked.indices where run.isMarked[index] && state.records.baseStatus(RecordID(index)).status != .unknown {
        members.append(RecordID(index))
      }
      state.records.mirrored?.add(MirroredChanges.Answer(operation: operation, members: members, replaces: true))
    }
  }
}

extension StoreState {
  /// Adds the records of answers that the disk has removed, although memory has not changed them since they were written.
  mutating func addRemovedRecords(to changes: inout MirroredChanges) {
    for ids in changes.answers.map(\.members) + [changes.edited] {
      for id in ids where records.entries[Int(id)].disk.isDisjoint(with: [.isDirty, .isOnDisk]) {
        records.entries[Int(id)].disk.insert(.isDirty)
        changes.dirty.append(id)
      }
    }
  }
}
