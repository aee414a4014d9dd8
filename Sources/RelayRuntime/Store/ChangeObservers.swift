/// Called with the records of each change of a store.
typealias ChangeObserver = @Sendable ([RecordChange]) -> Void

extension RelayStore {
  /// Calls `callback` with the records of every later change, outside every lock, on the thread that publishes.
  ///
  /// - Returns: ends the observation when it is disposed of or released.
  func observeChanges(_ callback: @escaping ChangeObserver) -> RelayDisposable {
    let index = state.withLock { $0.changeObservers.add(callback) }
    return RelayDisposable { [weak self] in self?.state.withLock { $0.changeObservers[index] = nil } }
  }

  /// Queues the changes since the last notification. A record to which an optimistic update has been applied again counts as changed.
  func enqueueChanges(_ state: borrowing StoreState) {
    guard !state.changeObservers.isEmpty else { return }
    let changes = state.records.changed.compactMap { id -> RecordChange? in
      let entry = state.records.entries[Int(id)]
      let dataID = state.records.names.strings[Int(id)]
      guard entry.status == .exists else { return RecordChange(dataID: dataID, typeName: nil, fields: nil) }
      // The store's type knowledge is not an object.
      guard entry.record.type != Keys.typeSchema else { return nil }
      let typeName = entry.record.type == Keys.none ? nil : Keys.name(entry.record.type)
      return RecordChange(dataID: dataID, typeName: typeName, fields: fields(of: entry.record, state))
    }
    guard !changes.isEmpty else { return }
    deliveries.add(state.changeObservers.values.map { callback in { callback(changes) } })
  }
}
