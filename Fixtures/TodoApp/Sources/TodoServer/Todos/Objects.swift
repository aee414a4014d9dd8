import RelayRuntime

extension TodoStore.Todo: ObjectValue {
  static let typeName = "Todo"
  static let interfaces: Set<String> = ["Node"]

  func resolve(_ field: FieldRequest, in store: inout TodoStore) throws -> FieldValue {
    switch field.name {
    case "id": .scalar(.string(self.id))
    case "text": .scalar(.string(self.text))
    case "complete": .scalar(.bool(self.complete))
    default: throw field.unknown(on: Self.typeName)
    }
  }
}

/// The owner of the to-do list.
struct User: ObjectValue {
  static let typeName = "User"
  static let interfaces: Set<String> = ["Node"]
  static let nullableFields: Set<String> = ["todos"]

  let id: String
  let name: String

  func resolve(_ field: FieldRequest, in store: inout TodoStore) throws -> FieldValue {
    switch field.name {
    case "id": .scalar(.string(self.id))
    case "name": .scalar(.string(self.name))
    case "todos": .object(try TodoConnection(store.todos, field))
    case "totalCount": .scalar(.int(store.todos.count))
    case "completedCount": .scalar(.int(store.completedCount))
    default: throw field.unknown(on: Self.typeName)
    }
  }
}

/// The query root.
struct QueryRoot: ObjectValue {
  static let typeName = "Query"
  static let nullableFields: Set<String> = ["node", "user"]

  func resolve(_ field: FieldRequest, in store: inout TodoStore) throws -> FieldValue {
    switch field.name {
    case "user":
      let id = try field.requiredArgument("id", \.stringValue)
      return .optional(id == "me" || id == store.user.id ? store.user : nil)
    case "node":
      let id = try field.requiredArgument("id", \.stringValue)
      return .optional(id == store.user.id ? store.user : store.todo(id: id))
    default: throw field.unknown(on: Self.typeName)
    }
  }
}

/// The mutation root.
struct MutationRoot: ObjectValue {
  static let typeName = "Mutation"

  func resolve(_ field: FieldRequest, in store: inout TodoStore) throws -> FieldValue {
    switch field.name {
    case "addTodo":
      let todo = try store.add(text: field.input("text", \.stringValue), id: field.optionalInput("id", \.stringValue))
      return .object(Payload(todo: todo))
    case "changeTodoStatus":
      let todo = try store.setComplete(field.input("complete", \.boolValue), id: field.input("id", \.stringValue))
      return .object(Payload(todo: todo))
    case "removeCompletedTodos":
      return .object(Payload(removedTodoIDs: store.removeCompleted()))
    default: throw field.unknown(on: Self.typeName)
    }
  }

  /// The results of mutations: the affected object, and the user whose counts have changed.
  private struct Payload: ObjectValue {
    static let typeName = "Payload"

    var todo: TodoStore.Todo?
    var removedTodoIDs: [String]?

    func resolve(_ field: FieldRequest, in store: inout TodoStore) throws -> FieldValue {
      switch (field.name, self.todo, removedTodoIDs) {
      case ("user", _, _): .object(store.user)
      case ("todo", let todo?, _): .object(todo)
      case ("removedTodoIds", _, let ids?): .scalar(.array(ids.map { .string($0) }))
      default: throw field.unknown(on: Self.typeName)
      }
    }
  }
}
