import Foundation
import RelayRuntime

// The end of entries whose answers are in the store.
extension OutboxEngine {
  /// Whether the store, with the answers in it, is there in the next process.
  var outlivesProcess: Bool { configuration.flushStore != nil || environment.store.mirror != nil }

  /// What the store says, together with an answer: this answer is in it, like those of the other entries that have not been removed.
  func mark(with entry: Entry) -> RelayEnvironment.SelectorStoreUpdater {
    AnswerMark(owner: owner).updater(Set(entries.lazy.filter(\.isPublished).map(\.stored.id)).union([entry.stored.id]))
  }

  /// Whether a mutation was sent by another version of the app.
  func isPartial(_ entry: Entry, _ type: any GraphQLMutation.Type) -> Bool { type.definition.cacheID != entry.stored.operation.cacheID }

  /// The entries whose answers are stored, and which an earlier process has written to the store already.
  /// - Throws: an error if that cannot be found out.
  func writtenAnswers() throws -> Set<UUID> {
    guard outlivesProcess, entries.contains(where: { $0.stored.phase == .answered }) else { return [] }
    return try AnswerMark(owner: owner).entries(in: environment)
  }

  /// Writes the answers that an earlier process has received to the store, unless they are there: the process may have ended after the store
  /// was on the disk, with newer data perhaps, and before the entry was removed.
  func publishStoredAnswers(except written: Set<UUID>) {
    for entry in entries where entry.stored.phase == .answered && written.contains(entry.stored.id) {
      entry.isPublished = true
      guard let operation = entry.operation, let type = entry.type else { continue }
      // What it makes stale may not be on the disk.
      environment.repeatInvalidations(of: operation)
      update(entry, answer: answer(to: entry, operation, isPartial: isPartial(entry, type)))
    }
    for entry in entries where entry.stored.phase == .answered && !entry.isPublished { publish(entry) }
  }

  /// A stored answer, read from a store that has nothing else, because that of the app may have newer data.
  private func answer(to entry: Entry, _ operation: OperationDescriptor, isPartial: Bool) -> StoredMutationAnswer? {
    var configuration = environment.configuration
    configuration.log = nil
    let other = RelayEnvironment(network: environment.network, configuration: configuration)
    return try? other.publish(
      entry.stored.answer, answering: operation, ending: nil, isPartial: isPartial, in: other.storedMutationSession())
  }

  /// Removes the entries whose answers are in the store, as soon as the store is on the disk.
  ///
  /// All of them at once, so that after a kill none is published again without those that came later.
  func removeAnswered() {
    guard removal == nil, isOpen else { return }
    let numbers = entries.filter(\.isPublished).map(\.stored.number)
    if numbers.isEmpty { return }
    removal = Task { [weak self, timing, environment, flush = configuration.flushStore] in
      var failures = 0
      while !Task.isCancelled {
        do {
          if let flush { try await flush() } else { try await environment.store.mirror?.flush() }
          break
        } catch {
          failures += 1
          guard let wait = await self?.delay(afterFailures: failures) else { return }
          try? await timing.sleep(wait)
        }
      }
      await self?.remove(answered: numbers)
    }
  }

  private func remove(answered numbers: [Int64]) async {
    guard !Task.isCancelled, await commitEventually(numbers.map { .delete($0) }) else { return }
    removal = nil
    let removed = Set(numbers)
    for entry in entries.filter({ $0.isPublished && removed.contains($0.stored.number) }) { forget(entry, isCancelled: false) }
    removeAnswered()
    pump()
  }
}
