/// Lets an updater find what only the disk has. If it reads a record that memory lacks, its changes are dropped, the record is loaded
/// outside of all locks, and the updater runs again.
final class UpdaterTrial: Sendable {
  /// Ends a run whose changes are dropped. It is not reported.
  struct RunsAgain: Error {}

  private struct State {
    /// What the last run has read in vain.
    var lacking: [String] = []
    var rounds = 0
    /// Whether the updater takes what memory has.
    var isLast = false
  }

  /// A link is followed in each round; more of them are not waited for.
  private static let maximumRounds = 64

  private let store: RelayStore
  private let mirror: any StoreMirror
  /// What is loaded stays in memory until the updater has run.
  private let pin: MemoryPin
  private let state = Lock(State())

  /// - Returns: `nil` for a store without a disk, and where the disk must not be waited for.
  init?(_ store: RelayStore) {
    guard let mirror = store.mirror, store.mayWaitForMirror else { return nil }
    (self.store, self.mirror, pin) = (store, mirror, MemoryPin(store))
  }

  /// Whether a run is repeated that has read records in vain.
  func repeats(_ lacking: [String]) -> Bool {
    state.withLock { state in
      guard !lacking.isEmpty, !state.isLast else { return false }
      state.lacking = lacking
      return true
    }
  }

  /// Loads what the last run has lacked. Call it outside of all locks.
  ///
  /// - Returns: whether the updater is to run again.
  func load() -> Bool {
    let lacking = state.withLock { state in
      defer { state.lacking = [] }
      return state.lacking
    }
    guard !lacking.isEmpty else { return false }
    mirror.load(lacking)
    // What cannot be read now is not waited for.
    let isLoaded = store.isComplete(lacking)
    state.withLock { state in
      state.rounds += 1
      state.isLast = !isLoaded || state.rounds == UpdaterTrial.maximumRounds
    }
    return true
  }
}

extension RelayStore {
  /// Whether memory has everything of records.
  fileprivate func isComplete(_ dataIDs: [String]) -> Bool {
    state.withLock { state in
      dataIDs.allSatisfy { dataID in state.records.names.find(dataID).map { !state.records.isIncomplete($0) } ?? false }
    }
  }

  /// Warns that an updater has read what only the disk has, where it could not be loaded.
  func warnOfLacking(_ name: String, _ operation: OperationDescriptor?) {
    let writer = StoreWriter(name, operation).description
    warnOnce(about: ["lacking", writer]) {
      "\(writer) has read records that may be only on disk, inside of another change of the store, where they cannot be loaded. Load them "
        + "before that change: await store.prepare(records:)."
    }
  }
}
