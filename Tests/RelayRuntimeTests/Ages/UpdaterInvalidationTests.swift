import TestSupport
import Testing

@testable import RelayRuntime

/// What updaters make stale.
@Suite("Invalidations in updaters", .hangGuard)
@MainActor struct UpdaterInvalidationTests {
  private let mock = MockEnvironment()
  private let query = CurrentUserToDoListQuery(id: "u1")
  private var environment: RelayEnvironment { mock.environment }
  private struct Failure: Error {}

  private func mount(refetchWhenStale: Bool? = nil) async throws -> QueryHandle<CurrentUserToDoListQuery> {
    let handle = environment.query(query, refetchWhenStale: refetchWhenStale)
    try await mock.resolve(query, data: ToDoPayloads.user)
    #expect(!handle.isStale && pending.isEmpty)
    return handle
  }

  private var pending: [String] { mock.pendingOperations.map(\.request.operationName) }
  private let refetch = ["CurrentUserToDoListQuery"]

  /// Each way to name something that the query reads.
  private nonisolated static let invalidations: [@Sendable (RecordSourceProxy) -> Void] = [
    { $0.invalidate(type: "Todo") }, { $0.invalidate(field: "user", on: "Query") },
    { $0.invalidate(field: "user", on: "Query", arguments: ["id": "u1"]) }, { $0.invalidate(field: "text", on: "Todo") },
  ]

  @Test("a type, a field, and a field with its arguments", .cases)
  func local() async throws {
    await eachCase(of: Self.invalidations.indices) { index in
      let test = UpdaterInvalidationTests()
      let handle = try await test.mount()
      try test.environment.commitLocalUpdate { store in
        Self.invalidations[index](store)
        // Nothing is published yet.
        #expect(store["t1"]?["text"] == "Buy milk")
      }
      #expect(handle.isStale && test.pending.isEmpty)
    }
  }

  @Test("other types, fields and arguments are not concerned")
  func others() async throws {
    let handle = try await mount()
    try environment.commitLocalUpdate { store in
      store.invalidate(type: "Nobody")
      store.invalidate(field: "users", on: "Query")
      store.invalidate(field: "user", on: "Query", arguments: ["id": "u2"])
    }
    #expect(!handle.isStale)
  }

  @Test("an updater that throws invalidates nothing, whatever was invalidated before it", .cases)
  func rollback() async throws {
    await eachCase(of: Self.invalidations.indices) { index in
      let test = UpdaterInvalidationTests()
      let handle = try await test.mount()
      #expect(throws: Failure.self) {
        try test.environment.commitLocalUpdate { store in
          Self.invalidations[index](store)
          store["t1"]?["text"] = "Tea"
          throw Failure()
        }
      }
      #expect(!handle.isStale && test.pending.isEmpty)
      #expect(test.environment.store.json["t1"]?["text"] == "Buy milk")
    }
  }

  @Test("a mutation's updater: mounted queries are fetched once, when the answer is in the store, if it asks for that")
  func mutation() async throws {
    let handles = [try await mount(), environment.query(query)]
    for refetches in [false, true] {
      let answer = Task {
        try await environment.commit(
          RenameTodoMutation(id: "t1", text: "Tea"), updater: { $0.invalidate(field: "user", on: "Query", refetches: refetches) })
      }
      try await mock.resolve(
        mock.nextOperation(RenameTodoMutation.self), data: ["renameTodo": ["todo": ["id": "t1", "text": "Tea"]]])
      _ = try await answer.value
      #expect(environment.store.json["t1"]?["text"] == "Tea")
      #expect(handles.allSatisfy { $0.isStale })
      #expect(pending == (refetches ? refetch : []))
    }
    try await mock.resolve(query, data: ToDoPayloads.user)
    #expect(pending.isEmpty && handles.allSatisfy { !$0.isStale })
  }

  @Test("a mutation's updater that throws invalidates nothing")
  func failedMutation() async throws {
    let handle = try await mount()
    let answer = Task {
      try await environment.commit(
        RenameTodoMutation(id: "t1", text: "Tea"),
        updater: { store in
          store.invalidate(type: "Todo", refetches: true)
          throw Failure()
        })
    }
    try await mock.resolve(
      mock.nextOperation(RenameTodoMutation.self), data: ["renameTodo": ["todo": ["id": "t1", "text": "Tea"]]])
    _ = try? await answer.value
    #expect(environment.store.json["t1"]?["text"] == "Tea")
    #expect(!handle.isStale && pending.isEmpty)
  }

  @Test("a query that refetches what is stale by itself does so")
  func refetching() async throws {
    let handle = try await mount(refetchWhenStale: true)
    try environment.commitLocalUpdate { $0.invalidate(type: "Todo") }
    #expect(pending == refetch)
    _ = handle
  }

  @Test("an optimistic updater has no effect on what is stale, nor has its end")
  func optimistic() async throws {
    let handle = try await mount()
    let update = environment.applyOptimistic { $0.invalidate(type: "Todo", refetches: true) }
    #expect(!handle.isStale && pending.isEmpty)
    update.dispose()
    #expect(!handle.isStale && pending.isEmpty)
  }

  @Test("in a batch, the queries are fetched at its end")
  func batch() async throws {
    let handle = try await mount()
    try environment.batchUpdates {
      try environment.commitLocalUpdate { $0.invalidate(type: "Todo", refetches: true) }
      #expect(pending.isEmpty)
    }
    #expect(pending == refetch)
    _ = handle
  }

  @Test("a store that an updater has kept invalidates nothing")
  func closed() async throws {
    let handle = try await mount()
    nonisolated(unsafe) var kept: RecordSourceProxy?
    try environment.commitLocalUpdate { kept = $0 }
    kept?.invalidate(type: "Todo")
    kept?.invalidate(field: "user", on: "Query")
    #expect(!handle.isStale)
  }

  @Test("an interface stands for the types that are known to belong to it")
  func interface() async throws {
    let handle = try await mount()
    try environment.commitLocalUpdate { $0.create(dataID: "client:__type:Todo", typeName: "__TypeSchema")["__isNamed"] = true }
    try environment.commitLocalUpdate { $0.invalidate(type: "Named") }
    #expect(handle.isStale)
  }
}
