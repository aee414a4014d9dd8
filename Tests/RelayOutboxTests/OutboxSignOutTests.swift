import Foundation
import RelayOutbox
import RelayRuntime
import TestSupport
import Testing

/// What belongs to one user is neither shown nor sent for the next, whenever the store is cleared.
@Suite("Outbox: signing out", .hangGuard)
struct OutboxSignOutTests {
  /// Calls a function when something has been stored.
  private final class ObservedStorage: OutboxStorage {
    private let base: MemoryOutboxStorage
    private let count = Lock(0)
    private let stored = Lock<(@Sendable (Int) -> Void)?>(nil)

    init(_ base: MemoryOutboxStorage) { self.base = base }

    /// - Parameter body: gets the number of the commit, from 1.
    func onCommit(_ body: @escaping @Sendable (Int) -> Void) { stored.withLock { $0 = body } }

    func rows() throws -> [StoredRow] { try base.rows() }

    func commit(_ changes: [StoredChange]) throws {
      try base.commit(changes)
      let number = count.withLock { count in
        count += 1
        return count
      }
      stored.withLock { $0 }?(number)
    }

    func close() {}
  }

  private let server = TodoServer()
  private let base = MemoryOutboxStorage()

  /// The list of the next user.
  private static let next: JSON = [
    "todos": [
      "edges": [["node": ["__typename": "Todo", "id": "z", "text": "Z", "count": 0], "cursor": "z"]],
      "pageInfo": ["endCursor": nil, "hasNextPage": false],
    ]
  ]

  /// Signs the user out, and the next one in, when something has been stored.
  private func signOut(atCommit number: Int, _ life: Life, _ storage: ObservedStorage) {
    storage.onCommit { [environment = life.environment] count in
      guard count == number else { return }
      environment.store.clear()
      try? environment.commitPayload(TodosQuery(), Self.next)
    }
  }

  private func checkNextUser(_ life: Life) {
    #expect(life.shown.map(\.id) == ["z"])
    #expect(life.environment.store.json["c"] == nil)
  }

  @Test("while a mutation is being stored: it is not shown to the next user, and is there for its own")
  func whileStoring() async throws {
    let storage = ObservedStorage(base)
    let life = try await Life(server, storage)
    signOut(atCommit: 1, life, storage)
    try await life.add("c")
    checkNextUser(life)
    #expect(life.network.requests.isEmpty)
    await #expect(throws: OutboxError.closed) { try await life.add("d") }
    _ = try await life.outbox.close()
    let back = try await Life(server, base)
    #expect(await back.settle() == .idle)
    #expect(server.executions.map(\.id) == ["c"])
  }

  @Test("before a request that is stored as being sent: it is not sent with the next user's credentials")
  func beforeSending() async throws {
    let storage = ObservedStorage(base)
    let life = try await Life(server, storage)
    signOut(atCommit: 2, life, storage)
    try await life.add("c", policy: OutboxPolicy(delivery: .atLeastOnce))
    #expect(await life.settle() == .closed)
    _ = try await life.outbox.close()
    #expect(life.network.requests.isEmpty && server.executions.isEmpty)
    checkNextUser(life)
    let back = try await Life(server, base)
    #expect(await back.settle() == .idle)
    #expect(server.executions.map(\.id) == ["c"])
  }

  @Test("while an answer is being stored: the next user's store does not get it, and the mutation is not sent again")
  func whileAnswering() async throws {
    let storage = ObservedStorage(base)
    let life = try await Life(server, storage)
    signOut(atCommit: 3, life, storage)
    try await life.add("c")
    try await eventually { life.network.runningCount == 0 && life.outbox.currentState == .closed }
    checkNextUser(life)
    #expect(life.outbox.entries.map(\.status) == [.answered])
    _ = try await life.outbox.close()
    let back = try await Life(server, base)
    #expect(await back.settle() == .idle)
    #expect(server.executions.count == 1 && back.shown.map(\.id).contains("c"))
    #expect(try base.rows().isEmpty)
  }

  @Test("a request that is on its way is not repeated by the network for the next user")
  func requestsEnd() async throws {
    let gate = Gate()
    let network = FaultyNetwork(server) { _ in
      await gate.wait()
      return .none
    }
    let life = try await Life(server, base, network: network)
    try await life.add("c")
    try await eventually { network.requests.count == 1 }
    #expect(network.requests.allSatisfy { $0.isCurrent })
    life.environment.store.clear()
    #expect(network.requests.allSatisfy { !$0.isCurrent })
    gate.open()
  }

  @Test("the next user has an outbox of their own in the same folder and environment")
  func nextUser() async throws {
    let folder = try TemporaryFolder("relay-outbox")
    let isOffline = Lock(true)
    let network = FaultyNetwork(server) { _ in isOffline.withLock { $0 } ? .refused : .none }
    let environment = RelayEnvironment(network: network)
    let retained = environment.retain(TodosQuery())
    func open(_ owner: String) async throws -> Outbox {
      try await Outbox.open(folder.url, owner: owner, environment: environment, mutations: allMutations)
    }
    try environment.commitPayload(TodosQuery(), server.list)
    let ada = try await open("ada")
    try await ada.enqueue(IncrementTodoMutation(id: "a"), policy: OutboxPolicy(delivery: .atLeastOnce))
    #expect(environment.read(TodosQuery())?.todos?.edges?.first??.node?.count == 1)
    try await ada.close()
    environment.store.clear()

    try environment.commitPayload(TodosQuery(), server.list)
    let bob = try await open("bob")
    isOffline.withLock { $0 = false }
    #expect(bob.entries.isEmpty && !bob.isPending("a"))
    #expect(environment.read(TodosQuery())?.todos?.edges?.first??.node?.count == 0)
    _ = try await bob.enqueue(IncrementTodoMutation(id: "b")).result()
    #expect(server.executions.map(\.id) == ["b"])
    try await bob.close()
    environment.store.clear()

    let again = try await open("ada")
    try await eventually { again.entries.isEmpty }
    #expect(server.executions.map(\.id) == ["b", "a"])
    withExtendedLifetime(retained) {}
  }
}
