import Foundation
import RelayRuntime

/// What everyone may see of an outbox: its entries in order, its state, and which objects are pending.
final class OutboxBoard: Sendable {
  private struct State {
    var cells: [EntryCell] = []
    var state = OutboxState.idle
    /// The number of entries that concern an object.
    var pending = [ByteKey: Int]()
  }

  private let board = Lock(State())
  private let entryWatchers = Watchers<Void>()
  private let stateWatchers = Watchers<OutboxState>()

  var cells: [EntryCell] { board.withLock { $0.cells } }
  var state: OutboxState { board.withLock { $0.state } }

  func isPending(_ dataID: String) -> Bool { board.withLock { $0.pending[ByteKey(dataID)] != nil } }

  /// Replaces the entries.
  func set(_ cells: [EntryCell]) { change { $0.cells = cells } }

  func append(_ cell: EntryCell) { change { $0.cells.append(cell) } }

  func remove(_ cell: EntryCell) {
    change { board in
      if let index = board.cells.firstIndex(where: { $0 === cell }) { board.cells.remove(at: index) }
    }
  }

  /// Replaces the objects that an entry concerns.
  func setDataIDs(_ new: Set<ByteKey>, insteadOf old: Set<ByteKey>) {
    if new == old { return }
    board.withLock { board in
      for id in new.subtracting(old) { board.pending[id, default: 0] += 1 }
      for id in old.subtracting(new) {
        let count = (board.pending[id] ?? 1) - 1
        board.pending[id] = count == 0 ? nil : count
      }
    }
  }

  /// Something about the entries has changed.
  func entriesHaveChanged() { change { _ in } }

  private func change(_ body: (inout State) -> Void) {
    board.withLock { body(&$0) }
    entryWatchers.yield(())
  }

  func set(_ state: OutboxState) {
    let isNew = board.withLock { board in
      defer { board.state = state }
      return board.state != state
    }
    if isNew { stateWatchers.yield(state) }
  }

  /// Yields at once, and after changes of the entries, until the outbox is closed.
  func changes() -> AsyncStream<Void> { entryWatchers.stream(startingWith: (), .bufferingNewest(1)) }

  /// The present state, then every change, until the outbox is closed; a slow reader misses some.
  func states() -> AsyncStream<OutboxState> { board.withLock { stateWatchers.stream(startingWith: $0.state, .bufferingNewest(1)) } }

  /// Ends all streams, also later ones.
  func end() {
    entryWatchers.end()
    stateWatchers.end()
  }
}
