import RelayRuntime
import TerminalUI

/// The to-dos, as many as have been loaded so far.
struct ToDoList: View {
  @PaginationFragment<ToDoList_user> var user

  var body: some View {
    if let user {
      NewToDo(connections: [user.todos?.__id].compactMap { $0 })
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
      HStack {
        RemoveCompleted(connections: [user.todos?.__id].compactMap { $0 })
        Button("Refresh") { user.refetch() }
      }
    }
  }
}
