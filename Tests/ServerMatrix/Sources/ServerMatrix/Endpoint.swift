import Foundation
import RelayRuntime

/// The features of a server that a scenario may need.
enum Feature: String, CaseIterable, Sendable {
  case post, get, preflight, credentials, batches, uploads, persistedQueries, deferral, streaming
  case webSocket, eventStream, singleConnection, multipartSubscriptions

  var description: String {
    switch self {
    case .post: "queries over HTTP"
    case .get: "queries by GET"
    case .preflight: "prevention of requests from other sites"
    case .credentials: "clients that have to sign in"
    case .batches: "batches"
    case .uploads: "uploads"
    case .persistedQueries: "automatic persisted queries"
    case .deferral: "@defer"
    case .streaming: "@stream"
    case .webSocket: "WebSocket"
    case .eventStream: "subscriptions over event streams"
    case .singleConnection: "event stream for all operations"
    case .multipartSubscriptions: "multipart subscriptions"
    }
  }
}

/// A server, and how to connect to it.
struct Endpoint: Sendable {
  let name: String
  /// The URL for queries and mutations; nil if the server only has subscriptions.
  let http: URL?
  let webSocket: URL?
  let features: Set<Feature>
  /// The reason why a feature is not tested, unless the server does not support it.
  var remarks: [Feature: String] = [:]

  /// A client with its own store. Its WebSocket is closed soon after the last operation, because tests check that nothing is left open.
  func client(
    _ configuration: HTTPNetwork.Configuration = .init(),
    sockets: WebSocketNetwork.Configuration = .init(idleTimeout: .milliseconds(100))
  ) throws -> RelayEnvironment {
    let subscriptions = webSocket.map { WebSocketNetwork(url: $0, configuration: sockets) }
    let network: any RelayNetwork
    if let http = self.http {
      network = HTTPNetwork(url: http, configuration: configuration, subscriptions: subscriptions)
    } else if let subscriptions {
      network = subscriptions
    } else {
      throw Failure("\(name) has no address")
    }
    let client = RelayEnvironment(network: network)
    Clients.add(client)
    return client
  }

  /// The endpoints of servers that listen on ports starting at `base`.
  static func all(base: Int) -> [Endpoint] {
    func http(_ offset: Int, _ path: String = "") -> URL? { URL(string: "http://127.0.0.1:\(base + offset)/\(path)") }
    func socket(_ offset: Int, _ path: String) -> URL? { URL(string: "ws://127.0.0.1:\(base + offset)/\(path)") }
    /// A server whose other features are tested under a different name.
    func socketOnly(_ name: String, of other: String, http: URL?, webSocket: URL?) -> Endpoint {
      let others = Feature.allCases.filter { $0 != .webSocket }
      let remarks = Dictionary(uniqueKeysWithValues: others.map { ($0, "is for WebSockets; the rest is tested as \(other)") })
      return Endpoint(name: name, http: http, webSocket: webSocket, features: [.webSocket], remarks: remarks)
    }
    func tested(as name: String) -> [Feature: String] { [.webSocket: "is tested as \(name)"] }
    let onlyStreams = Dictionary(
      uniqueKeysWithValues: [Feature.post, .get].map { ($0, "has queries, but only in event streams, which is part of other scenarios") })
    return [
      Endpoint(
        name: "yoga", http: http(0, "graphql"), webSocket: nil,
        features: [.post, .get, .batches, .uploads, .persistedQueries, .deferral, .streaming, .eventStream]),
      Endpoint(
        name: "apollo", http: http(1), webSocket: nil, features: [.post, .get, .preflight, .batches, .persistedQueries]),
      Endpoint(name: "graphql-ws", http: nil, webSocket: socket(2, "graphql"), features: [.webSocket]),
      Endpoint(
        name: "graphql-sse", http: http(3), webSocket: nil, features: [.eventStream, .singleConnection],
        remarks: onlyStreams),
      Endpoint(
        name: "gqlgen", http: http(10, "graphql"), webSocket: nil,
        features: [.post, .get, .uploads, .persistedQueries, .eventStream, .deferral], remarks: tested(as: "gqlgen-ws")),
      socketOnly("gqlgen-ws", of: "gqlgen", http: http(10, "graphql"), webSocket: socket(10, "graphql")),
      Endpoint(
        name: "async-graphql", http: http(20, "graphql"), webSocket: nil,
        features: [.post, .batches, .uploads, .persistedQueries, .multipartSubscriptions], remarks: tested(as: "async-graphql-ws")),
      socketOnly("async-graphql-ws", of: "async-graphql", http: http(20, "graphql"), webSocket: socket(20, "ws")),
      Endpoint(
        name: "strawberry", http: http(30, "graphql"), webSocket: nil,
        features: [.post, .get, .credentials, .batches, .uploads, .deferral, .streaming, .eventStream, .multipartSubscriptions],
        remarks: tested(as: "strawberry-ws")),
      socketOnly("strawberry-ws", of: "strawberry", http: http(30, "graphql"), webSocket: socket(30, "graphql")),
    ]
  }
}
