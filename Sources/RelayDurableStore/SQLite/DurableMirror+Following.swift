import Dispatch
import RelayRuntime

// Following the files of another process: on the queue `loading` alone.

extension DurableMirror {
  /// Begins to look for news whenever another process has written, and does so once.
  ///
  /// - Throws: ``DurabilityError`` if the folder cannot be watched.
  func follow(_ backend: SQLiteBackend) throws {
    state.value.withLock { $0.generation = backend.openGeneration }
    // Before looking for the first time, so that nothing is missed in between.
    let changes = try backend.changes()
    let following = Task { [weak self] in
      for await _ in changes {
        guard let self else { return }
        loading.async { self.followWriter() }
      }
    }
    state.value.withLock { $0.following = following }
    loading.async { self.followWriter() }
  }

  /// Takes over what another process has written.
  func followWriter() {
    guard let store, let backend = backend as? SQLiteBackend, !state.value.withLock({ $0.isSuspended }) else { return }
    do {
      let (epoch, generation) = state.value.withLock { ($0.epoch, $0.generation) }
      let news = try backend.news(since: epoch, in: generation, format)
      state.value.withLock { state in
        (state.epoch, state.generation) = (news.contents.epoch, news.generation)
        state.operations = OperationTable(news.contents.operations, next: 1)
      }
      let isCleared = generation != nil && generation != news.generation
      if isCleared { store.clear() }
      guard isCleared || news.contents.epoch != epoch else { return }
      store.follow(known(news.contents), decode(news.changed))
    } catch {
      reportOnce(error)
    }
  }

  /// Loads records of the files that memory follows.
  ///
  /// - Returns: `nil` if the other process has written since memory last took over its news. Memory has them now, so that it never shows half
  ///   of a publication, and the records are to be loaded again.
  func followed(_ dataIDs: [String], membersOf operation: Int64?, _ backend: SQLiteBackend) throws -> [DurableRecord]? {
    let found = try backend.snapshot(dataIDs, membersOf: operation)
    let isCurrent = state.value.withLock { $0.generation == found.generation && (found.epoch == nil || found.epoch == $0.epoch) }
    if isCurrent { return found.records }
    followWriter()
    return nil
  }
}
