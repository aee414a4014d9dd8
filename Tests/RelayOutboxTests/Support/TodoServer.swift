import Foundation
import RelayOutbox
import RelayRuntime

/// A server of to-dos, which counts what it executes, and may remember idempotency keys.
final class TodoServer: Sendable {
  struct Todo: Sendable, Hashable {
    let id: String
    var text: String
    var count: Int
  }

  /// A mutation that was executed.
  struct Execution: Sendable, Hashable {
    let key: String
    let operation: String
    let id: String
  }

  private struct State {
    var todos: [Todo]
    var executions: [Execution] = []
    var answers: [String: JSON] = [:]
    /// The answer of each execution, by key.
    var executed: [String: [JSON]] = [:]
    /// How often a proxy has repeated a request, by key.
    var duplicates: [String: Int] = [:]
  }

  let honorsKeys: Bool
  private let state: Lock<State>

  init(honorsKeys: Bool = false, _ todos: [Todo] = [Todo(id: "a", text: "A", count: 0), Todo(id: "b", text: "B", count: 0)]) {
    self.honorsKeys = honorsKeys
    state = Lock(State(todos: todos))
  }

  var todos: [Todo] { state.withLock { $0.todos } }
  var executions: [Execution] { state.withLock { $0.executions } }

  func executions(of key: String) -> Int { executions.count { $0.key == key } }

  /// The newest answer to a mutation with a key.
  func answer(to key: String) -> JSON? { state.withLock { $0.executed[key]?.last } }

  /// The answer to a query for all to-dos.
  var list: JSON {
    let edges = todos.map { todo -> JSON in
      let node: JSON = ["__typename": "Todo", "id": .string(todo.id), "text": .string(todo.text), "count": .int(todo.count)]
      return ["node": node, "cursor": .string(todo.id)]
    }
    return ["todos": ["edges": .array(edges), "pageInfo": ["endCursor": nil, "hasNextPage": false]]]
  }

  func duplicates(of key: String) -> Int { state.withLock { $0.duplicates[key] ?? 0 } }

  /// Executes a mutation, or repeats an earlier answer.
  ///
  /// - Parameter isDuplicate: whether a proxy has repeated the request.
  func execute(_ request: NetworkRequest, isDuplicate: Bool = false) -> JSON {
    let key = request.headers["Idempotency-Key"]?.trimmingCharacters(in: ["\""]) ?? ""
    return state.withLock { state in
      if isDuplicate { state.duplicates[key, default: 0] += 1 }
      if honorsKeys, let answer = state.answers[key] { return answer }
      let answer = Self.execute(request, key, &state)
      state.answers[key] = answer
      state.executed[key, default: []].append(answer)
      return answer
    }
  }

  private static func execute(_ request: NetworkRequest, _ key: String, _ state: inout State) -> JSON {
    let id = request.variables["id"]?.stringValue ?? ""
    state.executions.append(Execution(key: key, operation: request.operationName, id: id))
    let index = state.todos.firstIndex { $0.id == id }
    switch request.operationName {
    case "AddTodoMutation":
      let todo = Todo(id: id, text: request.variables["text"]?.stringValue ?? "", count: 0)
      if let index { state.todos[index] = todo } else { state.todos.append(todo) }
      return ["data": ["addTodo": ["todo": all(todo)]]]
    case "DeleteTodoMutation":
      if let index { state.todos.remove(at: index) }
      return ["data": ["deleteTodo": ["deletedId": .string(id)]]]
    case "RenameTodoMutation":
      guard let index else { return missing("renameTodo") }
      state.todos[index].text = request.variables["text"]?.stringValue ?? ""
      return ["data": ["renameTodo": ["todo": ["id": .string(id), "text": .string(state.todos[index].text)]]]]
    case "IncrementTodoMutation":
      guard let index else { return missing("incrementTodo") }
      state.todos[index].count += 1
      return ["data": ["incrementTodo": ["todo": ["id": .string(id), "count": .int(state.todos[index].count)]]]]
    case "UploadPhotoMutation":
      return ["data": ["uploadPhoto": ["todo": ["id": .string(id), "text": .string("photo")]]]]
    default: return ["errors": [["message": "unknown"]]]
    }
  }

  private static func all(_ todo: Todo) -> JSON { ["id": .string(todo.id), "text": .string(todo.text), "count": .int(todo.count)] }

  /// The object does not exist: nothing is done, and that is no error.
  private static func missing(_ field: String) -> JSON { ["data": .object([field: ["todo": nil]])] }
}
