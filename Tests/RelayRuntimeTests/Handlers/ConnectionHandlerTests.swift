import Testing

@testable import RelayRuntime

@Suite("Connection handler")
struct ConnectionHandlerTests {
  private let test = TestStore()

  private func load(_ variables: [String: JSON], _ page: String) throws { try test.publish(Friends.operation(variables), page) }

  @Test("1. creates a client connection with initial server data")
  func firstPage() throws {
    try load(["first": 1, "orderby": ["first name"]], Friends.page([("c1", "1")], hasNext: true))
    let id = #"client:4:__K_friends_connection(orderby:["first name"])"#
    #expect(test.record("4")?[#"__K_friends_connection(orderby:["first name"])"#] == ["__ref": .string(id)])
    let connection = try #require(test.record(id))
    #expect(connection["__connection_next_edge_index"] == 1)
    #expect(connection["edges"] == ["__refs": [.string(id + ":edges:0")]])
    #expect(connection["pageInfo"] == ["__ref": .string(id + ":pageInfo")])
    #expect(test.record(id + ":edges:0")?["node"] == ["__ref": "1"])
    #expect(test.record(id + ":pageInfo")?["hasNextPage"] == true)
    #expect(Friends.shown(test, ["orderby": ["first name"]]).ids == ["1"])
  }

  @Test("2. appends new edges")
  func appends() throws {
    try load(["first": 1], Friends.page([("c1", "1")], hasNext: true, hasPrevious: true))
    try load(["first": 1, "after": "c1"], Friends.page([("c2", "2")], startCursor: "c2", hasNext: false))
    let shown = Friends.shown(test)
    #expect(shown.ids == ["1", "2"])
    #expect(shown.pageInfo == ["endCursor": "c2", "hasNextPage": false, "hasPreviousPage": true, "startCursor": "c1"])
  }

  @Test("prepends edges that come before the first one")
  func prepends() throws {
    try load(["last": 1], Friends.page([("c2", "2")], hasNext: true, hasPrevious: true))
    try load(["last": 1, "before": "c2"], Friends.page([("c1", "1")], hasNext: false, hasPrevious: false))
    let shown = Friends.shown(test)
    #expect(shown.ids == ["1", "2"])
    #expect(shown.pageInfo == ["endCursor": "c2", "hasNextPage": true, "hasPreviousPage": false, "startCursor": "c1"])
    try load(["last": 1, "before": "elsewhere"], Friends.page([("c0", "0")]))
    #expect(Friends.shown(test).ids == ["1", "2"])
  }

  @Test("3. skips forward pagination payloads with unknown cursors")
  func unknownCursor() throws {
    try load(["first": 1], Friends.page([("c1", "1")], hasNext: true))
    let before = Friends.shown(test)
    try load(["first": 1, "after": "elsewhere"], Friends.page([("c9", "9")], hasNext: false))
    #expect(Friends.shown(test).ids == before.ids)
    #expect(Friends.shown(test).pageInfo == before.pageInfo)
  }

  @Test("4. resets the connection for head loads")
  func headLoad() throws {
    try load(["first": 2], Friends.page([("c1", "1"), ("c2", "2")], hasNext: true))
    try load(["first": 1], Friends.page([("c3", "3")]))
    #expect(Friends.shown(test).ids == ["3"])
    #expect(test.record("client:4:__K_friends_connection")?["edges"] == ["__refs": ["client:4:__K_friends_connection:edges:2"]])
    #expect(test.record("client:4:__K_friends_connection")?["__connection_next_edge_index"] == 3)
  }

  @Test("5. skips edges with duplicate node data id")
  func duplicates() throws {
    try load(["first": 2], Friends.page([("c1", "1"), ("c2", "2")], hasNext: true))
    try load(["first": 2, "after": "c2"], Friends.page([("c2b", "2"), nil, ("c3", "3")]))
    #expect(Friends.shown(test).ids == ["1", "2", "3"])
  }

  @Test("6. ignores null end cursors")
  func nullEndCursor() throws {
    try load(["first": 1], Friends.page([("c1", "1")], hasNext: true))
    try load(["first": 1, "after": "c1"], Friends.page([], endCursor: .some(.null), hasNext: false))
    let shown = Friends.shown(test)
    #expect(shown.ids == ["1"])
    #expect(shown.pageInfo?["endCursor"] == "c1")
    #expect(shown.pageInfo?["hasNextPage"] == false)
  }

  @Test("7. populates default values for page info (defect 17)")
  func noPageInfo() throws {
    try load(["first": 1], Friends.page([("c1", "1")], withPageInfo: false))
    let snapshot = test.store.lookup(Friends.operation())
    #expect(!snapshot.isMissingData)
    #expect(
      Friends.shown(test).pageInfo == ["endCursor": .null, "hasNextPage": false, "hasPreviousPage": false, "startCursor": .null])
  }

  @Test("8. appends two streamed edges")
  func streamed() throws {
    try load(["first": 2], Friends.page([("c1", "1")], endCursor: "c1", hasNext: true))
    try load(["first": 2, "after": "c1"], Friends.page([("c2", "2")], endCursor: "c3", hasNext: true))
    try load(["first": 2, "after": "c1"], Friends.page([("c3", "3")], endCursor: "c3", hasNext: true))
    #expect(Friends.shown(test).ids == ["1", "2", "3"])
  }

  @Test("9. updates when paginated if the connection field is unset but the record exists (defect 17)")
  func relinks() throws {
    try load(["first": 1], Friends.page([("c1", "1")], hasNext: true))
    test.queue.commitUpdate { $0["4"]?.setLinkedRecord(nil, for: Friends.key) }
    test.queue.run()
    #expect(Friends.shown(test).ids.isEmpty)
    try load(["first": 1, "after": "c1"], Friends.page([("c2", "2")]))
    #expect(Friends.shown(test).ids == ["1", "2"])
  }

  @Test("a null connection from the server reads as null, under the handle key (Relay.swift's defect 17)")
  func nullConnection() throws {
    try load(["first": 1], Friends.page([("c1", "1")]))
    try load(["first": 1], #"{"data":{"node":{"__typename":"User","id":"4","name":"Mark","friends":null}}}"#)
    #expect(test.record("4")?[Friends.key] == .some(.null))
    #expect(test.record("4")?["connection"] == nil)
  }

  @Test("the errors of a null connection, and of a field of an edge, are read at the client's connection")
  func errors() throws {
    try load(
      ["first": 1],
      #"{"data":{"node":{"__typename":"User","id":"4","name":"Mark","friends":null}},"errors":[{"message":"no","path":["node","friends"]}]}"#
    )
    #expect(test.store.lookup(Friends.operation()).row?.json["node"]?["friends"] == .some(.null))
    #expect(test.record("4")?["__errors"]?[Friends.key]?[0]?["message"] == "no")
    try load(
      ["first": 1],
      #"{"data":{"node":{"__typename":"User","id":"4","name":"Mark","friends":{"edges":[{"cursor":"c","node":null}]}}},"errors":[{"message":"no node","path":["node","friends","edges",0,"node"]}]}"#
    )
    #expect(test.record("4")?["__errors"] == nil)
    #expect(test.record("client:4:\(Friends.key):edges:0")?["__errors"]?["node"]?[0]?["message"] == "no node")
  }

  @Test("edges are inserted, created and deleted by updaters")
  func editing() throws {
    try load(["first": 2], Friends.page([("c1", "1"), ("c2", "2")]))
    test.queue.commitUpdate { store in
      let handler = ConnectionHandler.default
      let connection = try #require(store["4"].flatMap { handler.connection($0, key: "K_friends") })
      func edge(_ id: String) -> RecordProxy {
        let node = store.create(dataID: id, typeName: "User")
        node["id"] = .string(id)
        node["name"] = .string("Name \(id)")
        return handler.createEdge(store, connection: connection, node: node, type: "FriendsEdge")
      }
      handler.insert(connection: connection, edge: edge("end"))
      handler.insert(connection: connection, edge: edge("start"), before: nil)
      handler.insert(connection: connection, edge: edge("middle"), after: "c1")
      handler.insert(connection: connection, edge: edge("before2"), before: "c2")
      handler.delete(connection: connection, nodeID: "1")
    }
    test.queue.run()
    #expect(Friends.shown(test).ids == ["start", "middle", "before2", "2", "end"])
    #expect(
      ConnectionHandler.default.connectionID(parentID: "4", key: "K_friends", filters: ["orderby": ["a"]])
        == #"client:4:__K_friends_connection(orderby:["a"])"#)
  }
}
