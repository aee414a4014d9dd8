import RelayRuntime

@testable import RelayRuntime

/// `node(id: $id) { id ... on User { name friends(after:, before:, first:, last:, orderby:) @connection(key: "K_friends", filters: ["orderby"]) } }`
enum Friends {
  static let definition: OperationDefinition = {
    let arguments =
      #"[["after",1,"after"],["before",1,"before"],["first",1,"first"],["last",1,"last"],["orderby",1,"orderby"]]"#
    let filtered = #"[["orderby",1,"orderby"]]"#
    return Plans.operation(
      "FriendsQuery",
      arguments: #"[["id",null],["after",null],["before",null],["first",null],["last",null],["orderby",null]]"#,
      normalization: #"""
        [[1,"node",0,"O",[[0,"__typename","S!"],[0,"id","D!"],[4,"User",0,[[0,"name","S"],
          [1,"friends","FriendsConnection","O",[
            [1,"edges","FriendsEdge","[O]",[[0,"cursor","S"],[1,"node","User","O",[[0,"id","D!"],[0,"name","S"],[0,"__typename","S!"]]]]],
            [1,"pageInfo","PageInfo","O",[[0,"endCursor","S"],[0,"hasNextPage","B"],[0,"hasPreviousPage","B"],[0,"startCursor","S"]]]],0,\#(arguments)],
          [3,"friends","connection","K_friends",["orderby"],0,\#(arguments)]]]],0,[["id",1,"id"]]]]
        """#,
      readerArguments: #"[["L","id",null],["L","orderby",null]]"#,
      shapes: #"""
        [[[["node","O1"]]],[[["name","S"],["friends","O2"]]],[[["edges","[O3]"],["pageInfo","O5"]],[0,1]],
        [[["cursor","S"],["node","O4"]]],[[["id","S!"],["name","S"]]],[[["endCursor","S"],["hasNextPage","B"],["hasPreviousPage","B"],["startCursor","S"]]]]
        """#,
      reader: #"""
        [[1,0,1,"node",0,0,[[4,-1,"User",0,[[0,0,"name"],
          [1,1,2,"__K_friends_connection","FriendsConnection",0,[
            [1,0,3,"edges","FriendsEdge",1,[[0,0,"cursor"],[1,1,4,"node","User",0,[[0,0,"id"],[0,1,"name"]]]]],
            [1,1,5,"pageInfo","PageInfo",0,[[0,0,"endCursor"],[0,1,"hasNextPage"],[0,2,"hasPreviousPage"],[0,3,"startCursor"]]]],
            "friends",\#(filtered)]]]],0,[["id",1,"id"]]]]
        """#)
  }()

  static func operation(_ variables: [String: JSON] = [:]) -> OperationDescriptor {
    OperationDescriptor(definition, variables: ["id": "4"].merging(variables) { $1 })
  }

  /// One page: `edges` as (cursor, id of the node), with `nil` for a null edge.
  static func page(
    _ edges: [(cursor: JSON, id: String)?], endCursor: JSON? = nil, startCursor: JSON? = nil, hasNext: Bool = false,
    hasPrevious: Bool = false, withPageInfo: Bool = true
  ) -> String {
    let list = edges.map { edge in
      edge.map { #"{"cursor":\#($0.cursor),"node":{"id":"\#($0.id)","name":"Name \#($0.id)","__typename":"User"}}"# } ?? "null"
    }
    let end = endCursor ?? edges.last.flatMap { $0?.cursor } ?? .null
    let start = startCursor ?? edges.first.flatMap { $0?.cursor } ?? .null
    let pageInfo =
      withPageInfo
      ? #","pageInfo":{"endCursor":\#(end),"hasNextPage":\#(hasNext),"hasPreviousPage":\#(hasPrevious),"startCursor":\#(start)}"# : ""
    return #"""
      {"data":{"node":{"__typename":"User","id":"4","name":"Mark","friends":{"edges":[\#(list.joined(separator: ","))]\#(pageInfo)}}}}
      """#
  }

  static let key = "__K_friends_connection"

  /// What a view shows of the connection: ids of the nodes and the page information.
  static func shown(_ test: TestStore, _ variables: [String: JSON] = [:]) -> (ids: [String], pageInfo: JSON?) {
    let data = test.store.lookup(operation(variables)).row?.json
    let friends = data?["node"]?["friends"]
    let ids = (friends?["edges"]?.arrayValue ?? []).compactMap { $0["node"]?["id"]?.stringValue }
    return (ids, friends?["pageInfo"])
  }
}
