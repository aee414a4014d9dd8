import TestSupport
import Testing

@testable import RelayRuntime

/// Refetchable and paginated fragments of an object by its id.
@Suite("A refetchable fragment of an object by its id", .hangGuard)
@MainActor struct RefetchableFragmentByIDTests {
  private let mock = MockEnvironment(store: RelayStore(configuration: RelayStore.Configuration(releaseBufferSize: 0)))
  private var environment: RelayEnvironment { mock.environment }

  private func texts(_ data: ToDoList_user.Data?) -> [String]? { data.map { ($0.todos ?? []).map { $0.fragments.toDoItem_todo.text } } }

  @Test("one that the store has is shown, and its pages are loaded")
  func pages() async throws {
    try await mock.cachePayload(CurrentUserToDoListQuery(id: "u1"), data: ToDoPayloads.user)
    let list: PaginationHandle<ToDoList_user> = environment.fragment(ToDoList_user.self, id: "u1")
    #expect(texts(list.data) == ["Buy milk", "Feed the cat"])
    #expect(mock.pendingOperations.isEmpty && list.hasNext)
    let load = list.loadNext(5)
    let operation = try await mock.nextOperation(ToDoListPaginationQuery.self)
    #expect(operation.request.variables == ["count": 5, "cursor": "c2", "id": "u1"])
    try await mock.resolve(operation, data: ToDoPayloads.secondPage)
    try await load.value
    #expect(texts(list.data) == ["Buy milk", "Feed the cat", "Call home"])
  }

  @Test("one that the store does not have is fetched on request, by the id that was given, and stays while the handle exists")
  func missing() async throws {
    let list = RefetchableHandle<ToDoList_user>(pointer: environment.pointer(to: ToDoList_user.self, id: "u1"))
    #expect(list.data == nil && mock.pendingOperations.isEmpty)
    let refetch = list.refetch()
    #expect(list.isRefetching)
    let operation = try await mock.nextOperation(ToDoListPaginationQuery.self)
    #expect(operation.request.variables["id"] == "u1")
    try await mock.resolve(operation, data: ToDoPayloads.page(ToDoPayloads.firstPage))
    try await refetch.value
    #expect(texts(list.data) == ["Buy milk", "Feed the cat"])
    environment.store.collectGarbage()
    #expect(texts(list.data) == ["Buy milk", "Feed the cat"])
    try environment.commitLocalUpdate { $0["t1"]?["text"] = "Tea" }
    #expect(texts(list.data) == ["Tea", "Feed the cat"])
  }

  @Test("with ids that are unique only within a type, the server gets the id, not the identity in the store")
  func typedIdentity() async throws {
    let mock = MockEnvironment(configuration: RelayEnvironment.Configuration(identity: .byTypeAndID))
    let list = mock.environment.fragment(ToDoList_user.self, id: "u1")
    list.refetch()
    #expect(try await mock.nextOperation(ToDoListPaginationQuery.self).request.variables["id"] == "u1")
  }

  @Test("a failed refetch is reported, and can be retried")
  func failure() async throws {
    let list = environment.fragment(ToDoList_user.self, id: "u1")
    let refetch = list.refetch()
    try await mock.reject(mock.nextOperation(ToDoListPaginationQuery.self), RelayError.http(status: 500, body: ""))
    await #expect(throws: RelayError.http(status: 500, body: "")) { try await refetch.value }
    #expect(list.data == nil && !list.isRefetching)
    try #require(list.failure).retry()
    try await mock.resolve(
      mock.nextOperation(ToDoListPaginationQuery.self), data: ToDoPayloads.page(ToDoPayloads.firstPage))
    #expect(texts(list.data)?.count == 2 && list.failure == nil)
  }

  private struct ListView {
    @PaginationFragment<ToDoList_user> var user
    @RefetchableFragment<ToDoList_user> var same

    init(id: String?, environment: RelayEnvironment?) {
      _user = PaginationFragment(id: id, environment: environment)
      _same = RefetchableFragment(id: id, environment: environment)
    }
  }

  @Test("views' wrappers, in their own environment or the current one")
  func wrappers() async throws {
    try await mock.cachePayload(CurrentUserToDoListQuery(id: "u1"), data: ToDoPayloads.user)
    let view = ListView(id: "u1", environment: environment)
    #expect(texts(view.user?.data) == ["Buy milk", "Feed the cat"])
    #expect(texts(view.same?.data) == ["Buy milk", "Feed the cat"])
    #expect(view.user?.hasNext == true)
    #expect(ListView(id: nil, environment: environment).user == nil)
    #expect(ListView(id: "u1", environment: nil).user == nil)
    RelayEnvironment.withCurrent(environment) { #expect(ListView(id: "u1", environment: nil).user != nil) }
    typealias Wrapper = PaginationFragment<ToDoList_user>
    #expect(Wrapper(id: "u1") == Wrapper(id: "u1") && Wrapper(id: "u1") != Wrapper(id: "u2") && Wrapper(id: "u1") != Wrapper())
    #expect(Wrapper(id: "u1") != Wrapper(id: "u1", environment: environment))
  }
}
