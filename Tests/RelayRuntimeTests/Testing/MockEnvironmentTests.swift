import TestSupport
import Testing

@testable import RelayRuntime

/// The layer between an app's views and its data, written without regard to tests.
@MainActor
private final class ToDoListModel {
  enum State: Equatable {
    case idle, loading, failed(String)
    case loaded([String])
  }

  private(set) var state = State.idle
  private(set) var alert: String?
  private(set) var changes: [String] = []
  private let environment: RelayEnvironment
  private var following: Task<Void, Never>?

  init(_ environment: RelayEnvironment) { self.environment = environment }

  func load(_ id: String) async {
    state = .loading
    do {
      let data = try await environment.fetch(CurrentUserToDoListQuery(id: id))
      let list = (data.user?.fragments.toDoList_user.todos).map(Array.init) ?? []
      state = .loaded(list.map(\.fragments.toDoItem_todo.text))
    } catch {
      state = .failed("\(error)")
    }
  }

  func rename(_ id: String, to text: String) async {
    do {
      try await environment.commit(
        RenameTodoMutation(id: id, text: text),
        optimisticResponse: ["renameTodo": ["todo": ["id": .string(id), "text": .string(text)]]])
    } catch {
      alert = "not renamed"
    }
  }

  func follow() {
    let events = environment.subscribe(TodoChangedSubscription())
    following = Task { [weak self] in
      do {
        for try await data in events { self?.changes.append(data.change?.kind ?? "?") }
        self?.changes.append("end")
      } catch {
        self?.changes.append("failed")
      }
    }
  }

  func stop() { following?.cancel() }
}

private struct Offline: Error {}

@Suite("A mock environment for an app's models", .hangGuard)
@MainActor
struct MockEnvironmentTests {
  private let mock = MockEnvironment()
  private let model: ToDoListModel

  init() { model = ToDoListModel(mock.environment) }

  private func text(_ id: String) -> String? { mock.environment.store.json[id]?["text"]?.stringValue }

  // MARK: Answers

  @Test("a model that loads: loading, loaded, failed")
  func loading() async throws {
    async let load: Void = model.load("u1")
    let operation = try await mock.nextOperation(CurrentUserToDoListQuery.self)
    #expect(model.state == .loading)
    #expect(operation.request.variables == ["id": "u1"])
    #expect(mock.isLoading(CurrentUserToDoListQuery(id: "u1")) && !mock.isLoading(CurrentUserToDoListQuery(id: "u2")))
    try await mock.resolve(operation, data: ToDoPayloads.user)
    await load
    #expect(model.state == .loaded(["Buy milk", "Feed the cat"]))
    #expect(mock.pendingOperations.isEmpty && operation.isOver)

    async let again: Void = model.load("u1")
    _ = try await mock.nextOperation(CurrentUserToDoListQuery.self)
    try await mock.rejectMostRecentOperation(Offline())
    await again
    #expect(model.state == .failed("Offline()"))
  }

  @Test("a model that mutates: the optimistic answer, then the server's, or none")
  func mutation() async throws {
    try await mock.cachePayload(CurrentUserToDoListQuery(id: "u1"), data: ToDoPayloads.user)
    async let rename: Void = model.rename("t1", to: "Buy oat milk")
    let operation = try await mock.nextOperation(RenameTodoMutation.self)
    #expect(text("t1") == "Buy oat milk")
    try await mock.resolve(operation, data: ["renameTodo": ["todo": ["id": "t1", "text": "Buy some oat milk"]]])
    await rename
    #expect(text("t1") == "Buy some oat milk")

    async let refused: Void = model.rename("t1", to: "x")
    _ = try await mock.nextOperation(RenameTodoMutation.self)
    try await mock.reject(RenameTodoMutation(id: "t1", text: "x"), Offline())
    await refused
    #expect(text("t1") == "Buy some oat milk")
    #expect(model.alert == "not renamed")
  }

  @Test("a model that subscribes: events, errors, the end, and unsubscribing")
  func subscription() async throws {
    model.follow()
    let subscription = try await mock.nextOperation(TodoChangedSubscription.self)
    func event(_ kind: JSON) -> JSON {
      ["change": ["kind": kind, "todo": ["id": "t1", "text": "x", "complete": false, "__typename": "Todo"]]]
    }
    try await mock.nextValue(TodoChangedSubscription(), data: event("ADDED"))
    try await mock.nextValue(subscription, data: event("CHANGED"))
    try await mock.complete(subscription)
    while model.changes.last != "end" { await Task.yield() }
    #expect(model.changes == ["ADDED", "CHANGED", "end"])
    await #expect(throws: MockError.operationIsOver("TodoChangedSubscription")) {
      try await mock.nextValue(subscription, data: event("ADDED"))
    }

    model.follow()
    let other = try await mock.nextOperation(TodoChangedSubscription.self)
    #expect(mock.pendingOperations.count == 1)
    model.stop()
    while !other.isOver { await Task.yield() }
    #expect(mock.pendingOperations.isEmpty)
  }

  @Test("after settling, the next element of a sequence is the newest")
  nonisolated func sequences() async throws {
    let mock = MockEnvironment()
    let query = CurrentUserToDoListQuery(id: "u1")
    try await mock.cachePayload(query, data: ToDoPayloads.user)
    let list = try #require(mock.environment.read(query)?.user).fragments.toDoList_user
    let item = try #require(list.todos?.first).fragments.toDoItem_todo
    var fragments = mock.environment.values(of: item).makeAsyncIterator()
    var results = mock.environment.results(of: query).makeAsyncIterator()
    for number in 0..<100 {
      for name in ["first", "second"] {
        try mock.environment.commitLocalUpdate { store in
          store["t1"]?["text"] = .string("\(name) \(number)")
          store["u1"]?["id"] = .string("\(name) \(number)")
        }
      }
      await mock.settle()
      #expect(await fragments.next()??.text == "second \(number)")
      #expect(await results.next()?.data?.user?.id == "second \(number)")
    }
  }

  // MARK: Selecting the operation

  @Test("operations of one type are distinguished by their variables, whatever their order")
  func variables() async throws {
    let first = mock.environment.query(CurrentUserToDoListQuery(id: "u1"))
    let second = mock.environment.query(CurrentUserToDoListQuery(id: "u2"))
    #expect(mock.pendingOperations.map(\.request.variables) == [["id": "u1"], ["id": "u2"]])
    #expect(try mock.mostRecentOperation().request.variables == ["id": "u2"])
    #expect(try mock.operation(CurrentUserToDoListQuery.self).request.variables == ["id": "u1"])
    try await mock.resolve(CurrentUserToDoListQuery(id: "u2"), data: ["user": nil])
    #expect(second.result.data != nil && second.result.data?.user == nil)
    #expect(first.result.data == nil)
    try await mock.resolve(CurrentUserToDoListQuery(id: "u1"), data: ToDoPayloads.user)
    #expect(first.result.data?.user?.id == "u1")
  }

  @Test("an error about an operation that is not pending names it")
  func nothingWaits() async throws {
    #expect(throws: MockError.noPendingOperation("any")) { try mock.mostRecentOperation() }
    #expect(throws: MockError.noPendingOperation("RenameTodoMutation")) { try mock.operation(RenameTodoMutation.self) }
    let query = mock.environment.query(CurrentUserToDoListQuery(id: "u1"))
    await #expect(throws: MockError.noPendingOperation(#"CurrentUserToDoListQuery {"id":"u2"}"#)) {
      try await mock.resolve(CurrentUserToDoListQuery(id: "u2"), data: ToDoPayloads.user)
    }
    #expect(mock.pendingOperations.count == 1)
    withExtendedLifetime(query) {}
  }

  // MARK: Resolvers and generated data

  @Test("queued resolvers answer in order, one request each; then operations wait again")
  func resolvers() async throws {
    mock.queueOperationResolver { request in
      #expect(request.operationName == "CurrentUserToDoListQuery")
      return ["user": ToDoPayloads.user(request.variables["id"]?.stringValue ?? "", todos: ToDoPayloads.firstPage)]
    }
    mock.queueOperationResolver { _ in throw Offline() }
    await model.load("u7")
    #expect(model.state == .loaded(["Buy milk", "Feed the cat"]))
    #expect(mock.environment.store.json["u7"] != nil)
    await model.load("u7")
    #expect(model.state == .failed("Offline()"))
    async let load: Void = model.load("u7")
    try await mock.resolve(mock.nextOperation(CurrentUserToDoListQuery.self), data: ToDoPayloads.user)
    await load
    #expect(model.state == .loaded([]) || model.state == .loaded(["Buy milk", "Feed the cat"]))
  }

  @Test("a handle that a resolver has answered shows the data once the mock has settled")
  func settling() async throws {
    mock.queueOperationResolver { _ in ToDoPayloads.user }
    let query = mock.environment.query(CurrentUserToDoListQuery(id: "u1"))
    await mock.settle()
    #expect(query.result.data?.user?.id == "u1")
    #expect(!query.isRefreshing)
  }

  @Test("generated data for a given operation, the latest one, and future ones")
  func generator() async throws {
    let texts = MockPayload(types: ["Todo": { _ in ["text": "made up"] }])
    let query = mock.environment.query(CurrentUserToDoListQuery(id: "u1"))
    let data = try await mock.resolve(CurrentUserToDoListQuery(id: "u1"), with: texts)
    #expect(query.result.data?.user?.id == data["user"]?["id"]?.stringValue)

    let other = mock.environment.query(CurrentUserToDoListQuery(id: "u2"))
    let sent = try await mock.resolveMostRecentOperation(with: MockPayload(paths: ["user.id": "u2"]))
    #expect(sent["user"]?["id"] == "u2")
    #expect(other.result.data?.user?.id == "u2")

    mock.queueOperationResolver(with: texts)
    await model.load("u3")
    guard case .loaded(let list) = model.state else {
      Issue.record("\(model.state)")
      return
    }
    #expect(list == ["made up"])
  }
}
