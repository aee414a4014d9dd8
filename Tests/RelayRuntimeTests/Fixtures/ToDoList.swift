// The compiler's output for the to-do app, written by hand: the runtime's tests must not depend on the compiler.
import RelayRuntime

struct ToDoItem_todo: GraphQLFragment, Hashable {
  var fragmentPointer: FragmentPointer
  init(fragmentPointer: FragmentPointer) { self.fragmentPointer = fragmentPointer }
  init(key: any ToDoItem_todo_Key) { fragmentPointer = key.fragment_ToDoItem_todo }
  static let definition: Generated.FragmentDefinition = Generated.FragmentDefinition(
    plan: Plans.reader("ToDoItem_todo", on: "Todo", [.scalar("id", "S!"), .scalar("text", "S!"), .scalar("complete", "B!")]), scalars: [])
}

extension ToDoItem_todo {
  struct Data: Generated.RootSelectionSet, Hashable, Decodable, Identifiable {
    let __row: Generated.RowReference
    init(__row: Generated.RowReference) { self.__row = __row }
    static var __shape: Generated.RowShape { ToDoItem_todo.definition.shape(0) }
    var id: String { self.__row.string(0) }
    var text: String { self.__row.string(1) }
    var complete: Bool { self.__row.bool(2) }
  }
}

protocol ToDoItem_todo_Key: Generated.FragmentKey {
  var fragment_ToDoItem_todo: FragmentPointer { get }
}
extension Generated.Fragments where Parent: ToDoItem_todo_Key {
  var toDoItem_todo: ToDoItem_todo { ToDoItem_todo(fragmentPointer: parent.fragment_ToDoItem_todo) }
}

struct ToDoList_user: GraphQLPaginationFragment, Hashable {
  var fragmentPointer: FragmentPointer
  init(fragmentPointer: FragmentPointer) { self.fragmentPointer = fragmentPointer }
  init(key: any ToDoList_user_Key) { fragmentPointer = key.fragment_ToDoList_user }
  typealias RefetchQuery = ToDoListPaginationQuery
  static let definition: Generated.FragmentDefinition = Generated.FragmentDefinition(
    plan: Plans.reader(
      "ToDoList_user", on: "User", arguments: [.local("count", default: 10), .local("cursor")],
      metadata: [
        "connection": [["count": "count", "cursor": "cursor", "direction": "forward", "path": ["todos"]]],
        "refetch": [
          "connection": ["forward": ["count": "count", "cursor": "cursor"], "backward": .null, "path": ["todos"]],
          "fragmentPathInResult": ["node"], "operation": "ToDoListPaginationQuery",
          "identifierInfo": ["identifierField": "id", "identifierQueryVariableName": "id"],
        ],
      ],
      [
        .linked(
          "__ToDoList_todos_connection", of: "TodoConnection", alias: "todos", connection: ("edges", "node"),
          [
            .linked(
              "edges", "[O]", of: "TodoEdge",
              [
                .linked("node", of: "Todo", [.scalar("id", "S!"), .spread("ToDoItem_todo"), .scalar("__typename", "S!")]),
                .scalar("cursor", "S!"),
              ]),
            .linked("pageInfo", "O!", of: "PageInfo", [.scalar("endCursor", "S"), .scalar("hasNextPage", "B!")]),
          ]),
        .scalar("id", "S!"),
      ]), fragments: [ToDoItem_todo.definition])
}

extension ToDoList_user {
  struct Data: Generated.RootSelectionSet, Hashable, Decodable, Identifiable {
    let __row: Generated.RowReference
    init(__row: Generated.RowReference) { self.__row = __row }
    static var __shape: Generated.RowShape { ToDoList_user.definition.shape(0) }
    var todos: TodoConnection_todos? { self.__row.value(0) }
    var id: String { self.__row.string(1) }

    struct TodoConnection_todos: SelectionSet, Hashable, ConnectionCollection {
      let __row: Generated.RowReference
      init(__row: Generated.RowReference) { self.__row = __row }
      static var __shape: Generated.RowShape { ToDoList_user.definition.shape(1) }
      typealias Edge = TodoEdge_edges
      var edges: [TodoEdge_edges?]? { self.__row.value(0) }

      struct TodoEdge_edges: SelectionSet, Hashable, ConnectionEdge {
        let __row: Generated.RowReference
        init(__row: Generated.RowReference) { self.__row = __row }
        static var __shape: Generated.RowShape { ToDoList_user.definition.shape(2) }
        typealias NodeValue = Todo_node
        var node: Todo_node? { self.__row.value(0) }
        var cursor: String { self.__row.string(1) }

        struct Todo_node: SelectionSet, Hashable, Identifiable, ToDoItem_todo_Key, ConnectionNode {
          let __row: Generated.RowReference
          init(__row: Generated.RowReference) { self.__row = __row }
          static var __shape: Generated.RowShape { ToDoList_user.definition.shape(3) }
          var id: String { self.__row.string(0) }
          var fragment_ToDoItem_todo: FragmentPointer { self.__row.fragmentPointer(1) }
        }
      }
    }
  }
}

protocol ToDoList_user_Key: Generated.FragmentKey {
  var fragment_ToDoList_user: FragmentPointer { get }
}
extension Generated.Fragments where Parent: ToDoList_user_Key {
  var toDoList_user: ToDoList_user { ToDoList_user(fragmentPointer: parent.fragment_ToDoList_user) }
}

/// `todos(…) @connection(key: "ToDoList_todos") { … }`
private func todosNormalization(_ arguments: PlanArguments) -> [NormalizationPlanNode] {
  [
    .linked(
      "todos", of: "TodoConnection", arguments: arguments,
      [
        .linked(
          "edges", "[O]", of: "TodoEdge",
          [
            .linked(
              "node", of: "Todo",
              [
                .scalar("id", "D!"), .scalar("text", "S!"), .scalar("complete", "B!"), .scalar("__typename", "S!"),
              ]),
            .scalar("cursor", "S"),
          ]),
        .linked("pageInfo", of: "PageInfo", [.scalar("endCursor", "S"), .scalar("hasNextPage", "B")]),
      ]),
    .linkedHandle("todos", "connection", key: "ToDoList_todos", arguments: arguments),
  ]
}

struct CurrentUserToDoListQuery: GraphQLQuery {
  var variables: Variables
  init(variables: Variables) { self.variables = variables }
  init(id: String) { variables = Variables(id: id) }
  static let definition: OperationDefinition = OperationDefinition(
    name: "CurrentUserToDoListQuery", kind: .query, id: nil, cacheID: "CurrentUserToDoListQuery-cache",
    text: "query CurrentUserToDoListQuery($id: ID!) { … }",
    normalization: Plans.normalization(
      "CurrentUserToDoListQuery", arguments: ["id": .null],
      [
        .linked(
          "user", of: "User", arguments: .variables("id"), [.scalar("id", "D!")] + todosNormalization(["first": .literal(10)]))
      ]),
    reader: Plans.reader(
      "CurrentUserToDoListQuery", on: "Query", arguments: [.local("id")],
      [.linked("user", of: "User", arguments: .variables("id"), [.scalar("id", "S!"), .spread("ToDoList_user")])]),
    fragments: [ToDoList_user.definition], metadata: #"{}"#)
}

extension CurrentUserToDoListQuery {
  struct Variables: OperationVariables {
    var __fields: Generated.InputFields
    init(id: String) {
      self.__fields = Generated.InputFields()
      self.__fields.set("id", id)
    }
    var id: String {
      get { self.__fields.value("id") }
      set { self.__fields.set("id", newValue) }
    }
  }

  struct Data: Generated.RootSelectionSet, Hashable, Decodable {
    let __row: Generated.RowReference
    init(__row: Generated.RowReference) { self.__row = __row }
    static var __shape: Generated.RowShape { CurrentUserToDoListQuery.definition.shape(0) }
    var user: User_user? { self.__row.value(0) }

    struct User_user: SelectionSet, Hashable, Identifiable, ToDoList_user_Key {
      let __row: Generated.RowReference
      init(__row: Generated.RowReference) { self.__row = __row }
      static var __shape: Generated.RowShape { CurrentUserToDoListQuery.definition.shape(1) }
      var id: String { self.__row.string(0) }
      var fragment_ToDoList_user: FragmentPointer { self.__row.fragmentPointer(1) }
    }
  }
}

struct ToDoListPaginationQuery: GraphQLQuery {
  var variables: Variables
  init(variables: Variables) { self.variables = variables }
  static let definition: OperationDefinition = OperationDefinition(
    name: "ToDoListPaginationQuery", kind: .query, id: nil, cacheID: "ToDoListPaginationQuery-cache",
    text: "query ToDoListPaginationQuery($count: Int = 10, $cursor: String, $id: ID!) { … }",
    normalization: Plans.normalization(
      "ToDoListPaginationQuery", arguments: ["count": 10, "cursor": .null, "id": .null],
      [
        .linked(
          "node", arguments: .variables("id"),
          [
            .scalar("__typename", "S!"), .scalar("id", "D!"),
            .inlineFragment(on: "User", todosNormalization(["after": .variable("cursor"), "first": .variable("count")])),
          ])
      ]),
    reader: Plans.reader(
      "ToDoListPaginationQuery", on: "Query", arguments: [.local("count", default: 10), .local("cursor"), .local("id")],
      [.linked("node", arguments: .variables("id"), [.spread("ToDoList_user", arguments: .variables("count", "cursor"))])]),
    fragments: [ToDoList_user.definition], metadata: #"{}"#)
}

extension ToDoListPaginationQuery {
  struct Variables: OperationVariables {
    var __fields: Generated.InputFields
    init(count: Int? = nil, cursor: String? = nil, id: String) {
      self.__fields = Generated.InputFields()
      self.__fields.set("count", count)
      self.__fields.set("cursor", cursor)
      self.__fields.set("id", id)
    }
    var count: Int? {
      get { self.__fields.optionalInt("count") }
      set { self.__fields.set("count", int: newValue) }
    }
  }

  struct Data: Generated.RootSelectionSet, Hashable, Decodable {
    let __row: Generated.RowReference
    init(__row: Generated.RowReference) { self.__row = __row }
    static var __shape: Generated.RowShape { ToDoListPaginationQuery.definition.shape(0) }
    var node: Node_node? { self.__row.value(0) }

    struct Node_node: SelectionSet, Hashable, ToDoList_user_Key {
      let __row: Generated.RowReference
      init(__row: Generated.RowReference) { self.__row = __row }
      static var __shape: Generated.RowShape { ToDoListPaginationQuery.definition.shape(1) }
      var fragment_ToDoList_user: FragmentPointer { self.__row.fragmentPointer(0) }
    }
  }
}
