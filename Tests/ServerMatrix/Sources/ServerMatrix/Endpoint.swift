import Foundation
import RelayRuntime

/// What a scenario may need of a server.
enum Feature: String, CaseIterable, Sendable {
  case post, get, batches, uploads, persistedQueries, deferral, streaming
  case webSocket, eventStream, singleConnection, multipartSubscriptions
}

/// A server and how it is spoken to.
struct Endpoint: Sendable {
  let name: String
  /// Where queries and mutations go; nil where the server has only subscriptions.
  let http: URL?
  let webSocket: URL?
  let features: Set<Feature>
  /// Why a feature is not there, where its absence is not the whole of the reason.
  var remarks: [Feature: String] = [:]

  /// A client with a store of its own. Its socket closes soon after the last operation, because what is left open is looked for.
  func client(
    _ configuration: HTTPNetwork.Configuration = .init(),
    sockets: WebSocketNetwork.Configuration = .init(idleTimeout: .milliseconds(100))
  ) throws -> RelayEnvironment {
    let subscriptions = self.webSocket.map { WebSocketNetwork(url: $0, configuration: sockets) }
    let network: any Network
    if let http = self.http {
      network = HTTPNetwork(url: http, configuration: configuration, subscriptions: subscriptions)
    } else if let subscriptions {
      network = subscriptions
    } else {
      throw Failure("\(self.name) has no address")
    }
    let client = RelayEnvironment(network: network)
    Clients.add(client)
    return client
  }

  /// The endpoints of servers that listen from `base` on.
  static func all(base: Int) -> [Endpoint] {
    func http(_ offset: Int, _ path: String = "") -> URL? { URL(string: "http://127.0.0.1:\(base + offset)/\(path)") }
    func socket(_ offset: Int, _ path: String) -> URL? { URL(string: "ws://127.0.0.1:\(base + offset)/\(path)") }
    return [
      Endpoint(
        name: "yoga", http: http(0, "graphql"), webSocket: nil,
        features: [.post, .get, .batches, .uploads, .persistedQueries, .deferral, .streaming, .eventStream]),
      Endpoint(name: "apollo", http: http(1), webSocket: nil, features: [.post, .batches, .persistedQueries]),
      Endpoint(name: "graphql-ws", http: nil, webSocket: socket(2, "graphql"), features: [.webSocket]),
      Endpoint(name: "graphql-sse", http: http(3), webSocket: nil, features: [.eventStream, .singleConnection]),
      Endpoint(
        name: "gqlgen", http: http(10, "graphql"), webSocket: nil,
        features: [.post, .get, .uploads, .persistedQueries, .eventStream, .deferral]),
      Endpoint(name: "gqlgen-ws", http: http(10, "graphql"), webSocket: socket(10, "graphql"), features: [.webSocket]),
      Endpoint(
        name: "async-graphql", http: http(20, "graphql"), webSocket: nil,
        features: [.post, .batches, .uploads, .persistedQueries, .multipartSubscriptions]),
      Endpoint(name: "async-graphql-ws", http: http(20, "graphql"), webSocket: socket(20, "ws"), features: [.webSocket]),
      Endpoint(
        name: "strawberry", http: http(30, "graphql"), webSocket: nil,
        features: [.post, .get, .batches, .uploads, .deferral, .streaming, .eventStream, .multipartSubscriptions]),
      Endpoint(name: "strawberry-ws", http: http(30, "graphql"), webSocket: socket(30, "graphql"), features: [.webSocket]),
    ]
  }
}
