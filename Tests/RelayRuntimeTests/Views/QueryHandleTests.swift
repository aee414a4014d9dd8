import Foundation
import Observation
import TestSupport
import Testing

@testable import RelayRuntime

@Suite("40: queries in views", .hangGuard)
@MainActor
struct QueryHandleTests {
  enum Cached: CaseIterable {
    case available, missing, stale
  }

  let mock = MockEnvironment()
  let query = CurrentUserToDoListQuery(id: "u1")
  static let old: JSON = ["user": ToDoPayloads.user(todos: ToDoPayloads.todos([ToDoPayloads.todo("t1", "Old")], end: nil, hasNext: false))]

  private func prepare(_ cached: Cached) async throws {
    switch cached {
    case .missing: break
    case .available: try await mock.cachePayload(query, data: Self.old)
    case .stale:
      try await mock.cachePayload(query, data: Self.old)
      try mock.environment.commitLocalUpdate { $0.invalidateStore() }
    }
  }

  private func text(_ handle: QueryHandle<CurrentUserToDoListQuery>) -> String? {
    handle.result.data?.user?.fragments.toDoList_user.todos?.first?.fragments.toDoItem_todo.text
  }

  @Test("each policy with data that is available, missing or stale", .cases)
  func policies() async {
    await eachCase(of: pairs([FetchPolicy.storeOnly, .storeOrNetwork, .storeAndNetwork, .networkOnly], Cached.allCases)) {
      try await QueryHandleTests().policies($0.0, $0.1)
    }
  }

  func policies(_ policy: FetchPolicy, _ cached: Cached) async throws {
    try await prepare(cached)
    let handle = mock.environment.query(query, fetchPolicy: policy)
    let shouldFetch =
      switch policy {
      case .storeOnly: false
      case .storeOrNetwork: cached != .available
      case .storeAndNetwork, .networkOnly, .networkOrStore: true
      }
    let showsStore = policy == .storeOnly || (policy != .networkOnly && cached == .available)
    #expect(mock.pendingOperations.count == (shouldFetch ? 1 : 0))
    #expect(handle.isRefreshing == shouldFetch)
    #expect(handle.result.isLoading == !showsStore)
    if showsStore && cached != .missing { #expect(text(handle) == "Old") }
    if shouldFetch {
      try await mock.resolveMostRecentOperation(data: ToDoPayloads.user)
      #expect(text(handle) == "Buy milk")
      #expect(!handle.isRefreshing)
    }
  }

  @Test("an error before any data is a failure; one after it leaves the data; retrying starts over")
  func failures() async throws {
    let handle = mock.environment.query(query)
    try await mock.rejectMostRecentOperation(RelayError.http(status: 503, body: ""))
    #expect(handle.result.error as? RelayError == .http(status: 503, body: ""))
    handle.retry()
    #expect(handle.result.isLoading)
    try await mock.resolveMostRecentOperation(data: ToDoPayloads.user)
    #expect(text(handle) == "Buy milk")
    let refetch = handle.refetch()
    #expect(handle.isRefreshing)
    #expect(text(handle) == "Buy milk")
    try await mock.rejectMostRecentOperation(RelayError.http(status: 500, body: ""))
    await #expect(throws: RelayError.self) { try await refetch.value }
    #expect(text(handle) == "Buy milk")
    #expect(handle.failure?.error as? RelayError == .http(status: 500, body: ""))
    #expect(!handle.isRefreshing)
  }

  @Test("cancelling a refetch after a failure leaves the failure, whatever the policy")
  func cancelledRefetchAfterFailure() async throws {
    let unreachable = RelayError.http(status: 503, body: "")
    for policy in [FetchPolicy.storeOrNetwork, .networkOnly] {
      let handle = mock.environment.query(query, fetchPolicy: policy)
      try await mock.rejectMostRecentOperation(unreachable)
      #expect(handle.result.error as? RelayError == unreachable)
      let refetches = [handle.refetch(), handle.refetch()]
      #expect(handle.result.isLoading && handle.failure == nil)
      refetches[0].cancel()
      _ = await refetches[0].result
      #expect(handle.isRefreshing && handle.result.isLoading)
      refetches[1].cancel()
      _ = await refetches[1].result
      #expect(!handle.isRefreshing)
      #expect(handle.result.error as? RelayError == unreachable)
      #expect(handle.failure?.action == .load)
    }
  }

  @Test("cancelling a refetch leaves what another request has brought in the meantime")
  func cancelledRefetchAfterAnotherAnswer() async throws {
    for isAnswered in [true, false] {
      let query = CurrentUserToDoListQuery(id: isAnswered ? "u1" : "u2")
      let handle = mock.environment.query(query)
      let first = try mock.operation(query)
      let failure: RelayError? = isAnswered ? nil : .http(status: 500, body: "")
      // It bypasses response caches, so it is another request.
      let refetch = handle.refetch()
      if let failure {
        try await mock.reject(first, failure)
      } else {
        try await mock.resolve(first, data: ToDoPayloads.user)
      }
      refetch.cancel()
      _ = await refetch.result
      #expect(!handle.isRefreshing)
      #expect((text(handle) == "Buy milk") == isAnswered)
      #expect(handle.failure?.error as? RelayError == failure)
    }
  }

  @Test("cancelling a refetch of incomplete data leaves the data")
  func cancelledRefetchOfIncompleteData() async throws {
    let handle = mock.environment.query(query)
    try await mock.resolveMostRecentOperation(data: ToDoPayloads.user)
    try mock.environment.commitLocalUpdate { store in
      let unseen = store.create(dataID: "u9", typeName: "User")
      store.root.setLinkedRecord(unseen, for: "user", arguments: ["id": "u1"])
    }
    #expect(handle.result.data?.user?.id == "")
    let refetch = handle.refetch()
    refetch.cancel()
    await #expect(throws: CancellationError.self) { try await refetch.value }
    #expect(handle.result.data?.user?.id == "" && handle.failure == nil)
  }

  @Test("an object that lacks a mandatory field is null, with an error that names the field")
  func missingField() async throws {
    let handle = mock.environment.query(query)
    try await mock.resolveMostRecentOperation(data: ["user": ["todos": nil]])
    #expect(handle.result.data != nil && handle.result.data?.user == nil)
    let errors = mock.environment.store.lookup(query.descriptor).fieldErrors.compactMap(\.error)
    #expect(errors.map(\.path) == [["user", "id"]] && errors.map { $0.extensions["code"] } == [.string(NormalizationError.code)])
  }

  @Test("different variables or another fetch key cause a request; the same ones do not")
  func variables() async throws {
    let handle = mock.environment.query(query)
    try await mock.resolveMostRecentOperation(data: ToDoPayloads.user)
    #expect(!handle.get(query).isLoading)
    #expect(mock.pendingOperations.isEmpty)
    #expect(handle.get(CurrentUserToDoListQuery(id: "u2")).isLoading)
    #expect(try mock.mostRecentOperation().request.variables == ["id": "u2"])
    #expect(!handle.get(query, fetchKey: 1).isLoading)
    try mock.environment.commitLocalUpdate { $0.invalidateStore() }
    #expect(!handle.get(query, fetchKey: 1).isLoading)
    #expect(handle.get(query, fetchKey: 2).isLoading)
    #expect(mock.pendingOperations.count == 2)
  }

  @Test("two views of one query share a request; it continues when one of them goes away")
  func sharing() async throws {
    let first = mock.environment.query(query)
    var second: QueryHandle? = mock.environment.query(query)
    #expect(mock.pendingOperations.count == 1)
    #expect(second?.result.isLoading == true)
    second = nil
    try await mock.resolveMostRecentOperation(data: ToDoPayloads.user)
    #expect(text(first) == "Buy milk")
  }

  @Test("data is kept as long as the handle lives")
  func retention() async throws {
    let store = RelayStore(configuration: .init(releaseBufferSize: 0))
    let mock = MockEnvironment(store: store)
    var handle: QueryHandle? = mock.environment.query(query)
    try await mock.resolveMostRecentOperation(data: ToDoPayloads.user)
    store.collectGarbage()
    #expect(store.json["t1"] != nil)
    #expect(handle?.result.isLoading == false)
    handle = nil
    // The end of the request may still refer to it on another thread.
    try await eventually {
      store.collectGarbage()
      return store.json["t1"] == nil
    }
  }

  @Test("34: data that another answer makes incomplete stays, with fallbacks, and nothing is fetched")
  func dataGoesMissing() async throws {
    let handle = mock.environment.query(query)
    try await mock.resolveMostRecentOperation(data: ToDoPayloads.user)
    let user = try #require(handle.result.data?.user)
    let list = FragmentHandle(user.fragments.toDoList_user)
    let first = FragmentHandle(try #require(list.data?.todos?.first).fragments.toDoItem_todo)
    #expect(first.data?.text == "Buy milk")
    try mock.environment.commitLocalUpdate { store in
      let unseen = store.create(dataID: "u9", typeName: "User")
      store.root.setLinkedRecord(unseen, for: "user", arguments: ["id": "u1"])
      store.delete(dataID: "t1")
    }
    await MockEnvironment.settle()
    #expect(handle.result.data?.user?.id == "")
    #expect(first.data == nil)
    #expect(list.data?.todos?.map(\.id) == ["t2"])
    #expect(mock.pendingOperations.isEmpty)
  }

  @Test("20: a read right after a change returns new data, and observers are notified once of a batch of changes")
  func noStaleFlash() async throws {
    let handle = mock.environment.query(query)
    try await mock.resolveMostRecentOperation(data: ToDoPayloads.user)
    let user = try #require(handle.result.data?.user)
    let todos = try #require(user.fragments.toDoList_user.todos)
    let first = FragmentHandle(todos[0].fragments.toDoItem_todo)
    let second = FragmentHandle(todos[1].fragments.toDoItem_todo)
    let heard = Recorder<String>()
    withObservationTracking {
      #expect(first.data?.text == "Buy milk")
    } onChange: {
      heard.append("first")
    }
    heard.append("second", onChangeOf: second.data)
    try mock.environment.commitLocalUpdate { $0["t1"]?["text"] = "One" }
    #expect(first.data?.text == "One")
    try mock.environment.commitLocalUpdate { $0["t1"]?["text"] = "Two" }
    #expect(first.data?.text == "Two")
    #expect(heard.values.isEmpty)
    await MockEnvironment.settle()
    #expect(heard.values == ["first"])
  }

  /// How often something would have been evaluated after the first time if it were a view's body.
  private struct Evaluations: Sendable {
    private let changes = Recorder<String>()
    private let readings = Recorder<String>()

    var values: [String] { changes.values }

    @MainActor
    func track(_ read: @escaping @MainActor @Sendable () -> Void) {
      withObservationTracking(read) {
        changes.append("evaluated")
        Task { @MainActor in track(read) }
      }
      readings.append("read")
    }

    /// Waits until the next change will be noticed.
    @MainActor
    func settle() async throws { try await eventually { readings.values.count == changes.values.count + 1 } }
  }

  private func evaluations(_ read: @escaping @MainActor @Sendable () -> Void) -> Evaluations {
    let evaluations = Evaluations()
    evaluations.track(read)
    return evaluations
  }

  @Test("a view that reads only the result is not evaluated again when a refetch begins or ends with the same data")
  func refetchEvaluatesOnlyWhatChanged() async throws {
    let handle = mock.environment.query(query)
    try await mock.resolveMostRecentOperation(data: ToDoPayloads.user)
    let results = evaluations { _ = handle.result }
    let refreshing = evaluations { _ = handle.isRefreshing }
    let errors = evaluations { _ = handle.failure }
    handle.refetch()
    await MockEnvironment.settle()
    try await mock.resolveMostRecentOperation(data: ToDoPayloads.user)
    await Task.yield()
    #expect(results.values.count == 0)
    #expect(refreshing.values.count >= 1)
    #expect(errors.values.count == 0)
    let failing = handle.refetch()
    try await mock.rejectMostRecentOperation(RelayError.http(status: 500, body: ""))
    _ = await failing.result
    await MockEnvironment.settle()
    #expect(results.values.count == 0)
    #expect(errors.values.count == 1)
    handle.refetch()
    try await mock.resolveMostRecentOperation(data: ["user": nil])
    #expect(results.values.count == 1)
    #expect(handle.result.data?.user == nil)
  }

  @Test("retrying and different variables notify observers of the earlier result")
  func newResultsAreTold() async throws {
    let handle = mock.environment.query(query)
    try await mock.rejectMostRecentOperation(RelayError.http(status: 500, body: ""))
    let results = evaluations { _ = handle.result.isLoading }
    handle.retry()
    await MockEnvironment.settle()
    #expect(results.values.count == 1)
    try await results.settle()
    try await mock.resolveMostRecentOperation(data: ToDoPayloads.user)
    #expect(results.values.count == 2)
    try await results.settle()
    _ = handle.get(CurrentUserToDoListQuery(id: "u2"))
    await MockEnvironment.settle()
    #expect(results.values.count == 3)
    try await results.settle()
    try await mock.resolveMostRecentOperation(data: ["user": nil])
    #expect(results.values.count == 4)
  }

  @Test("sequences begin and end with the current result")
  func sequences() async throws {
    let results = mock.environment.results(of: query)
    var iterator = results.makeAsyncIterator()
    #expect(await iterator.next()?.isLoading == true)
    let operation = try await mock.nextOperation(CurrentUserToDoListQuery.self)
    try await mock.resolve(operation, data: ToDoPayloads.user)
    var user: CurrentUserToDoListQuery.Data.User_user?
    while user == nil { user = await iterator.next()?.data?.user }
    let item = try #require(user?.fragments.toDoList_user.todos?.first).fragments.toDoItem_todo
    var texts = mock.environment.values(of: item).makeAsyncIterator()
    #expect(await texts.next()??.text == "Buy milk")
    var handleTexts = FragmentHandle(item).values.makeAsyncIterator()
    #expect(await handleTexts.next()??.text == "Buy milk")
    try mock.environment.commitLocalUpdate { $0["t1"]?["text"] = "Changed" }
    #expect(await texts.next()??.text == "Changed")
  }

  @Test("a mutation handle knows what is in flight, and the latest error")
  func mutation() async throws {
    let handle = MutationHandle<RenameTodoMutation>(environment: mock.environment)
    try mock.environment.commitPayload(query, ToDoPayloads.user)
    let task = handle.commit(
      RenameTodoMutation(id: "t1", text: "New"), optimisticResponse: ["renameTodo": ["todo": ["id": "t1", "text": "New?"]]])
    #expect(handle.isInFlight)
    #expect(mock.environment.store.json["t1"]?["text"] == "New?")
    try await mock.resolveMostRecentOperation(data: ["renameTodo": nil], errors: [["message": "Refused", "path": ["renameTodo"]]])
    #expect(try await task.value.renameTodo == nil)
    #expect(!handle.isInFlight)
    #expect(handle.payloadErrors.map(\.message) == ["Refused"])
    #expect(mock.environment.store.json["t1"]?["text"] == "Buy milk")
    let failing = handle.commit(RenameTodoMutation(id: "t1", text: "New"))
    try await mock.rejectMostRecentOperation(RelayError.http(status: 500, body: ""))
    _ = await failing.result
    #expect(handle.failure?.error as? RelayError == .http(status: 500, body: ""))
    #expect(handle.failure?.action == .commit)
    handle.failure?.retry()
    try await mock.resolveMostRecentOperation(data: ["renameTodo": ["todo": ["id": "t1", "text": "New"]]])
    try await eventually { !handle.isInFlight }
    #expect(handle.failure == nil && mock.environment.store.json["t1"]?["text"] == "New")
  }

  @Test("a subscription handle shows the latest event and ends with the handle")
  func subscription() async throws {
    var handle: SubscriptionHandle<TodoChangedSubscription>? = SubscriptionHandle(environment: mock.environment)
    if case .loading? = handle?.get(TodoChangedSubscription()) {} else { Issue.record("not loading") }
    let operation = try await mock.nextOperation(TodoChangedSubscription.self)
    for kind in ["one", "two"] {
      try await mock.nextValue(operation, ["data": ["change": ["kind": .string(kind), "todo": nil]]])
      var shown: String?
      while shown != kind {
        if case .success(let data)? = handle?.result { shown = data?.change?.kind }
        await Task.yield()
      }
    }
    #expect(mock.pendingOperations.count == 1)
    handle = nil
    try await eventually { operation.isOver }
  }

  @Test("The options of a handle reach the network with every request")
  func cacheConfig() async throws {
    let config = CacheConfig(metadata: ["screen": "list"])
    let handle = mock.environment.query(query, cacheConfig: config)
    var requests = [try mock.mostRecentOperation().request]
    try await mock.resolveMostRecentOperation(data: ToDoPayloads.user)
    #expect(mock.pendingOperations.isEmpty)
    handle.refetch()
    requests.append(try mock.mostRecentOperation().request)
    try await mock.rejectMostRecentOperation(RelayError.http(status: 503, body: ""))
    handle.retry()
    #expect(requests.map(\.cacheConfig.metadata) == [["screen": "list"], ["screen": "list"]])
    #expect(requests.map(\.cacheConfig.force) == [false, true])
  }

  @Test("A mutation's options reach the network")
  func mutationCacheConfig() async throws {
    let handle = MutationHandle<RenameTodoMutation>(environment: mock.environment)
    handle.commit(
      RenameTodoMutation(id: "t1", text: "x"),
      options: MutationOptions(cacheConfig: CacheConfig(metadata: ["trace": "1"])))
    let sent = try mock.mostRecentOperation().request.cacheConfig
    #expect(sent == CacheConfig(force: true, metadata: ["trace": "1"]))
  }

  @Test("Polling sends the next request after each answer, survives failures, and ends with its task")
  func poll() async throws {
    let failures = Recorder<String>()
    let mock = MockEnvironment(
      configuration: .init(log: { event in
        if case .executeComplete(_, _, let error?) = event { failures.append("\(error)") }
      }))
    let handle = mock.environment.query(query)
    try await mock.resolveMostRecentOperation(data: ToDoPayloads.user)
    let polling = Task { try await handle.poll(every: .zero) }
    for index in 0..<5 {
      let operation = try await mock.nextOperation(CurrentUserToDoListQuery.self)
      if index == 2 {
        try await mock.reject(operation, RelayError.http(status: 503, body: ""))
      } else {
        try await mock.resolve(operation, data: ToDoPayloads.user)
      }
    }
    _ = try await mock.nextOperation(CurrentUserToDoListQuery.self)
    #expect(failures.values == ["\(RelayError.http(status: 503, body: ""))"])
    polling.cancel()
    await #expect(throws: CancellationError.self) { try await polling.value }
    try await eventually { mock.pendingOperations.isEmpty }
  }

  @Test("A placeholder is created from the query alone, with the data of its fragments")
  func placeholder() {
    let payload = MockPayload(paths: ["user.todos.edges.node.text": "…"])
    let user = query.placeholder(payload).user
    #expect(user?.fragments.toDoList_user.todos?.first?.fragments.toDoItem_todo.text == "…")
    #expect(query.placeholder(payload) == query.placeholder(payload))
  }
}
