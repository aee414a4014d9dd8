import TestSupport
import Testing

@testable import RelayRuntime

/// A view that has read a handle which another view owns is evaluated again when the owner lets the handle follow something else, whatever it
/// has read.
@Suite("Handles that are passed to other views", .hangGuard)
@MainActor struct PassedHandleTests {
  private let mock = MockEnvironment()

  /// Reads each property as a view of its own, changes what the handle follows, and expects that each reader is notified, afterwards.
  private func expectNotifications<Handle>(
    from handle: Handle, reading properties: KeyValuePairs<String, PartialKeyPath<Handle>>, after change: () throws -> Void,
    sourceLocation: SourceLocation = #_sourceLocation
  ) async throws {
    let heard = Recorder<String>()
    for (name, property) in properties {
      heard.append(name, onChangeOf: handle[keyPath: property])
    }
    try change()
    #expect(heard.values.isEmpty, "during the evaluation", sourceLocation: sourceLocation)
    await mock.settle()
    #expect(heard.values.sorted() == properties.map(\.key).sorted(), sourceLocation: sourceLocation)
  }

  private func items() async throws -> [ToDoItem_todo] {
    let handle = mock.environment.query(CurrentUserToDoListQuery(id: "u1"))
    try await mock.resolve(CurrentUserToDoListQuery(id: "u1"), data: ToDoPayloads.user)
    let todos = try #require(handle.result.data?.user?.fragments.toDoList_user.todos)
    return todos.map(\.fragments.toDoItem_todo)
  }

  @Test("a fragment")
  func fragment() async throws {
    let items = try await items()
    let handle = FragmentHandle(items[0])
    try await expectNotifications(
      from: handle,
      reading: [
        "data": \.data, "isMissingData": \.isMissingData, "fetchedAt": \.fetchedAt,
        "expiresAt": \.expiresAt, "isStale": \.isStale, "error": \.error, "values": \.values,
      ]
    ) { handle.follow(items[1].fragmentPointer) }
    #expect(handle.data?.id == "t2")
  }

  @Test("a list of fragments")
  func fragments() async throws {
    let items = try await items()
    let handle = PluralFragmentHandle([items[0]])
    try await expectNotifications(
      from: handle,
      reading: [
        "data": \.data, "isMissingData": \.isMissingData, "fetchedAt": \.fetchedAt,
        "expiresAt": \.expiresAt, "isStale": \.isStale, "error": \.error,
      ]
    ) { handle.follow(items.map(\.fragmentPointer)) }
    #expect(handle.data.map(\.id) == ["t1", "t2"])
  }

  @Test("a query")
  func query() async throws {
    let query = CurrentUserToDoListQuery(id: "u1")
    let handle = mock.environment.query(query)
    try await mock.resolve(query, data: ToDoPayloads.user)
    try await expectNotifications(
      from: handle,
      reading: [
        "result": \.result, "fetchedAt": \.fetchedAt, "expiresAt": \.expiresAt,
        "isStale": \.isStale, "isRefreshing": \.isRefreshing, "failure": \.failure,
      ]
    ) { _ = handle.get(CurrentUserToDoListQuery(id: "u2")) }
  }

  @Test("a refetchable fragment, with the status of a refetch", .cases)
  func refetchable() async {
    await eachCase(of: [false, true]) { try await PassedHandleTests().refetchable(hasFailed: $0) }
  }

  private func refetchable(hasFailed: Bool) async throws {
    let (first, second) = try await lists()
    let handle = RefetchableHandle(first)
    handle.refetch(partial: Generated.InputFields())
    if hasFailed { try await mock.reject(mock.nextOperation(ToDoListPaginationQuery.self), RelayError.http(status: 503, body: "")) }
    await mock.settle()
    try await expectNotifications(
      from: handle,
      reading: [
        "data": \.data, "values": \.values, "fetchedAt": \.fetchedAt, "expiresAt": \.expiresAt,
        "isStale": \.isStale, "isRefetching": \.isRefetching, "failure": \.failure,
      ]
    ) { handle.follow(second.fragmentPointer) }
    #expect(!handle.isRefetching && handle.failure == nil)
  }

  @Test("a connection, with the status of a load")
  func pagination() async throws {
    let (first, second) = try await lists()
    let handle = PaginationHandle(first)
    handle.loadNext(1)
    await mock.settle()
    try await expectNotifications(
      from: handle,
      reading: [
        "data": \.data, "values": \.values, "hasNext": \.hasNext, "hasPrevious": \.hasPrevious,
        "isLoadingNext": \.isLoadingNext, "isLoadingPrevious": \.isLoadingPrevious,
        "isRefetching": \.isRefetching, "failure": \.failure, "fetchedAt": \.fetchedAt, "expiresAt": \.expiresAt, "isStale": \.isStale,
      ]
    ) { handle.follow(second.fragmentPointer) }
    #expect(!handle.isLoadingNext)
  }

  /// The to-do lists of two users.
  private func lists() async throws -> (ToDoList_user, ToDoList_user) {
    var lists: [ToDoList_user] = []
    for id in ["u1", "u2"] {
      let handle = mock.environment.query(CurrentUserToDoListQuery(id: id))
      try await mock.resolve(
        CurrentUserToDoListQuery(id: id), data: ["user": ToDoPayloads.user(id, todos: ToDoPayloads.firstPage)])
      lists.append(try #require(handle.result.data?.user?.fragments.toDoList_user))
    }
    return (lists[0], lists[1])
  }
}
