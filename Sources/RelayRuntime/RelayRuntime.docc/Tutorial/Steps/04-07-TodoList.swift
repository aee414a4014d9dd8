import RelayRuntime
import SwiftUI

struct TodoList: View {
  @PaginationFragment<TodoList_user> var user

  var body: some View {
    if let user {
      if let todos = user.todos { NewTodo(connection: todos.__id) }
      List {
        ForEach(user.todos ?? []) { todo in
          TodoRow(todo: todo.asFragment())
        }
        if user.hasNext {
          ProgressView().onAppear { user.loadNext(20) }.id(user.todos?.count)
        }
      }
      .refreshable { _ = try? await user.refetch().value }
    }
  }
}
