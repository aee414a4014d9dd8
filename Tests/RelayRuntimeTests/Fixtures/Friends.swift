import RelayRuntime

@testable import RelayRuntime

/// `node(id: $id) { id ... on User { name friends(after:, before:, first:, last:, orderby:) @connection(key: "K_friends", filters: ["orderby"]) } }`
enum Friends {
  static let definition: OperationDefinition = {
    let arguments = PlanArguments.variables("after", "before", "first", "last", "orderby")
    return Plans.operation(
      "FriendsQuery", arguments: ["id": .null, "after": .null, "before": .null, "first": .null, "last": .null, "orderby": .null],
      normalization: [
        .linked(
          "node", arguments: .variables("id"),
          [
            .scalar("__typename", "S!"), .scalar("id", "D!"),
            .inlineFragment(
              on: "User",
              [
                .scalar("name", "S"),
                .linked(
                  "friends", of: "FriendsConnection", arguments: arguments,
                  [
                    .linked(
                      "edges", "[O]", of: "FriendsEdge",
                      [
                        .scalar("cursor", "S"),
                        .linked("node", of: "User", [.scalar("id", "D!"), .scalar("name", "S"), .scalar("__typename", "S!")]),
                      ]),
                    .linked(
                      "pageInfo", of: "PageInfo",
                      [
                        .scalar("endCursor", "S"), .scalar("hasNextPage", "B"), .scalar("hasPreviousPage", "B"),
                        .scalar("startCursor", "S"),
                      ]),
                  ]),
                .linkedHandle("friends", "connection", key: "K_friends", filters: ["orderby"], arguments: arguments),
              ]),
          ])
      ],
      readerArguments: [.local("id"), .local("orderby")],
      reader: [
        .linked(
          "node", arguments: .variables("id"),
          [
            .inlineFragment(
              on: "User",
              [
                .scalar("name", "S"),
                .linked(
                  "__K_friends_connection", of: "FriendsConnection", alias: "friends", arguments: .variables("orderby"),
                  connection: ("edges", "node"),
                  [
                    .linked(
                      "edges", "[O]", of: "FriendsEdge",
                      [
                        .scalar("cursor", "S"), .linked("node", of: "User", [.scalar("id", "S!"), .scalar("name", "S")]),
                      ]),
                    .linked(
                      "pageInfo", of: "PageInfo",
                      [
                        .scalar("endCursor", "S"), .scalar("hasNextPage", "B"), .scalar("hasPreviousPage", "B"),
                        .scalar("startCursor", "S"),
                      ]),
                  ]),
              ])
          ])
      ])
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

  /// The connection as a view shows it: the ids of the nodes and the page information.
  static func shown(_ test: TestStore, _ variables: [String: JSON] = [:]) -> (ids: [String], pageInfo: JSON?) {
    let data = test.store.lookup(operation(variables)).row?.json
    let friends = data?["node"]?["friends"]
    let ids = (friends?["edges"]?.arrayValue ?? []).compactMap { $0["node"]?["id"]?.stringValue }
    return (ids, friends?["pageInfo"])
  }
}
