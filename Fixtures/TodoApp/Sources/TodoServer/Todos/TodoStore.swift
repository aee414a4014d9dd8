/// The server's state: a user with to-dos, newest first.
struct TodoStore: Sendable {
  struct Todo: Sendable {
    var id: String
    var text: String
    var complete: Bool
  }

  let user = User(id: "user-1", name: "Ada")
  private(set) var todos: [Todo]
  private var nextNumber: Int

  /// A store with one to-do for each text; every fourth to-do is complete.
  init(texts: [String]) {
    todos = texts.enumerated().map { index, text in
      Todo(id: "todo-\(texts.count - index)", text: text, complete: index % 4 == 3)
    }
    nextNumber = texts.count + 1
  }

  var completedCount: Int { todos.count { $0.complete } }

  func todo(id: String) -> Todo? {
    todos.first { $0.id == id }
  }

  /// Adds a to-do at the head of the list.
  ///
  /// - Parameter id: its id, if the client has made one.
  mutating func add(text: String, id: String? = nil) throws -> Todo {
    let text = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    guard !text.isEmpty else { throw RequestError("A to-do needs a text.", code: "BAD_USER_INPUT") }
    guard text.count <= 60 else { throw RequestError("A to-do has at most 60 characters.", code: "BAD_USER_INPUT") }
    if let id, todo(id: id) != nil { throw RequestError("There is already a to-do \"\(id)\".", code: "BAD_USER_INPUT") }
    let todo = Todo(id: id ?? "todo-\(nextNumber)", text: text, complete: false)
    nextNumber += 1
    todos.insert(todo, at: 0)
    return todo
  }

  mutating func setComplete(_ complete: Bool, id: String) throws -> Todo {
    guard let index = todos.firstIndex(where: { $0.id == id }) else {
      throw RequestError("There is no to-do \"\(id)\".", code: "NOT_FOUND")
    }
    todos[index].complete = complete
    return todos[index]
  }

  /// Removes the complete to-dos and returns their ids.
  mutating func removeCompleted() -> [String] {
    let removed = todos.filter(\.complete).map(\.id)
    todos.removeAll(where: \.complete)
    return removed
  }
}
