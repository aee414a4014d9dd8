import RelayRuntime

struct TodosTests {
  @MainActor
  func addsARow() async throws {
    let mock = MockEnvironment()
    let query = mock.environment.query(TodosQuery())
    try await mock.resolve(TodosQuery(), data: TodosPreviews.sample)
    guard let user = query.result.data?.user else { throw Failure() }

    let list = PaginationHandle(TodoList_user(key: user))
    guard let connection = list.data?.todos?.__id else { throw Failure() }
    let add = MutationHandle<AddTodoMutation>(environment: mock.environment)
    let adding = add.commit(
      input: AddTodoInput(text: "Call Charles"), connections: [connection])
    let operation = try await mock.nextOperation(AddTodoMutation.self)
    try await mock.resolve(
      operation, with: MockPayload(paths: ["addTodo.todo.text": "Call Charles"]))
    _ = try await adding.value
    guard list.data?.todos?.count == 2 else { throw Failure() }
  }

  struct Failure: Error {}
}
