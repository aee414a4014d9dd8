// A query with @defer and one with @stream, as the compiler emits them.
import RelayRuntime

struct DeferredUserQuery: GraphQLQuery {
  var variables: EmptyVariables
  init(variables: EmptyVariables) { self.variables = variables }
  static let definition: OperationDefinition = OperationDefinition(
    name: "DeferredUserQuery", kind: .query, id: nil, cacheID: "DeferredUserQuery-cache", text: "query DeferredUserQuery { … }",
    normalization: #"""
      {"version":1,"name":"DeferredUserQuery","selections":[[1,"me","User","O",[[0,"id","D!"],[0,"__typename","S!"],
      [7,0,"DeferredUserQuery$defer$UserName_user",[[0,"name","S!"],[1,"friend","User","O",[[0,"name","S!"],[0,"id","D!"]]]]]]]]}
      """#,
    reader: #"""
      {"version":1,"name":"DeferredUserQuery","type":"Query","shapes":[[[["me","O1"]]],[[["id","S!"],["fragment_UserName_user","P"]]]],
      "selections":[[1,0,1,"me","User",0,[[0,0,"id"],[7,[[10,1,"UserName_user"]]]]]]}
      """#, scalars: [], metadata: #"{}"#)

  struct Data: SelectionSet {
    let __row: Row
    init(__row: Row) { self.__row = __row }
    static var __shape: RowShape { DeferredUserQuery.definition.shape(0) }
    var me: User_me? { self.__row.value(0) }

    struct User_me: SelectionSet {
      let __row: Row
      init(__row: Row) { self.__row = __row }
      static var __shape: RowShape { DeferredUserQuery.definition.shape(1) }
      var id: String { self.__row.string(0) }
      var fragment_UserName_user: FragmentPointer { self.__row.fragmentPointer(1) }
    }
  }
}

struct UserName_user: GraphQLFragment {
  var fragmentPointer: FragmentPointer
  init(fragmentPointer: FragmentPointer) { self.fragmentPointer = fragmentPointer }
  static let definition: FragmentDefinition = FragmentDefinition(
    plan: #"""
      {"version":1,"name":"UserName_user","type":"User","shapes":[[[["name","S!"],["friend","O1"]]],[[["name","S!"]]]],
      "selections":[[0,0,"name"],[1,1,1,"friend","User",0,[[0,0,"name"]]]]}
      """#, scalars: [])

  struct Data: SelectionSet {
    let __row: Row
    init(__row: Row) { self.__row = __row }
    static var __shape: RowShape { UserName_user.definition.shape(0) }
    var name: String { self.__row.string(0) }
    var friend: User_friend? { self.__row.value(1) }

    struct User_friend: SelectionSet {
      let __row: Row
      init(__row: Row) { self.__row = __row }
      static var __shape: RowShape { UserName_user.definition.shape(1) }
      var name: String { self.__row.string(0) }
    }
  }
}

struct StreamedActorsQuery: GraphQLQuery {
  var variables: EmptyVariables
  init(variables: EmptyVariables) { self.variables = variables }
  static let definition: OperationDefinition = OperationDefinition(
    name: "StreamedActorsQuery", kind: .query, id: nil, cacheID: "StreamedActorsQuery-cache", text: "query StreamedActorsQuery { … }",
    normalization: #"""
      {"version":1,"name":"StreamedActorsQuery","selections":[[1,"feed","Feed","O",[[0,"id","D!"],
      [8,0,"StreamedActorsQuery$stream$actors",[[1,"actors",0,"[O]",[[0,"__typename","S!"],[0,"name","S"],[0,"id","D!"]]]]]]]]}
      """#,
    reader: #"""
      {"version":1,"name":"StreamedActorsQuery","type":"Query","shapes":[[[["feed","O1"]]],[[["actors","[O2]"]]],[[["name","S"]]]],
      "selections":[[1,0,1,"feed","Feed",0,[[8,[[1,0,2,"actors",0,1,[[0,0,"name"]]]]]]]]}
      """#, scalars: [], metadata: #"{}"#)

  struct Data: SelectionSet {
    let __row: Row
    init(__row: Row) { self.__row = __row }
    static var __shape: RowShape { StreamedActorsQuery.definition.shape(0) }
    var feed: Feed_feed? { self.__row.value(0) }

    struct Feed_feed: SelectionSet {
      let __row: Row
      init(__row: Row) { self.__row = __row }
      static var __shape: RowShape { StreamedActorsQuery.definition.shape(1) }
      var actors: [Actor_actors?]? { self.__row.value(0) }

      struct Actor_actors: SelectionSet {
        let __row: Row
        init(__row: Row) { self.__row = __row }
        static var __shape: RowShape { StreamedActorsQuery.definition.shape(2) }
        var name: String? { self.__row.optionalString(0) }
      }
    }
  }
}
