import TestSupport
import Testing

@testable import RelayRuntime

/// What `print`, `dump` and failed expectations show of handles, results and errors.
@Suite("Printing of handles, results and errors", .hangGuard)
@MainActor struct HandlePrintingTests {
  private let mock = MockEnvironment()
  private let query = CurrentUserToDoListQuery(id: "u1")

  private func dumped(_ value: Any) -> String {
    var text = ""
    Swift.dump(value, to: &text)
    return text
  }

  @Test("a query: its variables, its result and whether it is fetching")
  func queryHandle() async throws {
    let handle = mock.environment.query(query)
    #expect("\(handle)" == #"QueryHandle<CurrentUserToDoListQuery>(variables: {"id":"u1"}, result: loading, isRefreshing: true)"#)
    try await mock.resolve(query, data: ToDoPayloads.user)
    #expect(
      "\(handle)".hasPrefix(
        #"QueryHandle<CurrentUserToDoListQuery>(variables: {"id":"u1"}, result: success(Optional("#), "\(handle)")
    #expect("\(handle)".contains(#"Data(__row: {user: {"#) && !"\(handle)".contains("isRefreshing"))
    #expect("\(handle.result)".hasPrefix("success("))
    #expect(dumped(handle).contains(#"- endCursor: "c2""#) == false, "a masked field")
    #expect(dumped(handle).split(separator: "\n").count < 20, "\(dumped(handle))")
    for name in ["environment", "chunk", "observer"] { #expect(!dumped(handle).contains(name), "\(dumped(handle))") }
  }

  @Test("fragments: their data, without starting to follow the store")
  func fragmentHandles() async throws {
    let handle = mock.environment.query(query)
    try await mock.resolve(query, data: ToDoPayloads.user)
    let list = try #require(handle.result.data?.user?.fragments.toDoList_user)
    let page = PaginationHandle(list)
    #expect("\(page)".hasPrefix(#"PaginationHandle<ToDoList_user>(data: {todos: {edges: [{node: {id: "t1""#), "\(page)")
    let item = FragmentHandle(try #require(page.data?.todos?.first).fragments.toDoItem_todo)
    let before = #"FragmentHandle<ToDoItem_todo>(data: {id: "t1", text: "Buy milk", complete: false})"#
    let subscriptions = mock.environment.store.state.withLock { $0.subscriptions.count }
    #expect("\(item)" == before)
    #expect(mock.environment.store.state.withLock { $0.subscriptions.count } == subscriptions)
    _ = item.data
    #expect(mock.environment.store.state.withLock { $0.subscriptions.count } > subscriptions)
    #expect("\(item)" == before)
    try mock.environment.commitLocalUpdate { $0["t1"]?.setValue("Buy bread", for: "text") }
    await mock.settle()
    #expect("\(item)".contains("Buy bread"))
    #expect("\(PluralFragmentHandle([try #require(page.data?.todos?.first).fragments.toDoItem_todo]))".contains("Buy bread"))
    #expect("\(FragmentHandle<ToDoItem_todo>())" == "FragmentHandle<ToDoItem_todo>(data: nil)")
    page.loadNext(1)
    #expect("\(page)".contains("isLoadingNext: true"))
    try await mock.reject(mock.nextOperation(ToDoListPaginationQuery.self), RelayError.http(status: 503, body: "<secret>"))
    #expect("\(page)".hasSuffix("failure: http(status: 503))"), "\(page)")
    #expect(!dumped(page).contains("secret"))
  }

  @Test("a refetchable fragment: whether it is refetching, and the error")
  func refetchableHandle() async throws {
    let handle = mock.environment.query(query)
    try await mock.resolve(query, data: ToDoPayloads.user)
    let list = RefetchableHandle(try #require(handle.result.data?.user?.fragments.toDoList_user))
    #expect(!"\(list)".contains("isRefetching"))
    list.refetch(partial: Generated.InputFields())
    #expect("\(list)".contains("isRefetching: true"))
    try await mock.reject(mock.nextOperation(ToDoListPaginationQuery.self), RelayError.http(status: 503, body: "<secret>"))
    #expect("\(list)".hasSuffix("failure: http(status: 503))"), "\(list)")
  }

  @Test("no text has the body of a response", .cases)
  func bodies() async throws {
    let handle = mock.environment.query(query)
    try await mock.rejectMostRecentOperation(RelayError.http(status: 503, body: "<secret>"))
    let failure = try #require(handle.failure)
    eachCase(of: ["\(handle)", dumped(handle), "\(handle.result)", dumped(handle.result), "\(failure)"]) {
      #expect($0.contains("http(status: 503)") && !$0.contains("secret"))
    }
  }

  @Test("mutations, and preloaded queries")
  func others() async throws {
    let mutation = MutationHandle<AddTodoMutation>(environment: mock.environment)
    #expect("\(mutation)" == "MutationHandle<AddTodoMutation>(isInFlight: false)")
    #expect(
      "\(PreloadedQuery(query))" == #"PreloadedQuery<CurrentUserToDoListQuery>(variables: {"id":"u1"}, isStarted: false)"#)
  }

  @Test("a response: its data and its errors")
  func response() async throws {
    let answer = Task { try await mock.environment.response(to: query) }
    let operation = try await mock.nextOperation(CurrentUserToDoListQuery.self)
    try await mock.resolve(operation, data: ToDoPayloads.user, errors: [["message": "slow", "path": ["user", "todos"]]])
    let response = try await answer.value
    #expect("\(response)".hasPrefix(#"OperationResponse(data: {user: {"#), "\(response)")
    #expect("\(response)".contains("errors: [slow (at user.todos)]"), "\(response)")
    #expect(dumped(response).contains(#"- message: "slow""#), "\(dumped(response))")
  }

  @Test("long lists of errors and long messages are cut; dump shows the fields")
  func errors() {
    let error = GraphQLError(
      message: String(repeating: "e\u{301}", count: 100_000), path: ["user", 0, "name"], extensions: ["code": "FORBIDDEN"])
    #expect("\(error)".unicodeScalars.count < 3_000 && "\(error)".hasSuffix("… (at user.0.name)"))
    for line in ["- path: user.0.name", #"- extensions: {"code":"FORBIDDEN"}"#] {
      #expect(dumped(error).contains(line), "\(dumped(error))")
    }
    let field = FieldError(kind: .missingData, owner: "User_user", path: "name")
    let many = FieldErrors(Array(repeating: field, count: 25))
    #expect("\(many)".hasSuffix("User_user: name: the data is missing from the store; … 15 more"))
    #expect(dumped(many).contains("… 15 more") && dumped(many).contains(#"- owner: "User_user""#), "\(dumped(many))")
    let result: Result<Int, FieldErrors> = .failure(FieldErrors([field]))
    #expect("\(result)" == "failure(User_user: name: the data is missing from the store)")
  }
}
