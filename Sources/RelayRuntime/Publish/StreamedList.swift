/// A streamed list as this execution has written it (`@stream`).
///
/// Items are added to the list in the store unless something else has changed the list, or deleted an item. In that case they are only
/// stored as records.
final class StreamedList: Sendable {
  private struct State: Sendable {
    /// The identities of the items; nil for a null item or a gap.
    var items: [String?]
    /// The indices that later items have skipped.
    var gaps: Set<Int> = []
    /// What the store's list has at the places that have changed since the last call of `write`.
    var replaced = [Int: String?]()
    /// How long the store's list is.
    var storedCount: Int
    /// The list as last written to the store. While the store has the same memory in its place, the list has not been changed.
    var written: [RecordID] = []
    /// How many records had been removed by then.
    var removals: UInt64?
    /// The indices of the items that have been set or whose fields have been, in order.
    var changes: [Int] = []
    /// How many of these changes are in the store.
    var writtenChanges = 0

    /// The identity of an item in the store's list.
    func stored(at index: Int) -> String? { replaced[index] ?? items[index] }
  }

  /// The record that has the list, and the key of the field.
  let dataID: String
  private let key: KeyID
  private let state: Lock<State>

  /// - Parameter items: the items of the list in the response.
  init(of dataID: String, _ key: KeyID, _ items: [String?]) {
    self.dataID = dataID
    self.key = key
    state = Lock(State(items: items, storedCount: items.count))
  }

  /// The number of items, including gaps.
  var count: Int { state.withLock { $0.items.count } }

  /// The identity of the item at an index; nil if there is none.
  func item(at index: Int) -> String? { state.withLock { $0.items.indices.contains(index) ? $0.items[index] : nil } }

  /// How many gaps there would be more, or fewer, with an item at an index.
  func gaps(addedByItemAt index: Int) -> Int {
    state.withLock { $0.gaps.contains(index) ? -1 : max(0, index - $0.items.count) }
  }

  /// Sets an item. `write` writes it to the store.
  func set(_ dataID: String?, at index: Int) {
    state.withLock { state in
      state.changes.append(index)
      state.gaps.remove(index)
      while state.items.count < index {
        state.gaps.insert(state.items.count)
        state.items.append(nil)
      }
      if index == state.items.count { return state.items.append(dataID) }
      if index < state.storedCount, state.replaced[index] == nil { state.replaced[index] = .some(state.items[index]) }
      state.items[index] = dataID
    }
  }

  /// Records that fields of an item have been set.
  func recordChange(at index: Int) { state.withLock { $0.changes.append(index) } }

  /// How many changes of items have been written.
  var changeCount: Int { state.withLock { $0.writtenChanges } }

  /// The indices of the items that have been written after the first `count` changes, in ascending order, and the number of changes now.
  func changes(since count: Int) -> (indices: [Int], count: Int) {
    state.withLock { state in (Set(state.changes[count..<max(count, state.writtenChanges)]).ascending(), state.writtenChanges) }
  }

  /// Writes the items that have been set since the last call, unless something else has changed the list.
  func write(to transaction: StoreTransaction) {
    state.withLock { state in
      let parent = transaction.intern(dataID)
      let stored = isAsWritten(parent, transaction, state) ? state.written : listIfUnchanged(parent, transaction, state)
      defer {
        state.replaced.removeAll()
        state.storedCount = state.items.count
        state.removals = stored == nil ? nil : transaction.removals
        // What is not in the store's list is no change of it.
        if stored == nil { state.changes.removeLast(state.changes.count - state.writtenChanges) }
        state.writtenChanges = state.changes.count
      }
      guard let stored else { return }
      let changes = state.replaced.keys.map { ($0, Self.record(state.items[$0], transaction)) }.filter { stored[$0.0] != $0.1 }
      state.written = stored
      guard !changes.isEmpty || state.items.count > state.storedCount else { return }
      // No larger than necessary: the store keeps it, and the next item makes another one.
      var list: [RecordID] = []
      list.reserveCapacity(state.items.count)
      list += stored
      for (index, record) in changes { list[index] = record }
      for item in state.items[state.storedCount...] { list.append(Self.record(item, transaction)) }
      transaction.set(parent, key, .refs(list))
      state.written = list
    }
  }

  private static func record(_ item: String?, _ transaction: StoreTransaction) -> RecordID {
    item.map { transaction.intern($0) } ?? .null
  }

  /// Whether the list is known to be unchanged without comparing it.
  private func isAsWritten(_ parent: RecordID, _ transaction: StoreTransaction, _ state: State) -> Bool {
    guard let removals = state.removals, removals == transaction.removals else { return false }
    guard case .refs(let list) = transaction.value(parent, key) else { return false }
    // The addresses are only compared.
    return unsafe list.withUnsafeBufferPointer { list in
      unsafe state.written.withUnsafeBufferPointer { unsafe $0.count == list.count && !list.isEmpty && $0.baseAddress == list.baseAddress }
    }
  }

  /// The list in the store, if it has the items that it should have.
  private func listIfUnchanged(_ parent: RecordID, _ transaction: StoreTransaction, _ state: State) -> [RecordID]? {
    let links = transaction.links(parent, key) ?? []
    guard links.count == state.storedCount else { return nil }
    for (index, record) in links.enumerated() {
      guard let item = state.stored(at: index) else {
        if record == nil { continue }
        return nil
      }
      guard let record, record == transaction.find(item) else { return nil }
    }
    let list = links.map { $0 ?? .null }
    // The memory that the store has, so that the list can be recognized by it.
    if case .refs(let stored) = transaction.value(parent, key), stored == list { return stored }
    return list
  }
}
