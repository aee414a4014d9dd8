import Testing

@testable import RelayRuntime

@Suite("The views of the guide", .timeLimit(.minutes(10)))
@MainActor
struct SeedViewTests {
  @Test("a query loads, its fragments show, the next page appends")
  func flow() async throws {
    let mock = MockEnvironment()
    try await RelayEnvironment.withCurrent(mock.environment) {
      let view = CurrentUserToDoList()
      #expect(view.body == ["Loading..."])
      try await mock.resolveMostRecentOperation(data: ToDoPayloads.user)
      #expect(view.body == ["To-do List for u1", "[ ] Buy milk", "[x] Feed the cat", "Load more"])

      let user = try #require(view.query.get(id: "u1").data?.user)
      let list = ToDoList(user: user.asFragment())
      let load = try #require(list.user).loadNext(10)
      #expect(list.body.last == "Loading…")
      let operation = try await mock.nextOperation(ToDoListPaginationQuery.self)
      #expect(operation.request.variables == ["count": 10, "cursor": "c2", "id": "u1"])
      try await mock.resolve(operation, data: ToDoPayloads.secondPage)
      try await load.value
      #expect(list.body == ["[ ] Buy milk", "[x] Feed the cat", "[ ] Call home"])
      #expect(view.body.count == 4)

      try mock.environment.commitLocalUpdate { $0["t1"]?["text"] = "Buy oat milk" }
      #expect(view.body[1] == "[ ] Buy oat milk")
    }
  }

  @Test("without an environment a query fails with an error, and a mutation too")
  func noEnvironment() async throws {
    let view = CurrentUserToDoList()
    #expect(view.body == ["Error: No Relay environment is set for this view."])
    let mutation = MutationHandle<RenameTodoMutation>()
    await #expect(throws: RelayError.noEnvironment) { try await mutation.commit(RenameTodoMutation(id: "t1", text: "x")).value }
  }
}

/// Answers to the operations of the to-do app.
enum ToDoPayloads {
  static func todo(_ id: String, _ text: String, _ complete: Bool = false) -> JSON {
    ["id": .string(id), "text": .string(text), "complete": .bool(complete), "__typename": "Todo"]
  }

  static func todos(_ nodes: [JSON], end: String?, hasNext: Bool) -> JSON {
    let edges = nodes.map { node -> JSON in
      ["node": node, "cursor": .string("c\(node["id"]?.stringValue?.dropFirst() ?? "")")]
    }
    return ["edges": .array(edges), "pageInfo": ["endCursor": end.map { .string($0) } ?? .null, "hasNextPage": .bool(hasNext)]]
  }

  static func user(_ id: String = "u1", todos: JSON) -> JSON {
    ["id": .string(id), "todos": todos]
  }

  static let firstPage = todos([todo("t1", "Buy milk"), todo("t2", "Feed the cat", true)], end: "c2", hasNext: true)
  static let user: JSON = ["user": user(todos: firstPage)]
  static let secondPage: JSON = page(todos([todo("t3", "Call home")], end: "c3", hasNext: false))

  /// An answer to the pagination query.
  static func page(_ todos: JSON, user id: String = "u1") -> JSON {
    ["node": ["__typename": "User", "id": .string(id), "todos": todos]]
  }
}
