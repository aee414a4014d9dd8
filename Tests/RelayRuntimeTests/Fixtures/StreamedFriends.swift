@testable import RelayRuntime

/// A field with `@connection` and `@stream_connection`, whose page information is deferred, and so is a field of each edge.
struct StreamedFriends: ~Copyable {
  static let definition = Plans.operation(
    "StreamedFriendsQuery", arguments: ["after": .null, "before": .null],
    normalization: [
      .linked(
        "me", of: "User",
        [
          .scalar("id", "D"),
          .linked(
            "friends", of: "FriendsConnection", arguments: .variables("after", "before"),
            [
              .stream(
                "edges",
                [
                  .linked(
                    "edges", "[O]", of: "FriendsEdge",
                    [
                      .scalar("cursor", "S"), .linked("node", of: "User", [.scalar("id", "D"), .scalar("name", "S")]),
                      .defer("since", [.scalar("since", "S")]),
                    ])
                ]),
              .defer("pageInfo", [.linked("pageInfo", of: "PageInfo", [.scalar("endCursor", "S"), .scalar("startCursor", "S")])]),
            ]),
          .linkedHandle("friends", "connection", key: "Me_friends", filters: [], arguments: .variables("after", "before")),
        ])
    ])

  let environment = RelayEnvironment(network: FetchNetwork { _ in throw CancellationError() })
  private var response: IncrementalResponse

  init() { response = IncrementalResponse(OperationDescriptor(Self.definition), in: environment, updater: nil) }

  mutating func take(_ payload: JSON) throws { _ = try response.take(NetworkPayload(payload)) { nil } }

  /// Begins the response of a request.
  mutating func begin(_ edges: [JSON], _ variables: [String: JSON] = [:]) throws {
    response = IncrementalResponse(OperationDescriptor(Self.definition, variables: variables), in: environment, updater: nil)
    try take(["data": ["me": ["id": "1", "friends": ["edges": .array(edges)]]], "hasNext": true])
  }

  mutating func take(_ edge: JSON, at index: Int) throws {
    try take(["label": "edges", "path": ["me", "friends", "edges", .int(index)], "data": edge])
  }

  /// Takes the part with the cursors at both ends.
  mutating func takePageInfo(_ cursor: JSON) throws {
    let pageInfo: JSON = ["pageInfo": ["startCursor": cursor, "endCursor": cursor]]
    try take(["label": "pageInfo", "path": ["me", "friends"], "data": pageInfo])
  }

  static func edge(_ node: String, _ cursor: String = "c") -> JSON {
    ["cursor": .string(cursor), "node": ["id": .string(node), "name": .string("Friend \(node)")]]
  }

  private var records: [String: JSON] { environment.store.json }

  private func link(_ record: JSON?, _ key: String) -> JSON? { (record?[key]?["__ref"]?.stringValue).flatMap { records[$0] } }

  /// The identities of the edges of the client's connection; nil for a null.
  var ids: [String?] { (link(records["1"], "__Me_friends_connection")?["edges"]?["__refs"]?.arrayValue ?? []).map(\.stringValue) }

  /// The node, the cursor and the deferred field of each edge.
  var edges: [String] {
    let records = records
    return ids.map { id in
      guard let edge = id.flatMap({ records[$0] }) else { return "null" }
      let texts = [link(edge, "node")?["id"], edge["cursor"], edge["since"]].compactMap { $0?.stringValue }
      return texts.joined(separator: " ")
    }
  }

  var nodes: [String] { edges.map { $0.prefix { $0 != " " }.description } }
}
