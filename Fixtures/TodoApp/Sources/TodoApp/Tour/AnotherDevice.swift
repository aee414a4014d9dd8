import RelayRuntime

/// The same list on another device: an environment of its own, and no views.
struct AnotherDevice {
  let environment: RelayEnvironment

  /// Completes the first to-do that is not, and returns its text; nil when there is none.
  func completeFirst() async throws -> String? {
    let data = try await environment.fetch(CurrentUserToDoListQuery())
    let todos = data.user?.fragments.toDoList_user.todos ?? []
    guard let todo = todos.lazy.map(\.fragments.toDoItem_todo).first(where: { !$0.complete }) else { return nil }
    try await environment.commit(ChangeTodoStatusMutation(input: ChangeTodoStatusInput(id: todo.id, complete: true)))
    return todo.text
  }
}
