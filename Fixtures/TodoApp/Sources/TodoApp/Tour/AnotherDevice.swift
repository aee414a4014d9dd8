import RelayRuntime

/// The same list on another device: a separate environment without views.
struct AnotherDevice {
  let environment: RelayEnvironment

  /// Completes the first incomplete to-do, and returns its text; nil if there is none.
  func completeFirst() async throws -> String? {
    let data = try await environment.fetch(CurrentUserToDoListQuery())
    let todos = data.user?.fragments.toDoList_user.todos ?? []
    guard let todo = todos.lazy.map(\.fragments.toDoItem_todo).first(where: { !$0.complete }) else { return nil }
    try await environment.commit(ChangeTodoStatusMutation(input: ChangeTodoStatusInput(id: todo.id, complete: true)))
    return todo.text
  }
}
