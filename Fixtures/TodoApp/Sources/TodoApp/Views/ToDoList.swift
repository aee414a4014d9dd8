import RelayRuntime
import TerminalUI

/// The to-dos that have been loaded so far.
struct ToDoList: View {
  @PaginationFragment<ToDoList_user> var user

  var body: some View {
    if let user {
      ToDoSummary(user: user.data.asFragment())
      List {
        ForEach(user.todos ?? []) { todo in
          ToDoItem(todo: todo.asFragment())
        }
        if user.isLoadingNext {
          Text("Loading…").foregroundColor(.secondary)
        } else if user.hasNext {
          Button("Load more…") { user.loadNext(5) }
        }
      }
      if let todos = user.todos {
        NewToDo(connection: todos.__id)
        HStack {
          RemoveCompleted(connection: todos.__id)
          Button("Refresh") { user.refetch() }
        }
      }
    }
  }
}
