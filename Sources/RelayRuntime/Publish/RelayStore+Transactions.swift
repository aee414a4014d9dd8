extension RelayStore {
  /// Applies the changes of a run as one publication.
  ///
  /// - Parameter isOptimistic: whether any optimistic update is in force after the run.
  func publish(
    _ base: StoreTransaction, _ optimistic: StoreTransaction, needsRebase: Bool, isOptimistic: Bool, sources: [OperationDescriptor]
  ) -> [OperationDescriptor] {
    var (baseDeltas, optimisticDeltas) = (base.takeDeltas(), optimistic.takeDeltas())
    let (invalidated, invalidates) = (base.invalidatedRecords, base.invalidatesStore)
    let outcome = state.withLock { state in
      if needsRebase { state.records.restore() }
      state.invalidate(invalidated)
      state.apply(&baseDeltas)
      if isOptimistic, state.records.undo == nil { state.records.undo = UndoLog() }
      state.apply(&optimisticDeltas)
      return finish(&state, sources: sources, invalidates: invalidates, invalidated: invalidated)
    }
    if outcome.collects { scheduleCollection() }
    return outcome.owners
  }
}
