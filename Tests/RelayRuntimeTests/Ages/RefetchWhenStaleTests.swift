import Foundation
import Observation
import TestSupport
import Testing

@testable import RelayRuntime

/// Mounted queries that fetch again when their data becomes stale.
@Suite("Refetching what is stale", .hangGuard)
@MainActor
struct RefetchWhenStaleTests {
  private let clock = SteppedClock()
  private let query = CurrentUserToDoListQuery(id: "u1")
  private let mock: MockEnvironment

  init() { mock = RefetchWhenStaleTests.makeMock(clock) }

  private static func makeMock(
    _ clock: SteppedClock, random: Double = 0, configuration: RelayEnvironment.Configuration = RelayEnvironment.Configuration()
  ) -> MockEnvironment {
    var store = RelayStore.Configuration()
    store.maxAge = .seconds(60)
    return MockEnvironment(store: RelayStore(configuration: clock.configuration(store, random: random)), configuration: configuration)
  }

  private func load(_ mock: MockEnvironment) async throws { try await mock.cachePayload(query, data: ToDoPayloads.user) }

  @Test("a query whose data expires is fetched once, and again after the next age")
  func expires() async throws {
    try await load(mock)
    let handle = mock.environment.query(query, refetchWhenStale: true)
    #expect(handle.result.data != nil)
    clock.advance(by: .seconds(59))
    #expect(mock.pendingOperations.isEmpty)
    clock.advance(by: .seconds(1))
    #expect(mock.pendingOperations.count == 1)
    #expect(handle.isRefreshing)
    // The old data stays, and the request is not repeated.
    #expect(handle.result.data != nil)
    clock.advance(by: .seconds(300))
    #expect(mock.pendingOperations.count == 1)
    try await mock.resolveMostRecentOperation(data: ToDoPayloads.user)
    #expect(!handle.isStale)
    clock.advance(by: .seconds(59))
    #expect(mock.pendingOperations.isEmpty)
    clock.advance(by: .seconds(1))
    #expect(mock.pendingOperations.count == 1)
  }

  @Test("without the option, nothing is fetched; the environment may choose it for all")
  func option() async throws {
    try await load(mock)
    let handle = mock.environment.query(query)
    clock.advance(by: .seconds(600))
    #expect(mock.pendingOperations.isEmpty)
    #expect(handle.isStale)
    var configuration = RelayEnvironment.Configuration()
    configuration.refetchesWhenStale = true
    let other = Self.makeMock(clock, configuration: configuration)
    try await load(other)
    let refetching = other.environment.query(query)
    clock.advance(by: .seconds(60))
    #expect(other.pendingOperations.count == 1)
    _ = refetching
  }

  @Test("two handles of a query send one request")
  func once() async throws {
    try await load(mock)
    let handles = (0..<3).map { _ in mock.environment.query(query, refetchWhenStale: true) }
    clock.advance(by: .seconds(60))
    #expect(mock.pendingOperations.count == 1)
    try await mock.resolveMostRecentOperation(data: ToDoPayloads.user)
    #expect(mock.pendingOperations.isEmpty)
    #expect(handles.allSatisfy { !$0.isRefreshing })
  }

  @Test("while somebody else's request for the query is in flight, there is no second one")
  func elsewhere() async throws {
    try await load(mock)
    let handle = mock.environment.query(query, refetchWhenStale: true)
    let fetched = Task { [mock, query] in try await mock.environment.fetch(query) }
    try await eventually { mock.pendingOperations.count == 1 }
    clock.advance(by: .seconds(120))
    #expect(mock.pendingOperations.count == 1)
    try await mock.resolveMostRecentOperation(data: ToDoPayloads.user)
    _ = try await fetched.value
    #expect(mock.pendingOperations.isEmpty)
    clock.advance(by: .seconds(60))
    #expect(mock.pendingOperations.count == 1)
    _ = handle
  }

  @Test("a view that takes over a preloaded query fetches it again as well")
  func preloaded() async throws {
    try await load(mock)
    let preloaded = mock.environment.preload(query)
    let handle = QueryHandle<CurrentUserToDoListQuery>(environment: mock.environment, refetchWhenStale: true)
    #expect(handle.get(preloaded).data != nil)
    clock.advance(by: .seconds(60))
    #expect(mock.pendingOperations.count == 1)
  }

  @Test("a view that shows whether a request is in flight is notified of its beginning")
  func beginning() async throws {
    try await load(mock)
    let handle = mock.environment.query(query, refetchWhenStale: true)
    let heard = Recorder<Bool>()
    withObservationTracking {
      _ = handle.isRefreshing
    } onChange: {
      heard.append(true)
    }
    clock.advance(by: .seconds(60))
    try await eventually { heard.values.count == 1 }
  }

  @Test("a query that is no longer mounted is not fetched")
  func unmounted() async throws {
    try await load(mock)
    var handle: QueryHandle<CurrentUserToDoListQuery>? = mock.environment.query(query, refetchWhenStale: true)
    #expect(handle?.isStale == false)
    handle = nil
    clock.advance(by: .seconds(600))
    #expect(mock.pendingOperations.isEmpty)
    #expect(clock.alarmCount == 0)
  }

  @Test("a pause delays, and its end fetches what has become stale")
  func pause() async throws {
    try await load(mock)
    let handle = mock.environment.query(query, refetchWhenStale: true)
    let pause = mock.environment.pauseRefetching()
    clock.advance(by: .seconds(600))
    #expect(mock.pendingOperations.isEmpty)
    pause.dispose()
    #expect(mock.pendingOperations.count == 1)
    _ = handle
  }

  @Test("without an active scene, nothing is fetched")
  func scenes() async throws {
    try await load(mock)
    let handle = mock.environment.query(query, refetchWhenStale: true)
    let hidden = mock.environment.mounted.addScene(isActive: false)
    clock.advance(by: .seconds(600))
    #expect(mock.pendingOperations.isEmpty)
    let shown = mock.environment.mounted.addScene(isActive: true)
    #expect(mock.pendingOperations.count == 1)
    _ = (handle, hidden, shown)
  }

  @Test("while the server cannot be reached, nothing is fetched")
  func unreachable() async throws {
    try await load(mock)
    let handle = mock.environment.query(query, refetchWhenStale: true)
    mock.environment.reachability.note(.unreachable)
    clock.advance(by: .seconds(600))
    #expect(mock.pendingOperations.isEmpty)
    mock.environment.reachability.note(.reachable(isExpensive: false, isConstrained: false))
    #expect(mock.pendingOperations.count == 1)
    _ = handle
  }

  private struct Switch: Reachability {
    let stream: AsyncStream<ReachabilityState>
    var states: AsyncStream<ReachabilityState> { stream }
  }

  @Test("an app's own reachability counts")
  func ownReachability() async throws {
    let (stream, continuation) = AsyncStream<ReachabilityState>.makeStream()
    var configuration = RelayEnvironment.Configuration()
    configuration.reachability = Switch(stream: stream)
    let mock = Self.makeMock(clock, configuration: configuration)
    try await load(mock)
    let handle = mock.environment.query(query, refetchWhenStale: true)
    continuation.yield(.unreachable)
    try await eventually { mock.environment.reachability.isUnreachable }
    clock.advance(by: .seconds(60))
    #expect(mock.pendingOperations.isEmpty)
    continuation.yield(.unknown)
    try await eventually { mock.pendingOperations.count == 1 }
    _ = handle
  }

  @Test("after failures it tries again with increasing delays, and at once when a request reaches the server")
  func failures() async throws {
    try await load(mock)
    let handle = mock.environment.query(query, refetchWhenStale: true)
    clock.advance(by: .seconds(60))
    for delay in [1, 2, 4, 8] {
      try await mock.rejectMostRecentOperation(RelayError.http(status: 503, body: ""))
      #expect(handle.failure != nil)
      #expect(handle.result.data != nil)
      clock.advance(by: .seconds(delay) - .milliseconds(1))
      #expect(mock.pendingOperations.isEmpty)
      clock.advance(by: .milliseconds(1))
      #expect(mock.pendingOperations.count == 1)
    }
    try await mock.rejectMostRecentOperation(RelayError.http(status: 503, body: ""))
    let home = Task { [mock] in try await mock.environment.fetch(HomeQuery()) }
    try await eventually { mock.pendingOperations.count == 1 }
    try await mock.resolveMostRecentOperation(data: LoadingTests.home)
    _ = try await home.value
    try await eventually { mock.pendingOperations.count == 1 }
    #expect(try mock.mostRecentOperation().request.operationName == "CurrentUserToDoListQuery")
  }

  @Test("clients that were started together do not come back together")
  func jitter() async throws {
    let mock = Self.makeMock(clock, random: 0.5)
    try await load(mock)
    let handle = mock.environment.query(query, refetchWhenStale: true)
    // Half of the longest additional wait, which is five seconds.
    clock.advance(by: .milliseconds(62_499))
    #expect(mock.pendingOperations.isEmpty)
    clock.advance(by: .milliseconds(1))
    #expect(mock.pendingOperations.count == 1)
    _ = handle
  }

  @Test("an invalidation makes mounted queries refetch that asked to, each once")
  func invalidation() async throws {
    try await load(mock)
    let handle = mock.environment.query(query, refetchWhenStale: true)
    let other = mock.environment.query(query)
    mock.environment.store.makeStale(StaleTargets(places: [StalePlace(type: Keys.intern("Todo"))]))
    #expect(mock.pendingOperations.count == 1)
    #expect(handle.isStale)
    try await mock.resolveMostRecentOperation(data: ToDoPayloads.user)
    #expect(mock.pendingOperations.isEmpty)
    #expect(!handle.isStale)
    _ = other
  }

  @Test("after what a mutation has invalidated, all stale queries are fetched; one in flight is fetched after that")
  func invalidatesAll() async throws {
    try await load(mock)
    let handle = mock.environment.query(query)
    mock.environment.store.makeStale(StaleTargets(everything: true))
    #expect(mock.pendingOperations.isEmpty)
    mock.environment.refetchStaleQueries()
    #expect(mock.pendingOperations.count == 1)
    // The answer to that request may be older than the next invalidation.
    mock.environment.store.makeStale(StaleTargets(everything: true))
    mock.environment.refetchStaleQueries()
    #expect(mock.pendingOperations.count == 1)
    try await mock.resolveMostRecentOperation(data: ToDoPayloads.user)
    try await eventually { mock.pendingOperations.count == 1 }
    try await mock.resolveMostRecentOperation(data: ToDoPayloads.user)
    mock.environment.refetchStaleQueries()
    #expect(mock.pendingOperations.isEmpty)
    _ = handle
  }

  @Test("a view that shows ages is notified when they change, and no other")
  func shownAges() async throws {
    try await load(mock)
    let handle = mock.environment.query(query)
    let plain = mock.environment.query(query)
    _ = plain.result
    let heard = Recorder<String>()
    heard.append("ages", onChangeOf: handle.isStale)
    heard.append("result", onChangeOf: plain.result)
    let fetchedAt = try #require(handle.fetchedAt)
    #expect(handle.expiresAt?.timeIntervalSince(fetchedAt).rounded() == 60)
    #expect(abs(fetchedAt.timeIntervalSince1970 - clock.seconds) < 0.01)
    clock.advance(by: .seconds(60))
    try await eventually { !heard.values.isEmpty }
    #expect(heard.values == ["ages"])
    #expect(handle.isStale)
    heard.append("fresh", onChangeOf: handle.isStale)
    try await load(mock)
    try await eventually { heard.values.count == 2 }
    #expect(heard.values == ["ages", "fresh"])
    #expect(!handle.isStale)
  }

  @Test("stale data is shown at once for the time of stale-while-revalidate, and not after that")
  func revalidate() async throws {
    var configuration = RelayStore.Configuration()
    configuration.maxAge = .seconds(60)
    configuration.staleWhileRevalidate = .seconds(30)
    let mock = MockEnvironment(store: RelayStore(configuration: clock.configuration(configuration)))
    try await load(mock)
    clock.advance(by: .seconds(89))
    let handle = mock.environment.query(query)
    #expect(handle.result.data != nil)
    #expect(handle.isStale)
    // The query's fragments are asked first, which are mounted in the meantime.
    try await eventually { mock.pendingOperations.count == 1 }
    clock.advance(by: .seconds(1))
    let late = mock.environment.query(query)
    #expect(late.result.isLoading)
    #expect(mock.pendingOperations.count == 1)
    try await mock.resolveMostRecentOperation(data: ToDoPayloads.user)
    #expect(late.result.data != nil)
    #expect(!handle.isStale)
  }

  @Test("invalidated data is shown for the time of stale-while-revalidate after its invalidation")
  func revalidateInvalidated() async throws {
    var configuration = RelayStore.Configuration()
    configuration.staleWhileRevalidate = .seconds(30)
    let mock = MockEnvironment(store: RelayStore(configuration: clock.configuration(configuration)))
    try await load(mock)
    try mock.environment.commitLocalUpdate { $0.invalidateStore() }
    clock.advance(by: .seconds(29))
    #expect(mock.environment.query(query).result.data != nil)
    clock.advance(by: .seconds(1))
    #expect(mock.environment.query(query).result.isLoading)
  }
}
