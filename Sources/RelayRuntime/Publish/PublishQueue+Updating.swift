extension PublishQueue {
  /// Runs an updater, with everything that is scheduled. Called from inside an updater or a handler, or from a task that one has started,
  /// it leaves the work to the run in progress. If it reads records that only the disk has, they are loaded, and it runs again.
  ///
  /// - Throws: ``RelayError/writeBlocked(_:by:)``; the updater is not scheduled then.
  func update(_ updater: @escaping Updater) throws {
    if leavesToRun({ $0.commits.append(.updater(updater, nil)) }) { return }
    let trial = UpdaterTrial(store)
    repeat {
      try store.beginChange(StoreWriter("commitLocalUpdate"))
      defer { store.endChange() }
      commitUpdate(updater, trial: trial)
      run()
    } while trial?.load() ?? false
  }

  /// Runs the updater of a response again after it has read records that only the disk has.
  ///
  /// - Parameter generation: the store's generation to which the response belongs.
  /// - Throws: ``RelayError/writeBlocked(_:by:)``
  func repeatUpdater(
    _ updater: @escaping SelectorUpdater, of operation: OperationDescriptor, _ trial: UpdaterTrial, generation: Int
  ) throws {
    while trial.load() {
      try store.beginChange(StoreWriter("the updater of", operation))
      defer { store.endChange() }
      commitUpdate(
        { source in
          guard source.transaction.store.generation == generation else { return }
          try updater(RecordSourceSelectorProxy(source.transaction, operation))
        }, trial: trial)
      run(source: operation)
    }
  }
}
