import Foundation

@testable import RelayRuntime

extension RuntimeShape {
  private static let edgesField = NormalizationPlanNode.linked(
    "edges", "[O]", of: "FriendsEdge",
    [.scalar("cursor", "S"), .linked("node", of: "User", [.scalar("id", "D!"), .scalar("name", "S")])])

  /// A field with `@connection`, as the compiler expands it.
  static func connection(alias: String? = nil, arguments: PlanArguments = [:], filters: [String] = []) -> [NormalizationPlanNode] {
    [
      .linked(
        "friends", of: "FriendsConnection", alias: alias, arguments: arguments,
        [
          edgesField,
          .linked("pageInfo", of: "PageInfo", [.scalar("endCursor", "S"), .scalar("hasNextPage", "B")]),
        ]),
      .linkedHandle("friends", "connection", key: "User_friends", filters: filters, alias: alias, arguments: arguments),
    ]
  }

  /// Users with their friends.
  static let friends = Plans.operation(
    "FriendsOfUsersQuery", arguments: ["after": .null],
    normalization: [
      .linked(
        "users", "[O]", of: "User", [.scalar("id", "D!")] + connection(arguments: .variables("after")))
    ],
    reader: [
      .linked(
        "users", "[O]", of: "User",
        [
          .linked(
            "__User_friends_connection", of: "FriendsConnection", alias: "friends", connection: ("edges", "node"),
            [.linked("edges", "[O]", of: "FriendsEdge", [.scalar("cursor", "S"), .linked("node", of: "User", [.scalar("name", "S")])])])
        ])
    ])

  /// A page of friends.
  static func page(_ numbers: Range<Int>) -> String {
    let edges = list(numbers.count) { #"{"cursor":"c\#(numbers.lowerBound + $0)","node":\#(user(numbers.lowerBound + $0))}"# }
    return #"{"edges":[\#(edges)],"pageInfo":{"endCursor":"c\#(numbers.upperBound - 1)","hasNextPage":true}}"#
  }

  /// One user with a page of friends.
  private static func friendsOfOne(_ numbers: Range<Int>) -> String { #"{"data":{"users":[{"id":"me","friends":\#(page(numbers))}]}}"# }

  private static let connectionID = "client:me:__User_friends_connection"

  /// A mutation whose answer changes a connection of the same size.
  private static func editing(
    _ name: String, _ fields: [NormalizationPlanNode], _ answer: @escaping @Sendable (Int) -> String
  ) -> RuntimeShape {
    RuntimeShape(name) { size in
      let test = quietStore()
      try test.publish(OperationDescriptor(friends), friendsOfOne(0..<size))
      let mutation = Plans.operation(
        "EditMutation", kind: .mutation, arguments: ["connections": .null], type: "Mutation",
        normalization: [.linked("edit", of: "EditPayload", fields)])
      let operation = OperationDescriptor(mutation, variables: ["connections": [.string(connectionID)]]).withFreshRoot()
      let text = #"{"data":{"edit":\#(answer(size))}}"#
      return { try test.publish(operation, text) }
    }
  }

  private static func nodes(_ handle: String) -> [NormalizationPlanNode] {
    [
      .linked("nodes", "[O]", of: "User", [.scalar("id", "D!"), .scalar("name", "S")]),
      .linkedHandle("nodes", handle, with: ["connections": .variable("connections"), "edgeTypeName": .literal("FriendsEdge")]),
    ]
  }

  private static func edges(_ handle: String) -> [NormalizationPlanNode] {
    [
      edgesField,
      .linkedHandle("edges", handle, with: .variables("connections")),
    ]
  }

  private static func ids(_ handle: String) -> [NormalizationPlanNode] {
    [.scalar("ids", "J"), .scalarHandle("ids", handle, with: .variables("connections"))]
  }

  /// One user with numbered connections.
  private static func aliasedConnections(_ count: Int) -> OperationDefinition {
    let connections = (0..<count).flatMap { connection(alias: "f\($0)", arguments: ["x": .literal(.int($0))], filters: ["x"]) }
    return Plans.operation("ManyConnectionsQuery", normalization: [.linked("me", of: "User", [.scalar("id", "D!")] + connections)])
  }

  private static func added(_ size: Int) -> Range<Int> { size..<2 * size }

  static let connections: [RuntimeShape] = [
    response("connections of two edges", { _ in friends }) { size in
      #"{"data":{"users":[\#(list(size) { #"{"id":"owner\#($0)","friends":\#(page(2 * $0..<2 * $0 + 2))}"# })]}}"#
    },
    response("edges of one connection", { _ in friends }) { friendsOfOne(0..<$0) },
    response("connections of one record", aliasedConnections) { size in
      #"{"data":{"me":{"id":"me",\#(list(size) { #""f\#($0)":\#(page($0..<$0 + 1))"# })}}}"#
    },
    response("connections without edges", { _ in friends }) { size in
      #"{"data":{"users":[\#(list(size) { #"{"id":"owner\#($0)","friends":\#($0 % 2 == 0 ? "null" : page(0..<0))}"# })]}}"#
    },
    RuntimeShape("a second page, as long as the first") { size in
      let test = quietStore()
      try test.publish(OperationDescriptor(friends), friendsOfOne(0..<size))
      let text = friendsOfOne(added(size))
      return { try test.publish(OperationDescriptor(friends, variables: ["after": .string("c\(size - 1)")]), text) }
    },
    editing("nodes appended", nodes("appendNode")) { size in #"{"nodes":[\#(list(size) { user(size + $0) })]}"# },
    editing("nodes prepended", nodes("prependNode")) { size in #"{"nodes":[\#(list(size) { user(size + $0) })]}"# },
    editing("nodes appended that the connection has", nodes("appendNode")) { #"{"nodes":[\#(list($0, user))]}"# },
    editing("edges appended", edges("appendEdge")) { page(added($0)) },
    editing("edges prepended", edges("prependEdge")) { page(added($0)) },
    editing("edges deleted", ids("deleteEdge")) { #"{"ids":[\#(list($0) { "\"u\($0)\"" })]}"# },
    editing("records deleted", ids("deleteRecord")) { #"{"ids":[\#(list($0) { "\"u\($0)\"" })]}"# },
    RuntimeShape("records deleted, identified by type and id") { size in
      let environment = quietEnvironment(RelayEnvironment.Configuration(identity: .byTypeAndID))
      let test = TestStore(store: environment.store, queue: environment.queue)
      let options = Normalizer.Options(identity: environment.configuration.identityRules)
      try test.publish(OperationDescriptor(users), usersText(size), options: options)
      let mutation = Plans.operation("DeleteMutation", kind: .mutation, type: "Mutation", normalization: ids("deleteRecord"))
      let text = #"{"data":{"ids":[\#(list(size) { "\"u\($0)\"" })]}}"#
      return { try test.publish(OperationDescriptor(mutation).withFreshRoot(), text, options: options) }
    },
    RuntimeShape("connections to which one node is appended") { size in
      let test = quietStore()
      let text = #"{"data":{"users":[\#(list(size) { #"{"id":"owner\#($0)","friends":\#(page($0..<$0 + 1))}"# })]}}"#
      try test.publish(OperationDescriptor(friends), text)
      let mutation = Plans.operation(
        "EditMutation", kind: .mutation, arguments: ["connections": .null], type: "Mutation", normalization: nodes("appendNode"))
      let ids = (0..<size).map { JSON.string("client:owner\($0):__User_friends_connection") }
      let operation = OperationDescriptor(mutation, variables: ["connections": .array(ids)]).withFreshRoot()
      return { try test.publish(operation, #"{"data":{"nodes":[{"id":"new","name":"New"}]}}"#) }
    },
  ]

  /// An environment that collects garbage only on request, and whose requests are not answered.
  static func quietEnvironment(_ configuration: RelayEnvironment.Configuration = .init()) -> RelayEnvironment {
    RelayEnvironment(network: FetchNetwork { _ in throw CancellationError() }, store: quietStore().store, configuration: configuration)
  }
}
