extension Store {
  /// Removes everything from the store, as after a user has logged out: records, what released operations had left behind, invalidations, and
  /// what archives have brought. The files of archives stay: delete them too.
  ///
  /// - Live readings are told that their data is gone. Values that were handed out keep what they show.
  /// - Operations that are retained stay so: what is fetched for them later is kept.
  /// - Optimistic updates are over: none is applied again.
  /// - An operation that is under way fails with ``RelayError/storeCleared`` when its answer, or its next event, arrives, and nothing of it is
  ///   written. What is started afterwards goes to the network, even where the same query is under way.
  ///
  /// Called from an updater it takes effect when the updater, whose changes are lost too, has returned.
  public func clear() {
    change {
      let isDeferred = state.withLock { state in
        if state.work.transactions > 0 { state.work.clearsLater = true }
        return state.work.clearsLater
      }
      if !isDeferred { clearNow() }
    }
  }

  /// Clears the store if `clear` was called during a change. Called inside `change`, between transactions.
  func clearIfAsked() {
    guard state.withLock({ $0.work.clearsLater && $0.work.transactions == 0 }) else { return }
    clearNow()
  }

  private func clearNow() {
    state.withLock { state in
      state.clear()
      lineUpNotifications(&state)
    }
    // The places, keys and names of the records that are gone.
    collectGarbage()
  }

  /// Whether the store will be cleared when the change under way is over.
  var clearsLater: Bool { state.withLock { $0.work.clearsLater } }

  /// Counts how often the store was cleared.
  var generation: Int { state.withLock { $0.generation } }
}

extension StoreState {
  mutating func clear() {
    work.clearsLater = false
    generation += 1
    records.undo = nil
    for index in records.entries.indices where records.entries[index].status != .unknown {
      records.entries[index].record = Record(type: Keys.none)
      records.entries[index].status = .unknown
      records.markChanged(RecordID(index))
    }
    records.typeRecords = [:]
    records.typeRevision &+= 1
    invalidations.all = nil
    invalidations.records = [:]
    records.collisions = IdentityCollisions()
    retention.clear()
    records.merge(Record(type: Keys.rootType), into: records.intern(DataID.root))
  }
}

extension RetentionTable {
  /// Forgets everything but which operations are held.
  mutating func clear() {
    roots = roots.filter { $0.value.count > 0 }
    for id in roots.keys { roots[id]?.written = nil }
    restored = [:]
    releaseBuffer = []
  }
}
