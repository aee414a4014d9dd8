import Foundation
import RelayDurableStore
import TestSupport
import Testing

@testable import RelayRuntime

@Suite("What the publishing thread does for the disk (promise 6)")
struct PublishingThreadTests {
  /// Notes the threads on which a backend is used.
  private final class Watched: DurableBackend {
    let backend: MemoryBackend
    let threads = Recorder<UInt>()

    init(_ backend: MemoryBackend) { self.backend = backend }

    static var thread: UInt { withUnsafeBytes(of: pthread_self()) { $0.loadUnaligned(as: UInt.self) } }

    private func noted<Result>(_ body: () throws -> Result) rethrows -> Result {
      threads.append(Watched.thread)
      return try body()
    }

    func open(format: DurableFormat) throws -> DurableContents { try noted { try backend.open(format: format) } }
    func load(_ identities: [String]) throws -> [DurableRecord] { try noted { try backend.load(identities) } }
    func load(membersOf operation: Int64) throws -> [DurableRecord] { try noted { try backend.load(membersOf: operation) } }
    func load(changedSince epoch: Int64) throws -> [DurableRecord] { try noted { try backend.load(changedSince: epoch) } }
    func commit(_ batch: DurableBatch, merging: (_ stored: [UInt8], _ new: [UInt8]) throws -> [UInt8]) throws {
      try noted { try backend.commit(batch, merging: merging) }
    }
    func collect(_ limits: DurableLimits) throws -> DurableCollection? { try noted { try backend.collect(limits) } }
    func clear() throws { try noted { try backend.clear() } }
    func close() { noted { backend.close() } }
  }

  @Test("it never calls the backend, however much it publishes and reads")
  func calls() async throws {
    let disk = MemoryDisk()
    let watched = Watched(MemoryBackend(disk))
    var durability = Durability()
    durability.flushInterval = .milliseconds(1)
    let store = try await DurableTestStore(disk, backend: watched, durability: durability)
    let publishing = Recorder<UInt>()
    let (ended, end) = AsyncStream<Void>.makeStream()
    // A thread of its own: the queues' threads may be those of the test.
    let thread = Thread {
      publishing.append(Watched.thread)
      for number in 0..<3_000 {
        _ = try? store.test.publish(
          DurableStoreTests.query("u\(number)"),
          #"{"data":{"user":{"id":"u\#(number)","name":"\#(number)","link":{"id":"u\#(number / 2)","name":"L"},"list":[]}}}"#)
        _ = store.store.check(DurableStoreTests.query("u\(number / 3)"))
        if number % 1_000 == 999 { store.evict() }
      }
      end.finish()
      // Its number is not given to another thread before everything has been written.
      while disk.withContents({ $0.records["u2999"] == nil }) { usleep(1_000) }
    }
    thread.start()
    for await _ in ended {}
    try await store.store.flush()
    await store.settle()
    #expect(!watched.threads.values.isEmpty)
    #expect(!watched.threads.values.contains(try #require(publishing.values.first)))
  }

  @Test("events about the disk have no identity, variable, value or path in them (promise 21)")
  func events() async throws {
    let place = try TemporaryFolder("MARKER")
    let events = Recorder<String>()
    var configuration = RelayEnvironment.Configuration()
    configuration.log = { event in
      switch event {
      case .storeWrite, .storeLoad, .storeEvict, .storeDamage, .storeReset, .storeFailure: events.append("\(event)")
      default: break
      }
    }
    let folder = place.url.appendingPathComponent("store")
    var durability = Durability.onRequest
    durability.maximumSize = 1
    func process(_ body: (RelayStore, TestStore) async throws -> Void) async throws {
      let store = try await RelayStore.open(DurableFolder(folder), durability: durability)
      let environment = RelayEnvironment(network: NoNetwork(), store: store, configuration: configuration)
      try await body(store, TestStore(store: store, queue: environment.queue))
      await store.suspend()
    }
    try await process { store, test in
      try test.publish(DurableStoreTests.query("MARKER"), #"{"data":{"user":{"id":"MARKER","name":"MARKER","link":null,"list":[]}}}"#)
      try await store.flush()
      _ = await store.prepare(DurableStoreTests.query("MARKER2"))
    }
    // Damaged, and then of another format.
    let file = folder.appendingPathComponent("data-1/records.sqlite")
    try Data(repeating: 7, count: 5_000).write(to: file)
    try await process { _, _ in }
    durability.dataVersion = 1
    try await process { store, _ in
      try FileManager.default.removeItem(at: folder)
      try Data().write(to: folder)
      store.clear()
    }
    let kinds = ["storeWrite", "storeLoad", "storeEvict", "storeReset"]
    try await eventually("\(events.values)") { kinds.allSatisfy { kind in events.values.contains { $0.contains(kind) } } }
    #expect(!events.values.contains { $0.contains("MARKER") })
  }
}
