import RelayRuntime
import SwiftUI

/// The data of previews, in place of a server's answers.
enum PreviewPayloads {
  static let list = TodoListScreenQuery.Payload(
    user: .init(
      name: "Ada", totalCount: 2,
      todos: .nodes(
        [
          .init(id: "1", text: "Water the tomatoes", complete: false),
          .init(id: "2", text: "Answer Charles", complete: true),
        ], hasNextPage: true),
      id: "me"))

  static let detail = TodoDetailQuery.Payload(node: .todo(id: "1", text: "Water the tomatoes", complete: false))
}

/// The list in a preview, for tools without #Preview.
struct TodoList_Previews: PreviewProvider {
  static var previews: some View {
    QueryPreview(TodoListScreenQuery()) { data in
      if let user = data.user { TodoList(user: user.asFragment()) { _ in } }
    }
    .previewPayload(TodoListScreenQuery(), PreviewPayloads.list)
  }
}
