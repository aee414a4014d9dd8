import RelayRuntime
import SwiftUI

/// A user's to-dos that have been loaded so far.
struct TodoList: View {
  @PaginationFragment<TodoList_user> var user
  let open: (PreloadedQuery<TodoDetailQuery>) -> Void
  @Environment(\.relayEnvironment) private var relay

  var body: some View {
    if let user {
      List {
        Section("\(user.name): \(user.totalCount)") {
          if let todos = user.todos { NewTodo(connection: todos.__id) }
          ForEach(user.todos ?? []) { todo in
            HStack {
              TodoRow(todo: todo.asFragment())
              Button("Details") {
                if let relay { open(relay.preload(TodoDetailQuery(id: todo.id))) }
              }
            }
            .transition(.opacity)
          }
          if user.isLoadingNext {
            ProgressView()
          } else if user.hasNext {
            Button("Load more…") { user.loadNext(10) }
          }
        }
        if let failure = user.failure { FailureView(failure: failure) }
      }
      .animation(.default, value: user.todos?.count)
      .refreshable { _ = try? await user.refetch().value }
    }
  }
}
