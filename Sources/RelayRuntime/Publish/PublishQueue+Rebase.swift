extension PublishQueue {
  /// What an update did when it was applied.
  struct Applied {
    let update: ObjectIdentifier
    let footprint: Footprint
    let isRepeatable: Bool
    /// Whether it has thrown.
    let hasFailed: Bool
  }

  /// Applies the optimistic updates of a run on top of its other changes.
  ///
  /// - Returns: their changes, and the records from which earlier optimistic changes are taken back; `nil` for all of them, if this run takes
  ///   any back.
  func rebase(_ base: StoreTransaction, _ work: borrowing Work) -> (changes: StoreTransaction, restored: Set<RecordID>?) {
    let isNoted = !appliesAll && work.appliedCount + work.pending.count >= Footprints.smallCount
    var footprints = takeFootprints(ofUse: isNoted)
    if work.needsRebase, isNoted, let part = rebasePart(base, work, &footprints) {
      state.withLock { $0.footprints = footprints }
      return part
    }
    if work.needsRebase { footprints.removeAll() }
    let isKnown = isNoted && (work.needsRebase || footprints.know(work.appliedCount))
    let optimistic = StoreTransaction(store: store, below: base, readsBase: work.needsRebase)
    let updates = work.needsRebase ? state.withLock { $0.applied.inOrder } : work.pending
    let applied = apply(updates, to: optimistic, isNoted: isKnown)
    end(applied)
    if isKnown {
      set(applied, &footprints)
      state.withLock { $0.footprints = footprints }
    }
    return (optimistic, nil)
  }

  /// Notes what updates do that have not failed.
  private func set(_ applied: [Applied], _ footprints: inout Footprints) {
    let orders = state.withLock { state in applied.map { state.applied.order(of: $0.update) } }
    for (applied, order) in zip(applied, orders) {
      if let order { footprints.set(applied, order: order) }
    }
  }

  /// The known footprints, which the state then has no more: none if they hold for another state of the store.
  private func takeFootprints(ofUse isUsed: Bool) -> Footprints {
    var footprints = Footprints()
    state.withLock { swap(&$0.footprints, &footprints) }
    guard isUsed, footprints.mark == store.state.withLock({ Footprints.Mark($0.records) }) else { return Footprints() }
    return footprints
  }

  /// Applies only those updates again that a run concerns.
  ///
  /// - Parameter footprints: what is known of the updates; afterwards unusable unless there is a result.
  /// - Returns: their changes, and the records that are restored before; `nil` if all updates must be applied again.
  private func rebasePart(
    _ base: StoreTransaction, _ work: borrowing Work, _ footprints: inout Footprints
  ) -> (StoreTransaction, Set<RecordID>?)? {
    var changed = store.state.withLock { state in
      var changed: Set<RecordID> = []
      for delta in base.deltas where footprints.isUsed(delta.id) && !state.records.isUnchanged(by: delta) { changed.insert(delta.id) }
      return changed
    }
    var restored: Set<RecordID> = []
    for update in work.reverted { restored.formUnion(footprints.remove(update)) }
    guard footprints.know(work.appliedCount) else { return nil }
    changed.formUnion(restored)
    // A new response is merged on top of others.
    for update in work.pending { changed.formUnion(footprints.used(records(in: update))) }
    var affected = footprints.affected(by: changed)
    if affected.isEverything { return nil }
    restored.formUnion(affected.changed)
    restored.formUnion(affected.merged)
    let updates = affected.updates
    let again = updates.isEmpty ? [] : state.withLock { $0.applied.inOrder(updates) }
    for update in work.pending { affected.updates.insert(ObjectIdentifier(update)) }
    let optimistic = StoreTransaction(store: store, below: base, readsBase: true)
    // An update that lacks what another one has written may fail for that reason.
    optimistic.heldErrors = []
    optimistic.defersInsertions = true
    for id in affected.merged {
      if let record = footprints.mergedRecord(id) { optimistic.merge(record, into: id) }
    }
    let applied = apply(again + work.pending, to: optimistic, isNoted: true)
    guard applied.allSatisfy({ footprints.isDisjoint($0.footprint, fromAllBut: affected) }) else {
      optimistic.close()
      return nil
    }
    for update in again { restored.formUnion(footprints.remove(ObjectIdentifier(update))) }
    set(applied.filter { !$0.hasFailed }, &footprints)
    for part in applied.lazy.flatMap(\.footprint.insertions) where affected.connections[part.connection] == nil {
      affected.connections[part.connection] = .some(nil)
    }
    guard footprints.insertEdges(into: affected.connections, optimistic, restored: &restored) else {
      optimistic.close()
      return nil
    }
    for error in optimistic.heldErrors ?? [] { reportError(error) }
    end(applied)
    return (optimistic, restored)
  }

  /// The records of an update's response that are in the store.
  private func records(in update: OptimisticUpdate) -> [RecordID] {
    guard case .payload(let update) = update.change else { return [] }
    return store.state.withLock { state in update.payload.records.names.strings.compactMap { state.records.find($0) } }
  }

  /// Those that have failed are not in force any more.
  private func end(_ applied: [Applied]) {
    let failed = Set(applied.lazy.filter(\.hasFailed).map(\.update))
    if !failed.isEmpty { _ = state.withLock { $0.remove(failed) } }
  }

  /// Applies optimistic updates.
  ///
  /// - Parameter isNoted: whether to note their footprints.
  /// - Returns: what each did, as far as that is noted, and those that have failed.
  private func apply(_ updates: [OptimisticUpdate], to optimistic: StoreTransaction, isNoted: Bool) -> [Applied] {
    var applied: [Applied] = []
    for update in updates {
      if isNoted { optimistic.footprint = Footprint() }
      var succeeded = true
      switch update.change {
      case .payload(let update): apply(update, to: optimistic)
      case .updater(let updater):
        succeeded = attempt(optimistic, "an optimistic updater") { try updater(RecordSourceProxy(optimistic)) }
      }
      if isNoted || !succeeded {
        applied.append(
          Applied(
            update: ObjectIdentifier(update), footprint: optimistic.footprint ?? Footprint(), isRepeatable: update.isRepeatable,
            hasFailed: !succeeded))
      }
      optimistic.footprint = nil
    }
    return applied
  }
}

extension RecordTable {
  /// Whether a change of a record leaves it as it is, apart from optimistic updates.
  func isUnchanged(by delta: borrowing StoreTransaction.Delta) -> Bool {
    guard delta.change == .merge, baseStatus(delta.id).status == .exists else { return false }
    if delta.record.type != Keys.none, delta.record.type != baseStatus(delta.id).type { return false }
    if delta.record.errors != nil || baseRecord(delta.id).errors != nil { return false }
    return delta.record.fields.allSatisfy { baseValue(delta.id, $0.key) == $0.value }
  }
}
