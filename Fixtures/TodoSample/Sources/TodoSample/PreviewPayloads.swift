import RelayRuntime
import SwiftUI

/// What previews show in place of a server's answers.
enum PreviewPayloads {
  static let list: JSON = [
    "user": [
      "id": "me", "name": "Ada", "totalCount": 2,
      "todos": [
        "edges": [
          ["cursor": "1", "node": ["id": "1", "text": "Water the tomatoes", "complete": false]],
          ["cursor": "2", "node": ["id": "2", "text": "Answer Charles", "complete": true]],
        ],
        "pageInfo": ["hasNextPage": true, "endCursor": "2"],
      ],
    ]
  ]

  static let detail: JSON = ["node": ["__typename": "Todo", "id": "1", "text": "Water the tomatoes", "complete": false]]
}

/// The list in a preview, for tools that do not know #Preview.
struct TodoList_Previews: PreviewProvider {
  static var previews: some View {
    QueryPreview(TodoListScreenQuery()) { data in
      if let user = data.user { TodoList(user: user.asFragment()) { _ in } }
    }
    .previewPayload(TodoListScreenQuery(), PreviewPayloads.list)
  }
}
