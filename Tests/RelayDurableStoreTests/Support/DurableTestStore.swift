import RelayDurableStore

@testable import RelayRuntime

/// A store on disk with its queue. Nothing is written but on request.
struct DurableTestStore {
  let test: TestStore
  let disk: MemoryDisk
  let backend: any DurableBackend

  var store: RelayStore { test.store }
  var queue: PublishQueue { test.queue }

  init(
    _ disk: MemoryDisk, backend: (any DurableBackend)? = nil,
    configuration: RelayStore.Configuration = RelayStore.Configuration(releaseBufferSize: 0),
    durability: Durability = .onRequest, handlers: @escaping @Sendable (String) -> (any FieldHandler)? = { _ in nil }
  ) async throws {
    var configuration = configuration
    configuration.schedule = { _ in }
    self.disk = disk
    self.backend = backend ?? MemoryBackend(disk)
    let store = try await RelayStore.open(self.backend, configuration: configuration, durability: durability)
    test = TestStore(store: store, queue: PublishQueue(store: store, handlers: handlers))
  }

  /// Waits until everything has been loaded that was read.
  func settle() async {
    repeat { await store.prepare(records: []) } while store.isLackingRecords
  }

  /// Ends the process as it would be ended by the system: nothing more is written.
  func kill() {
    disk.kill()
    if !(backend is MemoryBackend) { backend.close() }
  }

  /// Forgets everything in memory that is on disk and that nobody holds.
  func evict() { store.collectGarbage() }
}

extension Durability {
  /// Nothing is written before it is asked for.
  static var onRequest: Durability {
    var durability = Durability()
    durability.flushInterval = .seconds(1e7)
    durability.maximumAge = nil
    durability.retryDelay = .seconds(1e6)
    return durability
  }
}
