// A fragment with a prefetchable connection as the compiler emits it: what the edges select is a fragment of its own.
import RelayRuntime

/// `fragment ToDoFeed_user on User { todos(first: $count, after: $cursor) @connection(key: "ToDoFeed_todos", prefetchable_pagination: true)
/// { edges { node { text } } } }`
struct ToDoFeed_user: GraphQLPaginationFragment {
  var fragmentPointer: FragmentPointer
  init(fragmentPointer: FragmentPointer) { self.fragmentPointer = fragmentPointer }
  init(key: any ToDoFeed_user_Key) { fragmentPointer = key.fragment_ToDoFeed_user }
  typealias RefetchQuery = ToDoFeedPaginationQuery
  static let definition: FragmentDefinition = FragmentDefinition(
    plan: #"""
      {"version":1,"name":"ToDoFeed_user","type":"User","arguments":[["L","count",10],["L","cursor",null]],
      "metadata":{"connection":[{"count":"count","cursor":"cursor","direction":"forward","path":["todos"]}],
      "refetch":{"connection":{"forward":{"count":"count","cursor":"cursor"},"backward":null,"path":["todos"]},
      "fragmentPathInResult":["node"],"operation":"ToDoFeedPaginationQuery",
      "identifierInfo":{"identifierField":"id","identifierQueryVariableName":"id"},"edgesFragment":"ToDoFeed_user__edges"}},
      "shapes":[
      [[["todos","O1"],["id","S!"]]],
      [[["edges","[O2]"],["pageInfo","O3!"]]],
      [[["fragment_ToDoFeed_user__edges","P!"]]],
      [[["endCursor","S"],["hasNextPage","B!"]]]],
      "selections":[
      [1,0,1,"__ToDoFeed_todos_connection","TodoConnection",0,[
        [1,0,2,"edges","TodoEdge",1,[[10,0,"ToDoFeed_user__edges",[["count",1,"count"],["cursor",1,"cursor"]]]]],
        [1,1,3,"pageInfo","PageInfo",0,[[0,0,"endCursor"],[0,1,"hasNextPage"]]]],"todos"],
      [0,1,"id"]]}
      """#, scalars: [])
}

extension ToDoFeed_user {
  struct Data: SelectionSet, Identifiable {
    let __row: Row
    init(__row: Row) { self.__row = __row }
    static var __shape: RowShape { ToDoFeed_user.definition.shape(0) }
    var id: String { self.__row.string(1) }
  }
}

protocol ToDoFeed_user_Key: FragmentKey {
  var fragment_ToDoFeed_user: FragmentPointer { get }
}
extension Fragments where Parent: ToDoFeed_user_Key {
  var toDoFeed_user: ToDoFeed_user { ToDoFeed_user(fragmentPointer: parent.fragment_ToDoFeed_user) }
}

struct ToDoFeed_user__edges: GraphQLFragment {
  var fragmentPointer: FragmentPointer
  init(fragmentPointer: FragmentPointer) { self.fragmentPointer = fragmentPointer }
  static let definition: FragmentDefinition = FragmentDefinition(
    plan: #"""
      {"version":1,"name":"ToDoFeed_user__edges","type":"TodoEdge","arguments":[["L","count",10],["L","cursor",null]],"metadata":{"plural":true},
      "shapes":[[[["node","O1"],["cursor","S!"]]],[[["text","S!"],["id","S!"],["__typename","S!"]]]],
      "selections":[[1,0,1,"node","Todo",0,[[0,0,"text"],[0,1,"id"],[0,2,"__typename"]]],[0,1,"cursor"]]}
      """#, scalars: [])
}

extension ToDoFeed_user__edges {
  struct Data: SelectionSet {
    let __row: Row
    init(__row: Row) { self.__row = __row }
    static var __shape: RowShape { ToDoFeed_user__edges.definition.shape(0) }
    var node: Todo_node? { self.__row.value(0) }

    struct Todo_node: SelectionSet, Identifiable {
      let __row: Row
      init(__row: Row) { self.__row = __row }
      static var __shape: RowShape { ToDoFeed_user__edges.definition.shape(1) }
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
    normalization: #"""
      {"version":1,"name":"ToDoFeedPaginationQuery","arguments":[["count",10],["cursor",null],["id",null]],"selections":[
      [1,"node",0,"O",[[0,"__typename","S!"],[0,"id","D!"],[4,"User",0,[
        [1,"todos","TodoConnection","O",[
          [1,"edges","TodoEdge","[O]",[[1,"node","Todo","O",[[0,"text","S"],[0,"id","D!"],[0,"__typename","S!"]]],[0,"cursor","S"]]],
          [1,"pageInfo","PageInfo","O!",[[0,"endCursor","S"],[0,"hasNextPage","B!"]]]],0,[["after",1,"cursor"],["first",1,"count"]]],
        [3,"todos","connection","ToDoFeed_todos",0,0,[["after",1,"cursor"],["first",1,"count"]]]]]],0,[["id",1,"id"]]]]}
      """#,
    reader: #"""
      {"version":1,"name":"ToDoFeedPaginationQuery","type":"Query","arguments":[["L","count",10],["L","cursor",null],["L","id",null]],
      "shapes":[[[["node","O1"]]],[[["fragment_ToDoFeed_user","P"]]]],
      "selections":[[1,0,1,"node",0,0,[[10,0,"ToDoFeed_user",[["count",1,"count"],["cursor",1,"cursor"]]]],0,[["id",1,"id"]]]]}
      """#, scalars: [], metadata: #"{}"#)

  struct Data: RootSelectionSet {
    let __row: Row
    init(__row: Row) { self.__row = __row }
    static var __shape: RowShape { ToDoFeedPaginationQuery.definition.shape(0) }
    var node: Node_node? { self.__row.value(0) }

    struct Node_node: SelectionSet, ToDoFeed_user_Key {
      let __row: Row
      init(__row: Row) { self.__row = __row }
      static var __shape: RowShape { ToDoFeedPaginationQuery.definition.shape(1) }
      var fragment_ToDoFeed_user: FragmentPointer { self.__row.fragmentPointer(0) }
    }
  }
}
