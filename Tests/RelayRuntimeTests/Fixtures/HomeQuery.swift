// A screen's query as the compiler emits it: the root selects only a fragment.
import RelayRuntime

/// `query HomeQuery { ...Home_query }`
struct HomeQuery: GraphQLQuery {
  var variables: Variables
  init(variables: Variables) { self.variables = variables }
  init() { variables = Variables() }
  typealias Variables = Generated.EmptyVariables
  static let definition: OperationDefinition = OperationDefinition(
    name: "HomeQuery", kind: .query, id: nil, cacheID: "HomeQuery-cache", text: "query HomeQuery { ...Home_query }",
    normalization: Plans.normalization(
      "HomeQuery",
      [
        .linked("viewer", nil, of: "User", [.scalar("id"), .scalar("name")]),
        .linked("news", nil, of: "Story", [.scalar("id"), .scalar("title")]),
      ]),
    reader: Plans.reader("HomeQuery", on: "Query", [.spread("Home_query", "P!")]), scalars: [], metadata: #"{}"#)
}

extension HomeQuery {
  struct Data: SelectionSet, Hashable, Home_query_Key {
    let __row: Generated.RowReference
    init(__row: Generated.RowReference) { self.__row = __row }
    static var __shape: Generated.RowShape { HomeQuery.definition.shape(0) }
    var fragment_Home_query: FragmentPointer { self.__row.fragmentPointer(0) }
  }
}

/// `fragment Home_query on Query { viewer { id name } news { id title } }`
struct Home_query: GraphQLFragment, Hashable {
  var fragmentPointer: FragmentPointer
  init(fragmentPointer: FragmentPointer) { self.fragmentPointer = fragmentPointer }
  init(key: any Home_query_Key) { fragmentPointer = key.fragment_Home_query }
  static let definition: Generated.FragmentDefinition = Generated.FragmentDefinition(
    plan: Plans.reader(
      "Home_query", on: "Query",
      [
        .linked("viewer", of: "User", [.scalar("id", "S!"), .scalar("name", "S!")]),
        .linked("news", of: "Story", [.scalar("id", "S!"), .scalar("title", "S!")]),
      ]), scalars: [])
}

extension Home_query {
  struct Data: SelectionSet, Hashable {
    let __row: Generated.RowReference
    init(__row: Generated.RowReference) { self.__row = __row }
    static var __shape: Generated.RowShape { Home_query.definition.shape(0) }
    var viewer: User_viewer? { self.__row.value(0) }

    struct User_viewer: SelectionSet, Hashable, Identifiable {
      let __row: Generated.RowReference
      init(__row: Generated.RowReference) { self.__row = __row }
      static var __shape: Generated.RowShape { Home_query.definition.shape(1) }
      var id: String { self.__row.string(0) }
      var name: String { self.__row.string(1) }
    }
  }
}

protocol Home_query_Key: Generated.FragmentKey {
  var fragment_Home_query: FragmentPointer { get }
}
extension Generated.Fragments where Parent: Home_query_Key {
  var home_query: Home_query { Home_query(fragmentPointer: parent.fragment_Home_query) }
}
