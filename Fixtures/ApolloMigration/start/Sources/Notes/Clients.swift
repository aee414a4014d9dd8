import Apollo
import Foundation

/// The app's client and its connection to the server.
struct Clients {
  let apollo: ApolloClient

  init(server: NotesServer, url: URL) {
    apollo = ApolloClient(
      networkTransport: RequestChainNetworkTransport(
        urlSession: server, interceptorProvider: DefaultInterceptorProvider.shared, endpointURL: url), store: ApolloStore())
  }
}
