import Foundation
import TestSupport
import Testing

@testable import RelayRuntime

@Suite("Preloaded queries", .hangGuard)
@MainActor
struct PreloadedQueryTests {
  let mock = MockEnvironment(store: RelayStore(configuration: RelayStore.Configuration(releaseBufferSize: 0)))
  let query = CurrentUserToDoListQuery(id: "u1")

  private var isKept: Bool {
    mock.environment.store.collectGarbage()
    return mock.environment.check(query).isAvailable
  }

  @Test("Two are equal if their variables are, started or not; they are encoded as their variables")
  func values() throws {
    let started = mock.environment.preload(query)
    let link = PreloadedQuery(query)
    #expect(started == link)
    #expect(started.hashValue == link.hashValue)
    #expect(link != PreloadedQuery(CurrentUserToDoListQuery(id: "u2")))
    #expect(started.isStarted && !link.isStarted)
    let data = try JSONEncoder().encode(started)
    #expect(String(decoding: data, as: UTF8.self) == #"{"id":"u1"}"#)
    let decoded = try JSONDecoder().decode(PreloadedQuery<CurrentUserToDoListQuery>.self, from: data)
    #expect(decoded == started)
    #expect(!decoded.isStarted)
  }

  @Test("Only an object of variables is decoded; provided variables are not taken from a link")
  func decoding() throws {
    for text in ["[1]", "1", "null", #""u1""#] {
      #expect(throws: DecodingError.self) {
        try JSONDecoder().decode(PreloadedQuery<CurrentUserToDoListQuery>.self, from: Data(text.utf8))
      }
    }
    let text = #"{"id": "u1", "__relay_internal__pv__isLarge": true}"#
    let decoded = try JSONDecoder().decode(PreloadedQuery<CurrentUserToDoListQuery>.self, from: Data(text.utf8))
    #expect(decoded == PreloadedQuery(query))
    // A variable of the wrong type is sent unchanged, and the server rejects it.
    let wrong = try JSONDecoder().decode(PreloadedQuery<CurrentUserToDoListQuery>.self, from: Data(#"{"id": [1]}"#.utf8))
    _ = mock.environment.preload(wrong)
    #expect(try mock.mostRecentOperation().request.variables == ["id": [1]])
  }

  @Test("Policies work as for views", .cases)
  func policies() async {
    await eachCase(of: [FetchPolicy.storeOnly, .storeOrNetwork, .storeAndNetwork, .networkOnly]) {
      try await PreloadedQueryTests().policies($0)
    }
  }

  func policies(_ policy: FetchPolicy) async throws {
    try await mock.cachePayload(query, data: ToDoPayloads.user)
    let preloaded = mock.environment.preload(query, fetchPolicy: policy, cacheConfig: CacheConfig(metadata: ["from": "link"]))
    let asks = policy == .storeAndNetwork || policy == .networkOnly
    #expect(mock.pendingOperations.count == (asks ? 1 : 0))
    let handle = QueryHandle<CurrentUserToDoListQuery>(environment: mock.environment)
    #expect(handle.get(preloaded).isLoading == (policy == .networkOnly))
    #expect(mock.pendingOperations.count == (asks ? 1 : 0))
    guard asks else { return }
    #expect(try mock.mostRecentOperation().request.cacheConfig.metadata == ["from": "link"])
    try await mock.resolveMostRecentOperation(data: ToDoPayloads.user)
    #expect(handle.result.data?.user?.id == "u1")
  }

  @Test("The data is kept as long as a copy exists, and released with the last one")
  func lifetime() async throws {
    var path: [AnyHashable] = [mock.environment.preload(query)]
    try await mock.resolveMostRecentOperation(data: ToDoPayloads.user)
    #expect(isKept)
    var handle: QueryHandle<CurrentUserToDoListQuery>? = QueryHandle(environment: mock.environment)
    let preloaded = try #require(path.first?.base as? PreloadedQuery<CurrentUserToDoListQuery>)
    #expect(handle?.get(preloaded).data?.user?.id == "u1")
    preloaded.dispose()
    path = []
    #expect(isKept)
    #expect(handle?.result.data?.user?.id == "u1")
    handle = nil
    // The end of the request may still refer to it on another thread.
    try await eventually { !isKept }
  }

  @Test("Disposing of a query that has not been adopted cancels its request; with a view, it continues")
  func dispose() async throws {
    let alone = mock.environment.preload(query)
    #expect(mock.pendingOperations.count == 1)
    alone.dispose()
    alone.dispose()
    #expect(!alone.isStarted)
    try await eventually { mock.pendingOperations.isEmpty }
    let adopted = mock.environment.preload(query)
    let handle = QueryHandle<CurrentUserToDoListQuery>(environment: mock.environment)
    #expect(handle.get(adopted).isLoading)
    adopted.dispose()
    try await mock.resolveMostRecentOperation(data: ToDoPayloads.user)
    #expect(handle.get(adopted).data?.user?.id == "u1")
    #expect(mock.pendingOperations.isEmpty)
    // A disposed query is fetched like any other.
    let late = QueryHandle<CurrentUserToDoListQuery>(environment: mock.environment, fetchPolicy: .networkOnly)
    #expect(late.get(adopted).isLoading)
    #expect(late.get(adopted).isLoading)
    #expect(mock.pendingOperations.count == 1)
  }

  @Test("A failure is shown, retried by the view, and not retried automatically")
  func failure() async throws {
    let preloaded = mock.environment.preload(query)
    try await mock.rejectMostRecentOperation(RelayError.http(status: 503, body: ""))
    let handle = QueryHandle<CurrentUserToDoListQuery>(environment: mock.environment)
    #expect(handle.get(preloaded).error as? RelayError == .http(status: 503, body: ""))
    #expect(mock.pendingOperations.isEmpty)
    handle.retry()
    #expect(handle.get(preloaded).isLoading)
    try await mock.resolveMostRecentOperation(data: ToDoPayloads.user)
    #expect(handle.get(preloaded).data?.user?.id == "u1")
    #expect(mock.pendingOperations.isEmpty)
  }

  @Test("Another request for the same variables is adopted as well; another environment fetches separately")
  func changes() async throws {
    let handle = QueryHandle<CurrentUserToDoListQuery>(environment: mock.environment)
    let first = mock.environment.preload(query)
    #expect(handle.get(first).isLoading)
    try await mock.resolveMostRecentOperation(data: ToDoPayloads.user)
    let second = mock.environment.preload(query, fetchPolicy: .networkOnly)
    #expect(handle.get(second).isLoading)
    try await mock.resolveMostRecentOperation(data: ToDoPayloads.user)
    #expect(handle.get(second).data?.user?.id == "u1")
    let other = MockEnvironment()
    handle.environment = other.environment
    #expect(handle.get(second).isLoading)
    #expect(other.pendingOperations.count == 1)
    // Restarted in another environment, it is a different request; in its own environment it is the same.
    #expect(other.environment.preload(second).preload !== second.preload)
    #expect(mock.environment.preload(second).preload === second.preload)
  }

  @Test("Without an environment, a handle uses that of the preloaded query")
  func environment() async throws {
    let handle = QueryHandle<CurrentUserToDoListQuery>()
    #expect(handle.get(mock.environment.preload(query)).isLoading)
    #expect(mock.pendingOperations.count == 1)
  }

  @Test("Code without views waits for the data")
  func data() async throws {
    let preloaded = mock.environment.preload(query)
    async let data = preloaded.data()
    try await mock.resolve(mock.nextOperation(CurrentUserToDoListQuery.self), data: ToDoPayloads.user)
    #expect(try await data?.user?.id == "u1")
    #expect(try await preloaded.data()?.user?.id == "u1")
    let link = PreloadedQuery(CurrentUserToDoListQuery(id: "u2"))
    await #expect(throws: RelayError.noEnvironment) { try await link.data() }
    let failing = Task { try await link.data(in: mock.environment) }
    try await mock.reject(mock.nextOperation(CurrentUserToDoListQuery.self), RelayError.http(status: 503, body: ""))
    await #expect(throws: RelayError.http(status: 503, body: "")) { _ = try await failing.value }
    let waiting = Task { try await mock.environment.preload(CurrentUserToDoListQuery(id: "u3")).data() }
    _ = try await mock.nextOperation(CurrentUserToDoListQuery.self)
    waiting.cancel()
    await #expect(throws: CancellationError.self) { _ = try await waiting.value }
  }
}
