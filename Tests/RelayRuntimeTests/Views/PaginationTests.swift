import Foundation
import TestSupport
import Testing

@testable import RelayRuntime

@Suite("39: paging", .hangGuard)
@MainActor
struct PaginationTests {
  let mock = MockEnvironment()

  /// The list of user `id`, whose query has been answered with the first page.
  private func list(_ id: String = "u1") async throws -> (QueryHandle<CurrentUserToDoListQuery>, PaginationHandle<ToDoList_user>) {
    let query = mock.environment.query(CurrentUserToDoListQuery(id: id))
    let operation = try mock.mostRecentOperation()
    try await mock.resolve(operation, data: ["user": ToDoPayloads.user(id, todos: ToDoPayloads.firstPage)])
    let user = try #require(query.result.data?.user)
    return (query, PaginationHandle(user.fragments.toDoList_user))
  }

  private func texts(_ handle: PaginationHandle<ToDoList_user>) -> [String] {
    handle.data?.todos?.map { $0.fragments.toDoItem_todo.text } ?? []
  }

  @Test("loading appends, isLoadingNext is set meanwhile, and a second load does nothing")
  func loadNext() async throws {
    let (query, handle) = try await list()
    #expect(handle.hasNext)
    #expect(!handle.hasPrevious)
    let load = handle.loadNext(5)
    #expect(handle.isLoadingNext)
    try await handle.loadNext(5).value
    let operation = try await mock.nextOperation(ToDoListPaginationQuery.self)
    #expect(mock.pendingOperations.count == 1)
    #expect(operation.request.variables == ["count": 5, "cursor": "c2", "id": "u1"])
    try await mock.resolve(operation, data: ToDoPayloads.secondPage)
    try await load.value
    #expect(!handle.isLoadingNext)
    #expect(!handle.hasNext)
    #expect(texts(handle) == ["Buy milk", "Feed the cat", "Call home"])
    withExtendedLifetime(query) {}
  }

  @Test("loading at the end, without data, or in a direction for which the fragment has no arguments, does nothing")
  func nothingToLoad() async throws {
    let (_, handle) = try await list()
    try await handle.loadPrevious(5).value
    try await PaginationHandle<ToDoList_user>().loadNext(5).value
    let load = handle.loadNext(5)
    try await mock.resolve(mock.nextOperation(ToDoListPaginationQuery.self), data: ToDoPayloads.secondPage)
    try await load.value
    try await handle.loadNext(5).value
    #expect(mock.pendingOperations.isEmpty)
  }

  private func page(_ ids: ClosedRange<Int>, hasPrevious: Bool, hasNext: Bool) -> JSON {
    let edges = ids.map { id -> JSON in
      ["cursor": "c\(id)", "node": ["__typename": "Todo", "id": "t\(id)", "text": "T\(id)"]]
    }
    let pageInfo: JSON = [
      "endCursor": "c\(ids.upperBound)", "hasNextPage": .bool(hasNext), "hasPreviousPage": .bool(hasPrevious),
      "startCursor": "c\(ids.lowerBound)",
    ]
    return ["node": ["__typename": "User", "id": "u1", "todos": ["edges": .array(edges), "pageInfo": pageInfo]]]
  }

  @Test("a connection is paged in both directions; the arguments of the other direction are null")
  func bothDirections() async throws {
    let query = mock.environment.query(ToDoTimelinePaginationQuery(variables: .init(first: 2, id: "u1")))
    try await mock.resolve(mock.mostRecentOperation(), data: page(5...6, hasPrevious: true, hasNext: true))
    let handle = PaginationHandle(try #require(query.result.data?.node?.fragments.toDoTimeline_user))
    func texts() -> [String] { handle.data?.todos?.edges?.compactMap { $0?.node?.text } ?? [] }
    #expect(texts() == ["T5", "T6"] && handle.hasNext && handle.hasPrevious)

    let next = handle.loadNext(2)
    let nextPage = try await mock.nextOperation(ToDoTimelinePaginationQuery.self)
    #expect(nextPage.request.variables == ["after": "c6", "before": .null, "first": 2, "id": "u1", "last": .null])
    try await mock.resolve(nextPage, data: page(7...8, hasPrevious: true, hasNext: false))
    try await next.value
    #expect(texts() == ["T5", "T6", "T7", "T8"] && !handle.hasNext)

    let previous = handle.loadPrevious(3)
    #expect(handle.isLoadingPrevious && !handle.isLoadingNext)
    let previousPage = try await mock.nextOperation(ToDoTimelinePaginationQuery.self)
    #expect(previousPage.request.variables == ["after": .null, "before": "c5", "first": .null, "id": "u1", "last": 3])
    try await mock.resolve(previousPage, data: page(2...4, hasPrevious: true, hasNext: true))
    try await previous.value
    #expect(texts() == (2...8).map { "T\($0)" })
    #expect(!handle.isLoadingPrevious && handle.hasPrevious && !handle.hasNext)
    withExtendedLifetime(query) {}
  }

  @Test("who reads one property is notified when it changes")
  func observed() async throws {
    let query = mock.environment.query(ToDoTimelinePaginationQuery(variables: .init(first: 2, id: "u1")))
    try await mock.resolve(mock.mostRecentOperation(), data: page(5...6, hasPrevious: true, hasNext: true))
    let handle = PaginationHandle(try #require(query.result.data?.node?.fragments.toDoTimeline_user))
    let notified = Recorder<String>()
    func fail(_ load: Task<Void, any Error>) async throws {
      try await mock.reject(mock.nextOperation(ToDoTimelinePaginationQuery.self), RelayError.http(status: 500, body: ""))
      _ = await load.result
    }
    notified.append("isLoadingNext", onChangeOf: handle.isLoadingNext)
    notified.append("failure", onChangeOf: handle.failure)
    try await fail(handle.loadNext(2))
    #expect(notified.values.sorted() == ["failure", "isLoadingNext"])
    notified.append("isLoadingPrevious", onChangeOf: handle.isLoadingPrevious)
    notified.append("failure", onChangeOf: handle.failure)
    try await fail(handle.loadPrevious(2))
    #expect(notified.values.suffix(2).sorted() == ["failure", "isLoadingPrevious"])
  }

  @Test("a load waits for the owner's request, and continues when it has ended")
  func ownerActive() async throws {
    let (query, handle) = try await list()
    let refetch = query.refetch()
    let load = handle.loadNext(5)
    #expect(handle.isLoadingNext)
    let owner = mock.environment.descriptor(CurrentUserToDoListQuery(id: "u1"))
    try await eventually { mock.environment.activity.waiterCount(owner) > 0 || mock.pendingOperations.count > 1 }
    #expect(mock.pendingOperations.map(\.request.operationName) == ["CurrentUserToDoListQuery"])
    try await mock.resolveMostRecentOperation(data: ToDoPayloads.user)
    try await refetch.value
    try await mock.resolve(mock.nextOperation(ToDoListPaginationQuery.self), data: ToDoPayloads.secondPage)
    try await load.value
    #expect(texts(handle).count == 3)
  }

  @Test("an error ends the load, is kept until the next one, and the task throws it")
  func failure() async throws {
    let (_, handle) = try await list()
    let load = handle.loadNext(5)
    let operation = try await mock.nextOperation(ToDoListPaginationQuery.self)
    try await mock.reject(operation, RelayError.http(status: 500, body: ""))
    await #expect(throws: RelayError.http(status: 500, body: "")) { try await load.value }
    #expect(!handle.isLoadingNext)
    #expect(handle.failure?.error as? RelayError == .http(status: 500, body: ""))
    #expect(texts(handle).count == 2)
    let again = handle.loadNext(5)
    #expect(handle.failure == nil)
    try await mock.resolve(mock.nextOperation(ToDoListPaginationQuery.self), data: ToDoPayloads.secondPage)
    try await again.value
    #expect(texts(handle).count == 3)
  }

  @Test("cancelling the task cancels the request and isLoadingNext")
  func cancellation() async throws {
    let (_, handle) = try await list()
    let load = handle.loadNext(5)
    let operation = try await mock.nextOperation(ToDoListPaginationQuery.self)
    load.cancel()
    await #expect(throws: CancellationError.self) { try await load.value }
    try await eventually { operation.isOver }
    #expect(!handle.isLoadingNext)
    #expect(handle.failure == nil)
  }

  @Test("a refetch cancels loads; paging continues with the refetched variables")
  func refetch() async throws {
    let (_, handle) = try await list()
    let load = handle.loadNext(5)
    let loading = try await mock.nextOperation(ToDoListPaginationQuery.self)
    var other = Generated.InputFields()
    other.set("id", "u2")
    other.set("count", 3)
    let refetch = handle.refetch(partial: other)
    #expect(!handle.isLoadingNext)
    #expect(handle.isRefetching)
    await #expect(throws: CancellationError.self) { try await load.value }
    try await eventually { loading.isOver }
    let operation = try await mock.nextOperation(ToDoListPaginationQuery.self)
    #expect(operation.request.variables == ["count": 3, "cursor": nil, "id": "u2"])
    #expect(texts(handle).count == 2)
    try await mock.resolve(
      operation,
      data: ToDoPayloads.page(ToDoPayloads.todos([ToDoPayloads.todo("t7", "Other")], end: "c7", hasNext: true), user: "u2"))
    try await refetch.value
    #expect(!handle.isRefetching)
    #expect(texts(handle) == ["Other"])
    let more = handle.loadNext(4)
    let page = try await mock.nextOperation(ToDoListPaginationQuery.self)
    #expect(page.request.variables == ["count": 4, "cursor": "c7", "id": "u2"])
    try await mock.resolve(
      page, data: ToDoPayloads.page(ToDoPayloads.todos([ToDoPayloads.todo("t8", "Last")], end: "c8", hasNext: false), user: "u2"))
    try await more.value
    #expect(texts(handle) == ["Other", "Last"])
  }

  @Test("retrying repeats the refetch that has failed, with its variables, whoever has started it")
  func retriedRefetch() async throws {
    let (_, handle) = try await list()
    func rejected(_ refetch: Task<Void, any Error>) async throws -> JSON {
      let operation = try mock.mostRecentOperation()
      try await mock.reject(operation, RelayError.http(status: 500, body: ""))
      await #expect(throws: RelayError.http(status: 500, body: "")) { try await refetch.value }
      return operation.request.variables
    }
    func retried() throws -> JSON {
      try #require(handle.failure).retry()
      #expect(handle.failure == nil && handle.isRefetching)
      return try mock.mostRecentOperation().request.variables
    }
    let whole = try await rejected(handle.refetchable.refetch())
    #expect(handle.failure?.action == .refetch)
    #expect(try retried() == whole)
    try await mock.resolveMostRecentOperation(data: ToDoPayloads.page(ToDoPayloads.firstPage))

    let few = try await rejected(handle.refetch(partial: Generated.InputFields(["count": 3])))
    // Like the refetch, its repetition begins with the first page.
    let load = handle.loadNext(5)
    #expect(handle.isLoadingNext)
    #expect(try retried() == few)
    #expect(!handle.isLoadingNext)
    await #expect(throws: CancellationError.self) { try await load.value }
    try await mock.resolveMostRecentOperation(data: ToDoPayloads.page(ToDoPayloads.firstPage))

    let more = try await rejected(handle.refetchable.refetch(partial: Generated.InputFields(["count": 4])))
    #expect(try retried() == more)
    #expect([whole, few, more].map { $0["count"]?.intValue } == [10, 3, 4])
  }

  @Test("a refetch takes typed variables, in the handle and in the wrapper")
  func typedVariables() async throws {
    let (_, handle) = try await list()
    let refetches: [(ToDoListPaginationQuery.Variables) -> Task<Void, any Error>] = [
      { handle.refetch($0) }, { handle.refetchable.refetch($0) },
      { PaginationFragment<ToDoList_user>.WrappedValue(data: handle.data!, handle: handle).refetch($0) },
    ]
    for (index, refetch) in refetches.enumerated() {
      let task = refetch(ToDoListPaginationQuery.Variables(count: 3 + index, id: "u1"))
      let operation = try await mock.nextOperation(ToDoListPaginationQuery.self)
      #expect(operation.request.variables == ["count": .int(3 + index), "cursor": nil, "id": "u1"])
      try await mock.resolve(operation, data: ToDoPayloads.secondPage)
      try await task.value
    }
  }

  @Test("a refetch can set a variable with a default to null, and it stays null until it is set again")
  func nullVariables() async throws {
    let (_, handle) = try await list()
    func variables(_ task: Task<Void, any Error>) async throws -> JSON {
      let operation = try await mock.nextOperation(ToDoListPaginationQuery.self)
      let page = ToDoPayloads.page(ToDoPayloads.todos([ToDoPayloads.todo("t7", "Other")], end: "c7", hasNext: true), user: "u1")
      try await mock.resolve(operation, data: page)
      try await task.value
      return operation.request.variables
    }
    #expect(try await variables(handle.refetch()) == ["count": 10, "cursor": nil, "id": "u1"])
    var typed = ToDoListPaginationQuery.Variables(id: "u1")
    typed.setNull(\.count)
    #expect(try await variables(handle.refetch(typed)) == ["count": nil, "cursor": nil, "id": "u1"])
    #expect(try await variables(handle.refetch()) == ["count": nil, "cursor": nil, "id": "u1"])
    var partial = Generated.InputFields()
    partial.set("count", 2)
    #expect(try await variables(handle.refetch(partial: partial)) == ["count": 2, "cursor": nil, "id": "u1"])
    partial.setNull("count")
    #expect(try await variables(handle.refetch(partial: partial)) == ["count": nil, "cursor": nil, "id": "u1"])
  }

  @Test("a query's variable that is set to null is sent as null, even if it has a default")
  func nullInQuery() async throws {
    var query = ToDoListPaginationQuery(variables: .init(id: "u1"))
    #expect(mock.environment.descriptor(query).variables["count"] == 10)
    query.variables.setNull(\.count)
    #expect(mock.environment.descriptor(query).variables["count"] == .some(.null))
    #expect(query.descriptor.variables["count"] == .some(.null))
  }

  @Test("another parent cancels loads and resets isLoadingNext")
  func parentChange() async throws {
    let (_, handle) = try await list("u1")
    let (second, _) = try await list("u2")
    let load = handle.loadNext(5)
    let operation = try await mock.nextOperation(ToDoListPaginationQuery.self)
    handle.bind(second.result.data?.user?.fragments.toDoList_user)
    #expect(!handle.isLoadingNext)
    #expect(handle.data?.id == "u2")
    await #expect(throws: CancellationError.self) { try await load.value }
    try await eventually { operation.isOver }
  }
}

@Suite("40: refetching", .hangGuard)
@MainActor
struct RefetchTests {
  let mock = MockEnvironment()

  private func list(_ id: String = "u1") async throws -> (QueryHandle<CurrentUserToDoListQuery>, RefetchableHandle<ToDoList_user>) {
    let query = mock.environment.query(CurrentUserToDoListQuery(id: id))
    try await mock.resolveMostRecentOperation(data: ["user": ToDoPayloads.user(id, todos: ToDoPayloads.firstPage)])
    let user = try #require(query.result.data?.user)
    return (query, RefetchableHandle(user.fragments.toDoList_user))
  }

  private func answer(_ user: String) -> JSON {
    ToDoPayloads.page(ToDoPayloads.todos([ToDoPayloads.todo("t-\(user)", "Of \(user)")], end: nil, hasNext: false), user: user)
  }

  private func fields(id: String) -> Generated.InputFields { Generated.InputFields(["id": .string(id)]) }

  @Test("the old data stays until the new data arrives; the parent's next fragment restores the parent's data")
  func parentChange() async throws {
    let (_, handle) = try await list("u1")
    let refetch = handle.refetch(partial: fields(id: "u2"))
    #expect(handle.data?.id == "u1")
    #expect(handle.isRefetching)
    try await mock.resolveMostRecentOperation(data: answer("u2"))
    try await refetch.value
    #expect(handle.data?.id == "u2")
    let (other, _) = try await list("u3")
    handle.bind(other.result.data?.user?.fragments.toDoList_user)
    #expect(handle.data?.id == "u3")
  }

  @Test("of overlapping refetches the last one counts, whichever answer arrives last; every task ends")
  func overlapping() async throws {
    let (_, handle) = try await list()
    let first = handle.refetch(partial: fields(id: "u2"))
    let firstOperation = try mock.mostRecentOperation()
    let second = handle.refetch(partial: fields(id: "u3"))
    try await mock.resolveMostRecentOperation(data: answer("u3"))
    try await second.value
    #expect(handle.data?.id == "u3")
    try await mock.resolve(firstOperation, data: answer("u2"))
    try await first.value
    #expect(handle.data?.id == "u3")
    #expect(!handle.isRefetching)
  }

  @Test("a node that is null makes the data nil; an error leaves it")
  func nullAndError() async throws {
    let (_, handle) = try await list()
    let failing = handle.refetch()
    try await mock.rejectMostRecentOperation(RelayError.http(status: 500, body: ""))
    await #expect(throws: RelayError.http(status: 500, body: "")) { try await failing.value }
    #expect(handle.data?.id == "u1")
    #expect(handle.failure?.error as? RelayError == .http(status: 500, body: ""))
    let refetch = handle.refetch(partial: fields(id: "gone"))
    try await mock.resolveMostRecentOperation(data: ["node": nil])
    try await refetch.value
    #expect(handle.data == nil)
    #expect(handle.failure == nil)
  }

  @Test("cancelling the task cancels the request; the data stays, and there is no failure")
  func cancellation() async throws {
    let (_, handle) = try await list()
    let refetch = handle.refetch(partial: fields(id: "u2"))
    let operation = try mock.mostRecentOperation()
    refetch.cancel()
    await #expect(throws: CancellationError.self) { try await refetch.value }
    try await eventually { operation.isOver }
    #expect(!handle.isRefetching && handle.failure == nil)
    #expect(handle.data?.id == "u1")
  }

  @Test("of refetches with the same variables, each shows its object, or that there is none")
  func sameVariables() async throws {
    let (_, handle) = try await list()
    func refetch(_ id: String, _ data: JSON) async throws {
      let refetch = handle.refetch(partial: fields(id: id))
      try await mock.resolveMostRecentOperation(data: data)
      try await refetch.value
    }
    try await refetch("u1", answer("u1"))
    #expect(handle.data?.id == "u1")
    try await refetch("u1", ["node": nil])
    #expect(handle.data == nil)
    try await refetch("u1", answer("u1"))
    #expect(handle.data?.id == "u1")
    try await refetch("u2", ["node": nil])
    #expect(handle.data == nil)
    try await refetch("u2", answer("u2"))
    #expect(handle.data?.id == "u2")
  }

  @Test("with `.networkOrStore`, the store's data is shown if the server cannot be reached, and only then")
  func fallback() async throws {
    let (_, handle) = try await list("u1")
    for user in ["u2", "u3"] {
      let refetch = handle.refetch(partial: fields(id: user))
      try await mock.resolveMostRecentOperation(data: answer(user))
      try await refetch.value
    }
    let refused = handle.refetch(partial: fields(id: "u2"), fetchPolicy: .networkOrStore())
    try await mock.rejectMostRecentOperation(RelayError.http(status: 500, body: ""))
    await #expect(throws: RelayError.self) { try await refused.value }
    #expect(handle.data?.id == "u3")
    let unreachable = RelayError.http(status: 503, body: "")
    let failed = handle.refetch(partial: fields(id: "u2"), fetchPolicy: .networkOrStore())
    try await mock.rejectMostRecentOperation(unreachable)
    await #expect(throws: unreachable) { try await failed.value }
    #expect(handle.data?.id == "u2" && handle.failure?.error as? RelayError == unreachable && !handle.isRefetching)
    // What the store has only in part is not shown.
    let unknown = handle.refetch(partial: fields(id: "u4"), fetchPolicy: .networkOrStore())
    try await mock.rejectMostRecentOperation(unreachable)
    await #expect(throws: unreachable) { try await unknown.value }
    #expect(handle.data?.id == "u2")
  }

  @Test("who reads one property is notified when it changes")
  func observed() async throws {
    let (_, handle) = try await list("u1")
    let notified = Recorder<String>()
    notified.append("isRefetching", onChangeOf: handle.isRefetching)
    notified.append("failure", onChangeOf: handle.failure)
    let refetch = handle.refetch(partial: fields(id: "u2"))
    try await mock.rejectMostRecentOperation(RelayError.http(status: 500, body: ""))
    _ = await refetch.result
    #expect(notified.values.sorted() == ["failure", "isRefetching"])
  }

  @Test("without a fragment, a refetch does nothing; without its environment, it is an error")
  func noEnvironment() async throws {
    try await RefetchableHandle<ToDoList_user>().refetch().value
    weak var environment: RelayEnvironment?
    func handle() async throws -> RefetchableHandle<ToDoList_user> {
      let mock = MockEnvironment()
      environment = mock.environment
      let query = mock.environment.query(CurrentUserToDoListQuery(id: "u1"))
      try await mock.resolveMostRecentOperation(data: ToDoPayloads.user)
      return RefetchableHandle(try #require(query.result.data?.user).fragments.toDoList_user)
    }
    let orphan = try await handle()
    // The task of the request may still hold it.
    try await eventually { environment == nil }
    await #expect(throws: RelayError.noEnvironment) { try await orphan.refetch().value }
  }

  @Test("without variables, those of the fragment are sent, with the id of its object")
  func ownVariables() async throws {
    let (_, handle) = try await list()
    handle.refetch()
    #expect(try mock.mostRecentOperation().request.variables == ["count": 10, "cursor": nil, "id": "u1"])
  }

  @Test("refetched data is retained, and released when something else is refetched")
  func retention() async throws {
    let store = RelayStore(configuration: .init(releaseBufferSize: 0))
    let mock = MockEnvironment(store: store)
    let query = mock.environment.query(CurrentUserToDoListQuery(id: "u1"))
    try await mock.resolveMostRecentOperation(data: ToDoPayloads.user)
    let handle = RefetchableHandle(try #require(query.result.data?.user).fragments.toDoList_user)
    for user in ["u2", "u3"] {
      let refetch = handle.refetch(partial: fields(id: user))
      try await mock.resolveMostRecentOperation(data: answer(user))
      try await refetch.value
      store.collectGarbage()
      #expect(handle.data?.todos?.first?.fragments.toDoItem_todo.text == "Of \(user)")
    }
    #expect(store.json["t-u2"] == nil)
  }
}
