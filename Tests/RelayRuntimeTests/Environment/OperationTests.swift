import Foundation
import TestSupport
import Testing

@testable import RelayRuntime

@Suite("Operations", .hangGuard)
struct OperationTests {
  let mock = MockEnvironment()
  var environment: RelayEnvironment { mock.environment }

  private func text(_ id: String = "t1") -> String? {
    environment.store.json[id]?["text"]?.stringValue
  }

  @Test("fetch returns typed data; the request has the operation's text and variables")
  func fetch() async throws {
    async let data = environment.fetch(CurrentUserToDoListQuery(id: "u1"))
    let operation = try await mock.nextOperation(CurrentUserToDoListQuery.self)
    #expect(operation.request.variables == ["id": "u1"])
    #expect(operation.request.text == CurrentUserToDoListQuery.definition.text)
    #expect(operation.request.cacheID == "CurrentUserToDoListQuery-cache")
    #expect(mock.isLoading(CurrentUserToDoListQuery(id: "u1")))
    try await mock.resolve(operation, data: ToDoPayloads.user)
    #expect(try await data.user?.id == "u1")
    #expect(!mock.isLoading(CurrentUserToDoListQuery(id: "u1")))
  }

  @Test("no value of a variable becomes part of the text", .cases)
  func textOfRequests() async {
    await eachCase(of: [#"} evil { a"#, #"" } evil {"#, "\n\u{2028}#", #"\u007D"#]) { id in
      let task = Task { try await environment.fetch(CurrentUserToDoListQuery(id: id)) }
      let operation = try await mock.nextOperation(CurrentUserToDoListQuery.self)
      #expect(operation.request.text == CurrentUserToDoListQuery.definition.text)
      #expect(operation.request.variables == ["id": .string(id)])
      let url = try #require(URL(string: "http://server.example/"))
      let request = try HTTPRequestBuilder(url: url, configuration: .init()).request(for: operation.request, includesText: true)
      guard case .bytes(let body) = request.body else { throw CancellationError() }
      let sent = try JSON(parsing: body)
      #expect(sent["query"] == operation.request.text.map { .string($0) } && sent["variables"] == ["id": .string(id)])
      task.cancel()
      _ = await task.result
    }
  }

  @Test("null data with errors is an error with the server's messages, paths and extensions")
  func errors() async throws {
    let request = Task { try await environment.fetch(CurrentUserToDoListQuery(id: "u1")) }
    let operation = try await mock.nextOperation(CurrentUserToDoListQuery.self)
    try await mock.nextValue(
      operation,
      [
        "data": nil,
        "errors": [["message": "Not allowed", "path": ["user"], "locations": [["line": 2, "column": 3]], "extensions": ["code": "NO"]]],
      ])
    let expected = GraphQLError(
      message: "Not allowed", path: ["user"], locations: [.init(line: 2, column: 3)], extensions: ["code": "NO"])
    await #expect(throws: RelayError.noData(operation: "CurrentUserToDoListQuery", errors: [expected])) { try await request.value }
  }

  @Test("data with errors is processed, and the response contains the errors")
  func partialData() async throws {
    let request = Task { try await environment.response(to: CurrentUserToDoListQuery(id: "u1")) }
    let operation = try await mock.nextOperation(CurrentUserToDoListQuery.self)
    try await mock.resolve(operation, data: ["user": nil], errors: [["message": "Broken", "path": ["user"]]])
    let response = try await request.value
    #expect(response.data.user == nil)
    #expect(response.errors.map(\.message) == ["Broken"])
  }

  @Test("answers that are not responses are errors, and the store is unchanged", .cases)
  func malformed() async {
    await eachCase(of: [
      "", "nonsense", "[]", "3", "{}", #"{"data":3}"#,
      #"{"data":{"user":{"id":"u1""#, #"{"errors":"what"}"#, #"{"hasNext":false}"#, #"{"label":"x","path":[],"data":{}}"#,
      #"{"incremental":[{"id":"0","items":[1]}],"completed":[{"id":"0"}]}"#, #"{"pending":[{"id":0,"path":["user"]}]}"#,
    ]) { try await OperationTests().malformed(body: $0) }
  }

  func malformed(body: String) async throws {
    let environment = RelayEnvironment(network: FetchNetwork { _ in NetworkPayload(json: body) })
    try environment.commitPayload(CurrentUserToDoListQuery(id: "u1"), ToDoPayloads.user)
    let before = environment.store.json
    await #expect(throws: RelayError.self) { try await environment.fetch(CurrentUserToDoListQuery(id: "u1")) }
    #expect(environment.store.json == before)
  }

  // MARK: - Fetching the same query twice

  @Test("38: a query in flight is joined, with a replay; the request is cancelled when the last consumer leaves; nothing is retained")
  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  func deduplication() async throws {
    let query = CurrentUserToDoListQuery(id: "u1")
    let first = Task { try await environment.fetch(query) }
    let operation = try await mock.nextOperation(CurrentUserToDoListQuery.self)
    let executor = QueueExecutor()
    let second = Task(executorPreference: executor) { try await environment.fetch(query) }
    await executor.drain()
    try await mock.nextValue(operation, ["data": ToDoPayloads.user])
    let late = Task(executorPreference: executor) { try await environment.fetch(query) }
    await executor.drain()
    #expect(mock.pendingOperations.count == 1)
    try await mock.complete(operation)
    for task in [first, second, late] { #expect(try await task.value.user?.id == "u1") }

    let alone = Task { try await environment.fetch(query) }
    let again = try await mock.nextOperation(CurrentUserToDoListQuery.self)
    let other = Task(executorPreference: executor) { try await environment.fetch(query) }
    await executor.drain()
    alone.cancel()
    await #expect(throws: CancellationError.self) { try await alone.value }
    #expect(!again.isOver)
    other.cancel()
    await #expect(throws: CancellationError.self) { try await other.value }
    try await eventually { again.isOver }
    #expect(mock.pendingOperations.isEmpty)
  }

  @Test("polling sends the next request after each answer until it is cancelled")
  func polling() async throws {
    let ids = Recorder<String>()
    weak var watched: RelayEnvironment?
    do {
      let count = Recorder<Int>()
      let environment = RelayEnvironment(
        network: FetchNetwork { _ in
          let number = count.append(0)
          return NetworkPayload(["data": ["user": ToDoPayloads.user("u\(number)", todos: nil)]])
        })
      watched = environment
      let task = Task {
        for try await data in environment.poll(CurrentUserToDoListQuery(id: "u1"), every: .milliseconds(2)) {
          ids.append(data.user?.id ?? "")
        }
      }
      try await eventually { ids.values.count >= 3 }
      task.cancel()
      _ = await task.result
    }
    #expect(ids.values.prefix(3) == ["u1", "u2", "u3"])
    // Whoever could send another request would keep the environment alive.
    try await eventually { watched == nil }
  }

  @Test("a fetch policy decides about the request")
  func fetchPolicies() async throws {
    let query = CurrentUserToDoListQuery(id: "u1")
    mock.queueOperationResolver { _ in throw RelayError.http(status: 500, body: "") }
    await #expect(throws: RelayError.http(status: 500, body: "")) { try await environment.fetch(query, fetchPolicy: .storeOrNetwork) }
    try await mock.cachePayload(query, data: ToDoPayloads.user)
    #expect(try await environment.fetch(query, fetchPolicy: .storeOrNetwork).user?.id == "u1")
    #expect(try await environment.fetch(query, fetchPolicy: .storeOnly).user?.id == "u1")
    #expect(mock.pendingOperations.isEmpty)
    mock.queueOperationResolver { _ in ["user": nil] }
    #expect(try await environment.fetch(query).user == nil)
  }

  // MARK: - Mutations

  private func seed() throws {
    try environment.commitPayload(CurrentUserToDoListQuery(id: "u1"), ToDoPayloads.user)
  }

  private static let renamed: JSON = ["renameTodo": ["todo": ["id": "t1", "text": "Optimistic"]]]

  @Test("18: the optimistic response is visible immediately and disappears when the server has answered; the updater sees the answer")
  func optimisticResponse() async throws {
    try seed()
    let task = Task {
      try await environment.commit(
        RenameTodoMutation(id: "t1", text: "x"), optimisticResponse: Self.renamed,
        options: MutationOptions(optimisticUpdater: { $0["t2"]?["text"] = "also" }),
        updater: { store in
          let todo = store.rootField("renameTodo")?.linkedRecord("todo")
          store["t2"]?["text"] = .string("after \(todo?["text"]?.stringValue ?? "")")
        })
    }
    let operation = try await mock.nextOperation(RenameTodoMutation.self)
    #expect(self.text() == "Optimistic")
    #expect(self.text("t2") == "also")
    try await mock.resolve(operation, data: ["renameTodo": ["todo": ["id": "t1", "text": "Server"]]])
    #expect(try await task.value.renameTodo?.todo?.text == "Server")
    #expect(self.text() == "Server")
    #expect(self.text("t2") == "after Server")
  }

  @Test("18a: cancelling a mutation reverts its optimistic changes, and a late answer changes nothing")
  func cancelledMutation() async throws {
    try seed()
    let task = Task { try await environment.commit(RenameTodoMutation(id: "t1", text: "x"), optimisticResponse: Self.renamed) }
    let operation = try await mock.nextOperation(RenameTodoMutation.self)
    #expect(self.text() == "Optimistic")
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    try await eventually { self.text() == "Buy milk" }
    try? await mock.nextValue(operation, ["data": ["renameTodo": ["todo": ["id": "t1", "text": "Late"]]]])
    #expect(self.text() == "Buy milk")
  }

  @Test("18b: a network error reverts the optimistic changes")
  func failedMutation() async throws {
    try seed()
    let task = Task { try await environment.commit(RenameTodoMutation(id: "t1", text: "x"), optimisticResponse: Self.renamed) }
    let operation = try await mock.nextOperation(RenameTodoMutation.self)
    try await mock.reject(operation, RelayError.http(status: 500, body: "no"))
    await #expect(throws: RelayError.http(status: 500, body: "no")) { try await task.value }
    #expect(text() == "Buy milk")
  }

  @Test("18: a mutation whose optimistic and real updater remove the same edge")
  func bothUpdatersRemove() async throws {
    let list = "list"
    try environment.commitLocalUpdate { store in
      let connection = store.create(dataID: list, typeName: "TodoConnection")
      let edges = ["t1", "t2"].map { id in
        ConnectionHandler.default.createEdge(
          store, connection: connection, node: store.create(dataID: id, typeName: "Todo"), type: "TodoEdge")
      }
      connection.setLinkedRecords(edges, for: "edges")
    }
    func shown() -> JSON? { environment.store.json[list]?["edges"] }
    let both = shown()
    @Sendable func remove(_ store: RecordSourceProxy) {
      guard let connection = store[list] else { return }
      ConnectionHandler.default.delete(connection: connection, nodeID: "t1")
    }
    let mutation = RenameTodoMutation(id: "t1", text: "x")
    let failing = Task {
      try await environment.commit(mutation, options: MutationOptions(optimisticUpdater: { remove($0) })) { remove($0) }
    }
    let first = try await mock.nextOperation(RenameTodoMutation.self)
    #expect(shown() == ["__refs": ["client:list:t2"]])
    try await mock.reject(first, RelayError.http(status: 500, body: "no"))
    await #expect(throws: RelayError.self) { try await failing.value }
    #expect(shown() == both)
    let task = Task { try await environment.commit(mutation, options: MutationOptions(optimisticUpdater: { remove($0) })) { remove($0) } }
    let second = try await mock.nextOperation(RenameTodoMutation.self)
    #expect(shown() == ["__refs": ["client:list:t2"]])
    try await mock.resolve(second, data: ["renameTodo": ["todo": ["id": "t1", "text": "Server"]]])
    _ = try await task.value
    #expect(shown() == ["__refs": ["client:list:t2"]])
  }

  @Test("a server error instead of data reverts the optimistic changes")
  func refusedMutation() async throws {
    try seed()
    let task = Task { try await environment.commit(RenameTodoMutation(id: "t1", text: "x"), optimisticResponse: Self.renamed) }
    let operation = try await mock.nextOperation(RenameTodoMutation.self)
    try await mock.nextValue(operation, ["data": nil, "errors": [["message": "no"]]])
    await #expect(throws: RelayError.self) { try await task.value }
    #expect(text() == "Buy milk")
  }

  @Test("a payload marked as optimistic is visible until the server's arrives; after that it is an error")
  func optimisticPayload() async throws {
    try seed()
    func payload(_ text: String, isOptimistic: Bool) -> JSON {
      [
        "data": ["renameTodo": ["todo": ["id": "t1", "text": .string(text)]]],
        "extensions": ["isOptimistic": .bool(isOptimistic)],
      ]
    }
    let task = Task { try await environment.commit(RenameTodoMutation(id: "t1", text: "x")) }
    let operation = try await mock.nextOperation(RenameTodoMutation.self)
    try await mock.nextValue(operation, payload("Guess", isOptimistic: true))
    #expect(self.text() == "Guess")
    try await mock.nextValue(operation, payload("Server", isOptimistic: false))
    #expect(self.text() == "Server")
    #expect(!environment.queue.hasOptimisticUpdates)
    try await mock.complete(operation)
    _ = try await task.value
    let late = Task { try await environment.commit(RenameTodoMutation(id: "t1", text: "x")) }
    let second = try await mock.nextOperation(RenameTodoMutation.self)
    try await mock.nextValue(second, payload("First", isOptimistic: false))
    try? await mock.nextValue(second, payload("Late guess", isOptimistic: true))
    await #expect(throws: RelayError.self) { try await late.value }
    #expect(self.text() == "First")
  }

  @Test("15: optimistic changes stay visible over unrelated answers, and their end reveals the data that arrived meanwhile")
  func rebase() async throws {
    try seed()
    let optimism = environment.applyOptimistic { $0["t1"]?["text"] = "Mine" }
    #expect(self.text() == "Mine")
    try environment.commitPayload(
      CurrentUserToDoListQuery(id: "u1"),
      ["user": ToDoPayloads.user(todos: ToDoPayloads.todos([ToDoPayloads.todo("t1", "Theirs")], end: "c1", hasNext: false))])
    #expect(self.text() == "Mine")
    optimism.dispose()
    #expect(self.text() == "Theirs")
    optimism.dispose()
  }

  private var todos: [String] {
    let list = environment.read(CurrentUserToDoListQuery(id: "u1"))?.user?.fragments.toDoList_user
    return list?.todos?.map { $0.fragments.toDoItem_todo.text } ?? []
  }

  private var connection: String { "client:u1:__ToDoList_todos_connection" }

  private static func added(_ id: String, _ text: String) -> JSON {
    ["addTodo": ["todoEdge": ["node": ToDoPayloads.todo(id, text), "cursor": .string("c-\(id)")]]]
  }

  @Test("11: an optimistic edge is replaced by the server's, once")
  func optimisticEdge() async throws {
    try seed()
    let task = Task {
      try await environment.commit(
        AddTodoMutation(text: "New", connections: [connection]), optimisticResponse: Self.added("temporary", "New…"))
    }
    let operation = try await mock.nextOperation(AddTodoMutation.self)
    #expect(todos == ["Buy milk", "Feed the cat", "New…"])
    try await mock.resolve(operation, data: Self.added("t9", "New"))
    _ = try await task.value
    #expect(todos == ["Buy milk", "Feed the cat", "New"])
  }

  @Test("12: the same mutation committed twice makes two edges")
  func sameMutationTwice() async throws {
    try seed()
    for number in 1...2 {
      let task = Task { try await environment.commit(AddTodoMutation(text: "New", connections: [connection])) }
      let operation = try await mock.nextOperation(AddTodoMutation.self)
      try await mock.resolve(operation, data: Self.added("n\(number)", "New \(number)"))
      _ = try await task.value
    }
    #expect(todos == ["Buy milk", "Feed the cat", "New 1", "New 2"])
  }

  @Test("an id that is no connection's is warned about once, however often the optimistic response is applied")
  func unknownConnection() async throws {
    let warnings = Recorder<String>()
    let mock = MockEnvironment(configuration: .init(log: { if case .warning(let text) = $0 { warnings.append(text) } }))
    try mock.environment.commitPayload(CurrentUserToDoListQuery(id: "u1"), ToDoPayloads.user)
    let task = Task {
      try await mock.environment.commit(
        AddTodoMutation(text: "New", connections: ["client:u1:__typo_connection"]), optimisticResponse: Self.added("t", "New"))
    }
    let operation = try await mock.nextOperation(AddTodoMutation.self)
    try mock.environment.commitLocalUpdate { store in store["t1"]?["text"] = "Coffee" }
    #expect(warnings.values == [])
    try await mock.resolve(operation, data: Self.added("t9", "New"))
    _ = try await task.value
    #expect(
      warnings.values == [
        "@appendEdge: there is no connection \"client:u1:__typo_connection\", so it is not changed. `ConnectionHandler.connectionID` makes an "
          + "id of the record, the key of `@connection`, and its filters."
      ])
  }

  @Test("16: an updater that throws is reported, its changes are dropped, and everything else continues")
  func throwingUpdater() async throws {
    struct Oops: Error {}
    let warnings = Recorder<String>()
    let mock = MockEnvironment(
      configuration: .init(log: { event in
        if case .warning(let text) = event { warnings.append(text) }
      }))
    try mock.environment.commitPayload(CurrentUserToDoListQuery(id: "u1"), ToDoPayloads.user)
    let task = Task {
      try await mock.environment.commit(
        RenameTodoMutation(id: "t1", text: "x"),
        updater: { store in
          store["t2"]?["text"] = "half done"
          throw Oops()
        })
    }
    let operation = try await mock.nextOperation(RenameTodoMutation.self)
    try await mock.resolve(operation, data: ["renameTodo": ["todo": ["id": "t1", "text": "Server"]]])
    #expect(try await task.value.renameTodo?.todo?.text == "Server")
    #expect(mock.environment.store.json["t2"]?["text"] == "Feed the cat")
    #expect(warnings.values.count == 1)
    #expect(throws: Oops.self) {
      try mock.environment.commitLocalUpdate { store in
        store["t2"]?["text"] = "half done"
        throw Oops()
      }
    }
    try mock.environment.commitLocalUpdate { $0["t2"]?["text"] = "done" }
    #expect(mock.environment.store.json["t2"]?["text"] == "done")
  }

  // MARK: - Subscriptions

  @Test("37: events without ids have separate data; records are updated; cancelling ends the subscription")
  func subscription() async throws {
    try seed()
    let events = Recorder<String?>()
    let task = Task {
      for try await data in environment.subscribe(
        TodoChangedSubscription(), updater: { store in store["t2"]?["text"] = store.rootField("change")?["kind"] ?? .null })
      {
        events.append(data.change?.kind)
      }
    }
    let operation = try await mock.nextOperation(TodoChangedSubscription.self)
    for kind in ["first", "second"] {
      try await mock.nextValue(
        operation, ["data": ["change": ["kind": .string(kind), "todo": ["id": "t1", "text": .string("Text \(kind)")]]]])
      #expect(self.text() == "Text \(kind)")
      #expect(self.text("t2") == kind)
    }
    try await eventually { events.values.count >= 2 }
    #expect(events.values == ["first", "second"])
    task.cancel()
    try await eventually { operation.isOver }
  }

  @Test("a subscription ends when the server ends it; one that fails throws")
  func subscriptionEnds() async throws {
    let ended = Task { for try await _ in environment.subscribe(TodoChangedSubscription()) {} }
    try await mock.complete(mock.nextOperation(TodoChangedSubscription.self))
    try await ended.value
    let failed = Task { for try await _ in environment.subscribe(TodoChangedSubscription()) {} }
    try await mock.reject(mock.nextOperation(TodoChangedSubscription.self), RelayError.webSocket(code: 4403, reason: "no"))
    await #expect(throws: RelayError.webSocket(code: 4403, reason: "no")) { try await failed.value }
  }

  // MARK: - Events

  @Test("log events report network and execution in order")
  func log() async throws {
    let names = Recorder<String>()
    let mock = MockEnvironment(
      configuration: .init(log: { event in
        switch event {
        case .networkStart(_, let request):
          names.append("network.start")
          #expect(request.variables == ["id": "u1"])
        case .networkNext: names.append("network.next")
        case .networkError: names.append("network.error")
        case .networkComplete: names.append("network.complete")
        case .networkUnsubscribe: names.append("network.unsubscribe")
        case .executeStart: names.append("execute.start")
        case .executeNext: names.append("execute.next")
        case .executeComplete(_, _, let error): names.append(error == nil ? "execute.complete" : "execute.error")
        default: break
        }
      }))
    let task = Task { try await mock.environment.fetch(CurrentUserToDoListQuery(id: "u1")) }
    try await mock.resolve(mock.nextOperation(CurrentUserToDoListQuery.self), data: ToDoPayloads.user)
    _ = try await task.value
    #expect(
      names.values == ["execute.start", "network.start", "network.next", "execute.next", "network.complete", "execute.complete"])
  }

  // MARK: - Configuration

  private enum IsBig: VariableProvider {
    static func get() -> Bool { true }
  }

  @Test("provided variables are sent, however the descriptor is created from the operation")
  func providedVariables() async throws {
    let fragment = Generated.FragmentDefinition(
      plan: Plans.reader("Size", on: "Query", []),
      providedVariables: [Generated.ProvidedVariable("__relay_internal__pv__isBig", Bool.self, IsBig.self)])
    let definition = OperationDefinition(
      name: "ProvidedQuery", kind: .query, id: nil, cacheID: "ProvidedQuery-cache", text: "query ProvidedQuery { … }",
      normalization: Plans.normalization(
        "ProvidedQuery",
        [
          .condition("__relay_internal__pv__isBig", is: true, [.scalar("size", "I")])
        ]),
      reader: Plans.reader("ProvidedQuery", on: "Query", []), providers: [fragment], metadata: "{}"
    )
    #expect(OperationDescriptor(definition).variables == ["__relay_internal__pv__isBig": true])
    let given = OperationDescriptor(definition, variables: ["__relay_internal__pv__isBig": false])
    #expect(given.variables == ["__relay_internal__pv__isBig": false])
    #expect(try MockPayload().data(for: OperationDescriptor(definition))["size"] != nil)
    let mock = MockEnvironment()
    let descriptor = mock.environment.descriptor(definition, variables: [:])
    async let ended: Void = {
      for try await _ in mock.environment.execute(descriptor) {}
    }()
    try await eventually { !mock.pendingOperations.isEmpty }
    #expect(try mock.mostRecentOperation().request.variables == ["__relay_internal__pv__isBig": true])
    try await mock.resolveMostRecentOperation(data: ["size": 3])
    try await ended
    #expect(mock.environment.store.json["client:root"]?["size"] == 3)
  }

  @Test("invalidations are reported; the next store-or-network fetch asks the server")
  func invalidations() async throws {
    let query = CurrentUserToDoListQuery(id: "u1")
    try await mock.cachePayload(query, data: ToDoPayloads.user)
    var iterator = environment.invalidations(of: ["t1"]).makeAsyncIterator()
    #expect(environment.check(query).isAvailable)
    try environment.commitLocalUpdate { $0["t1"]?.invalidateRecord() }
    #expect(await iterator.next() != nil)
    #expect(environment.check(query) == .stale)
  }
}
