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
    guard let store, !state.value.withLock({ $0.isSuspended }) else { return }
    do {
      let contents = try backend.open(format: format)
      let generation = (backend as? SQLiteBackend)?.openGeneration
      let (epoch, isCleared) = state.value.withLock { state in
        defer {
          (state.epoch, state.generation) = (contents.epoch, generation)
          state.operations = OperationTable(contents.operations, next: 1)
        }
        return (state.epoch, state.generation != nil && state.generation != generation)
      }
      if isCleared { store.clear() }
      guard isCleared || contents.epoch != epoch else { return }
      store.follow(known(contents), isCleared ? [] : decode(try backend.load(changedSince: epoch)))
    } catch {
      reportOnce(error)
    }
  }
}
