import Foundation
import RelayDurableStore
import RelayRuntime
import TestSupport
import Testing

// The samples of the guides about data on disk.

func makeEnvironment(
  _ network: any RelayNetwork, caches: URL
) async throws -> RelayEnvironment {
  let store = try await RelayStore.open(DurableFolder(caches.appending(path: "relay")))
  return RelayEnvironment(network: network, store: store)
}

func makeReadOnlyEnvironment(
  _ network: any RelayNetwork, group: URL
) async throws -> RelayEnvironment {
  let folder = DurableFolder(group.appending(path: "relay"))
  let store = try await RelayStore.open(readOnly: folder)
  return RelayEnvironment(network: network, store: store)
}

private typealias HomeQuery = CurrentUserToDoListQuery

func takeOver(_ apollo: URL, in environment: RelayEnvironment) throws {
  try environment.seed(HomeQuery(id: "me"), fromApolloSQLite: apollo)
  try FileManager.default.removeItem(at: apollo)
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
    let reading = try await makeReadOnlyEnvironment(network, group: folder.url)
    await reading.store.suspend()
    let second = try await makeEnvironment(network, caches: folder.url)
    try await second.store.flush()
    await second.store.suspend()
  }
}
