import RelayRuntime
import SwiftUI

struct TodosPreviews: PreviewProvider {
  static var previews: some View {
    TodosScreen().previewPayload(TodosQuery(), sample)
  }

  static let sample: JSON = [
    "user": [
      "id": "me", "name": "Ada", "totalCount": 1, "completedCount": 0,
      "todos": [
        "edges": [
          [
            "cursor": "1",
            "node": [
              "__typename": "Todo", "id": "1", "text": "Water the tomatoes",
              "complete": false,
            ],
          ]
        ],
        "pageInfo": ["endCursor": "1", "hasNextPage": false],
      ],
    ]
  ]
}
