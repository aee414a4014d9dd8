import RelayDurableStore
import TestSupport
import Testing

@testable import RelayRuntime

/// The last call of `suspend()` or `resume()` counts: the system ends a suspended process whose files are open.
@Suite("Suspension of a store on disk")
struct SuspensionTests {
  @Test("a store that was suspended again does not open its files because an earlier opening has failed")
  func retry() async throws {
    let disk = MemoryDisk()
    var durability = Durability.onRequest
    durability.retryDelay = .milliseconds(20)
    let durable = try await DurableTestStore(disk, durability: durability)
    await durable.store.suspend()
    disk.withFaults { $0.opens = Array(repeating: .locked, count: 100_000) }
    durable.store.resume()
    try await durable.store.flush()
    await durable.store.suspend()
    #expect(disk.withFaults { $0.opens.count } < 100_000)
    disk.withFaults { $0.opens = [] }
    // Longer than the time to the next attempt.
    try await Task.sleep(for: .milliseconds(200))
    #expect(!disk.isOpen)
  }

  @Test("an opening that has failed is tried again")
  func failure() async throws {
    let disk = MemoryDisk()
    var durability = Durability.onRequest
    durability.retryDelay = .milliseconds(20)
    let durable = try await DurableTestStore(disk, durability: durability)
    await durable.store.suspend()
    disk.withFaults { $0.opens = [.locked, .locked] }
    durable.store.resume()
    try await eventually { disk.isOpen }
  }

  @Test("of suspending and resuming without a pause, the last one counts")
  func order() async throws {
    let disk = MemoryDisk()
    let durable = try await DurableTestStore(disk)
    for _ in 0..<100 {
      await durable.store.suspend()
      durable.store.resume()
      await durable.store.suspend()
      try await durable.store.flush()
      #expect(!disk.isOpen)
      async let suspension: Void = durable.store.suspend()
      durable.store.resume()
      await suspension
      durable.store.resume()
      try await durable.store.flush()
      #expect(disk.isOpen)
    }
  }
}
