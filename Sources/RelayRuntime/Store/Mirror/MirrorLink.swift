/// What has optimistic updates above a store.
protocol Rebasing: AnyObject, Sendable {
  /// Applies the optimistic updates again, because more is known of what is beneath them.
  func rebase()
}

/// What connects a store with its mirror, and the mirror with the store's queues.
struct MirrorLink: Sendable {
  var mirror: (any StoreMirror)?
  /// The queues that change the store. Each has optimistic updates of its own.
  private var queues: [@Sendable () -> (any Rebasing)?] = []

  mutating func add(_ queue: any Rebasing) {
    queues.removeAll { $0() == nil }
    queues.append { [weak queue] in queue }
  }

  var allQueues: [any Rebasing] { queues.compactMap { $0() } }
}

extension RelayStore {
  /// What keeps the store's contents elsewhere, if anything does.
  package var mirror: (any StoreMirror)? { mirrorLink.withLock { $0.mirror } }

  /// Whether the calling thread may wait for the disk: no change of the store waits for it.
  var mayWaitForMirror: Bool { !isChangingHere && !isChangingInOrigin }

  func addQueue(_ queue: any Rebasing) { mirrorLink.withLock { $0.add(queue) } }

  /// Connects a new store with a mirror, and gives it what is known beside its records.
  package func attach(_ mirror: any StoreMirror, _ known: MirroredStore) {
    mirrorLink.withLock { $0.mirror = mirror }
    change(StoreWriter("opening a store")) {
      state.withLock { state in
        state.retention.remembersWritten = true
        state.records.mirrored = nil
        // There are no optimistic updates yet.
        _ = state.restore(known, clock: MirrorClock(configuration))
        // Nobody has subscribed yet.
        _ = state.takeNotifications()
        state.records.mirrored = MirroredChanges(mirror)
      }
    }
  }

  /// From now on, the mirror is told nothing, and what memory lacks is not looked for.
  package func detachMirror() {
    state.withLock { state in
      state.records.mirrored = nil
      for index in state.records.entries.indices { state.records.entries[index].disk = [] }
    }
  }

  /// Whether an environment has the store.
  package var hasHost: Bool { host != nil }

  /// Reports an event of the mirror.
  package func report(_ event: MirrorEvent) {
    guard let host, host.observesStore else { return }
    host.observe(.mirror(event))
  }

  /// Whether something was read that has not been looked for.
  package var isLackingRecords: Bool { state.withLock { $0.records.mirrored?.isLacking ?? false } }
}

/// Keeps records in memory that were loaded for a change, until the change has been made.
final class MemoryPin: Sendable {
  private let store: RelayStore

  init(_ store: RelayStore) {
    self.store = store
    store.state.withLock { $0.work.copies += 1 }
  }

  deinit { store.endCopy() }
}
