import Foundation
import TestSupport
import Testing

@testable import RelayRuntime

@Suite("36: incremental delivery", .hangGuard)
struct IncrementalDeliveryTests {
  static let deferLabel: JSON = "DeferredUserQuery$defer$UserName_user"
  static let streamLabel: JSON = "StreamedActorsQuery$stream$actors"
  static let query = DeferredUserQuery(variables: Generated.EmptyVariables())
  static let me: JSON = ["me": ["id": "1", "__typename": "User"]]

  let warnings = Recorder<String>()
  let mock: MockEnvironment

  init() {
    let warnings = self.warnings
    mock = MockEnvironment(
      configuration: .init(log: { event in
        if case .warning(let text) = event { warnings.append(text) }
      }))
  }

  private var name: String? { mock.environment.store.json["1"]?["name"]?.stringValue }

  /// Starts the query and sends its payloads; returns the fragment's data after each one, nil while it is pending.
  @MainActor
  private func play(_ payloads: [JSON]) async throws -> [String?] {
    let handle = mock.environment.query(Self.query, fetchPolicy: .networkOnly)
    let operation = try mock.mostRecentOperation()
    var names: [String?] = []
    var fragment: FragmentHandle<UserName_user>?
    for payload in payloads {
      try await mock.nextValue(operation, payload)
      if fragment == nil, let me = handle.result.data?.me {
        fragment = FragmentHandle(UserName_user(fragmentPointer: me.fragment_UserName_user))
      }
      names.append(fragment?.data.map { "\($0.name) \($0.friend?.name ?? "-")" })
    }
    if !operation.isOver { try await mock.complete(operation) }
    names.append(fragment?.data.map { "\($0.name) \($0.friend?.name ?? "-")" })
    #expect(handle.failure == nil)
    return names
  }

  private static let late: JSON = ["name": "Ada", "friend": ["name": "Grace", "id": "2"]]

  @Test("Relay's flat parts: the fragment waits for its part")
  func flat() async throws {
    let names = try await play([
      ["data": Self.me], ["label": Self.deferLabel, "path": ["me"], "data": Self.late, "extensions": ["is_final": true]],
    ])
    #expect(names == [nil, "Ada Grace", "Ada Grace"])
    #expect(warnings.values.isEmpty)
  }

  @Test("a part that arrives before its place is kept until then")
  func early() async throws {
    let names = try await play([["label": Self.deferLabel, "path": ["me"], "data": Self.late], ["data": Self.me]])
    #expect(names == [nil, "Ada Grace", "Ada Grace"])
  }

  @Test("parts in an incremental list, with label and path")
  func listed() async throws {
    let names = try await play([
      ["data": Self.me, "hasNext": true],
      ["incremental": [["label": Self.deferLabel, "path": ["me"], "data": Self.late]], "hasNext": true], ["hasNext": false],
    ])
    #expect(names == [nil, "Ada Grace", "Ada Grace", "Ada Grace"])
  }

  @Test("parts that refer to pending places: data in pieces, fields that other parts lack")
  func pending() async throws {
    let names = try await play([
      [
        "data": ["me": ["id": "1", "__typename": "User", "friend": ["id": "2"]]],
        "pending": [["id": "0", "path": ["me"], "label": Self.deferLabel]], "hasNext": true,
      ],
      ["incremental": [["id": "0", "data": ["name": "Ada"]]], "hasNext": true],
      [
        "incremental": [["id": "0", "subPath": ["friend"], "data": ["name": "Grace"]]], "completed": [["id": "0"]], "hasNext": false,
      ],
    ])
    #expect(names == [nil, nil, "Ada Grace", "Ada Grace"])
    #expect(mock.environment.store.json["2"]?["name"] == "Grace")
  }

  @Test("a server that ignores @defer: everything is read from its single answer, with a warning")
  func ignored() async throws {
    let names = try await play([
      ["data": ["me": ["id": "1", "__typename": "User", "name": "Ada", "friend": ["name": "Grace", "id": "2"]]]]
    ])
    #expect(names.last == "Ada Grace")
    #expect(warnings.values.count == 1)
  }

  @Test("is_final on the first payload: processed inline at once")
  func finalAtOnce() async throws {
    let names = try await play([
      [
        "data": ["me": ["id": "1", "__typename": "User", "name": "Ada", "friend": nil]], "extensions": ["is_final": true],
      ]
    ])
    #expect(names.first == "Ada -")
  }

  @Test("a deferred part that violates the schema fails by itself; earlier data stays")
  func brokenPart() async throws {
    let task = Task { try await mock.environment.fetch(Self.query) }
    let operation = try await mock.nextOperation(DeferredUserQuery.self)
    try await mock.nextValue(operation, ["data": Self.me, "hasNext": true])
    try await mock.nextValue(
      operation, ["incremental": [["label": Self.deferLabel, "path": ["me"], "data": ["name": nil, "friend": nil]]], "hasNext": false])
    if !operation.isOver { try await mock.complete(operation) }
    let error = await #expect(throws: RelayError.self) { try await task.value }
    guard case .noData(let label, let errors)? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(JSON.string(label) == Self.deferLabel && errors.first?.extensions["code"] == .string(NormalizationError.code))
    #expect(mock.environment.store.json["1"] != nil && self.name == nil)
  }

  @Test("a nullable field of a deferred part that violates the schema becomes null, with an error")
  func brokenFieldOfAPart() async throws {
    let task = Task { try await mock.environment.response(to: Self.query) }
    let operation = try await mock.nextOperation(DeferredUserQuery.self)
    try await mock.nextValue(operation, ["data": Self.me, "hasNext": true])
    let part: JSON = ["name": "Ada", "friend": ["name": 7, "id": "2"]]
    try await mock.nextValue(
      operation, ["incremental": [["label": Self.deferLabel, "path": ["me"], "data": part]], "hasNext": false])
    if !operation.isOver { try await mock.complete(operation) }
    #expect(try await task.value.errors.map(\.path) == [["me", "friend", "name"]])
    #expect(self.name == "Ada" && mock.environment.store.json["1"]?["friend"] == .some(.null))
  }

  @Test("a failed part is an error of the operation; earlier data stays")
  func failedPart() async throws {
    let task = Task { try await mock.environment.fetch(Self.query) }
    let operation = try await mock.nextOperation(DeferredUserQuery.self)
    try await mock.nextValue(
      operation, ["data": Self.me, "pending": [["id": "0", "path": ["me"], "label": Self.deferLabel]], "hasNext": true])
    try await mock.nextValue(operation, ["completed": [["id": "0", "errors": [["message": "late"]]]], "hasNext": false])
    try await mock.complete(operation)
    await #expect(throws: RelayError.self) { try await task.value }
    #expect(mock.environment.store.json["1"]?["id"] == "1")
  }

  // MARK: - Field errors

  private static let friendError: JSON = ["message": "lost", "path": ["me", "friend"]]
  private static let loneMe: JSON = ["name": "Ada", "friend": nil]

  /// Answers the query with payloads; returns the field errors that reading the fragment encounters, and those that came with the
  /// payloads.
  private func errors(_ payloads: [JSON]) async throws -> (read: [FieldError], reported: [GraphQLError]) {
    let task = Task { try await mock.environment.response(to: Self.query) }
    let operation = try await mock.nextOperation(DeferredUserQuery.self)
    for payload in payloads { try await mock.nextValue(operation, payload) }
    try await mock.complete(operation)
    let response = try await task.value
    let fragment = try #require(response.data.me?.fragment_UserName_user)
    let snapshot = try #require(fragment.read(UserName_user.definition))
    #expect(snapshot.row?.string(0) == "Ada")
    #expect(!snapshot.isMissingData)
    return (snapshot.fieldErrors, response.errors)
  }

  /// The error of `friend` belongs only to the fragment, at its path in the fragment.
  private func expectFriendError(_ errors: (read: [FieldError], reported: [GraphQLError])) {
    #expect(errors.read.map(\.owner) == ["UserName_user"])
    #expect(errors.read.map(\.path) == ["friend"])
    #expect(errors.read.map(\.kind) == [.payloadError])
    #expect(errors.read.map(\.error?.message) == ["lost"])
    #expect(errors.reported.map(\.message) == ["lost"])
  }

  @Test("a field error in a part, in Relay's flat form")
  func fieldErrorFlat() async throws {
    expectFriendError(
      try await self.errors([
        ["data": Self.me],
        [
          "label": Self.deferLabel, "path": ["me"], "data": Self.loneMe, "errors": [Self.friendError],
          "extensions": ["is_final": true],
        ],
      ]))
  }

  @Test("a field error in an incremental list, with label and path")
  func fieldErrorListed() async throws {
    expectFriendError(
      try await self.errors([
        ["data": Self.me, "hasNext": true],
        [
          "incremental": [["label": Self.deferLabel, "path": ["me"], "data": Self.loneMe, "errors": [Self.friendError]]],
          "hasNext": false,
        ],
      ]))
  }

  @Test("parts that nest too deeply, or claim to belong too deep, are an error")
  func deepParts() async throws {
    let path = (0..<100_000).map { _ in JSON.string("a") }
    let deep = try #require(DeepNestingTests.texts(500).dropFirst().first.flatMap { try? JSON(parsing: $0) })
    // Three variants: the part's place is below its own, it is the place itself, or it is reached step by step.
    let attacks: [(place: [JSON], parts: [(path: [JSON], data: JSON)])] = [
      (["me"], [(path, ["name": "Ada"])]), (path, [([], ["name": "Ada"])]),
      (["me"], (1...5).map { step in (Array(path.prefix(step * 400)), deep) }),
    ]
    for attack in attacks {
      let mock = MockEnvironment()
      let handle = await mock.environment.query(Self.query, fetchPolicy: .networkOnly)
      let operation = try mock.mostRecentOperation()
      try await mock.nextValue(
        operation, ["data": Self.me, "pending": [["id": "0", "path": .array(attack.place), "label": Self.deferLabel]], "hasNext": true])
      for part in attack.parts where !operation.isOver {
        try await mock.nextValue(
          operation, ["incremental": [["id": "0", "subPath": .array(part.path), "data": part.data]], "hasNext": true])
      }
      let error = await handle.failure?.error as? RelayError
      #expect(error == .malformedResponse("its parts are nested too deeply"))
    }
  }

  @Test("a field error in a part that refers to a pending place")
  func fieldErrorPending() async throws {
    expectFriendError(
      try await self.errors([
        ["data": Self.me, "pending": [["id": "0", "path": ["me"], "label": Self.deferLabel]], "hasNext": true],
        [
          "incremental": [["id": "0", "data": Self.loneMe, "errors": [Self.friendError]]], "completed": [["id": "0"]], "hasNext": false,
        ],
      ]))
  }

  @Test("a field error in a part that arrived before its place, and in an answer that ignores @defer")
  func fieldErrorEarlyAndInline() async throws {
    expectFriendError(
      try await self.errors([
        ["label": Self.deferLabel, "path": ["me"], "data": Self.loneMe, "errors": [Self.friendError]], ["data": Self.me],
      ]))
    expectFriendError(
      try await self.errors([
        ["data": ["me": ["id": "1", "__typename": "User", "name": "Ada", "friend": nil]], "errors": [Self.friendError]]
      ]))
  }

  @Test("a later part without the error removes it; an error at another path does not affect the field")
  func fieldErrorsPass() async throws {
    let elsewhere: JSON = ["message": "elsewhere", "path": ["you", "friend"]]
    let errors = try await self.errors([
      ["data": Self.me], ["label": Self.deferLabel, "path": ["me"], "data": Self.loneMe, "errors": [elsewhere]],
    ])
    #expect(errors.read.isEmpty)
    #expect(errors.reported.map(\.message) == ["elsewhere"])

    expectFriendError(
      try await self.errors([
        ["data": Self.me], ["label": Self.deferLabel, "path": ["me"], "data": Self.loneMe, "errors": [Self.friendError]],
      ]))
    let again = try await self.errors([["data": Self.me], ["label": Self.deferLabel, "path": ["me"], "data": Self.late]])
    #expect(again.read.isEmpty)
  }

  @Test("a part whose data is null fails the operation with its errors", arguments: [true, false])
  func nullPart(isFlat: Bool) async throws {
    let part: JSON = ["label": Self.deferLabel, "path": ["me"], "data": nil, "errors": [["message": "lost", "path": ["me", "name"]]]]
    let task = Task { try await mock.environment.fetch(Self.query) }
    let operation = try await mock.nextOperation(DeferredUserQuery.self)
    try await mock.nextValue(operation, ["data": Self.me, "hasNext": true])
    try await mock.nextValue(operation, isFlat ? part : ["incremental": [part], "hasNext": false])
    try await mock.complete(operation)
    let error = await #expect(throws: RelayError.self) { try await task.value }
    guard case .noData(_, let errors)? = error else { throw MockError.operationIsOver("\(String(describing: error))") }
    #expect(errors.map(\.message) == ["lost"])
    #expect(self.name == nil)
  }

  // MARK: - @stream

  private var actors: [String?]? {
    let data = mock.environment.read(StreamedActorsQuery(variables: Generated.EmptyVariables()))
    return data?.feed?.actors?.map { $0?.name }
  }

  private static func actor(_ id: String) -> JSON {
    ["__typename": "User", "id": .string(id), "name": .string("Actor \(id)")]
  }

  private func item(_ id: String, at index: Int) -> JSON {
    ["label": Self.streamLabel, "path": ["feed", "actors", .int(index)], "data": Self.actor(id)]
  }

  private func startStream(_ actors: [JSON]) async throws -> (MockOperation, Task<StreamedActorsQuery.Data, any Error>) {
    let task = Task { try await mock.environment.fetch(StreamedActorsQuery(variables: Generated.EmptyVariables())) }
    let operation = try await mock.nextOperation(StreamedActorsQuery.self)
    try await mock.nextValue(operation, ["data": ["feed": ["id": "f", "actors": .array(actors)]], "hasNext": true])
    return (operation, task)
  }

  @Test("streamed items are added as they arrive, even out of order")
  func stream() async throws {
    let (operation, task) = try await startStream([Self.actor("a")])
    #expect(actors == ["Actor a"])
    try await mock.nextValue(operation, item("c", at: 2))
    try await mock.nextValue(operation, item("b", at: 1))
    #expect(actors == ["Actor a", "Actor b", "Actor c"])
    try await mock.complete(operation)
    #expect(try await task.value.feed?.actors?.count == 3)
  }

  @Test("items in lists, with a pending id")
  func streamPending() async throws {
    let task = Task { try await mock.environment.fetch(StreamedActorsQuery(variables: Generated.EmptyVariables())) }
    let operation = try await mock.nextOperation(StreamedActorsQuery.self)
    try await mock.nextValue(
      operation,
      [
        "data": ["feed": ["id": "f", "actors": [Self.actor("a")]]],
        "pending": [["id": "0", "path": ["feed", "actors"], "label": Self.streamLabel]], "hasNext": true,
      ])
    try await mock.nextValue(operation, ["incremental": [["id": "0", "items": [Self.actor("b"), nil]]], "hasNext": true])
    try await mock.nextValue(
      operation, ["incremental": [["id": "0", "items": [Self.actor("d")]]], "completed": [["id": "0"]], "hasNext": false])
    try await mock.complete(operation)
    _ = try await task.value
    #expect(self.actors == ["Actor a", "Actor b", nil, "Actor d"])
  }

  @Test("if the list has been changed elsewhere, an item is stored and the list stays")
  func streamIntoChangedList() async throws {
    let (operation, task) = try await startStream([Self.actor("a"), Self.actor("b")])
    try mock.environment.commitLocalUpdate { store in
      store["f"]?.setLinkedRecords([store["b"]], for: "actors")
    }
    try await mock.nextValue(operation, item("c", at: 2))
    #expect(self.actors == ["Actor b"])
    #expect(mock.environment.store.json["c"]?["name"] == "Actor c")
    try await mock.complete(operation)
    _ = try await task.value
  }

  @Test("if an item has been deleted elsewhere, a later item is stored and the list stays")
  func streamAfterDeletion() async throws {
    let (operation, task) = try await startStream([Self.actor("a"), Self.actor("b")])
    try await mock.nextValue(operation, item("c", at: 2))
    try mock.environment.commitLocalUpdate { $0.delete(dataID: "a") }
    try await mock.nextValue(operation, item("d", at: 3))
    #expect(actors == [nil, "Actor b", "Actor c"])
    #expect(mock.environment.store.json["d"]?["name"] == "Actor d")
    try await mock.complete(operation)
    _ = try await task.value
  }

  @Test("an optimistic deletion does not keep items from a list")
  func streamDuringOptimism() async throws {
    let (operation, task) = try await startStream([Self.actor("a"), Self.actor("b")])
    let update = mock.environment.applyOptimistic { $0.delete(dataID: "a") }
    try await mock.nextValue(operation, item("c", at: 2))
    update.dispose()
    #expect(actors == ["Actor a", "Actor b", "Actor c"])
    try await mock.complete(operation)
    _ = try await task.value
  }

  @Test("items arrive between collections of garbage")
  func streamAndCollection() async throws {
    let (operation, task) = try await startStream([Self.actor("a")])
    for (index, id) in ["b", "c", "d", "e"].enumerated() {
      try await mock.nextValue(operation, item(id, at: index + 1))
      try mock.environment.commitLocalUpdate { _ = $0.create(dataID: "unused \(id)", typeName: "User") }
      mock.environment.store.collectGarbage()
    }
    #expect(actors == ["a", "b", "c", "d", "e"].map { "Actor \($0)" })
    try await mock.complete(operation)
    _ = try await task.value
  }

  @Test("an item ahead of its list leaves nulls, which later items fill; more than 1,000 of them are an error")
  func gaps() async throws {
    let (operation, task) = try await startStream([Self.actor("a")])
    try await mock.nextValue(operation, item("c", at: 1001))
    #expect(actors?.count == 1002)
    try await mock.nextValue(operation, item("b", at: 1))
    // The item that has filled a gap makes room for another one.
    try await mock.nextValue(operation, item("d", at: 1003))
    #expect(actors?.count == 1004)
    #expect(actors?[1] == "Actor b" && actors?[1003] == "Actor d")
    try await mock.nextValue(operation, item("e", at: 1005))
    let error = await #expect(throws: RelayError.self) { try await task.value }
    #expect(
      error == .malformedResponse("the items of StreamedActorsQuery$stream$actors leave more than 1000 gaps"))
  }

  @Test("an absurd index is an error, whatever its size", arguments: [(1 << 20) - 1, 1 << 20, Int.max, -1])
  func absurdIndex(_ index: Int) async throws {
    let (operation, task) = try await startStream([])
    try await mock.nextValue(operation, item("a", at: index))
    let error = await #expect(throws: RelayError.self) { try await task.value }
    #expect(error?.code == "MALFORMED_RESPONSE")
  }

  @Test("the parts of one payload are published together")
  func oneNotification() async throws {
    let (operation, task) = try await startStream([])
    let store = mock.environment.store
    let descriptor = mock.environment.descriptor(StreamedActorsQuery(variables: Generated.EmptyVariables()))
    let told = Recorder<Int>()
    let subscription = store.subscribe(store.lookup(descriptor)) { snapshot in
      told.append(snapshot.row?.json["feed"]?["actors"]?.arrayValue?.count ?? 0)
    }
    try await mock.nextValue(operation, ["incremental": .array((0..<20).map { item("\($0)", at: $0) }), "hasNext": true])
    #expect(told.values == [20])
    subscription.dispose()
    try await mock.complete(operation)
    _ = try await task.value
  }

  @Test("items with an id that arrive before their list is known follow its items")
  func itemsBeforeTheirList() throws {
    let nested = Plans.operation(
      "NestedStreamQuery",
      normalization: [
        .linked(
          "me", of: "User",
          [
            .scalar("id", "D"),
            .defer("d", [.stream("s", [.linked("friends", "[O]", of: "User", [.scalar("id", "D"), .scalar("name", "S")])])]),
          ])
      ])
    var response = IncrementalResponse(OperationDescriptor(nested), in: mock.environment, updater: nil)
    func take(_ payload: JSON) throws { _ = try response.take(NetworkPayload(payload)) { nil } }
    func friend(_ id: String) -> JSON { ["id": .string(id), "name": .string(id)] }
    try take(["data": ["me": ["id": "1"]], "pending": [["id": "0", "label": "d", "path": ["me"]]], "hasNext": true])
    try take([
      "pending": [["id": "1", "label": "s", "path": ["me", "friends"]]],
      "incremental": [
        ["id": "0", "data": ["friends": [friend("a")]]], ["id": "1", "items": [friend("b")]], ["id": "1", "items": [friend("c")]],
      ], "completed": [["id": "0"], ["id": "1"]], "hasNext": false,
    ])
    #expect(mock.environment.store.json["1"]?["friends"] == ["__refs": ["a", "b", "c"]])
  }

  // MARK: - Connections

  static let connection = Plans.operation(
    "StreamedFriendsQuery",
    normalization: [
      .linked(
        "me", of: "User",
        [
          .scalar("id", "D"),
          .linked(
            "friends", of: "FriendsConnection",
            [
              .stream(
                "edges",
                [
                  .linked(
                    "edges", "[O]", of: "FriendsEdge",
                    [
                      .scalar("cursor", "S"), .linked("node", of: "User", [.scalar("id", "D"), .scalar("name", "S")]),
                    ])
                ]),
              .defer(
                "pageInfo",
                [
                  .linked("pageInfo", of: "PageInfo", [.scalar("endCursor", "S"), .scalar("hasNextPage", "B")])
                ]),
            ]),
          .linkedHandle("friends", "connection", key: "Me_friends"),
        ])
    ])

  private func edge(_ id: String) -> JSON { ["cursor": .string(id), "node": ["id": .string(id), "name": .string("Friend \(id)")]] }

  /// The nodes of the client's connection, and whether there are more.
  private var friends: (nodes: [String?], hasNextPage: JSON?) {
    let records = mock.environment.store.json
    func link(_ record: JSON?, _ key: String) -> JSON? { (record?[key]?["__ref"]?.stringValue).flatMap { records[$0] } }
    let connection = link(records["1"], "__Me_friends_connection")
    let edges = connection?["edges"]?["__refs"]?.arrayValue ?? []
    let nodes = edges.map { link(records[$0.stringValue ?? ""], "node")?["id"]?.stringValue }
    return (nodes, link(connection, "pageInfo")?["hasNextPage"])
  }

  @Test("streamed edges and a deferred pageInfo are added to the client's connection as they arrive")
  func streamedConnection() throws {
    let operation = OperationDescriptor(Self.connection)
    var response = IncrementalResponse(operation, in: mock.environment, updater: nil)
    func take(_ payload: JSON) throws { _ = try response.take(NetworkPayload(payload)) { nil } }
    try take(["data": ["me": ["id": "1", "friends": ["edges": [edge("a")]]]]])
    #expect(self.friends.nodes == ["a"])
    try take(["label": "edges", "path": ["me", "friends", "edges", 1], "data": edge("b")])
    #expect(self.friends.nodes == ["a", "b"])
    #expect(self.friends.hasNextPage == false)
    try take(["label": "pageInfo", "path": ["me", "friends"], "data": ["pageInfo": ["endCursor": "b", "hasNextPage": true]]])
    #expect(self.friends.hasNextPage == true)
    _ = try response.finish()
    #expect(self.friends.nodes == ["a", "b"])
  }

  @Test("parts deferred within deferred parts, in the single answer of a server that ignores @defer")
  func nestedInline() throws {
    let nested = Plans.operation(
      "NestedQuery",
      normalization: [
        .linked(
          "me", of: "User",
          [
            .scalar("id", "D"),
            .defer(
              "outer",
              [
                .scalar("name", "S"),
                .linked("friend", of: "User", [.scalar("id", "D"), .defer("inner", [.scalar("name", "S")])]),
              ]),
            .defer("other", [.scalar("email", "S")]),
          ])
      ])
    var response = IncrementalResponse(OperationDescriptor(nested), in: mock.environment, updater: nil)
    let data: JSON = ["me": ["id": "1", "name": "Ada", "email": "a@b", "friend": ["id": "2", "name": "Grace"]]]
    _ = try response.take(NetworkPayload(["data": data])) { nil }
    #expect(mock.environment.store.json["1"] == ["__id": "1", "__typename": "User", "id": "1"])
    _ = try response.finish()
    #expect(mock.environment.store.json["1"]?["email"] == "a@b")
    #expect(mock.environment.store.json["2"]?["name"] == "Grace")
  }
}
