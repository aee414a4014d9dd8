import RelayRuntime
import SwiftUI

/// The app's first screen. It fetches the data of all of its views.
struct TodoListScreen: View {
  let open: (PreloadedQuery<TodoDetailQuery>) -> Void
  @Query<TodoListScreenQuery> var query

  var body: some View {
    Group {
      switch query.get() {
      case .loading:
        if let user = TodoListScreenQuery().placeholder(.rows).user {
          TodoList(user: user.asFragment(), open: open).redacted(reason: .placeholder)
        }
      case .failure:
        EmptyView()
      case .success(let data):
        if let user = data?.user {
          TodoList(user: user.asFragment(), open: open)
        } else {
          Text("Nobody is signed in.")
        }
      }
      if let failure = query.failure { FailureView(failure: failure) }
    }
    .navigationTitle("To-dos")
    .polling($query, every: .seconds(60))
  }
}

extension MockPayload {
  /// A list of three rows, shown as a placeholder while the real one is loading.
  fileprivate static let rows = MockPayload(
    paths: ["user.todos.edges": [["node": ["id": "1"]], ["node": ["id": "2"]], ["node": ["id": "3"]]]])
}

#if canImport(UIKit)
  // The macro #Preview exists only with Apple's SwiftUI.
  #Preview("List") {
    NavigationStack { TodoListScreen { _ in } }
      .previewPayload(TodoListScreenQuery(), PreviewPayloads.list)
  }

  #Preview("Failure") {
    TodoListScreen { _ in }
      .previewPayload(TodoListScreenQuery(), "no JSON")
  }
#endif
