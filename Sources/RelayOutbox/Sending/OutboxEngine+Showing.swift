import Foundation
import RelayRuntime

// What is seen of the entries: their optimistic changes in the store, and their states on the board.
extension OutboxEngine {
  /// The optimistic changes of an entry; nil if it has none.
  func layer(of entry: Entry) throws -> OptimisticLayer? {
    guard let operation = entry.operation else { return nil }
    let updater = (entry.type as? any OptimisticMutation.Type)?.updater(entry.stored)
    guard entry.stored.optimisticResponse != nil || updater != nil else { return nil }
    return try environment.optimisticLayer(of: operation, response: entry.stored.optimisticResponse, updater: updater)
  }

  /// Whether the optimistic changes of an entry are shown.
  private func isShown(_ entry: Entry) -> Bool {
    switch entry.stored.phase {
    case .queued, .sending: true
    case .answered: !entry.isPublished
    case .failed, .conflict, .unknown, .expired: false
    }
  }

  /// Applies the optimistic changes of entries in order, from one on; those of earlier ones stay beneath.
  func showLayers(from number: Int64) {
    var (ended, applied): ([OptimisticLayer], [OptimisticLayer]) = ([], [])
    for entry in entries where entry.stored.number >= number {
      if let layer = entry.layer { ended.append(layer) }
      entry.layer = nil
      guard isShown(entry) else { continue }
      do {
        entry.layer = try layer(of: entry)
      } catch {
        environment.warn("The optimistic response of a stored \(entry.stored.operation.name) is not shown: \(error)")
      }
      if let layer = entry.layer { applied.append(layer) }
    }
    environment.replaceLayers(ending: ended, applying: applied, in: session)
  }

  /// Takes the optimistic changes of an entry back.
  func endLayer(_ entry: Entry) {
    guard let layer = entry.layer else { return }
    entry.layer = nil
    environment.replaceLayers(ending: [layer], applying: [], in: session)
  }

  // MARK: - States

  static func details(
    _ stored: StoredEntry, isRegistered: Bool, isDamaged: Bool, isPublished: Bool, dataIDs: Set<ByteKey>
  ) -> EntryCell.Details {
    let variables = JSON.object(stored.operation.sent)
    let status: OutboxStatus =
      switch stored.phase {
      case .queued: stored.notBefore.map { .waiting(until: $0) } ?? .queued
      case .sending: .sending(attempt: stored.attempts)
      case .answered: isPublished ? .succeeded : .answered
      case .failed: isDamaged ? .damaged : .failed(stored.failure ?? OutboxFailure(message: ""))
      case .conflict:
        .conflict(OutboxConflict(answer: stored.answer.first.flatMap { try? JSON(parsing: $0) } ?? .null, variables: variables))
      case .unknown: .outcomeUnknown
      case .expired: .expired
      }
    return EntryCell.Details(
      id: stored.id, operationName: stored.operation.name, variables: variables, lane: stored.policy.lane, enqueuedAt: stored.enqueuedAt,
      isRegistered: isRegistered, attempts: stored.attempts, status: status, dataIDs: dataIDs)
  }

  /// Shows the present state of an entry.
  func update(_ entry: Entry, answer: StoredMutationAnswer? = nil) {
    if let layer = entry.layer {
      let dataIDs = layer.dataIDs
      board.setDataIDs(dataIDs, insteadOf: entry.dataIDs)
      entry.dataIDs = dataIDs
    }
    entry.cell.set(
      Self.details(
        entry.stored, isRegistered: entry.type != nil, isDamaged: entry.isDamaged, isPublished: entry.isPublished, dataIDs: entry.dataIDs),
      answer: answer)
    board.entriesHaveChanged()
  }

  /// Forgets an entry whose row has been removed.
  ///
  /// - Parameter isCancelled: whether it has ended without success.
  func forget(_ entry: Entry, isCancelled: Bool) {
    files.remove(entry.stored.folder)
    if let index = entries.firstIndex(where: { $0 === entry }) { entries.remove(at: index) }
    board.setDataIDs([], insteadOf: entry.dataIDs)
    if isCancelled { cancelled(entry) }
    entry.cell.end()
    board.remove(entry.cell)
  }

  func cancelled(_ entry: Entry) {
    let details = entry.cell.details
    entry.cell.set(
      EntryCell.Details(
        id: details.id, operationName: details.operationName, variables: details.variables, lane: details.lane,
        enqueuedAt: details.enqueuedAt, isRegistered: details.isRegistered, attempts: details.attempts, status: .cancelled, dataIDs: []))
  }
}
