// What the compiler emits for the to-do app, written by hand: the runtime's tests must not depend on the compiler.
import RelayRuntime

struct ToDoItem_todo: GraphQLFragment {
  var fragmentPointer: FragmentPointer
  init(fragmentPointer: FragmentPointer) { self.fragmentPointer = fragmentPointer }
  init(key: any ToDoItem_todo_Key) { fragmentPointer = key.fragment_ToDoItem_todo }
  static let definition: FragmentDefinition = FragmentDefinition(
    plan: #"""
      {"version":1,"name":"ToDoItem_todo","type":"Todo","shapes":[[[["id","S!"],["text","S!"],["complete","B!"]]]],
      "selections":[[0,0,"id"],[0,1,"text"],[0,2,"complete"]]}
      """#, scalars: [])
}

extension ToDoItem_todo {
  struct Data: SelectionSet, Identifiable {
    let __row: Row
    init(__row: Row) { self.__row = __row }
    static var __shape: RowShape { ToDoItem_todo.definition.shape(0) }
    var id: String { self.__row.string(0) }
    var text: String { self.__row.string(1) }
    var complete: Bool { self.__row.bool(2) }
  }
}

protocol ToDoItem_todo_Key: FragmentKey {
  var fragment_ToDoItem_todo: FragmentPointer { get }
}
extension Fragments where Parent: ToDoItem_todo_Key {
  var toDoItem_todo: ToDoItem_todo { ToDoItem_todo(fragmentPointer: parent.fragment_ToDoItem_todo) }
}

struct ToDoList_user: GraphQLPaginationFragment {
  var fragmentPointer: FragmentPointer
  init(fragmentPointer: FragmentPointer) { self.fragmentPointer = fragmentPointer }
  init(key: any ToDoList_user_Key) { fragmentPointer = key.fragment_ToDoList_user }
  typealias RefetchQuery = ToDoListPaginationQuery
  static let definition: FragmentDefinition = FragmentDefinition(
    plan: #"""
      {"version":1,"name":"ToDoList_user","type":"User","arguments":[["L","count",10],["L","cursor",null]],
      "metadata":{"connection":[{"count":"count","cursor":"cursor","direction":"forward","path":["todos"]}],
      "refetch":{"connection":{"forward":{"count":"count","cursor":"cursor"},"backward":null,"path":["todos"]},
      "fragmentPathInResult":["node"],"operation":"ToDoListPaginationQuery","identifierInfo":{"identifierField":"id","identifierQueryVariableName":"id"}}},
      "shapes":[
      [[["todos","O1"],["id","S!"]]],
      [[["edges","[O2]"],["pageInfo","O4!"]],[0,0]],
      [[["node","O3"],["cursor","S!"]]],
      [[["id","S!"],["fragment_ToDoItem_todo","P"],["__typename","S!"]]],
      [[["endCursor","S"],["hasNextPage","B!"]]]],
      "selections":[
      [1,0,1,"__ToDoList_todos_connection","TodoConnection",0,[
        [1,0,2,"edges","TodoEdge",1,[
          [1,0,3,"node","Todo",0,[[0,0,"id"],[10,1,"ToDoItem_todo"],[0,2,"__typename"]]],
          [0,1,"cursor"]]],
        [1,1,4,"pageInfo","PageInfo",0,[[0,0,"endCursor"],[0,1,"hasNextPage"]]]],"todos"],
      [0,1,"id"]]}
      """#, fragments: [ToDoItem_todo.definition])
}

extension ToDoList_user {
  struct Data: SelectionSet, Identifiable {
    let __row: Row
    init(__row: Row) { self.__row = __row }
    static var __shape: RowShape { ToDoList_user.definition.shape(0) }
    var todos: TodoConnection_todos? { self.__row.value(0) }
    var id: String { self.__row.string(1) }

    struct TodoConnection_todos: SelectionSet, ConnectionCollection {
      let __row: Row
      init(__row: Row) { self.__row = __row }
      static var __shape: RowShape { ToDoList_user.definition.shape(1) }
      typealias Edge = TodoEdge_edges
      var edges: [TodoEdge_edges?]? { self.__row.value(0) }

      struct TodoEdge_edges: SelectionSet, ConnectionEdge {
        let __row: Row
        init(__row: Row) { self.__row = __row }
        static var __shape: RowShape { ToDoList_user.definition.shape(2) }
        typealias NodeValue = Todo_node
        var node: Todo_node? { self.__row.value(0) }
        var cursor: String { self.__row.string(1) }

        struct Todo_node: SelectionSet, Identifiable, ToDoItem_todo_Key, ConnectionNode {
          let __row: Row
          init(__row: Row) { self.__row = __row }
          static var __shape: RowShape { ToDoList_user.definition.shape(3) }
          var id: String { self.__row.string(0) }
          var fragment_ToDoItem_todo: FragmentPointer { self.__row.fragmentPointer(1) }
        }
      }
    }
  }
}

protocol ToDoList_user_Key: FragmentKey {
  var fragment_ToDoList_user: FragmentPointer { get }
}
extension Fragments where Parent: ToDoList_user_Key {
  var toDoList_user: ToDoList_user { ToDoList_user(fragmentPointer: parent.fragment_ToDoList_user) }
}

private let todosNormalization = #"""
  [1,"todos","TodoConnection","O",[
    [1,"edges","TodoEdge","[O]",[
      [1,"node","Todo","O",[[0,"id","D!"],[0,"text","S!"],[0,"complete","B!"],[0,"__typename","S!"]]],
      [0,"cursor","S"]]],
    [1,"pageInfo","PageInfo","O",[[0,"endCursor","S"],[0,"hasNextPage","B"]]]],0,[["after",1,"cursor"],["first",1,"count"]]],
  [3,"todos","connection","ToDoList_todos",0,0,[["after",1,"cursor"],["first",1,"count"]]]
  """#

struct CurrentUserToDoListQuery: GraphQLQuery {
  var variables: Variables
  init(variables: Variables) { self.variables = variables }
  init(id: String) { variables = Variables(id: id) }
  static let definition: OperationDefinition = OperationDefinition(
    name: "CurrentUserToDoListQuery", kind: .query, id: nil, cacheID: "CurrentUserToDoListQuery-cache",
    text: "query CurrentUserToDoListQuery($id: ID!) { … }",
    normalization: #"""
      {"version":1,"name":"CurrentUserToDoListQuery","arguments":[["id",null]],"selections":[
      [1,"user","User","O",[[0,"id","D!"],
      """#
        + todosNormalization.replacing(#"["after",1,"cursor"],["first",1,"count"]"#, with: #"["first",0,10]"#)
        + #"]"# + #",0,[["id",1,"id"]]]]}"#,
    reader: #"""
      {"version":1,"name":"CurrentUserToDoListQuery","type":"Query","arguments":[["L","id",null]],
      "shapes":[[[["user","O1"]]],[[["id","S!"],["fragment_ToDoList_user","P"]]]],
      "selections":[[1,0,1,"user","User",0,[[0,0,"id"],[10,1,"ToDoList_user"]],0,[["id",1,"id"]]]]}
      """#, fragments: [ToDoList_user.definition], metadata: #"{}"#)
}

extension CurrentUserToDoListQuery {
  struct Variables: OperationVariables {
    var __fields: InputFields
    init(id: String) {
      self.__fields = InputFields()
      self.__fields.set("id", id)
    }
    var id: String {
      get { self.__fields.value("id") }
      set { self.__fields.set("id", newValue) }
    }
  }

  struct Data: SelectionSet {
    let __row: Row
    init(__row: Row) { self.__row = __row }
    static var __shape: RowShape { CurrentUserToDoListQuery.definition.shape(0) }
    var user: User_user? { self.__row.value(0) }

    struct User_user: SelectionSet, Identifiable, ToDoList_user_Key {
      let __row: Row
      init(__row: Row) { self.__row = __row }
      static var __shape: RowShape { CurrentUserToDoListQuery.definition.shape(1) }
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
    normalization: #"""
      {"version":1,"name":"ToDoListPaginationQuery","arguments":[["count",10],["cursor",null],["id",null]],"selections":[
      [1,"node",0,"O",[[0,"__typename","S!"],[0,"id","D!"],[4,"User",0,[
      """# + todosNormalization + #"]]],0,[["id",1,"id"]]]]}"#,
    reader: #"""
      {"version":1,"name":"ToDoListPaginationQuery","type":"Query","arguments":[["L","count",10],["L","cursor",null],["L","id",null]],
      "shapes":[[[["node","O1"]]],[[["fragment_ToDoList_user","P"]]]],
      "selections":[[1,0,1,"node",0,0,[[10,0,"ToDoList_user",[["count",1,"count"],["cursor",1,"cursor"]]]],0,[["id",1,"id"]]]]}
      """#, fragments: [ToDoList_user.definition], metadata: #"{}"#)
}

extension ToDoListPaginationQuery {
  struct Variables: OperationVariables {
    var __fields: InputFields
    init(count: Int? = nil, cursor: String? = nil, id: String) {
      self.__fields = InputFields()
      self.__fields.set("count", count)
      self.__fields.set("cursor", cursor)
      self.__fields.set("id", id)
    }
    var count: Int? {
      get { self.__fields.optionalInt("count") }
      set { self.__fields.set("count", int: newValue) }
    }
  }

  struct Data: SelectionSet {
    let __row: Row
    init(__row: Row) { self.__row = __row }
    static var __shape: RowShape { ToDoListPaginationQuery.definition.shape(0) }
    var node: Node_node? { self.__row.value(0) }

    struct Node_node: SelectionSet, ToDoList_user_Key {
      let __row: Row
      init(__row: Row) { self.__row = __row }
      static var __shape: RowShape { ToDoListPaginationQuery.definition.shape(1) }
      var fragment_ToDoList_user: FragmentPointer { self.__row.fragmentPointer(0) }
    }
  }
}
