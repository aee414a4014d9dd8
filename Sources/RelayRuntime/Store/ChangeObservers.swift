/// The observers of all changes of a store's records.
struct ChangeObservers: Sendable {
  typealias Callback = @Sendable ([RecordChange]) -> Void

  private var callbacks: [Int: Callback] = [:]
  private var next = 0

  var isEmpty: Bool { callbacks.isEmpty }

  /// In order of registration.
  var all: [Callback] { callbacks.keys.sorted().compactMap { callbacks[$0] } }

  mutating func add(_ callback: @escaping Callback) -> Int {
    next += 1
    callbacks[next] = callback
    return next
  }

  mutating func remove(_ index: Int) { callbacks[index] = nil }
}

extension RelayStore {
  /// Calls `callback` with the records of every later change, outside every lock, on the thread that publishes.
  ///
  /// - Returns: ends the observation when it is disposed of or released.
  func observeChanges(_ callback: @escaping ChangeObservers.Callback) -> RelayDisposable {
    let index = state.withLock { $0.changeObservers.add(callback) }
    return RelayDisposable { [weak self] in self?.state.withLock { $0.changeObservers.remove(index) } }
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
    deliveries.add(state.changeObservers.all.map { callback in { callback(changes) } })
  }
}
