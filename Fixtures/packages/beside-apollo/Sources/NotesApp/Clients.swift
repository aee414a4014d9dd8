import Apollo
import Foundation
import RelayRuntime

/// Both clients of the app, and their connection. It lives as long as the app.
struct Clients {
  let relay: RelayEnvironment
  let apollo: ApolloClient
  private let following: Task<Void, any Error>

  init(server: NotesServer, url: URL) {
    // Relay's records have the same keys as Apollo's.
    let relay = RelayEnvironment(network: server.network, configuration: .init(identity: .byTypeAndID))
    let store = ApolloStore()
    self.relay = relay
    apollo = ApolloClient(
      networkTransport: RequestChainNetworkTransport(
        urlSession: server, interceptorProvider: BridgedInterceptors(relay: relay), endpointURL: url), store: store)
    let changes = relay.recordChanges()
    following = Task { try await store.follow(changes) }
  }
}
