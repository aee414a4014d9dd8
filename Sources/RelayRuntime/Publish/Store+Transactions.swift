extension Store {
  /// Applies the changes of a run as one publication.
  ///
  /// - Parameter isOptimistic: whether any optimistic update is in force after the run.
  func publish(
    _ base: StoreTransaction, _ optimistic: StoreTransaction, needsRebase: Bool, isOptimistic: Bool, sources: [OperationDescriptor]
  ) -> [OperationDescriptor] {
    let baseChanges = base.changes
    let optimisticChanges = optimistic.changes
    let outcome = state.withLock { state in
      if needsRebase { state.records.restore() }
      state.invalidate(baseChanges.invalidatedRecords)
      state.apply(baseChanges)
      if isOptimistic, state.records.undo == nil { state.records.undo = UndoLog() }
      state.apply(optimisticChanges)
      return finish(
        &state, sources: sources, invalidates: baseChanges.invalidatesStore, invalidated: baseChanges.invalidatedRecords)
    }
    if outcome.collects { scheduleCollection() }
    return outcome.owners
  }
}
