import Foundation
import RelayRuntime

// The beginning: what an earlier process has left.
extension OutboxEngine {
  /// Reads the entries, shows their changes in order, and begins to send.
  func open() throws {
    let written: Set<UUID>
    do {
      let rows = try storage.rows()
      entries = rows.map { row in
        lastNumber = max(lastNumber, row.number)
        guard let stored = EntryCoding.entry(row) else { return damaged(row) }
        return Entry(stored, types[stored.operation.name])
      }
      var changes: [StoredChange] = []
      for entry in entries where entry.stored.phase == .sending {
        // The process has ended while the request was on its way.
        entry.stored.phase = entry.stored.policy.delivery == .atLeastOnce ? .queued : .unknown
        changes.append(.put(EntryCoding.row(entry.stored)))
      }
      if !changes.isEmpty { try storage.commit(changes) }
      written = try writtenAnswers()
    } catch {
      storage.close()
      folder?.unlock()
      if let error = error as? OutboxError { throw error }
      throw OutboxError.unavailable("\(error)")
    }
    files.removeAll(but: Set(entries.map(\.stored.folder)))
    isOpen = true
    for entry in entries { prepare(entry) }
    // What was answered is in the store before anything is shown on top of it.
    publishStoredAnswers(except: written)
    showLayers(from: 0)
    board.set(entries.map(\.cell))
    for entry in entries {
      // One that waits for a decision concerns the same objects as before, though it is not shown.
      if entry.layer == nil, let layer = try? layer(of: entry) {
        entry.dataIDs = layer.dataIDs
        board.setDataIDs(layer.dataIDs, insteadOf: [])
      }
      update(entry)
    }
    removeAnswered()
    reachability = environment.whenReachable { [weak self] in
      guard let self else { return }
      Task { await self.wake() }
    }
    pump()
  }

  private func damaged(_ row: StoredRow) -> Entry {
    var stored = StoredEntry(
      id: UUID(), number: row.number,
      operation: .init(name: "", text: nil, id: nil, cacheID: "", isIncremental: false, given: [:], sent: [:]),
      policy: OutboxPolicy(lane: row.lane.isEmpty ? nil : row.lane), key: "", seed: 0, enqueuedAt: timing.now())
    stored.phase = .failed
    return Entry(stored, nil, isDamaged: true)
  }

  /// Makes the operation of an entry whose mutation the app has.
  func prepare(_ entry: Entry) {
    guard let type = entry.type, RelayEnvironment.problem(of: type.definition) == nil else { return }
    entry.operation = environment.storedMutation(type, variables: entry.stored.operation.given)
  }
}
