import Foundation
import RelayRuntime
import Testing

/// Golden operations and fragments in use: mutations, subscriptions, refetching, paging, plural fragments, client fields.
@MainActor @Suite struct OperationTests {
  private static func todo(_ id: String, _ text: String, complete: Bool = false) -> JSON {
    ["__typename": "Todo", "id": .string(id), "text": .string(text), "complete": .bool(complete)]
  }

  private static func user(todos: [JSON], end: JSON = nil) -> JSON {
    let edges = todos.map { todo in ["cursor": todo["id"] ?? .null, "node": todo] as JSON }
    return [
      "__typename": "User", "__isNode": "User", "id": "u", "name": "Ada",
      "todos": ["edges": .array(edges), "pageInfo": ["endCursor": end, "hasNextPage": .bool(end != nil)]],
    ]
  }

  /// Resolves the next fetch and returns its variables.
  private static func answer(_ mock: MockEnvironment, _ data: JSON) async throws -> JSON {
    while mock.pendingOperations.isEmpty { await Task.yield() }
    let variables = try mock.mostRecentOperation().request.variables
    try await mock.resolveMostRecentOperation(data: data)
    return variables
  }

  @Test("A list is paged")
  func aListIsPaged() async throws {
    let mock = MockEnvironment()
    let query = CurrentUserToDoListQuery(id: "u")
    try mock.environment.commitPayload(query, ["user": Self.user(todos: [Self.todo("t1", "Write")], end: "t1")])
    let user = try #require(mock.environment.read(query)?.user)
    let list: PaginationFragment<ToDoList_user> = user.asFragment()
    let shown = try #require(list.wrappedValue)
    #expect(shown.hasNext && shown.todos?.map(\.id) == ["t1"])
    let loading = shown.loadNext(1)
    let variables = try await Self.answer(mock, ["node": Self.user(todos: [Self.todo("t2", "Test")])])
    try await loading.value
    #expect(variables == ["id": "u", "count": 1, "cursor": "t1"])
    #expect(list.wrappedValue?.todos?.map(\.id) == ["t1", "t2"] && list.wrappedValue?.hasNext == false)
    let refetching = try #require(list.wrappedValue).refetch(count: 5)
    #expect(try await Self.answer(mock, ["node": Self.user(todos: [Self.todo("t3", "Land")])])["count"] == 5)
    try await refetching.value
    #expect(list.wrappedValue?.todos?.map(\.fragments.toDoItem_todo.text) == ["Land"])
  }

  @Test("A fragment is refetched")
  func aFragmentIsRefetched() async throws {
    let mock = MockEnvironment()
    let query = UserCardQuery(id: "u")
    try mock.environment.commitPayload(query, ["user": Self.user(todos: [])])
    let user = try #require(mock.environment.read(query)?.user)
    let card: RefetchableFragment<UserCard_user> = user.asFragment()
    #expect(card.wrappedValue?.name == "Ada")
    let refetching = try #require(card.wrappedValue).refetch()
    let variables = try await Self.answer(mock, ["node": ["__typename": "User", "__isNode": "User", "id": "u", "name": "Ada L."]])
    try await refetching.value
    #expect(variables == ["id": "u"] && card.wrappedValue?.name == "Ada L.")
  }

  @Test("A list is one fragment")
  func aListIsOneFragment() throws {
    let environment = RelayEnvironment(network: FetchNetwork { _ in throw CancellationError() })
    let query = UserCardQuery(id: "u")
    try environment.commitPayload(query, ["user": Self.user(todos: [Self.todo("t1", "Write"), Self.todo("t2", "Test")])])
    let todos = try #require(environment.read(query)?.user?.todos?.edges).compactMap { $0?.node }
    let rows: PluralFragment<ToDoRow_todos> = todos.asFragment()
    #expect(rows.wrappedValue.map(\.text) == ["Write", "Test"] && !rows.projectedValue.isMissingData)
    try environment.commitLocalUpdate { $0["t2"]?["text"] = "Test again" }
    #expect(rows.wrappedValue.map(\.text) == ["Write", "Test again"])
    let turned: PluralFragment<ToDoRow_todos> = todos.reversed().asFragment()
    #expect(turned.wrappedValue.map(\.id) == ["t2", "t1"])
    #expect(turned != rows)
    #expect(rows == todos.asFragment())
    #expect(PluralFragment<ToDoRow_todos>().wrappedValue.isEmpty)
  }

  @Test("Fragments spread in a refetchable fragment are passed on")
  func whatARefetchableFragmentSpreadsIsPassedOn() throws {
    let environment = RelayEnvironment(network: FetchNetwork { _ in throw CancellationError() })
    let query = ProfileQuery(id: "u")
    try environment.commitPayload(query, ["user": Self.user(todos: [Self.todo("t1", "Write")])])
    let profile: RefetchableFragment<Profile_user> = try #require(environment.read(query)?.user).asFragment()
    let shown = try #require(profile.wrappedValue)
    let card: Fragment<UserCard_user> = shown.asFragment()
    #expect(card.wrappedValue?.name == "Ada")
    let list: PaginationFragment<ToDoList_user> = shown.asFragment()
    #expect(list.wrappedValue?.todos?.map(\.id) == ["t1"])
  }

  @Test("A mutation appends its edge")
  func aMutationAppendsItsEdge() async throws {
    let mock = MockEnvironment()
    let query = CurrentUserToDoListQuery(id: "u")
    try mock.environment.commitPayload(query, ["user": Self.user(todos: [Self.todo("t1", "Write")])])
    func list() -> ToDoList_user? { mock.environment.read(query)?.user?.fragments.toDoList_user }
    let connection = try #require(list()?.todos).__id
    async let answered = mock.environment.commit(AddTodoMutation(input: AddTodoInput(text: "Test"), connections: [connection]))
    let edge: JSON = ["todoEdge": ["node": Self.todo("t2", "Test")]]
    #expect(try await Self.answer(mock, ["addTodo": edge])["input"] == ["text": "Test"])
    #expect(try await answered.addTodo?.todoEdge?.node?.id == "t2")
    #expect(list()?.todos?.map(\.id) == ["t1", "t2"])
  }

  @Test("A subscription writes its events")
  func aSubscriptionWritesWhatItIsTold() async throws {
    let mock = MockEnvironment()
    let operation = TodoChangedSubscription(id: "t1")
    let updates = mock.environment.subscribe(operation)
    let first = Task {
      for try await data in updates { return data.todoChanged?.fragments.toDoItem_todo.text }
      return nil
    }
    while mock.pendingOperations.isEmpty { await Task.yield() }
    try await mock.nextValue(mock.mostRecentOperation(), ["data": ["todoChanged": Self.todo("t1", "Rewrite")]])
    #expect(try await first.value == "Rewrite")
  }

  @Test("Client fields are written by the client")
  func clientFieldsAreWrittenHere() throws {
    let environment = RelayEnvironment(network: FetchNetwork { _ in throw CancellationError() })
    let query = SelectedQuery(id: "t")
    try environment.commitPayload(query, ["node": Self.todo("t", "Write")])
    #expect(environment.read(query)?.node?.asTodo?.isSelected == nil)
    try environment.commitLocalUpdate { store in
      store["t"]?["isSelected"] = true
      store["t"]?["draft"] = "Wri"
    }
    let todo = try #require(environment.read(query)?.node?.asTodo)
    #expect(todo.isSelected == true)
    #expect(todo.draft == "Wri")
    #expect(todo.text == "Write")
  }
}
