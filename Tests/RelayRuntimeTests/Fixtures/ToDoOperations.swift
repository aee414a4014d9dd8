// Other operations of the to-do app, as the compiler emits them.
import RelayRuntime

struct RenameTodoMutation: GraphQLMutation {
  var variables: Variables
  init(variables: Variables) { self.variables = variables }
  init(id: String, text: String) { variables = Variables(id: id, text: text) }
  static let definition: OperationDefinition = OperationDefinition(
    name: "RenameTodoMutation", kind: .mutation, id: nil, cacheID: "RenameTodoMutation-cache",
    text: "mutation RenameTodoMutation($id: ID!, $text: String!) { … }",
    normalization: Plans.normalization(
      "RenameTodoMutation", arguments: ["id": .null, "text": .null],
      [
        .linked(
          "renameTodo", of: "RenameTodoPayload", arguments: .variables("id", "text"),
          [
            .linked("todo", of: "Todo", [.scalar("id", "D!"), .scalar("text", "S!")])
          ])
      ]),
    reader: Plans.reader(
      "RenameTodoMutation", on: "Mutation", arguments: [.local("id"), .local("text")],
      [
        .linked(
          "renameTodo", of: "RenameTodoPayload", arguments: .variables("id", "text"),
          [
            .linked("todo", of: "Todo", [.scalar("id", "S!"), .scalar("text", "S!")])
          ])
      ]), scalars: [], metadata: #"{}"#)
}

extension RenameTodoMutation {
  struct Variables: OperationVariables {
    var __fields: Generated.InputFields
    init(id: String, text: String) {
      self.__fields = Generated.InputFields()
      self.__fields.set("id", id)
      self.__fields.set("text", text)
    }
  }

  struct Data: SelectionSet, Hashable {
    let __row: Generated.RowReference
    init(__row: Generated.RowReference) { self.__row = __row }
    static var __shape: Generated.RowShape { RenameTodoMutation.definition.shape(0) }
    var renameTodo: RenameTodoPayload_renameTodo? { self.__row.value(0) }

    struct RenameTodoPayload_renameTodo: SelectionSet, Hashable {
      let __row: Generated.RowReference
      init(__row: Generated.RowReference) { self.__row = __row }
      static var __shape: Generated.RowShape { RenameTodoMutation.definition.shape(1) }
      var todo: Todo_todo? { self.__row.value(0) }

      struct Todo_todo: SelectionSet, Hashable, Identifiable {
        let __row: Generated.RowReference
        init(__row: Generated.RowReference) { self.__row = __row }
        static var __shape: Generated.RowShape { RenameTodoMutation.definition.shape(2) }
        var id: String { self.__row.string(0) }
        var text: String { self.__row.string(1) }
      }
    }
  }
}

/// Adds a to-do to the connections in `$connections`, with `@appendEdge`.
struct AddTodoMutation: GraphQLMutation {
  var variables: Variables
  init(variables: Variables) { self.variables = variables }
  init(text: String, connections: [String]) { variables = Variables(text: text, connections: connections) }
  static let definition: OperationDefinition = OperationDefinition(
    name: "AddTodoMutation", kind: .mutation, id: nil, cacheID: "AddTodoMutation-cache",
    text: "mutation AddTodoMutation($text: String!) { … }",
    normalization: Plans.normalization(
      "AddTodoMutation", arguments: ["text": .null, "connections": .null],
      [
        .linked(
          "addTodo", of: "AddTodoPayload", arguments: .variables("text"),
          [
            .linked(
              "todoEdge", of: "TodoEdge",
              [
                .linked(
                  "node", of: "Todo",
                  [
                    .scalar("id", "D!"), .scalar("text", "S!"), .scalar("complete", "B!"), .scalar("__typename", "S!"),
                  ]),
                .scalar("cursor", "S"),
              ]),
            .linkedHandle("todoEdge", "appendEdge", with: .variables("connections")),
          ])
      ]),
    reader: Plans.reader(
      "AddTodoMutation", on: "Mutation", arguments: [.local("text"), .local("connections")],
      [
        .linked(
          "addTodo", of: "AddTodoPayload", arguments: .variables("text"),
          [
            .linked("todoEdge", of: "TodoEdge", [.scalar("cursor", "S!")])
          ])
      ]), scalars: [], metadata: #"{}"#)
}

extension AddTodoMutation {
  struct Variables: OperationVariables {
    var __fields: Generated.InputFields
    init(text: String, connections: [String]) {
      self.__fields = Generated.InputFields()
      self.__fields.set("text", text)
      self.__fields.set("connections", connections)
    }
  }

  struct Data: SelectionSet, Hashable {
    let __row: Generated.RowReference
    init(__row: Generated.RowReference) { self.__row = __row }
    static var __shape: Generated.RowShape { AddTodoMutation.definition.shape(0) }
  }
}

struct TodoChangedSubscription: GraphQLSubscription {
  var variables: Variables
  init(variables: Variables) { self.variables = variables }
  init() { variables = Variables() }
  typealias Variables = Generated.EmptyVariables
  static let definition: OperationDefinition = OperationDefinition(
    name: "TodoChangedSubscription", kind: .subscription, id: nil, cacheID: "TodoChangedSubscription-cache",
    text: "subscription TodoChangedSubscription { … }",
    normalization: Plans.normalization(
      "TodoChangedSubscription",
      [
        .linked(
          "change", of: "TodoChange",
          [
            .scalar("kind", "S"), .linked("todo", of: "Todo", [.scalar("id", "D!"), .scalar("text", "S!")]),
          ])
      ]),
    reader: Plans.reader(
      "TodoChangedSubscription", on: "Subscription",
      [
        .linked(
          "change", of: "TodoChange",
          [
            .scalar("kind", "S"), .linked("todo", of: "Todo", [.scalar("id", "S!"), .scalar("text", "S!")]),
          ])
      ]), scalars: [], metadata: #"{}"#)
}

extension TodoChangedSubscription {
  struct Data: SelectionSet, Hashable {
    let __row: Generated.RowReference
    init(__row: Generated.RowReference) { self.__row = __row }
    static var __shape: Generated.RowShape { TodoChangedSubscription.definition.shape(0) }
    var change: TodoChange_change? { self.__row.value(0) }

    struct TodoChange_change: SelectionSet, Hashable {
      let __row: Generated.RowReference
      init(__row: Generated.RowReference) { self.__row = __row }
      static var __shape: Generated.RowShape { TodoChangedSubscription.definition.shape(1) }
      var kind: String? { self.__row.optionalString(0) }
    }
  }
}
