// A fragment with a connection that is paged in both directions, as the compiler emits it.
import RelayRuntime

/// `fragment ToDoTimeline_user on User { todos(first: $first, after: $after, last: $last, before: $before)
/// @connection(key: "ToDoTimeline_todos") { edges { node { id text } } } }`
struct ToDoTimeline_user: GraphQLPaginationFragment, Hashable {
  var fragmentPointer: FragmentPointer
  init(fragmentPointer: FragmentPointer) { self.fragmentPointer = fragmentPointer }
  init(key: any ToDoTimeline_user_Key) { fragmentPointer = key.fragment_ToDoTimeline_user }
  typealias RefetchQuery = ToDoTimelinePaginationQuery
  static let definition: Generated.FragmentDefinition = Generated.FragmentDefinition(
    plan: Plans.reader(
      "ToDoTimeline_user", on: "User", arguments: [.local("after"), .local("before"), .local("first"), .local("last")],
      metadata: [
        "connection": [["count": .null, "cursor": .null, "direction": "bidirectional", "path": ["todos"]]],
        "refetch": [
          "connection": [
            "forward": ["count": "first", "cursor": "after"], "backward": ["count": "last", "cursor": "before"], "path": ["todos"],
          ],
          "fragmentPathInResult": ["node"], "operation": "ToDoTimelinePaginationQuery",
          "identifierInfo": ["identifierField": "id", "identifierQueryVariableName": "id"],
        ],
      ],
      [
        .linked(
          "__ToDoTimeline_todos_connection", of: "TodoConnection", alias: "todos",
          [
            .linked(
              "edges", "[O]", of: "TodoEdge",
              [.linked("node", of: "Todo", [.scalar("text", "S!"), .scalar("__typename", "S!")]), .scalar("cursor", "S!")]),
            .linked(
              "pageInfo", "O!", of: "PageInfo",
              [
                .scalar("endCursor", "S"), .scalar("hasNextPage", "B!"), .scalar("hasPreviousPage", "B!"), .scalar("startCursor", "S"),
              ]),
          ]),
        .scalar("id", "S!"),
      ]), scalars: [])
}

extension ToDoTimeline_user {
  struct Data: SelectionSet, Hashable {
    let __row: Generated.RowReference
    init(__row: Generated.RowReference) { self.__row = __row }
    static var __shape: Generated.RowShape { ToDoTimeline_user.definition.shape(0) }
    var todos: TodoConnection_todos? { self.__row.value(0) }

    struct TodoConnection_todos: SelectionSet, Hashable {
      let __row: Generated.RowReference
      init(__row: Generated.RowReference) { self.__row = __row }
      static var __shape: Generated.RowShape { ToDoTimeline_user.definition.shape(1) }
      var edges: [TodoEdge_edges?]? { self.__row.value(0) }

      struct TodoEdge_edges: SelectionSet, Hashable {
        let __row: Generated.RowReference
        init(__row: Generated.RowReference) { self.__row = __row }
        static var __shape: Generated.RowShape { ToDoTimeline_user.definition.shape(2) }
        var node: Todo_node? { self.__row.value(0) }

        struct Todo_node: SelectionSet, Hashable {
          let __row: Generated.RowReference
          init(__row: Generated.RowReference) { self.__row = __row }
          static var __shape: Generated.RowShape { ToDoTimeline_user.definition.shape(3) }
          var text: String { self.__row.string(0) }
        }
      }
    }
  }
}

protocol ToDoTimeline_user_Key: Generated.FragmentKey {
  var fragment_ToDoTimeline_user: FragmentPointer { get }
}
extension Generated.Fragments where Parent: ToDoTimeline_user_Key {
  var toDoTimeline_user: ToDoTimeline_user { ToDoTimeline_user(fragmentPointer: parent.fragment_ToDoTimeline_user) }
}

/// `query ToDoTimelinePaginationQuery($after: String, $before: String, $first: Int, $id: ID!, $last: Int) { node(id: $id) {
/// ...ToDoTimeline_user } }`
struct ToDoTimelinePaginationQuery: GraphQLQuery {
  var variables: Variables
  init(variables: Variables) { self.variables = variables }
  private static let arguments: PlanArguments = [
    "after": .variable("after"), "before": .variable("before"), "first": .variable("first"), "last": .variable("last"),
  ]
  static let definition: OperationDefinition = OperationDefinition(
    name: "ToDoTimelinePaginationQuery", kind: .query, id: nil, cacheID: "ToDoTimelinePaginationQuery-cache",
    text: "query ToDoTimelinePaginationQuery($after: String, $before: String, $first: Int, $id: ID!, $last: Int) { … }",
    normalization: Plans.normalization(
      "ToDoTimelinePaginationQuery", arguments: ["after": .null, "before": .null, "first": .null, "id": .null, "last": .null],
      [
        .linked(
          "node", arguments: .variables("id"),
          [
            .scalar("__typename", "S!"), .scalar("id", "D!"),
            .inlineFragment(
              on: "User",
              [
                .linked(
                  "todos", of: "TodoConnection", arguments: arguments,
                  [
                    .linked(
                      "edges", "[O]", of: "TodoEdge",
                      [
                        .linked("node", of: "Todo", [.scalar("text", "S"), .scalar("id", "D!"), .scalar("__typename", "S!")]),
                        .scalar("cursor", "S"),
                      ]),
                    .linked(
                      "pageInfo", "O!", of: "PageInfo",
                      [
                        .scalar("endCursor", "S"), .scalar("hasNextPage", "B!"), .scalar("hasPreviousPage", "B!"),
                        .scalar("startCursor", "S"),
                      ]),
                  ]),
                .linkedHandle("todos", "connection", key: "ToDoTimeline_todos", arguments: arguments),
              ]),
          ])
      ]),
    reader: Plans.reader(
      "ToDoTimelinePaginationQuery", on: "Query",
      arguments: [.local("after"), .local("before"), .local("first"), .local("id"), .local("last")],
      [
        .linked(
          "node", arguments: .variables("id"), [.spread("ToDoTimeline_user", arguments: .variables("after", "before", "first", "last"))])
      ]), fragments: [ToDoTimeline_user.definition], metadata: #"{}"#)
}

extension ToDoTimelinePaginationQuery {
  struct Variables: OperationVariables {
    var __fields: Generated.InputFields
    init(first: Int? = nil, id: String) {
      self.__fields = Generated.InputFields()
      self.__fields.set("first", first)
      self.__fields.set("id", id)
    }
  }

  struct Data: Generated.RootSelectionSet, Hashable, Decodable {
    let __row: Generated.RowReference
    init(__row: Generated.RowReference) { self.__row = __row }
    static var __shape: Generated.RowShape { ToDoTimelinePaginationQuery.definition.shape(0) }
    var node: Node_node? { self.__row.value(0) }

    struct Node_node: SelectionSet, Hashable, ToDoTimeline_user_Key {
      let __row: Generated.RowReference
      init(__row: Generated.RowReference) { self.__row = __row }
      static var __shape: Generated.RowShape { ToDoTimelinePaginationQuery.definition.shape(1) }
      var fragment_ToDoTimeline_user: FragmentPointer { self.__row.fragmentPointer(0) }
    }
  }
}
