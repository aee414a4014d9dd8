import Foundation
import TestSupport
import Testing

@testable import RelayRuntime

/// Pages that are fetched before they are shown.
@Suite("Prefetchable pagination", .hangGuard)
@MainActor
struct PrefetchingTests {
  private let mock = MockEnvironment()

  /// A page with to-dos of these numbers. More exist up to number 29.
  private static func page(_ numbers: Range<Int>, last: Int = 29, user: String = "u1") -> JSON {
    let edges = numbers.map { number in
      ["cursor": "c\(number)", "node": ["__typename": "Todo", "id": "t\(number)", "text": .string("\(number)")]] as JSON
    }
    let end: JSON = .string("c\(numbers.upperBound - 1)")
    let todos: JSON = ["edges": .array(edges), "pageInfo": ["endCursor": end, "hasNextPage": .bool(numbers.upperBound <= last)]]
    return ["node": ["__typename": "User", "id": .string(user), "todos": todos]]
  }

  /// A fragment with the first page in the store.
  private func feed(_ numbers: Range<Int> = 0..<5, last: Int = 29, user: String = "u1") async throws -> ToDoFeed_user {
    let query = ToDoFeedPaginationQuery(id: user)
    try await mock.cachePayload(query, data: Self.page(numbers, last: last, user: user))
    return try #require(mock.environment.read(query)?.node).fragments.toDoFeed_user
  }

  private func texts(_ handle: PaginationHandle<ToDoFeed_user>) -> [String] {
    handle.edges(of: ToDoFeed_user__edges.self).map { $0.node?.text ?? "-" }
  }

  private func texts(_ numbers: Range<Int>) -> [String] { numbers.map { "\($0)" } }

  /// Answers the request for the next page, and returns how many were requested.
  private func answer(_ first: Int, count: Int? = nil, last: Int = 29) async throws -> JSON? {
    let operation = try await mock.nextOperation(ToDoFeedPaginationQuery.self)
    #expect(operation.request.variables["cursor"] == .string("c\(first - 1)"))
    let asked = operation.request.variables["count"]
    try await mock.resolve(operation, data: Self.page(first..<first + (count ?? asked?.intValue ?? 0), last: last))
    return asked
  }

  private func settle() async {
    await MockEnvironment.settle()
    for _ in 0..<20 { await Task.yield() }
    await MockEnvironment.settle()
  }

  @Test("the edges of a prefetchable connection are read, and loadNext works, even without prefetching")
  func withoutPrefetching() async throws {
    let handle = PaginationHandle(try await feed())
    #expect(texts(handle) == texts(0..<5))
    #expect(handle.visibleCount == 5)
    #expect(handle.hasNext && !handle.isLoadingNext)
    await settle()
    #expect(mock.pendingOperations.isEmpty)
    let load = handle.loadNext(3)
    #expect(handle.isLoadingNext)
    #expect(try await answer(5) == 3)
    try await load.value
    #expect(texts(handle) == texts(0..<8))
  }

  @Test("the first page is shown from a buffer, and the buffer is filled")
  func firstPage() async throws {
    let handle = PaginationHandle(try await feed(), prefetching: Prefetching(bufferSize: 4, initialSize: 3))
    #expect(texts(handle) == texts(0..<3))
    #expect(handle.visibleCount == 3)
    #expect(handle.hasNext)
    #expect(try await answer(5) == 2)
    await settle()
    #expect(!handle.isLoadingNext)
    #expect(texts(handle) == texts(0..<3))
    #expect(mock.pendingOperations.isEmpty)
  }

  @Test("without an initial size, the whole first page is shown")
  func initialSize() async throws {
    let handle = PaginationHandle(try await feed(), prefetching: Prefetching(bufferSize: 2))
    #expect(texts(handle) == texts(0..<5))
    #expect(try await answer(5) == 2)
    #expect(texts(handle) == texts(0..<5))
  }

  @Test("loadNext immediately shows the buffer's contents, and refills the buffer")
  func fromBuffer() async throws {
    let handle = PaginationHandle(try await feed(), prefetching: Prefetching(bufferSize: 2, initialSize: 2))
    await settle()
    #expect(mock.pendingOperations.isEmpty)
    let heard = Recorder<String>()
    heard.append("edges", onChangeOf: texts(handle))
    try await handle.loadNext(2).value
    #expect(heard.values == ["edges"])
    #expect(texts(handle) == texts(0..<4))
    #expect(!handle.isLoadingNext)
    #expect(try await answer(5) == 1)
    await settle()
    #expect(texts(handle) == texts(0..<4))
  }

  @Test("who reads one property is notified when the rest of the buffer is shown")
  func observed() async throws {
    let handle = PaginationHandle(try await feed(last: 4), prefetching: Prefetching(bufferSize: 2, initialSize: 3))
    #expect(handle.hasNext && handle.visibleCount == 3)
    await settle()
    let heard = Recorder<String>()
    heard.append("hasNext", onChangeOf: handle.hasNext)
    heard.append("visibleCount", onChangeOf: handle.visibleCount)
    try await handle.loadNext(2).value
    #expect(heard.values.sorted() == ["hasNext", "visibleCount"])
    #expect(!handle.hasNext && handle.visibleCount == 5)
  }

  @Test("a page that arrives after the store was cleared is not written, and nothing more is fetched")
  func clearing() async throws {
    let handle = PaginationHandle(try await feed(), prefetching: Prefetching(bufferSize: 4, initialSize: 3))
    #expect(texts(handle) == texts(0..<3))
    let operation = try await mock.nextOperation(ToDoFeedPaginationQuery.self)
    mock.environment.store.clear()
    try await mock.resolve(operation, data: Self.page(5..<7))
    await settle()
    #expect(mock.environment.store.json == RelayStore().json)
    #expect(texts(handle).isEmpty && handle.visibleCount == 0)
    #expect(mock.pendingOperations.isEmpty)
  }

  @Test("a fetch requests at least the minimum")
  func minimum() async throws {
    let handle = PaginationHandle(
      try await feed(), prefetching: Prefetching(bufferSize: 2, initialSize: 4, minimumFetchSize: 10))
    #expect(try await answer(5) == 10)
    await settle()
    #expect(texts(handle) == texts(0..<4))
  }

  @Test("a loadNext for more than the buffer's contents waits for the server, and the buffer is refilled afterwards")
  func beyondBuffer() async throws {
    let handle = PaginationHandle(try await feed(), prefetching: Prefetching(bufferSize: 3, initialSize: 2))
    await settle()
    let load = handle.loadNext(10)
    #expect(handle.isLoadingNext)
    #expect(texts(handle) == texts(0..<5))
    try await handle.loadNext(10).value
    #expect(try await answer(5) == 10)
    try await load.value
    #expect(!handle.isLoadingNext)
    #expect(texts(handle) == texts(0..<12))
    #expect(handle.hasNext)
  }

  @Test("a loadNext while a page is being prefetched waits for that page, and fetches the rest")
  func duringPrefetch() async throws {
    let handle = PaginationHandle(try await feed(), prefetching: Prefetching(bufferSize: 2, initialSize: 5))
    let prefetch = try await mock.nextOperation(ToDoFeedPaginationQuery.self)
    #expect(!handle.isLoadingNext)
    let load = handle.loadNext(4)
    #expect(handle.isLoadingNext)
    #expect(mock.pendingOperations.count == 1)
    try await mock.resolve(prefetch, data: Self.page(5..<7))
    #expect(try await answer(7) == 4)
    try await load.value
    #expect(texts(handle) == texts(0..<9))
    #expect(!handle.isLoadingNext)
  }

  @Test("a server that returns fewer than requested gets another request, and one that returns nothing does not")
  func stingyServer() async throws {
    let handle = PaginationHandle(try await feed(), prefetching: Prefetching(bufferSize: 0, initialSize: 5))
    let load = handle.loadNext(4)
    #expect(try await answer(5, count: 2) == 4)
    #expect(try await answer(7, count: 2) == 2)
    try await load.value
    #expect(texts(handle) == texts(0..<9))
    let futile = handle.loadNext(3)
    let operation = try await mock.nextOperation(ToDoFeedPaginationQuery.self)
    let nothing = Self.page(9..<9)
    try await mock.resolve(operation, data: nothing)
    try await futile.value
    await settle()
    #expect(mock.pendingOperations.isEmpty)
    #expect(!handle.isLoadingNext)
    #expect(handle.visibleCount == 9)
  }

  @Test("at the end nothing more is loaded")
  func end() async throws {
    let handle = PaginationHandle(try await feed(), prefetching: Prefetching(bufferSize: 5, initialSize: 5))
    #expect(try await answer(5, count: 2, last: 6) == 5)
    await settle()
    #expect(handle.hasNext)
    try await handle.loadNext(10).value
    #expect(texts(handle) == texts(0..<7))
    #expect(!handle.hasNext && !handle.isLoadingNext)
    try await handle.loadNext(10).value
    #expect(mock.pendingOperations.isEmpty)
  }

  @Test("a failed load shows what exists, keeps its error, and can be retried; a failed prefetch is not repeated automatically")
  func failure() async throws {
    let handle = PaginationHandle(try await feed(), prefetching: Prefetching(bufferSize: 2, initialSize: 5))
    try await mock.reject(
      mock.nextOperation(ToDoFeedPaginationQuery.self), RelayError.http(status: 500, body: ""))
    try await eventually { handle.failure != nil }
    await settle()
    #expect(mock.pendingOperations.isEmpty)
    #expect(!handle.isLoadingNext)
    let load = handle.loadNext(3)
    try await mock.reject(
      mock.nextOperation(ToDoFeedPaginationQuery.self), RelayError.http(status: 503, body: ""))
    await #expect(throws: RelayError.http(status: 503, body: "")) { try await load.value }
    #expect(!handle.isLoadingNext)
    #expect(texts(handle) == texts(0..<5))
    let again = handle.loadNext(3)
    #expect(try await answer(5) == 5)
    try await again.value
    #expect(texts(handle) == texts(0..<8))
  }

  @Test("cancelling a load ends its request and the wait")
  func cancellation() async throws {
    let handle = PaginationHandle(try await feed(), prefetching: Prefetching(bufferSize: 0, initialSize: 5))
    let load = handle.loadNext(3)
    let operation = try await mock.nextOperation(ToDoFeedPaginationQuery.self)
    load.cancel()
    await #expect(throws: CancellationError.self) { try await load.value }
    try await eventually { operation.isOver }
    #expect(!handle.isLoadingNext)
    #expect(handle.visibleCount == 5)
  }

  @Test("a refetch starts over with the initial size")
  func refetch() async throws {
    let handle = PaginationHandle(try await feed(), prefetching: Prefetching(bufferSize: 1, initialSize: 2))
    try await handle.loadNext(2).value
    #expect(handle.visibleCount == 4)
    let refetch = handle.refetch()
    let operation = try await mock.nextOperation(ToDoFeedPaginationQuery.self)
    #expect(texts(handle) == texts(0..<4))
    try await mock.resolve(operation, data: Self.page(0..<3))
    try await refetch.value
    #expect(texts(handle) == texts(0..<2))
    await settle()
    #expect(mock.pendingOperations.isEmpty)
  }

  @Test("a refetch of the previous list neither holds up the new one nor changes it")
  func outdatedRefetch() async throws {
    let handle = PaginationHandle(try await feed(0..<20), prefetching: Prefetching(bufferSize: 10, initialSize: 5))
    let refetch = handle.refetch()
    let operation = try await mock.nextOperation(ToDoFeedPaginationQuery.self)
    handle.bind(try await feed(0..<20, user: "u2"))
    #expect(handle.visibleCount == 5)
    try await handle.loadNext(5).value
    #expect(handle.visibleCount == 10 && !handle.isLoadingForward)
    try await handle.loadNext(2).value
    #expect(handle.visibleCount == 12 && handle.isLoadingForward)
    try await mock.resolve(operation, data: Self.page(0..<3))
    try await refetch.value
    #expect(handle.visibleCount == 12)
    #expect(texts(handle) == texts(0..<12))
  }

  @Test("the shown edges follow the store")
  func following() async throws {
    let handle = PaginationHandle(try await feed(), prefetching: Prefetching(bufferSize: 1, initialSize: 2))
    #expect(texts(handle) == ["0", "1"])
    try mock.environment.commitLocalUpdate { $0["t1"]?["text"] = "one" }
    #expect(texts(handle) == ["0", "one"])
  }

  @Test("any pagination fragment can be prefetched; its visible edges are the first visibleCount of its connection")
  func otherFragments() async throws {
    let query = mock.environment.query(CurrentUserToDoListQuery(id: "u1"))
    try await mock.resolveMostRecentOperation(data: ["user": ToDoPayloads.user("u1", todos: ToDoPayloads.firstPage)])
    let list = try #require(query.result.data?.user).fragments.toDoList_user
    let handle = PaginationHandle(list, prefetching: Prefetching(bufferSize: 1, initialSize: 1))
    #expect(handle.visibleCount == 1)
    #expect(handle.data?.todos?.prefix(handle.visibleCount).count == 1)
    #expect(handle.edges(of: ToDoFeed_user__edges.self).isEmpty)
    try await handle.loadNext(1).value
    #expect(handle.visibleCount == 2)
  }

  @Test("in a view, the wrapper sets how far ahead to load, and shows the edges")
  func wrapper() async throws {
    let feed = try await self.feed()
    let fragment = PaginationFragment<ToDoFeed_user>(feed).prefetching(bufferSize: 2, initialSize: 3)
    let shown = try #require(fragment.wrappedValue)
    #expect(shown.edges(of: ToDoFeed_user__edges.self).count == 3 && shown.visibleCount == 3)
    try await shown.loadNext(1).value
    #expect(fragment.wrappedValue?.visibleCount == 4)
    #expect(try await answer(5) == 1)
  }

  @Test("sample data has its edges, nothing is fetched, and a sequence of its values yields it")
  func sample() async throws {
    let data = ToDoFeedPaginationQuery.Data(json: Self.page(0..<4))
    let handle = PaginationHandle(
      try #require(data.node).fragments.toDoFeed_user, prefetching: Prefetching(bufferSize: 9, initialSize: 2))
    #expect(texts(handle) == ["0", "1"])
    await settle()
    try await handle.loadNext(1).value
    #expect(texts(handle) == ["0", "1", "2"])
    let fragment = try #require(data.node).fragments.toDoFeed_user
    var ids: [String?] = []
    for await value in mock.environment.values(of: fragment) { ids.append(value?.id) }
    #expect(ids == ["u1"])
  }

  @Test("nonsensical sizes are corrected")
  func absurdSizes() async throws {
    let handle = PaginationHandle(
      try await feed(), prefetching: Prefetching(bufferSize: .max, initialSize: -3, minimumFetchSize: .min))
    #expect(handle.visibleCount == 0)
    let asked = try await answer(5, count: 0)
    #expect((asked?.intValue ?? 0) > 0)
    _ = handle.loadNext(.max)
    _ = handle.loadNext(-1)
    _ = handle.loadNext(0)
  }
}
