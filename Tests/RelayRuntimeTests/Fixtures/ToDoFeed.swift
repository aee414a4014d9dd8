// A fragment with a prefetchable connection, as the compiler emits it: the selections of the edges form a separate
// fragment.
import RelayRuntime

/// `fragment ToDoFeed_user on User { todos(first: $count, after: $cursor) @connection(key: "ToDoFeed_todos", prefetchable_pagination: true)
/// { edges { node { text } } } }`
struct ToDoFeed_user: GraphQLPaginationFragment, Hashable {
  var fragmentPointer: FragmentPointer
  init(fragmentPointer: FragmentPointer) { self.fragmentPointer = fragmentPointer }
  init(key: any ToDoFeed_user_Key) { fragmentPointer = key.fragment_ToDoFeed_user }
  typealias RefetchQuery = ToDoFeedPaginationQuery
  static let definition: Generated.FragmentDefinition = Generated.FragmentDefinition(
    plan: Plans.reader(
      "ToDoFeed_user", on: "User", arguments: [.local("count", default: 10), .local("cursor")],
      metadata: [
        "connection": [["count": "count", "cursor": "cursor", "direction": "forward", "path": ["todos"]]],
        "refetch": [
          "connection": ["forward": ["count": "count", "cursor": "cursor"], "backward": .null, "path": ["todos"]],
          "fragmentPathInResult": ["node"], "operation": "ToDoFeedPaginationQuery",
          "identifierInfo": ["identifierField": "id", "identifierQueryVariableName": "id"], "edgesFragment": "ToDoFeed_user__edges",
        ],
      ],
      [
        .linked(
          "__ToDoFeed_todos_connection", of: "TodoConnection", alias: "todos",
          [
            .linked(
              "edges", "[O]", of: "TodoEdge",
              [
                .spread("ToDoFeed_user__edges", "P!", arguments: .variables("count", "cursor"))
              ]),
            .linked("pageInfo", "O!", of: "PageInfo", [.scalar("endCursor", "S"), .scalar("hasNextPage", "B!")]),
          ]),
        .scalar("id", "S!"),
      ]), scalars: [])
}

extension ToDoFeed_user {
  struct Data: SelectionSet, Hashable, Identifiable {
    let __row: Generated.RowReference
    init(__row: Generated.RowReference) { self.__row = __row }
    static var __shape: Generated.RowShape { ToDoFeed_user.definition.shape(0) }
    var id: String { self.__row.string(1) }
  }
}

protocol ToDoFeed_user_Key: Generated.FragmentKey {
  var fragment_ToDoFeed_user: FragmentPointer { get }
}
extension Generated.Fragments where Parent: ToDoFeed_user_Key {
  var toDoFeed_user: ToDoFeed_user { ToDoFeed_user(fragmentPointer: parent.fragment_ToDoFeed_user) }
}

struct ToDoFeed_user__edges: GraphQLFragment, Hashable {
  var fragmentPointer: FragmentPointer
  init(fragmentPointer: FragmentPointer) { self.fragmentPointer = fragmentPointer }
  static let definition: Generated.FragmentDefinition = Generated.FragmentDefinition(
    plan: Plans.reader(
      "ToDoFeed_user__edges", on: "TodoEdge", arguments: [.local("count", default: 10), .local("cursor")], metadata: ["plural": true],
      [
        .linked("node", of: "Todo", [.scalar("text", "S!"), .scalar("id", "S!"), .scalar("__typename", "S!")]),
        .scalar("cursor", "S!"),
      ]), scalars: [])
}

extension ToDoFeed_user__edges {
  struct Data: SelectionSet, Hashable {
    let __row: Generated.RowReference
    init(__row: Generated.RowReference) { self.__row = __row }
    static var __shape: Generated.RowShape { ToDoFeed_user__edges.definition.shape(0) }
    var node: Todo_node? { self.__row.value(0) }

    struct Todo_node: SelectionSet, Hashable, Identifiable {
      let __row: Generated.RowReference
      init(__row: Generated.RowReference) { self.__row = __row }
      static var __shape: Generated.RowShape { ToDoFeed_user__edges.definition.shape(1) }
      var text: String { self.__row.string(0) }
      var id: String { self.__row.string(1) }
    }
  }
}

/// `query ToDoFeedPaginationQuery($count: Int = 10, $cursor: String, $id: ID!) { node(id: $id) { ...ToDoFeed_user } }`
struct ToDoFeedPaginationQuery: GraphQLQuery {
  var variables: Variables
  init(variables: Variables) { self.variables = variables }
  init(count: Int? = nil, cursor: String? = nil, id: String) { variables = Variables(count: count, cursor: cursor, id: id) }
  typealias Variables = ToDoListPaginationQuery.Variables
  static let definition: OperationDefinition = OperationDefinition(
    name: "ToDoFeedPaginationQuery", kind: .query, id: nil, cacheID: "ToDoFeedPaginationQuery-cache",
    text: "query ToDoFeedPaginationQuery($count: Int = 10, $cursor: String, $id: ID!) { … }",
    normalization: Plans.normalization(
      "ToDoFeedPaginationQuery", arguments: ["count": 10, "cursor": .null, "id": .null],
      [
        .linked(
          "node", arguments: .variables("id"),
          [
            .scalar("__typename", "S!"), .scalar("id", "D!"),
            .inlineFragment(
              on: "User",
              [
                .linked(
                  "todos", of: "TodoConnection", arguments: ["after": .variable("cursor"), "first": .variable("count")],
                  [
                    .linked(
                      "edges", "[O]", of: "TodoEdge",
                      [
                        .linked("node", of: "Todo", [.scalar("text", "S"), .scalar("id", "D!"), .scalar("__typename", "S!")]),
                        .scalar("cursor", "S"),
                      ]),
                    .linked("pageInfo", "O!", of: "PageInfo", [.scalar("endCursor", "S"), .scalar("hasNextPage", "B!")]),
                  ]),
                .linkedHandle(
                  "todos", "connection", key: "ToDoFeed_todos", arguments: ["after": .variable("cursor"), "first": .variable("count")]),
              ]),
          ])
      ]),
    reader: Plans.reader(
      "ToDoFeedPaginationQuery", on: "Query", arguments: [.local("count", default: 10), .local("cursor"), .local("id")],
      [
        .linked("node", arguments: .variables("id"), [.spread("ToDoFeed_user", arguments: .variables("count", "cursor"))])
      ]), scalars: [], metadata: #"{}"#)

  struct Data: Generated.RootSelectionSet, Hashable, Decodable {
    let __row: Generated.RowReference
    init(__row: Generated.RowReference) { self.__row = __row }
    static var __shape: Generated.RowShape { ToDoFeedPaginationQuery.definition.shape(0) }
    var node: Node_node? { self.__row.value(0) }

    struct Node_node: SelectionSet, Hashable, ToDoFeed_user_Key {
      let __row: Generated.RowReference
      init(__row: Generated.RowReference) { self.__row = __row }
      static var __shape: Generated.RowShape { ToDoFeedPaginationQuery.definition.shape(1) }
      var fragment_ToDoFeed_user: FragmentPointer { self.__row.fragmentPointer(0) }
    }
  }
}
