import Foundation
import RelayDurableStore
import TestSupport
import Testing

@testable import RelayRuntime

/// What is on its way to the disk or from it when a user logs out must not reach the next user.
@Suite("Logging out of a store on disk")
struct DurableLogOutTests {
  private static let query = CurrentUserToDoListQuery(id: "u1")

  /// A disk with the answer to one query.
  private static func disk() async throws -> MemoryDisk {
    let disk = MemoryDisk()
    let first = try await DurableTestStore(disk)
    try RelayEnvironment(network: NoNetwork(), store: first.store).commitPayload(query, body: Data(GoldenPage.text.utf8))
    try await first.store.flush()
    first.kill()
    return disk
  }

  /// A store that is cleared while it loads for the first time.
  private static func clearedWhileLoading() async throws -> (DurableTestStore, RelayEnvironment, NoNetwork) {
    let disk = try await disk()
    let durable = try await DurableTestStore(disk)
    let store = durable.store
    disk.withFaults { $0.beforeLoaded = { store.clear() } }
    let network = NoNetwork()
    return (durable, RelayEnvironment(network: network, store: store), network)
  }

  private static func expectNothing(of durable: DurableTestStore) async throws {
    await durable.settle()
    try await durable.store.flush()
    #expect(durable.store.json == RelayStore().json)
    #expect(durable.disk.withContents { $0.members.isEmpty && $0.records["u1"] == nil })
  }

  @Test("what is being loaded does not get into memory")
  func loading() async throws {
    let (durable, _, _) = try await Self.clearedWhileLoading()
    #expect(await durable.store.prepare(Self.query) == .missing)
    try await Self.expectNothing(of: durable)
  }

  @Test("a query that waits for the disk is not sent as the next user's", arguments: [FetchPolicy.storeOrNetwork, .storeAndNetwork])
  func fetching(_ policy: FetchPolicy) async throws {
    let (durable, environment, network) = try await Self.clearedWhileLoading()
    await #expect(throws: RelayError.storeCleared) { try await environment.fetch(Self.query, fetchPolicy: policy) }
    #expect(network.requests.values == [])
    try await Self.expectNothing(of: durable)
  }

  @Test("a query that was started before its view exists, and waits for the disk, is not sent as the next user's")
  @MainActor func preloading() async throws {
    let (durable, environment, network) = try await Self.clearedWhileLoading()
    let preloaded = environment.preload(Self.query)
    await #expect(throws: RelayError.storeCleared) { _ = try await preloaded.data() }
    #expect(network.requests.values == [])
    try await Self.expectNothing(of: durable)
  }

  @Test("what is being written is not on disk afterwards")
  func writing() async throws {
    let disk = MemoryDisk()
    let durable = try await DurableTestStore(disk)
    let store = durable.store
    try RelayEnvironment(network: NoNetwork(), store: store).commitPayload(Self.query, body: Data(GoldenPage.text.utf8))
    disk.withFaults { $0.beforeCommitted = { store.clear() } }
    try await store.flush()
    try await Self.expectNothing(of: durable)
  }

  @Test("an archive that is being read, such as the data that an app ships, is not restored")
  func restoring() async throws {
    let folder = try TemporaryFolder("durable-log-out")
    let file = folder.url.appendingPathComponent("store")
    let shipped = RelayEnvironment(network: NoNetwork())
    try shipped.commitPayload(Self.query, body: Data(GoldenPage.text.utf8))
    try shipped.store.save(to: file)
    let (durable, _, _) = try await Self.clearedWhileLoading()
    #expect(throws: RelayError.storeCleared) { try durable.store.restore(from: file) }
    try await Self.expectNothing(of: durable)
  }
}
