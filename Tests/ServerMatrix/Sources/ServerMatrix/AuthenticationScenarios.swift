import Foundation
import RelayRuntime
import Synchronization

extension Scenario {
  static let authentication: [Scenario] = ["private", "private-200"].map { path in
    Scenario(
      "signed in, the token renewed once for all (\(path == "private" ? "status 401" : "an error in a 200"))", needs: [.credentials]
    ) { endpoint in
      guard let root = endpoint.http?.deletingLastPathComponent() else { throw Failure("there is no address") }
      let session = Session(server: root)
      var sockets = URLComponents(url: root.appending(path: path), resolvingAgainstBaseURL: false)
      sockets?.scheme = "ws"
      guard let socketURL = sockets?.url else { throw Failure("there is no address for sockets") }
      let network = authenticatedNetwork(
        server: root.appending(path: path), sockets: socketURL, signedInWith: try await session.newTokens(),
        renew: { _ in try await session.renew() })
      let client = RelayEnvironment(network: network)
      Clients.add(client)
      try checkEqual(try await client.fetch(ViewerQuery()).viewer.name.isEmpty, false)
      try checkEqual(session.renewals, 0)

      try await client.watch { events, states in
        try await eventually("an event") { events.value > 0 }
        // Another device has signed in: the token is now rejected, and the WebSocket with the older one is closed.
        _ = try await session.newTokens()
        let names = try await withThrowingTaskGroup(of: String.self) { group in
          for _ in 0..<10 {
            group.addTask { try await client.fetch(ViewerQuery(), fetchPolicy: .networkOnly, cacheConfig: .init(force: true)).viewer.name }
          }
          return try await group.reduce(into: [String]()) { $0.append($1) }
        }
        try checkEqual(names.count, 10)
        try await eventually("the interruption is told") { states.value.contains { $0.isInterruption } }
        try await eventually("the connection is told") { states.value.last == .connected }
        let before = events.value
        try await eventually("events with the new token") { events.value > before + 2 }
      }
      try checkEqual(session.renewals, 1)
    }
  }
}

/// The server's credentials for signed-in clients.
private final class Session: Sendable {
  private let server: URL
  private let count = Mutex(0)

  init(server: URL) { self.server = server }

  /// How often the client has renewed its token.
  var renewals: Int { count.withLock { $0 } }

  /// Issues tokens that invalidate the previous ones.
  func newTokens() async throws -> Tokens {
    struct Answer: Decodable {
      var access: String
      var refresh: String
    }
    let request = HTTPNetwork.Request(
      url: server.appending(path: "token"), method: "GET", headers: [:], body: .none, timeout: .seconds(10),
      operation: NetworkRequest(operationName: "Token", operationKind: .query, text: nil))
    var body = Data()
    for try await part in try await PlatformHTTPTransport().send(request).body { body += part }
    let answer = try JSONDecoder().decode(Answer.self, from: body)
    return Tokens(access: answer.access, refresh: answer.refresh, expiry: .distantFuture)
  }

  func renew() async throws -> Tokens {
    count.withLock { $0 += 1 }
    return try await newTokens()
  }
}
