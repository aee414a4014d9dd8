import Foundation
import RelayRuntime
import TestSupport
import Testing

/// The data of one query in a file, for widgets.
@MainActor @Suite struct ExportTests {
  private let place: TemporaryFolder
  private var file: URL { place.url.appendingPathComponent("todos") }

  init() throws { place = try TemporaryFolder("relay-export") }

  private static func user(_ id: String, todos: [String]) -> JSON {
    let edges = todos.map { text -> JSON in
      let node: JSON = ["__typename": "Todo", "id": .string("todo \(text)"), "text": .string(text), "complete": false]
      return ["cursor": .string(text), "node": node]
    }
    return [
      "user": [
        "__typename": "User", "__isNode": "User", "id": .string(id), "name": "Ada",
        "todos": ["edges": .array(edges), "pageInfo": ["endCursor": "c", "hasNextPage": true]],
      ]
    ]
  }

  private static func texts(_ environment: RelayEnvironment, _ id: String = "u") -> [String?]? {
    guard let user = environment.read(CurrentUserToDoListQuery(id: id))?.user else { return nil }
    let list: PaginationFragment<ToDoList_user> = user.asFragment()
    return list.wrappedValue?.todos?.map(\.fragments.toDoItem_todo.text)
  }

  @Test("a reader shows the query with its fragments, and the file has nothing else")
  func export() throws {
    let mock = MockEnvironment()
    let query = CurrentUserToDoListQuery(id: "u")
    try mock.environment.commitPayload(query, Self.user("u", todos: ["Write", "Test"]))
    try mock.environment.commitPayload(CurrentUserToDoListQuery(id: "MARKER"), Self.user("MARKER", todos: ["MARKER"]))
    try mock.environment.commitLocalUpdate { store in
      store["u"]?["email"] = "MARKER"
      store.root["MARKER"] = "MARKER"
      store.create(dataID: "MARKER", typeName: "User")["name"] = "MARKER"
    }
    let optimistic = mock.environment.applyOptimistic { $0["todo Write"]?["text"] = "MARKER" }
    #expect(Self.texts(mock.environment) == ["MARKER", "Test"])
    try mock.environment.export(query, to: file)
    optimistic.dispose()
    let text = try String(contentsOf: file, encoding: .utf8)
    #expect(!text.contains("MARKER"))
    #expect(text.utf8.count < 5_000)
    #expect(try FileManager.default.attributesOfItem(atPath: file.path)[.posixPermissions] as? Int == 0o600)
    #expect(try FileManager.default.contentsOfDirectory(atPath: place.url.path) == ["todos"])

    let reader = MockEnvironment(store: try RelayStore.exported(from: file))
    #expect(Self.texts(reader.environment) == ["Write", "Test"])
    guard case .available(.some) = reader.environment.check(query) else {
      Issue.record("the query must be available, with its age")
      return
    }
    #expect(reader.environment.check(CurrentUserToDoListQuery(id: "MARKER")) == .missing)
  }

  @Test("what is missing is an error, and leaves the file as it was")
  func missing() throws {
    let mock = MockEnvironment()
    let query = CurrentUserToDoListQuery(id: "u")
    try mock.environment.commitPayload(query, Self.user("u", todos: ["Write"]))
    try mock.environment.export(query, to: file)
    let before = try Data(contentsOf: file)
    let error = #expect(throws: RelayError.self) { try mock.environment.export(CurrentUserToDoListQuery(id: "v"), to: file) }
    guard case .missingData? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(try Data(contentsOf: file) == before)
    // Newer data takes its place; data that was invalidated is still data.
    try mock.environment.commitPayload(query, Self.user("u", todos: ["Write", "Test"]))
    mock.environment.store.invalidate(type: "Todo")
    try mock.environment.export(query, to: file)
    let reader = MockEnvironment(store: try RelayStore.exported(from: file))
    #expect(Self.texts(reader.environment) == ["Write", "Test"])
    #expect(reader.environment.check(query) == .stale)
  }

  @Test("a damaged file is an error")
  func damaged() throws {
    let mock = MockEnvironment()
    let query = CurrentUserToDoListQuery(id: "u")
    try mock.environment.commitPayload(query, Self.user("u", todos: ["Write"]))
    try mock.environment.export(query, to: file)
    var bytes = try Data(contentsOf: file)
    bytes[bytes.count - 10] ^= 1
    try bytes.write(to: file)
    #expect(throws: StoreArchiveError.damaged) { try RelayStore.exported(from: file) }
  }

  @Test("an owner's file can only be read by the same owner")
  func owner() throws {
    var configuration = RelayStore.Configuration()
    configuration.owner = "anna"
    let mock = MockEnvironment(store: RelayStore(configuration: configuration))
    let query = CurrentUserToDoListQuery(id: "u")
    try mock.environment.commitPayload(query, Self.user("u", todos: ["Write"]))
    try mock.environment.export(query, to: file)
    #expect(throws: StoreArchiveError.belongsToAnother) { try RelayStore.exported(from: file) }
    let store = try RelayStore.exported(from: file, configuration: configuration)
    #expect(Self.texts(MockEnvironment(store: store).environment) == ["Write"])
  }
}
