import Foundation
import RelayOutbox
import TestSupport
import Testing

@testable import RelayRuntime

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// An outbox whose store has been cleared belongs to the previous user: nothing of it is shown to the next one, or sent as the next one.
@Suite("Logging out with an outbox", .hangGuard)
struct OutboxLogOutTests {
  private let server = TodoServer()
  private let storage = MemoryOutboxStorage()

  /// What happens to the first request of a mutation.
  enum Failure: CaseIterable {
    /// Nothing is at the server's address, so that it would be sent again.
    case refused
    /// The credential is rejected, so that it would be renewed.
    case rejected
  }

  /// A server that is reached for the first time when its user logs out and another one signs in.
  private final class Transport: HTTPTransport {
    let requests = Lock<[HTTPNetwork.Request]>([])
    private let failure: Failure
    private let logOut = Lock<(@Sendable () -> Void)?>(nil)

    init(_ failure: Failure) { self.failure = failure }

    func whenReached(_ logOut: @escaping @Sendable () -> Void) { self.logOut.withLock { $0 = logOut } }

    func send(_ request: HTTPNetwork.Request) async throws -> HTTPNetwork.Response {
      requests.withLock { $0.append(request) }
      let logOut = self.logOut.withLock { logOut in
        defer { logOut = nil }
        return logOut
      }
      let json: HTTPNetwork.Headers = ["Content-Type": "application/json"]
      guard let logOut else {
        return HTTPNetwork.Response(status: 200, headers: json, body: Data(#"{"data":{"renameTodo":null}}"#.utf8))
      }
      logOut()
      if failure == .refused { throw URLError(.cannotConnectToHost) }
      return HTTPNetwork.Response(status: 401, headers: json, body: Data())
    }
  }

  @Test("a request that failed is not sent again with the next user's credential", arguments: Failure.allCases)
  func requests(_ failure: Failure) async throws {
    let transport = Transport(failure)
    let token = RenewableCredential("ada") { _ in "ada 2" }
    let environment = RelayEnvironment(
      network: HTTPNetwork(
        url: try #require(URL(string: "https://example.com/graphql")),
        configuration: HTTPNetwork.Configuration(
          interceptors: [AuthenticationInterceptor(bearer: token)], retryPolicy: RetryPolicy(initialDelay: .zero)),
        transport: transport))
    transport.whenReached {
      environment.store.clear()
      token.set("bob")
    }
    let outbox = try await Outbox.open(storage, environment: environment, mutations: allMutations)
    try await outbox.enqueue(RenameTodoMutation(id: "a", text: "X"))
    for await state in outbox.state where state == .closed { break }
    #expect(transport.requests.withLock { $0.map { $0.headers["Authorization"] } } == ["Bearer ada"])
    _ = try await outbox.close()
    #expect(try storage.rows().count == 1)
  }

  @Test("what has failed can be discarded, but neither sent nor shown again")
  func decisions() async throws {
    let network = FaultyNetwork(server) { _ in .rejected }
    let life = try await Life(server, storage, network: network)
    let first = try await life.rename("a", "Ada's", policy: OutboxPolicy(lane: "a"))
    let second = try await life.rename("b", "Ada's", policy: OutboxPolicy(lane: "b"))
    #expect(await life.settle() == .waitingForDecisions)
    life.environment.store.clear()
    try life.environment.commitPayload(TodosQuery(), server.list)
    let shown = life.shown
    await #expect(throws: OutboxError.closed) { try await first.retry() }
    await #expect(throws: OutboxError.closed) {
      try await second.edit(
        RenameTodoMutation(id: "b", text: "Ada's"), optimisticResponse: ["renameTodo": ["todo": ["id": "b", "text": "Ada's"]]])
    }
    #expect(life.shown == shown && shown.count == 2)
    try await first.discard()
    #expect(life.shown == shown && network.requests.count == 2)
    _ = try await life.outbox.close()
    #expect(try storage.rows().count == 1)
  }

  @Test("expected changes that have not been shown yet are not shown to the next user")
  func layers() async throws {
    let environment = RelayEnvironment(network: FaultyNetwork(server))
    let session = environment.storedMutationSession()
    let operation = environment.storedMutation(RenameTodoMutation.self, variables: ["id": "a", "text": "Ada's"])
    func layer() throws -> OptimisticLayer {
      try environment.optimisticLayer(of: operation, response: ["renameTodo": ["todo": ["id": "a", "text": "Ada's"]]])
    }
    let shown = try layer()
    environment.replaceLayers(ending: [], applying: [shown], in: session)
    #expect(environment.store.json["a"] != nil)
    environment.store.clear()
    let cleared = environment.store.json
    environment.replaceLayers(ending: [shown], applying: [try layer()], in: session)
    #expect(environment.store.json == cleared)
  }

  @Test("an answer that arrives later is not shown to the next user, but to its own, who comes back")
  func answers() async throws {
    let gate = Gate()
    let network = FaultyNetwork(server) { _ in
      await gate.wait()
      return .none
    }
    let life = try await Life(server, storage, network: network)
    try await life.rename("a", "Ada's")
    try await eventually { network.requests.count == 1 }
    life.environment.store.clear()
    try life.environment.commitPayload(TodosQuery(), TodoServer([TodoServer.Todo(id: "a", text: "Bob's", count: 0)]).list)
    let shown = life.shown
    gate.open()
    try await eventually { server.executions.count == 1 }
    #expect(await life.settle() == .closed)
    #expect(life.shown == shown && shown.map(\.text) == ["Bob's"])
    _ = try await life.outbox.close()
    let next = try await Life(server, storage)
    #expect(await next.settle() == .idle)
    #expect(next.shown.first?.text == "Ada's")
    #expect(server.executions.count == 1)
  }
}
