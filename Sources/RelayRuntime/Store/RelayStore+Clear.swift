extension RelayStore {
  /// Removes everything from the store, for example after the user has logged out: records, the data of released operations,
  /// invalidations, and the contents of archives. Archive files stay; delete them as well.
  ///
  /// - Live readings are notified that their data is gone. Values that were handed out keep their contents.
  /// - Retained operations stay retained: data that is fetched for them later is kept.
  /// - Optimistic updates end; none is applied again.
  /// - An operation in flight fails with ``RelayError/storeCleared`` when its answer, or its next event, arrives, and nothing of it is
  ///   written or cached. It is not sent later or again: not after a failure, with a renewed credential, in a batch or over a new
  ///   connection. Operations started afterwards go to the network, even if the same query is in flight.
  /// - Responses that a ``QueryResponseCache`` got for operations of this store no longer count.
  /// - A `save(to:)` or `restore(from:)` in progress has no effect, and throws ``RelayError/storeCleared``.
  ///
  /// Called from an updater, it takes effect after the updater has returned; the updater's changes are lost as well.
  public func clear() {
    change(StoreWriter("clear()")) {
      let isDeferred = state.withLock { state in
        if state.work.transactions > 0 { state.work.clearsLater = true }
        return state.work.clearsLater
      }
      if !isDeferred { clearNow() }
    }
    mirror?.storeWasCleared(waits: !isChangingHere)
  }

  /// Clears the store if `clear` was called during a change. Call it inside `change`, between transactions.
  func clearIfAsked() {
    guard state.withLock({ $0.work.clearsLater && $0.work.transactions == 0 }) else { return }
    clearNow()
    mirror?.storeWasCleared(waits: false)
  }

  private func clearNow() {
    state.withLock { state in
      state.clear()
      enqueueNotifications(&state)
    }
    // Releases the places, keys and names of the removed records.
    collectGarbage()
  }

  /// Whether the store will be cleared after the current change.
  var clearsLater: Bool { state.withLock { $0.work.clearsLater } }

  /// The number of times that the store has been cleared.
  var generation: Int { state.withLock { $0.generation } }

  /// The session that the next clearing ends.
  var session: StoreSession { state.withLock { $0.session } }
}

extension StoreState {
  mutating func clear() {
    work.clearsLater = false
    generation += 1
    session.end()
    session = StoreSession()
    takenOver = 0
    records.undo = nil
    for index in records.entries.indices where records.entries[index].status != .unknown {
      records.entries[index].record = Record(type: Keys.none)
      records.entries[index].status = .unknown
      records.markChanged(RecordID(index))
    }
    if records.mirrored != nil {
      for index in records.entries.indices { records.entries[index].disk = [] }
      records.mirrored?.clear()
    }
    records.typeRecords.removeAll()
    records.typeRevision &+= 1
    records.clearTimes()
    invalidations.all = nil
    invalidations.records.removeAll()
    invalidations.marks = StaleMarks()
    records.collisions = IdentityCollisions()
    retention.clear()
    records.merge(Record(type: Keys.rootType), into: records.intern(DataID.root))
  }
}

extension RetentionTable {
  /// Removes everything, except which operations are held.
  mutating func clear() {
    roots = roots.filter { $0.value.count > 0 }
    for id in roots.keys { roots[id]?.written = nil }
    restored.removeAll()
    releaseBuffer = ReleaseBuffer()
  }
}
