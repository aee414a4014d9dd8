import TestSupport
import Testing

@testable import RelayRuntime

/// What a test gets to hear if the answers that it has are not those of a server.
@Suite("Mistakes in mocks", .hangGuard)
@MainActor
struct MockMistakeTests {
  private let reasons = Recorder<String>()
  private let mock: MockEnvironment
  private let query = CurrentUserToDoListQuery(id: "u1")

  init() {
    mock = MockEnvironment(store: RelayStore(), configuration: .init()) { [reasons] in reasons.append($0) }
  }

  private func handle() -> QueryHandle<CurrentUserToDoListQuery> { mock.environment.query(query) }

  // MARK: Overrides

  @Test("a path that leads to no field is an error with the path that was meant")
  func paths() throws {
    let wrong: [(path: String, suggestion: String?)] = [
      ("user.todos.edges.node.txet", "user.todos.edges.node.text"), ("usr.id", "user.id"), ("user.todos.edges.0.node", nil), ("", nil),
      ("user.id.first", nil),
    ]
    for (path, suggestion) in wrong {
      #expect(throws: MockError.unknownPath(path, operation: "CurrentUserToDoListQuery", suggestion: suggestion)) {
        try MockPayload(paths: ["user.id": "u1", path: "x"]).data(for: query)
      }
    }
  }

  @Test("a misspelled member of an override is an error; members for other operations are none")
  func members() throws {
    func error(_ key: String, _ path: String, _ suggestion: String?) -> MockError {
      .unknownField(key, path: path, operation: "CurrentUserToDoListQuery", suggestion: suggestion)
    }
    #expect(throws: error("txt", "user.todos.edges.node", "text")) {
      try MockPayload(types: ["Todo": { _ in ["txt": "x"] }]).data(for: query)
    }
    #expect(throws: error("nickname", "user", nil)) { try MockPayload(paths: ["user": ["nickname": "x"]]).data(for: query) }
    #expect(throws: error("nod", "user.todos.edges", "node")) {
      try MockPayload(paths: ["user": ["todos": ["edges": [["nod": nil]]]]]).data(for: query)
    }
    #expect(throws: error("usr", "", "user")) { try MockPayload(types: ["Query": { _ in ["usr": nil] }]).data(for: query) }
    let shared = MockPayload(types: [
      "Todo": { _ in ["text": "x", "dueDate": "2026-01-01", "completedAt": nil] }, "Film": { _ in ["title": "M"] },
    ])
    #expect(try shared.data(for: query)["user"]?["todos"]?["edges"]?[0]?["node"]?["text"] == "x")
    #expect(try MockPayload(types: ["Query": { _ in ["user": nil] }]).data(for: query) == ["user": nil])
  }

  @Test("a type's name without effect is reported if the operation has an object that it may be meant for")
  func doubts() async throws {
    let page = ToDoListPaginationQuery(variables: .init(id: "u1"))
    mock.queueOperationResolver(with: MockPayload(types: ["Node": { _ in ["id": "u1"] }, "Todo": { _ in nil }]))
    _ = try await mock.environment.fetch(page)
    mock.queueOperationResolver(with: MockPayload(types: ["User": { _ in ["id": "u1"] }, "Film": { _ in nil }]))
    _ = try await mock.environment.fetch(page)
    mock.queueOperationResolver(with: MockPayload(types: ["Film": { _ in nil }]))
    _ = try await mock.environment.fetch(query)
    #expect(
      reasons.values == [
        "MockPayload's values for 'Node' have no effect on ToDoListPaginationQuery. If they are for the object in 'node', give its '__typename' "
          + "there, or mark the operation with @relay_test_operation."
      ])
  }

  @Test("a mistake in an override reaches the test that answers with it")
  func mistakesAreThrown() async throws {
    let handle = handle()
    let payload = MockPayload(paths: ["user.name": "Ada"])
    let error = MockError.unknownPath("user.name", operation: "CurrentUserToDoListQuery", suggestion: nil)
    await #expect(throws: error) { try await mock.resolve(query, with: payload) }
    await #expect(throws: error) { try await mock.resolve(mock.mostRecentOperation(), with: payload) }
    await #expect(throws: error) { try await mock.resolveInParts(query, with: payload) }
    #expect(mock.pendingOperations.count == 1)
    try await mock.resolve(mock.nextOperation(CurrentUserToDoListQuery.self), with: MockPayload())
    #expect(handle.result.data?.user?.id == "u1")

    mock.queueOperationResolver(with: payload)
    await #expect(throws: error) { try await mock.environment.fetch(query) }
    #expect(reasons.values.contains("CurrentUserToDoListQuery failed: \(error)"))
  }

  // MARK: Data

  @Test("a misspelled member of an answer is an error with the missing one; a member too many is none")
  func answers() async throws {
    let handle = handle()
    let wrong: JSON = ["user": ["id": "u1", "todoes": nil]]
    let error = MockError.unknownField("todoes", path: "user", operation: "CurrentUserToDoListQuery", suggestion: "todos")
    await #expect(throws: error) { try await mock.resolve(query, data: wrong) }
    await #expect(throws: error) { try await mock.cachePayload(query, data: wrong) }
    await #expect(throws: error) { try await mock.nextValue(mock.mostRecentOperation(), ["data": wrong]) }
    mock.queueOperationResolver { _ in wrong }
    await #expect(throws: error) { try await mock.environment.fetch(query, cacheConfig: CacheConfig(force: true)) }
    // The test may not know that the compiler selects the id.
    try await mock.cachePayload(CurrentUserToDoListQuery(id: "u3"), data: ["user": ["todos": nil, "name": "Ada"]])
    try await mock.resolve(query, data: ["user": ["id": "u1", "todos": nil, "name": "Ada"]])
    #expect(handle.result.data?.user?.id == "u1")
  }

  // MARK: Identities

  @Test("a generated object has the id that the operation asks for")
  func identities() throws {
    let page = ToDoListPaginationQuery(variables: .init(cursor: "c2", id: "u7"))
    #expect(try MockPayload().data(for: page)["node"]?["id"] == "u7")
    #expect(try MockPayload().data(for: query)["user"]?["id"] == "u1")
    #expect(try MockPayload(types: ["User": { _ in ["id": "u9"] }]).data(for: query)["user"]?["id"] == "u9")
    #expect(try MockPayload(paths: ["user.id": "u8"]).data(for: query)["user"]?["id"] == "u8")
  }

  @Test("a page of generated data, and one of another object than asked for")
  func pages() async throws {
    try await mock.cachePayload(query, data: ToDoPayloads.user)
    let list = try #require(mock.environment.read(query)?.user).fragments.toDoList_user
    let handle = PaginationHandle(list)
    let loading = handle.loadNext(1)
    let operation = try await mock.nextOperation(ToDoListPaginationQuery.self)
    await #expect(
      throws: MockError.otherObject(id: "u2", expected: "u1", path: "node", operation: "ToDoListPaginationQuery")
    ) {
      try await mock.resolve(operation, data: ToDoPayloads.page(ToDoPayloads.todos([], end: nil, hasNext: false), user: "u2"))
    }
    await #expect(throws: MockError.self) { try await mock.resolve(operation, with: MockPayload(paths: ["node.id": "u2"])) }
    try await mock.resolve(operation, with: MockPayload(types: ["Todo": { _ in ["id": "t9", "text": "made up"] }]))
    try await loading.value
    #expect(handle.data?.todos?.map(\.fragments.toDoItem_todo.text) == ["Buy milk", "Feed the cat", "made up"])
  }

  // MARK: Reasons

  @Test("failures, errors of fields and warnings are reported if there is no log")
  func reported() async throws {
    let handle = handle()
    try await mock.resolve(query, data: ["user": ["id": "u1", "todos": 1]])
    #expect(handle.result.data?.user?.fragments.toDoList_user.todos == nil)
    #expect(reasons.values.count == 1 && reasons.values[0].contains("user.todos"), "\(reasons.values)")
    mock.queueOperationResolver { _ in throw RelayError.http(status: 503, body: "") }
    await #expect(throws: RelayError.self) { try await mock.environment.fetch(query) }
    #expect(reasons.values.last == "CurrentUserToDoListQuery failed: HTTP status 503.", "\(reasons.values)")
    let next = mock.environment.query(CurrentUserToDoListQuery(id: "u2"))
    try await mock.resolve(CurrentUserToDoListQuery(id: "u2"), data: ["user": nil], errors: [["message": "no such user"]])
    #expect(reasons.values.last?.contains("no such user") == true, "\(reasons.values)")
    withExtendedLifetime(next) {}
  }

  @Test("an environment with a log reports nothing else")
  func logged() async throws {
    let (events, reasons) = (Recorder<String>(), Recorder<String>())
    let mock = MockEnvironment(
      store: RelayStore(), configuration: .init(log: { if case .executeComplete = $0 { events.append("\($0)") } })
    ) { reasons.append($0) }
    mock.queueOperationResolver { _ in throw RelayError.malformedResponse("no JSON") }
    await #expect(throws: RelayError.self) { try await mock.environment.fetch(query) }
    #expect(events.values.count == 1 && reasons.values.isEmpty)
  }

  @Test("an operation that is not pending yet: the error says how to wait for it")
  func notPending() {
    let text = MockError.noPendingOperation("any").errorDescription
    #expect(text == "No operation is pending. If the code under test starts it in a task, wait for it with nextOperation(_:).")
  }
}
