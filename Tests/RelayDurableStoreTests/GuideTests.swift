import Foundation
import RelayDurableStore
import RelayRuntime
import TestSupport
import Testing

// The samples of the guide "Data that outlives the process".

func makeEnvironment(_ network: any RelayNetwork, caches: URL) async throws -> RelayEnvironment {
  let store = try await RelayStore.open(DurableFolder(caches.appending(path: "relay")))
  return RelayEnvironment(network: network, store: store)
}

@Suite("Store on disk: the guide", .hangGuard)
struct GuideTests {
  @Test("a store is opened, closed and opened again in one folder")
  func sample() async throws {
    let folder = try TemporaryFolder("relay-offline-guide")
    let network = FetchNetwork { _ in throw RelayError.storeCleared }
    let first = try await makeEnvironment(network, caches: folder.url)
    try await first.store.flush()
    await first.store.suspend()
    let second = try await makeEnvironment(network, caches: folder.url)
    try await second.store.flush()
    await second.store.suspend()
  }
}
