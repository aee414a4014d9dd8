import RelayRuntime
import Testing

extension EndToEnd {
  @MainActor
  struct MutationTests {
    @Test func changesWhatOthersSee() async throws {
      let client = try await EndToEnd.client()
      let added = try await client.commit(AddTodoMutation(input: AddTodoInput(text: "  Feed the  cat "), connections: []))
      #expect(added.addTodo.todo.fragments.todo_row.text == "Feed the cat")
      let id = added.addTodo.todo.id
      try await client.commit(ChangeTodoStatusMutation(input: ChangeTodoStatusInput(id: id, complete: true)))

      let other = try await EndToEnd.client()
      let node = try #require(try await other.fetch(NodeQuery(id: id, details: true)).node?.asTodo)
      #expect(node.text == "Feed the cat")
      #expect(node.complete == true)
    }

    @Test func editsTheConnectionAtOnceAndByTheAnswer() async throws {
      let client = try await EndToEnd.client()
      let list = try await TodoList(client)
      let before = list.texts
      let task = list.add("Wind the clock")
      #expect(list.texts == ["Wind the clock (new)"] + before)
      _ = try await task.value
      #expect(list.texts == ["Wind the clock"] + before)
      #expect(list.summary.data?.totalCount == list.total + 1)

      try await client.commit(
        ChangeTodoStatusMutation(input: ChangeTodoStatusInput(id: try #require(list.todos.first?.id), complete: true)))
      try await client.commit(RemoveCompletedTodosMutation(connections: [list.connection]))
      #expect(!list.texts.contains("Wind the clock"))
      #expect(list.summary.data?.completedCount == 0)
    }

    @Test func takesBackWhatTheServerRefuses() async throws {
      let client = try await EndToEnd.client()
      let list = try await TodoList(client)
      let before = list.texts
      let task = list.add("  ")
      #expect(list.texts.count == before.count + 1)
      let error = await #expect(throws: RelayError.self) { _ = try await task.value }
      guard case .noData(_, let errors) = error else {
        Issue.record("\(String(describing: error))")
        return
      }
      #expect(errors.map(\.message) == ["A to-do needs a text."])
      #expect(list.texts == before)
    }
  }
}

/// A to-do list as shown by a view.
@MainActor
struct TodoList {
  let client: RelayEnvironment
  let query: QueryHandle<UserQuery>
  let list: PaginationHandle<User_todos>
  let summary: FragmentHandle<User_summary>
  /// The initial number of to-dos.
  let total: Int

  /// Loads the list.
  init(_ client: RelayEnvironment) async throws {
    self.client = client
    let query = client.query(UserQuery(id: "me"), fetchPolicy: .networkOnly)
    try await eventually("the list") { query.result.data != nil }
    self.query = query
    self.list = PaginationHandle(query.result.data?.user?.fragments.user_todos)
    summary = FragmentHandle(query.result.data?.user?.fragments.user_summary)
    total = summary.data?.totalCount ?? 0
  }

  var todos: [Todo_row] { (list.data?.todos ?? []).map(\.fragments.todo_row) }
  var texts: [String] { todos.map(\.text) }
  var connection: String { list.data?.todos?.__id ?? "" }

  /// Adds a to-do, which is shown as new until the server has answered.
  func add(_ text: String) -> Task<AddTodoMutation.Data, any Error> {
    MutationHandle<AddTodoMutation>(environment: client).commit(
      AddTodoMutation(input: AddTodoInput(text: text), connections: [connection]),
      optimisticResponse: [
        "addTodo": ["todo": ["id": "new", "text": .string(text + " (new)"), "complete": false]]
      ])
  }
}
