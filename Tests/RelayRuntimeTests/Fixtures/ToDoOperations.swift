// Further operations of the to-do app, as the compiler emits them.
import RelayRuntime

struct RenameTodoMutation: GraphQLMutation {
  var variables: Variables
  init(variables: Variables) { self.variables = variables }
  init(id: String, text: String) { variables = Variables(id: id, text: text) }
  static let definition: OperationDefinition = OperationDefinition(
    name: "RenameTodoMutation", kind: .mutation, id: nil, cacheID: "RenameTodoMutation-cache",
    text: "mutation RenameTodoMutation($id: ID!, $text: String!) { … }",
    normalization: #"""
      {"version":1,"name":"RenameTodoMutation","arguments":[["id",null],["text",null]],"selections":[
      [1,"renameTodo","RenameTodoPayload","O",[[1,"todo","Todo","O",[[0,"id","D!"],[0,"text","S!"]]]],0,[["id",1,"id"],["text",1,"text"]]]]}
      """#,
    reader: #"""
      {"version":1,"name":"RenameTodoMutation","type":"Mutation","arguments":[["L","id",null],["L","text",null]],
      "shapes":[[[["renameTodo","O1"]]],[[["todo","O2"]]],[[["id","S!"],["text","S!"]]]],
      "selections":[[1,0,1,"renameTodo","RenameTodoPayload",0,[[1,0,2,"todo","Todo",0,[[0,0,"id"],[0,1,"text"]]]],
      0,[["id",1,"id"],["text",1,"text"]]]]}
      """#, scalars: [], metadata: #"{}"#)
}

extension RenameTodoMutation {
  struct Variables: OperationVariables {
    var __fields: InputFields
    init(id: String, text: String) {
      self.__fields = InputFields()
      self.__fields.set("id", id)
      self.__fields.set("text", text)
    }
  }

  struct Data: SelectionSet {
    let __row: Row
    init(__row: Row) { self.__row = __row }
    static var __shape: RowShape { RenameTodoMutation.definition.shape(0) }
    var renameTodo: RenameTodoPayload_renameTodo? { self.__row.value(0) }

    struct RenameTodoPayload_renameTodo: SelectionSet {
      let __row: Row
      init(__row: Row) { self.__row = __row }
      static var __shape: RowShape { RenameTodoMutation.definition.shape(1) }
      var todo: Todo_todo? { self.__row.value(0) }

      struct Todo_todo: SelectionSet, Identifiable {
        let __row: Row
        init(__row: Row) { self.__row = __row }
        static var __shape: RowShape { RenameTodoMutation.definition.shape(2) }
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
    normalization: #"""
      {"version":1,"name":"AddTodoMutation","arguments":[["text",null],["connections",null]],"selections":[
      [1,"addTodo","AddTodoPayload","O",[
        [1,"todoEdge","TodoEdge","O",[
          [1,"node","Todo","O",[[0,"id","D!"],[0,"text","S!"],[0,"complete","B!"],[0,"__typename","S!"]]],
          [0,"cursor","S"]]],
        [3,"todoEdge","appendEdge","",0,0,0,0,[["connections",1,"connections"]]]],
      0,[["text",1,"text"]]]]}
      """#,
    reader: #"""
      {"version":1,"name":"AddTodoMutation","type":"Mutation","arguments":[["L","text",null],["L","connections",null]],
      "shapes":[[[["addTodo","O1"]]],[[["todoEdge","O2"]]],[[["cursor","S!"]]]],
      "selections":[[1,0,1,"addTodo","AddTodoPayload",0,[[1,0,2,"todoEdge","TodoEdge",0,[[0,0,"cursor"]]]],0,[["text",1,"text"]]]]}
      """#, scalars: [], metadata: #"{}"#)
}

extension AddTodoMutation {
  struct Variables: OperationVariables {
    var __fields: InputFields
    init(text: String, connections: [String]) {
      self.__fields = InputFields()
      self.__fields.set("text", text)
      self.__fields.set("connections", connections)
    }
  }

  struct Data: SelectionSet {
    let __row: Row
    init(__row: Row) { self.__row = __row }
    static var __shape: RowShape { AddTodoMutation.definition.shape(0) }
  }
}

struct TodoChangedSubscription: GraphQLSubscription {
  var variables: Variables
  init(variables: Variables) { self.variables = variables }
  init() { variables = Variables() }
  typealias Variables = EmptyVariables
  static let definition: OperationDefinition = OperationDefinition(
    name: "TodoChangedSubscription", kind: .subscription, id: nil, cacheID: "TodoChangedSubscription-cache",
    text: "subscription TodoChangedSubscription { … }",
    normalization: #"""
      {"version":1,"name":"TodoChangedSubscription","selections":[
      [1,"change","TodoChange","O",[[0,"kind","S"],[1,"todo","Todo","O",[[0,"id","D!"],[0,"text","S!"]]]]]]}
      """#,
    reader: #"""
      {"version":1,"name":"TodoChangedSubscription","type":"Subscription",
      "shapes":[[[["change","O1"]]],[[["kind","S"],["todo","O2"]]],[[["id","S!"],["text","S!"]]]],
      "selections":[[1,0,1,"change","TodoChange",0,[[0,0,"kind"],[1,1,2,"todo","Todo",0,[[0,0,"id"],[0,1,"text"]]]]]]}
      """#, scalars: [], metadata: #"{}"#)
}

extension TodoChangedSubscription {
  struct Data: SelectionSet {
    let __row: Row
    init(__row: Row) { self.__row = __row }
    static var __shape: RowShape { TodoChangedSubscription.definition.shape(0) }
    var change: TodoChange_change? { self.__row.value(0) }

    struct TodoChange_change: SelectionSet {
      let __row: Row
      init(__row: Row) { self.__row = __row }
      static var __shape: RowShape { TodoChangedSubscription.definition.shape(1) }
      var kind: String? { self.__row.optionalString(0) }
    }
  }
}
