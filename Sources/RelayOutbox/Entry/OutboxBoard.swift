import Foundation
import RelayRuntime

/// What everyone may see of an outbox: its entries in order, its state, and which objects are pending.
final class OutboxBoard: Sendable {
  private struct State {
    var cells: [EntryCell] = []
    var state = OutboxState.idle
    /// The number of entries that concern an object.
    var pending = [ByteKey: Int]()
    var hasEnded = false
    var next = 0
    var entryWatchers: [Int: AsyncStream<Void>.Continuation] = [:]
    var stateWatchers: [Int: AsyncStream<OutboxState>.Continuation] = [:]
  }

  private let board = Lock(State())

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
    let watchers = board.withLock { board in
      body(&board)
      return Array(board.entryWatchers.values)
    }
    for watcher in watchers { watcher.yield() }
  }

  func set(_ state: OutboxState) {
    let watchers = board.withLock { board -> [AsyncStream<OutboxState>.Continuation] in
      guard board.state != state else { return [] }
      board.state = state
      return Array(board.stateWatchers.values)
    }
    for watcher in watchers { watcher.yield(state) }
  }

  /// Yields at once, and after changes of the entries, until the outbox is closed.
  func changes() -> AsyncStream<Void> {
    let (stream, continuation) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
    continuation.yield()
    let number = board.withLock { board -> Int? in
      guard !board.hasEnded else { return nil }
      board.next += 1
      board.entryWatchers[board.next] = continuation
      return board.next
    }
    guard let number else {
      continuation.finish()
      return stream
    }
    continuation.onTermination = { [weak self] _ in _ = self?.board.withLock { $0.entryWatchers.removeValue(forKey: number) } }
    return stream
  }

  /// The present state, then every change, until the outbox is closed; a slow reader misses some.
  func states() -> AsyncStream<OutboxState> {
    let (stream, continuation) = AsyncStream<OutboxState>.makeStream(bufferingPolicy: .bufferingNewest(1))
    let number = board.withLock { board -> Int? in
      continuation.yield(board.state)
      guard !board.hasEnded else { return nil }
      board.next += 1
      board.stateWatchers[board.next] = continuation
      return board.next
    }
    guard let number else {
      continuation.finish()
      return stream
    }
    continuation.onTermination = { [weak self] _ in _ = self?.board.withLock { $0.stateWatchers.removeValue(forKey: number) } }
    return stream
  }

  /// Ends all streams, also later ones.
  func end() {
    let (entries, states) = board.withLock { board in
      board.hasEnded = true
      defer { (board.entryWatchers, board.stateWatchers) = ([:], [:]) }
      return (Array(board.entryWatchers.values), Array(board.stateWatchers.values))
    }
    for watcher in entries { watcher.finish() }
    for watcher in states { watcher.finish() }
  }
}
