import RelayRuntime
import SwiftUI

/// The details of a to-do, whose query was started by the tap that led here.
struct TodoDetailScreen: View {
  let preloaded: PreloadedQuery<TodoDetailQuery>
  @Query<TodoDetailQuery> var query

  var body: some View {
    Group {
      switch query.get(preloaded) {
      case .loading:
        ProgressView()
      case .failure:
        EmptyView()
      case .success(let data):
        if let todo = data?.node?.todo {
          VStack {
            TodoRow(todo: todo.asFragment())
            Text(todo.complete ? "It is done." : "It is not done yet.")
          }
          .navigationTitle(todo.text)
        } else {
          Text("This to-do is gone.")
        }
      }
      if let failure = query.failure { FailureView(failure: failure) }
    }
    .refreshable { _ = try? await query.refetch().value }
  }
}

#if canImport(UIKit)
  #Preview {
    TodoDetailScreen(preloaded: PreloadedQuery(TodoDetailQuery(id: "1")))
      .previewPayload(TodoDetailQuery(id: "1"), PreviewPayloads.detail)
  }
#endif
