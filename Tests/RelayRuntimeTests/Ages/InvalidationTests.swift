import TestSupport
import Testing

@testable import RelayRuntime

/// What mutations, subscriptions and the app make stale, and which queries are fetched again.
@Suite("Invalidations", .hangGuard)
@MainActor struct InvalidationTests {
  private let mock = MockEnvironment()
  private let query = CurrentUserToDoListQuery(id: "u1")
  private var environment: RelayEnvironment { mock.environment }

  /// A mounted query with its answer.
  private func mount(in mock: MockEnvironment? = nil) async throws -> QueryHandle<CurrentUserToDoListQuery> {
    let mock = mock ?? self.mock
    let handle = mock.environment.query(query)
    try await mock.resolve(query, data: ToDoPayloads.user)
    #expect(mock.pendingOperations.isEmpty && handle.result.data != nil)
    return handle
  }

  private var pending: [String] { mock.pendingOperations.map(\.request.operationName) }
  private let refetch = ["CurrentUserToDoListQuery"]

  // MARK: Mutations

  @Test("a mutation's field: queries that read what it names are fetched once, when the answer is in the store")
  func mutation() async throws {
    let handles = [try await mount(), environment.query(query)]
    let answer = Task { try await environment.commit(ClearTodosMutation(all: true)) }
    let operation = try await mock.nextOperation(ClearTodosMutation.self)
    #expect(pending == ["ClearTodosMutation"])
    try await mock.resolve(operation, data: ["clear": ["count": 2, "cleared": [["id": "t1", "text": "gone"]]]])
    _ = try await answer.value
    #expect(environment.store.json["t1"]?["text"] == "gone")
    #expect(pending == refetch)
    try await mock.resolve(query, data: ToDoPayloads.user)
    #expect(pending.isEmpty && handles.allSatisfy { !$0.isRefreshing })
  }

  @Test("nothing if the field is null, or has an error, or is under a condition that does not hold")
  func noValue() async throws {
    let handle = try await mount()
    for (all, data, errors) in [
      (true, ["clear": .null], []), (true, ["clear": .null], [["message": "no", "path": ["clear"]]]),
    ] as [(Bool, JSON, [JSON])] {
      let answer = Task { try await environment.commit(ClearTodosMutation(all: all)) }
      try await mock.resolve(mock.nextOperation(ClearTodosMutation.self), data: data, errors: errors)
      _ = try? await answer.value
      #expect(pending.isEmpty)
    }
    _ = handle
  }

  @Test("a field below others, and one under a condition")
  func nested() async throws {
    let handle = try await mount()
    for (all, cleared, expected) in [
      (true, .array([]), []), (false, .array([["id": "t1", "text": "a", "owner": ["id": "u1"]]]), []),
      (true, .array([.null, ["id": "t1", "text": "a", "owner": .null]]), []),
      (true, .array([.null, ["id": "t1", "text": "a", "owner": ["id": "u1"]]]), refetch),
    ] as [(Bool, JSON, [String])] {
      let answer = Task { try await environment.commit(NestedInvalidationMutation(all: all)) }
      try await mock.resolve(mock.nextOperation(NestedInvalidationMutation.self), data: ["clear": ["cleared": cleared]])
      _ = try await answer.value
      #expect(pending == expected, "\(all) \(cleared)")
    }
    _ = handle
  }

  @Test("an object that links to itself many times is looked at once for each place in the document")
  func repeatedObjects() async throws {
    let handle = try await mount()
    let answer = Task { try await environment.commit(FriendsMutation()) }
    // 400 links on each of four levels: more paths than can be walked. The field is missing at the end of each.
    let friends = JSON.array(Array(repeating: ["id": "u9"], count: 400))
    try await mock.resolve(mock.nextOperation(FriendsMutation.self), data: ["user": ["id": "u9", "friends": friends]])
    _ = try await answer.value
    #expect(pending.isEmpty)
    _ = handle
  }

  @Test("an optimistic response invalidates nothing, and its end nothing more")
  func optimistic() async throws {
    let handle = try await mount()
    let answer = Task {
      try await environment.commit(
        ClearTodosMutation(all: true), optimisticResponse: ["clear": ["count": 1, "cleared": [["id": "t1", "text": "soon"]]]])
    }
    let operation = try await mock.nextOperation(ClearTodosMutation.self)
    #expect(environment.store.json["t1"]?["text"] == "soon")
    #expect(pending == ["ClearTodosMutation"] && !handle.isStale)
    try await mock.reject(operation, RelayError.http(status: 500, body: ""))
    _ = try? await answer.value
    #expect(pending.isEmpty && !handle.isStale)
  }

  @Test("a query in flight when the answer arrives is fetched again after its own answer")
  func inFlight() async throws {
    let handle = try await mount()
    handle.refetch()
    let first = try await mock.nextOperation(CurrentUserToDoListQuery.self)
    let answer = Task { try await environment.commit(ClearTodosMutation(all: true)) }
    try await mock.resolve(mock.nextOperation(ClearTodosMutation.self), data: ["clear": ["count": 0, "cleared": []]])
    _ = try await answer.value
    #expect(pending == refetch)
    try await mock.resolve(first, data: ToDoPayloads.user)
    try await eventually { pending == refetch }
    try await mock.resolve(query, data: ToDoPayloads.user)
    #expect(pending.isEmpty)
  }

  @Test("each event of a subscription")
  func subscription() async throws {
    let handle = try await mount()
    let events = Task { for try await _ in environment.subscribe(TodosClearedSubscription()) {} }
    let operation = try await mock.nextOperation(TodosClearedSubscription.self)
    for value in [JSON.int(1), .null, .int(2)] {
      try await mock.nextValue(operation, data: ["cleared": value])
      #expect(pending.filter { $0 != "TodosClearedSubscription" } == (value.isNull ? [] : refetch), "\(value)")
      if !value.isNull { try await mock.resolve(query, data: ToDoPayloads.user) }
    }
    events.cancel()
    _ = handle
  }

  // MARK: The store

  @Test("a type: what reads an object of it is stale, and is fetched when it is asked for, or at once")
  func type() async throws {
    let handle = try await mount()
    environment.store.invalidate(type: "Photo", refetches: true)
    environment.store.invalidate(type: "NoSuchType", refetches: true)
    #expect(!handle.isStale && pending.isEmpty)
    environment.store.invalidate(type: "Todo")
    #expect(handle.isStale && pending.isEmpty)
    // No record is marked, however many there are.
    #expect(environment.store.state.withLock { $0.invalidations.records.isEmpty })
    let second = environment.query(query)
    #expect(pending == refetch)
    try await mock.resolve(query, data: ToDoPayloads.user)
    #expect(!handle.isStale && !second.isStale)
    environment.store.invalidate(type: "Todo", refetches: true)
    #expect(pending == refetch)
  }

  @Test("who watches an object of the type is told, and nobody else")
  func watchers() async throws {
    let handle = try await mount()
    let told = Recorder<String>()
    let store = environment.store
    let watches = ["t1", "t2", "u1", "nowhere"].map { dataID in
      store.subscribeToInvalidation(store.lookupInvalidationState([dataID])) { told.append(dataID) }
    }
    store.invalidate(type: "Todo")
    #expect(Set(told.values) == ["t1", "t2"] && told.values.count == 2)
    store.invalidate(field: "todos", on: "User")
    #expect(told.values.last == "u1" && told.values.count == 3)
    _ = (handle, watches)
  }

  @Test("an interface stands for the types that the store knows to belong to it")
  func interface() async throws {
    let handle = try await mount()
    environment.store.invalidate(type: "Item", refetches: true)
    #expect(pending.isEmpty)
    try environment.commitLocalUpdate { $0.create(dataID: "client:__type:Todo", typeName: "__TypeSchema")["__isItem"] = true }
    environment.store.invalidate(type: "Item", refetches: true)
    #expect(pending == refetch)
    _ = handle
  }

  @Test("a field, with all arguments or some")
  func field() async throws {
    let handle = try await mount()
    let store = environment.store
    store.invalidate(field: "todos", on: "Todo", refetches: true)
    store.invalidate(field: "user", on: "Query", arguments: ["id": "u2"], refetches: true)
    store.invalidate(field: "user", on: "Query", arguments: [:], refetches: true)
    #expect(pending.isEmpty && !handle.isStale)
    for invalidate in [
      { store.invalidate(field: "user", on: "Query", refetches: true) },
      { store.invalidate(field: "user", on: "Query", arguments: ["id": "u1"], refetches: true) },
      { store.invalidate(field: "todos", on: "User", arguments: ["first": 10], refetches: true) },
      { store.invalidate(field: "text", on: "Todo", refetches: true) },
    ] as [() -> Void] {
      invalidate()
      #expect(pending == refetch)
      try await mock.resolve(query, data: ToDoPayloads.user)
    }
    #expect(pending.isEmpty && !handle.isStale)
  }

  @Test("more arguments of a field than are told apart invalidate the field")
  func manyArguments() async throws {
    let handle = try await mount()
    for id in 0...StaleMarks.maximumKeys { environment.store.invalidate(field: "user", on: "Query", arguments: ["id": .int(id)]) }
    #expect(handle.isStale)
  }

  @Test("objects by their identities")
  func identities() async throws {
    let handle = try await mount()
    environment.store.invalidate(refetches: true) { $0 == "t9" }
    #expect(pending.isEmpty)
    let asked = Recorder<String>()
    environment.store.invalidate(refetches: true) { dataID in
      asked.append(dataID)
      return dataID == "t2"
    }
    #expect(asked.values.contains("t1") && asked.values.allSatisfy { !$0.isEmpty })
    #expect(pending == refetch)
    struct Failure: Error {}
    #expect(throws: Failure.self) { try environment.store.invalidate { _ in throw Failure() } }
    _ = handle
  }

  @Test("in an updater it takes effect at once, and a collection keeps it")
  func updatersAndCollection() async throws {
    let handle = try await mount()
    let store = environment.store
    try environment.commitLocalUpdate { _ in store.invalidate(type: "Todo") }
    #expect(handle.isStale)
    try environment.commitLocalUpdate { $0.delete(dataID: "t1") }
    store.collectGarbage()
    #expect(handle.isStale)
    handle.refetch()
    try await mock.resolve(mock.nextOperation(CurrentUserToDoListQuery.self), data: ToDoPayloads.user)
    #expect(!handle.isStale)
  }

  @Test("an optimistic update in force, and its end, change nothing of what is stale")
  func optimisticLayer() async throws {
    let handle = try await mount()
    let update = environment.applyOptimistic { $0["t1"]?["text"] = "soon" }
    environment.store.invalidate(type: "Todo")
    #expect(handle.isStale)
    update.dispose()
    #expect(handle.isStale && environment.store.json["t1"]?["text"] == "Buy milk")
    handle.refetch()
    try await mock.resolve(mock.nextOperation(CurrentUserToDoListQuery.self), data: ToDoPayloads.user)
    let later = environment.applyOptimistic { $0.delete(dataID: "t1") }
    later.dispose()
    #expect(!handle.isStale)
  }

  @Test("another environment's queries are not concerned")
  func otherEnvironment() async throws {
    let other = MockEnvironment()
    let handles = [try await mount(), try await mount(in: other)]
    environment.store.invalidate(type: "Todo", refetches: true)
    #expect(pending == refetch)
    #expect(other.pendingOperations.isEmpty && !handles[1].isStale)
  }
}

/// `clear @invalidates(types: ["Todo"]) { count cleared { id text } }`
private struct ClearTodosMutation: GraphQLMutation {
  var variables: Variables
  init(variables: Variables) { self.variables = variables }
  init(all: Bool) { variables = Variables(all: all) }
  typealias Variables = ClearVariables
  static let definition = Plans.operation(
    "ClearTodosMutation", kind: .mutation, arguments: ["all": .null], type: "Mutation",
    normalization: [
      .linked(
        "clear", of: "Cleared",
        [.scalar("count", "I"), .linked("cleared", "[O]", of: "Todo", [.scalar("id", "D!"), .scalar("text", "S")])]),
      .invalidation(types: ["Todo"]),
    ], reader: [.linked("clear", of: "Cleared", [.scalar("count", "I")])])
  typealias Data = NoData<ClearTodosMutation>
}

/// `clear { cleared { id text ...O @include(if: $all) } }`, where `O` has `owner @invalidates(fields: ["User.todos"])`.
private struct NestedInvalidationMutation: GraphQLMutation {
  var variables: Variables
  init(variables: Variables) { self.variables = variables }
  init(all: Bool) { variables = Variables(all: all) }
  typealias Variables = ClearVariables
  static let definition = Plans.operation(
    "NestedInvalidationMutation", kind: .mutation, arguments: ["all": .null], type: "Mutation",
    normalization: [
      .linked(
        "clear", of: "Cleared",
        [
          .linked(
            "cleared", "[O]", of: "Todo",
            [
              .scalar("id", "D!"), .scalar("text", "S"),
              .condition(
                "all", is: true,
                [.linked("owner", of: "User", [.scalar("id", "D!")]), .invalidation(fields: ["User": ["todos"]])]),
            ])
        ])
    ], reader: [.linked("clear", of: "Cleared", [.linked("cleared", "[O]", of: "Todo", [.scalar("text", "S")])])])
  typealias Data = NoData<NestedInvalidationMutation>
}

/// `user { id friends { … friends { nickname @invalidates(types: ["Todo"]) } } }`, four levels deep.
private struct FriendsMutation: GraphQLMutation {
  var variables: Variables
  init(variables: Variables) { self.variables = variables }
  init() { variables = Variables() }
  typealias Variables = Generated.EmptyVariables
  static let definition = Plans.operation(
    "FriendsMutation", kind: .mutation, type: "Mutation",
    normalization: [.linked("user", of: "User", [.scalar("id", "D!"), friends(4)])],
    reader: [.linked("user", of: "User", [.scalar("id", "D!")])])
  typealias Data = NoData<FriendsMutation>

  private static func friends(_ depth: Int) -> NormalizationPlanNode {
    let last: [NormalizationPlanNode] = depth == 1 ? [.scalar("nickname", "S"), .invalidation(types: ["Todo"])] : [friends(depth - 1)]
    return .linked("friends", "[O]", of: "User", [.scalar("id", "D!")] + last)
  }
}

/// `cleared @invalidates(fields: ["Query.user"])`
private struct TodosClearedSubscription: GraphQLSubscription {
  var variables: Variables
  init(variables: Variables) { self.variables = variables }
  init() { variables = Variables() }
  typealias Variables = Generated.EmptyVariables
  static let definition = Plans.operation(
    "TodosClearedSubscription", kind: .subscription, type: "Subscription",
    normalization: [.scalar("cleared", "I"), .invalidation(fields: ["Query": ["user"]])], reader: [.scalar("cleared", "I")])
  typealias Data = NoData<TodosClearedSubscription>
}

private struct ClearVariables: OperationVariables {
  var __fields: Generated.InputFields
  init(all: Bool) {
    __fields = Generated.InputFields()
    __fields.set("all", all)
  }
}

private struct NoData<Operation: GraphQLOperation>: SelectionSet, Hashable {
  let __row: Generated.RowReference
  static var __shape: Generated.RowShape { Operation.definition.shape(0) }
}
