// A query with @defer and one with @stream, as the compiler emits them.
import RelayRuntime

struct DeferredUserQuery: GraphQLQuery {
  var variables: Generated.EmptyVariables
  init(variables: Generated.EmptyVariables) { self.variables = variables }
  static let definition: OperationDefinition = OperationDefinition(
    name: "DeferredUserQuery", kind: .query, id: nil, cacheID: "DeferredUserQuery-cache", text: "query DeferredUserQuery { … }",
    normalization: Plans.normalization(
      "DeferredUserQuery",
      [
        .linked(
          "me", of: "User",
          [
            .scalar("id", "D!"), .scalar("__typename", "S!"),
            .defer(
              "DeferredUserQuery$defer$UserName_user",
              [
                .scalar("name", "S!"), .linked("friend", of: "User", [.scalar("name", "S!"), .scalar("id", "D!")]),
              ]),
          ])
      ]),
    reader: Plans.reader(
      "DeferredUserQuery", on: "Query", [.linked("me", of: "User", [.scalar("id", "S!"), .defer([.spread("UserName_user")])])]),
    scalars: [], metadata: #"{}"#)

  struct Data: SelectionSet, Hashable {
    let __row: Generated.RowReference
    init(__row: Generated.RowReference) { self.__row = __row }
    static var __shape: Generated.RowShape { DeferredUserQuery.definition.shape(0) }
    var me: User_me? { self.__row.value(0) }

    struct User_me: SelectionSet, Hashable {
      let __row: Generated.RowReference
      init(__row: Generated.RowReference) { self.__row = __row }
      static var __shape: Generated.RowShape { DeferredUserQuery.definition.shape(1) }
      var id: String { self.__row.string(0) }
      var fragment_UserName_user: FragmentPointer { self.__row.fragmentPointer(1) }
    }
  }
}

struct UserName_user: GraphQLFragment, Hashable {
  var fragmentPointer: FragmentPointer
  init(fragmentPointer: FragmentPointer) { self.fragmentPointer = fragmentPointer }
  static let definition: Generated.FragmentDefinition = Generated.FragmentDefinition(
    plan: Plans.reader("UserName_user", on: "User", [.scalar("name", "S!"), .linked("friend", of: "User", [.scalar("name", "S!")])]),
    scalars: [])

  struct Data: SelectionSet, Hashable {
    let __row: Generated.RowReference
    init(__row: Generated.RowReference) { self.__row = __row }
    static var __shape: Generated.RowShape { UserName_user.definition.shape(0) }
    var name: String { self.__row.string(0) }
    var friend: User_friend? { self.__row.value(1) }

    struct User_friend: SelectionSet, Hashable {
      let __row: Generated.RowReference
      init(__row: Generated.RowReference) { self.__row = __row }
      static var __shape: Generated.RowShape { UserName_user.definition.shape(1) }
      var name: String { self.__row.string(0) }
    }
  }
}

struct StreamedActorsQuery: GraphQLQuery {
  var variables: Generated.EmptyVariables
  init(variables: Generated.EmptyVariables) { self.variables = variables }
  static let definition: OperationDefinition = OperationDefinition(
    name: "StreamedActorsQuery", kind: .query, id: nil, cacheID: "StreamedActorsQuery-cache", text: "query StreamedActorsQuery { … }",
    normalization: Plans.normalization(
      "StreamedActorsQuery",
      [
        .linked(
          "feed", of: "Feed",
          [
            .scalar("id", "D!"),
            .stream(
              "StreamedActorsQuery$stream$actors",
              [
                .linked("actors", "[O]", [.scalar("__typename", "S!"), .scalar("name", "S"), .scalar("id", "D!")])
              ]),
          ])
      ]),
    reader: Plans.reader(
      "StreamedActorsQuery", on: "Query", [.linked("feed", of: "Feed", [.stream([.linked("actors", "[O]", [.scalar("name", "S")])])])]),
    scalars: [], metadata: #"{}"#)

  struct Data: SelectionSet, Hashable {
    let __row: Generated.RowReference
    init(__row: Generated.RowReference) { self.__row = __row }
    static var __shape: Generated.RowShape { StreamedActorsQuery.definition.shape(0) }
    var feed: Feed_feed? { self.__row.value(0) }

    struct Feed_feed: SelectionSet, Hashable {
      let __row: Generated.RowReference
      init(__row: Generated.RowReference) { self.__row = __row }
      static var __shape: Generated.RowShape { StreamedActorsQuery.definition.shape(1) }
      var actors: [Actor_actors?]? { self.__row.value(0) }

      struct Actor_actors: SelectionSet, Hashable {
        let __row: Generated.RowReference
        init(__row: Generated.RowReference) { self.__row = __row }
        static var __shape: Generated.RowShape { StreamedActorsQuery.definition.shape(2) }
        var name: String? { self.__row.optionalString(0) }
      }
    }
  }
}
