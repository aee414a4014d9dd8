import Foundation
import RelaySQLite
import TestSupport
import Testing

@testable import RelayDurableStore
@testable import RelayRuntime

@Suite("A file of Apollo iOS")
struct ApolloTests {
  private let place: TemporaryFolder
  private var file: URL { place.url.appendingPathComponent("apollo.sqlite") }

  init() throws { place = try TemporaryFolder("durable-apollo") }

  /// A file with the schema of `ApolloSQLite`.
  private func write(_ records: [String: String]) throws {
    let database = try Database(file, mode: .readWrite)
    defer { database.close() }
    try database.execute("CREATE TABLE records(_id INTEGER PRIMARY KEY AUTOINCREMENT, key TEXT UNIQUE, record TEXT)")
    let insert = try database.statement("INSERT INTO records(key, record) VALUES(?1, ?2)")
    for (key, record) in records {
      try insert.bind(key, at: 1)
      try insert.bind(record, at: 2)
      try insert.run()
    }
  }

  private static let list = [
    "QUERY_ROOT": #"{"__typename":"Query","user(id:u1)":{"$reference":"User:u1"},"user(id:u2)":null}"#,
    "User:u1": #"{"__typename":"User","id":"u1","todos(first:10)":{"$reference":"User:u1.todos(first:10)"}}"#,
    "User:u1.todos(first:10)":
      #"{"__typename":"TodoConnection","edges":[{"$reference":"e0"},{"$reference":"e1"},null],"pageInfo":{"$reference":"p"}}"#,
    "e0": #"{"__typename":"TodoEdge","cursor":"c1","node":{"$reference":"Todo:t1"}}"#,
    "e1": #"{"__typename":"TodoEdge","cursor":"c2","node":{"$reference":"Todo:t2"}}"#,
    "p": #"{"__typename":"PageInfo","endCursor":"c2","hasNextPage":true}"#,
    "Todo:t1": #"{"__typename":"Todo","id":"t1","text":"Buy milk","complete":false}"#,
    "Todo:t2": #"{"__typename":"Todo","id":"t2","text":"Sleep","complete":true}"#,
  ]

  @Test("fields on a type are taken from objects of that type only")
  func typeConditions() throws {
    let todos = ApolloTests.list["User:u1"] ?? ""
    var records = ApolloTests.list
    records["QUERY_ROOT"] = #"{"node(id:u1)":{"$reference":"User:u1"},"node(id:b1)":{"$reference":"Bot:b1"}}"#
    records["Bot:b1"] = todos.replacingOccurrences(of: #""User","id":"u1""#, with: #""Bot","id":"b1""#)
    try write(records)
    let environment = RelayEnvironment(network: NoNetwork())
    for (id, type) in [("u1", "User"), ("b1", "Bot")] {
      let query = ToDoListPaginationQuery(variables: .init(id: id))
      #expect(try environment.seed(query, fromApolloSQLite: file))
      #expect(environment.store.json[id]?["__typename"]?.stringValue == type)
      #expect((environment.store.json[id]?["todos(first:10)"] != nil) == (id == "u1"))
    }
  }

  @Test("what it has of a query is shown, can be added to, and is on disk")
  func seed() async throws {
    try write(ApolloTests.list)
    let disk = MemoryDisk()
    let durable = try await DurableTestStore(disk)
    let network = NoNetwork()
    let environment = RelayEnvironment(network: network, store: durable.store)
    let query = CurrentUserToDoListQuery(id: "u1")
    #expect(try environment.seed(query, fromApolloSQLite: file))
    guard case .available = environment.check(query) else {
      Issue.record("not available")
      return
    }
    let list = try #require(environment.read(query)?.user).fragments.toDoList_user
    #expect(list.todos?.map(\.id) == ["t1", "t2"])
    try await durable.store.flush()
    durable.kill()
    let next = try await DurableTestStore(disk)
    guard case .available = await next.store.prepare(query) else {
      Issue.record("not available after a restart")
      return
    }
    #expect(network.requests.values == [])
  }

  @Test("what it lacks is missing, and what is no file of Apollo's is an error")
  func missing() throws {
    var records = ApolloTests.list
    records["Todo:t2"] = #"{"__typename":"Todo","id":"t2"#
    try write(records)
    let environment = RelayEnvironment(network: NoNetwork())
    #expect(try environment.seed(CurrentUserToDoListQuery(id: "u1"), fromApolloSQLite: file))
    #expect(environment.store.json["t1"]?["text"] == "Buy milk")
    #expect(environment.store.json["t2"] == nil)
    #expect(throws: (any Error).self) {
      try environment.seed(CurrentUserToDoListQuery(id: "u1"), fromApolloSQLite: place.url.appendingPathComponent("none"))
    }
    try Data(repeating: 65, count: 9_000).write(to: file)
    #expect(throws: (any Error).self) { try environment.seed(CurrentUserToDoListQuery(id: "u1"), fromApolloSQLite: file) }
  }

  @Test("a view in the place of the table, and lists that are in each other again and again, are errors")
  func hostile() throws {
    let database = try Database(file, mode: .readWrite)
    try database.execute("CREATE VIEW records AS SELECT 'QUERY_ROOT' AS key, '{}' AS record")
    database.close()
    let environment = RelayEnvironment(network: NoNetwork())
    #expect(throws: DurabilityError.self) { try environment.seed(CurrentUserToDoListQuery(id: "u1"), fromApolloSQLite: file) }
    try FileManager.default.removeItem(at: file)
    // A thousand links to a record with a thousand links to a record with a thousand.
    let lists = [
      NormalizationPlanNode.linked(
        "a", "[O]", of: "A", [.linked("b", "[O]", of: "A", [.linked("c", "[O]", of: "A", [.scalar("id", "D")])])])
    ]
    let links = "[" + Array(repeating: #"{"$reference":"r"}"#, count: 1_000).joined(separator: ",") + "]"
    try write(["QUERY_ROOT": #"{"a":\#(links)}"#, "r": #"{"__typename":"A","id":"r","b":\#(links),"c":\#(links)}"#])
    let operation = OperationDescriptor(Plans.operation("Nested", normalization: lists), variables: [:])
    #expect(throws: TooManyRecords.self) { try operation.data(from: ApolloRecords(file)) }
  }

  @Test("keys of fields are Apollo's")
  func keys() throws {
    try write([:])
    let records = try ApolloRecords(file)
    #expect(records.key("user", []) == "user")
    let arguments: [(name: String, value: JSON)] = [
      ("where", ["name": "A B", "ages": [1, 2], "deep": ["on": true]]), ("first", 10), ("after", nil),
      ("order", [["by": "x"], ["by": "y"]]),
      ("rate", 1.5), ("size", "LARGE"),
    ]
    #expect(
      records.key("users", arguments)
        == "users(after:null,first:10,order:[by:x,by:y],rate:1.5,size:LARGE,[where:ages:[1, 2],[deep:on:true],name:A B])")
  }
}
