import RelayRuntime

/// Answers to the operations of the to-do app.
enum ToDoPayloads {
  static func todo(_ id: String, _ text: String, _ complete: Bool = false) -> JSON {
    ["id": .string(id), "text": .string(text), "complete": .bool(complete), "__typename": "Todo"]
  }

  static func todos(_ nodes: [JSON], end: String?, hasNext: Bool) -> JSON {
    let edges = nodes.map { node -> JSON in
      ["node": node, "cursor": .string("c\(node["id"]?.stringValue?.dropFirst() ?? "")")]
    }
    return ["edges": .array(edges), "pageInfo": ["endCursor": end.map { .string($0) } ?? .null, "hasNextPage": .bool(hasNext)]]
  }

  static func user(_ id: String = "u1", todos: JSON) -> JSON {
    ["id": .string(id), "todos": todos]
  }

  static let firstPage = todos([todo("t1", "Buy milk"), todo("t2", "Feed the cat", true)], end: "c2", hasNext: true)
  static let user: JSON = ["user": user(todos: firstPage)]
  static let secondPage: JSON = page(todos([todo("t3", "Call home")], end: "c3", hasNext: false))

  /// An answer to the pagination query.
  static func page(_ todos: JSON, user id: String = "u1") -> JSON {
    ["node": ["__typename": "User", "id": .string(id), "todos": todos]]
  }
}
