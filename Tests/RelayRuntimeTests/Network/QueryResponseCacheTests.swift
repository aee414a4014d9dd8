import Foundation
import TestSupport
import Testing

@testable import RelayRuntime

@Suite("Query response cache")
struct QueryResponseCacheTests {
  static func request(_ kind: OperationDefinition.Kind = .query, variables: JSON = ["a": 1], force: Bool = false) -> NetworkRequest {
    NetworkRequest(
      operationName: "Q", operationKind: kind, cacheID: "c", text: "{ a }", variables: variables, cacheConfig: CacheConfig(force: force))
  }

  @Test("a repeated query is answered from the cache; force, other variables and mutations are not")
  func network() async throws {
    let calls = Recorder<JSON>()
    let network = CachedNetwork(
      FetchNetwork { request in
        NetworkPayload(["data": .object(["n": .int(calls.append(request.variables))])])
      }, cache: QueryResponseCache(size: 10, timeToLive: HangGuard.forever))
    #expect(try await network.execute(Self.request()).texts() == [#"{"data":{"n":1}}"#])
    #expect(try await network.execute(Self.request()).texts() == [#"{"data":{"n":1}}"#])
    #expect(try await network.execute(Self.request(variables: ["a": 2])).texts() == [#"{"data":{"n":2}}"#])
    #expect(try await network.execute(Self.request(force: true)).texts() == [#"{"data":{"n":3}}"#])
    #expect(try await network.execute(Self.request()).texts() == [#"{"data":{"n":3}}"#])
    #expect(try await network.execute(Self.request(.mutation)).texts() == [#"{"data":{"n":4}}"#])
    #expect(try await network.execute(Self.request()).texts() == [#"{"data":{"n":5}}"#])
  }

  @Test("a request with header fields or extensions of its own is answered with the response to one that had the same")
  func contents() async throws {
    let calls = Recorder<String>()
    let network = CachedNetwork(
      FetchNetwork { request in
        NetworkPayload(["data": .object(["n": .int(calls.append(request.operationName))])])
      }, cache: QueryResponseCache(size: 10, timeToLive: nil))
    var (german, greek, extended) = (Self.request(), Self.request(), Self.request())
    german.headers = ["Accept-Language": "de"]
    greek.headers = ["Accept-Language": "el"]
    extended.extensions = ["Accept-Language": "de"]
    for (number, request) in [Self.request(), german, greek, extended].enumerated() {
      for _ in 0..<2 { #expect(try await network.execute(request).texts() == [#"{"data":{"n":\#(number + 1)}}"#]) }
    }
    german.headers = ["accept-language": "de"]
    #expect(try await network.execute(german).texts() == [#"{"data":{"n":2}}"#])
  }

  @Test("responses with errors are not kept")
  func errors() async throws {
    let calls = Recorder<Int>()
    let network = CachedNetwork(
      FetchNetwork { _ in
        calls.append(0)
        return NetworkPayload(["data": ["a": nil], "errors": [["message": "no"]]])
      }, cache: QueryResponseCache(size: 10, timeToLive: HangGuard.forever))
    _ = try await network.execute(Self.request()).texts()
    _ = try await network.execute(Self.request()).texts()
    #expect(calls.values.count == 2)
  }

  @Test("the response that was set first is evicted first; expired ones do not count; member order does not matter")
  func eviction() async throws {
    let cache = QueryResponseCache(size: 2, timeToLive: HangGuard.forever)
    cache.set(NetworkPayload(json: "1"), cacheID: "a", variables: ["x": 1, "y": 2])
    cache.set(NetworkPayload(json: "2"), cacheID: "b", variables: nil)
    #expect(cache.response(cacheID: "a", variables: ["y": 2, "x": 1])?.data == Data("1".utf8))
    cache.set(NetworkPayload(json: "3"), cacheID: "c", variables: nil)
    #expect(cache.response(cacheID: "a", variables: ["x": 1, "y": 2]) == nil)
    #expect(cache.response(cacheID: "c", variables: nil) != nil)
    let brief = QueryResponseCache(size: 2, timeToLive: .milliseconds(1))
    brief.set(NetworkPayload(json: "1"), cacheID: "a", variables: nil)
    try await eventually { brief.response(cacheID: "a", variables: nil) == nil }
  }

  /// The processor time of 4,000 responses that each evict one of `size`.
  private static func evictionTime(size: Int) -> Double {
    let cache = QueryResponseCache(size: size, timeToLive: nil)
    let payload = NetworkPayload(json: "1")
    for number in 0..<size { cache.set(payload, cacheID: "old \(number)", variables: nil) }
    return ProcessorTime.seconds { for number in 0..<4_000 { cache.set(payload, cacheID: "\(number)", variables: nil) } }
  }

  @Test("the cost of adding a response to a full cache does not grow with the cache", .comparesTimes)
  func evictionCost() {
    let ratios = (0..<5).map { _ in Self.evictionTime(size: 8_000) / Self.evictionTime(size: 1_000) }
    #expect(ratios.min() ?? 0 < 3, "\(ratios)")
  }

  @Test("responses that are set again, expire or are cleared leave nothing behind in the order of eviction")
  func evictionOrder() {
    let cache = QueryResponseCache(size: 3, timeToLive: nil)
    for number in 0..<10_000 {
      cache.set(NetworkPayload(json: "\(number)"), cacheID: "a", variables: nil)
      #expect(cache.queueCount <= 2 * 3 + 17)
    }
    cache.set(NetworkPayload(json: "b"), cacheID: "b", variables: nil)
    cache.set(NetworkPayload(json: "c"), cacheID: "c", variables: nil)
    // Set again, "a" is the newest.
    cache.set(NetworkPayload(json: "a"), cacheID: "a", variables: nil)
    cache.set(NetworkPayload(json: "d"), cacheID: "d", variables: nil)
    #expect(["a", "b", "c", "d"].filter { cache.response(cacheID: $0, variables: nil) != nil } == ["a", "c", "d"])
    cache.clear()
    #expect(cache.queueCount == 0)
    for name in ["a", "b", "c", "d"] { cache.set(NetworkPayload(json: name), cacheID: name, variables: nil) }
    #expect(["a", "b", "c", "d"].filter { cache.response(cacheID: $0, variables: nil) != nil } == ["b", "c", "d"])
  }

  // MARK: - In an environment

  /// An environment whose server counts the requests that reach it, behind a cache.
  /// - Parameter answer: called before the server answers, with the number of the request.
  private static func cached(
    log: (@Sendable (RelayLogEvent) -> Void)? = nil, beforeAnswer answer: @escaping @Sendable (Int) async throws -> Void = { _ in }
  ) -> (environment: RelayEnvironment, requests: Recorder<String>) {
    let requests = Recorder<String>()
    let server = FetchNetwork { request in
      let number = requests.append(request.operationName)
      try await answer(number)
      if request.operationKind == .mutation { return NetworkPayload(["data": ["renameTodo": nil]]) }
      return NetworkPayload(["data": ["viewer": ["id": "u1", "name": .string("Ada \(number)")], "news": nil]])
    }
    let store = RelayStore(configuration: .init(releaseBufferSize: 0))
    let network = CachedNetwork(server, cache: .init(size: 10, timeToLive: nil))
    return (RelayEnvironment(network: network, store: store, configuration: .init(log: log)), requests)
  }

  private static func name(_ data: HomeQuery.Data?) -> String? { data?.fragments.home_query.data.viewer?.name }

  @MainActor private static func settle(_ handle: QueryHandle<HomeQuery>) async throws {
    try await eventually { !handle.isRefreshing && !handle.result.isLoading }
  }

  @Test("a default fetch is answered from the cache; a forced one is not")
  func fetch() async throws {
    let (environment, requests) = Self.cached()
    #expect(Self.name(try await environment.fetch(HomeQuery())) == "Ada 1")
    #expect(Self.name(try await environment.fetch(HomeQuery())) == "Ada 1")
    #expect(Self.name(try await environment.response(to: HomeQuery()).data) == "Ada 1")
    #expect(Self.name(try await environment.fetch(HomeQuery(), cacheConfig: CacheConfig(force: true))) == "Ada 2")
    #expect(Self.name(try await environment.fetch(HomeQuery())) == "Ada 2")
    _ = try await environment.commit(RenameTodoMutation(id: "t1", text: "New"))
    #expect(Self.name(try await environment.fetch(HomeQuery())) == "Ada 4")
    #expect(requests.values.count == 4)
  }

  @Test(
    "a view and a sequence are answered from the cache with every policy that uses the network",
    arguments: [FetchPolicy.storeOrNetwork, .storeAndNetwork, .networkOnly])
  @MainActor func views(_ policy: FetchPolicy) async throws {
    let (environment, requests) = Self.cached()
    _ = try await environment.fetch(HomeQuery())
    environment.store.collectGarbage()
    let handle = environment.query(HomeQuery(), fetchPolicy: policy)
    try await Self.settle(handle)
    #expect(Self.name(handle.result.data) == "Ada 1")
    for await result in environment.results(of: HomeQuery(), fetchPolicy: policy) {
      guard let data = result.data else { continue }
      #expect(Self.name(data) == "Ada 1")
      break
    }
    #expect(requests.values.count == 1)
  }

  @Test("an explicit refetch, a retry and a poll go to the server")
  @MainActor func refetches() async throws {
    let (environment, requests) = Self.cached()
    let handle = environment.query(HomeQuery())
    try await Self.settle(handle)
    try await handle.refetch().value
    #expect(requests.values.count == 2)
    handle.retry()
    try await Self.settle(handle)
    // The query that a retry restarts has its data in the store.
    #expect(requests.values.count == 2)
    for try await data in environment.poll(HomeQuery(), every: .seconds(60)) {
      #expect(Self.name(data) == "Ada 3")
      break
    }
    let eager = environment.query(HomeQuery(), fetchPolicy: .networkOnly)
    try await Self.settle(eager)
    #expect(requests.values.count == 3)
    eager.retry()
    try await Self.settle(eager)
    #expect(requests.values.count == 4)
  }

  @Test("a refetch does not join a load in flight that a cache may answer")
  @MainActor func refetchDuringLoad() async throws {
    let ended = Recorder<String>()
    let (environment, requests) = Self.cached { event in
      if case .executeComplete(_, let operation, _) = event { ended.append(operation) }
    } beforeAnswer: { number in
      // The refetch is answered last, after the load that the cache answers.
      if number == 2 { try await eventually { ended.values.count == 2 } }
    }
    _ = try await environment.fetch(HomeQuery())
    let handle = environment.query(HomeQuery(), fetchPolicy: .networkOnly)
    try await handle.refetch().value
    #expect(requests.values.count == 2)
    #expect(Self.name(handle.result.data) == "Ada 2")
  }

  @Test("a load joins a refetch of the same query in flight, and so does another refetch")
  @MainActor func joining() async throws {
    let mock = MockEnvironment()
    let handle = mock.environment.query(HomeQuery(), fetchPolicy: .storeOnly)
    let refetch = handle.refetch()
    let again = handle.refetch()
    let load = mock.environment.query(HomeQuery())
    #expect(mock.pendingOperations.count == 1)
    try await mock.resolveMostRecentOperation(data: ["viewer": nil, "news": nil])
    try await refetch.value
    try await again.value
    #expect(!load.result.isLoading)
  }

  @Test("invalidated data is fetched from the server, not from the cache")
  @MainActor func invalidation() async throws {
    let (environment, requests) = Self.cached()
    let retained = environment.retain(HomeQuery())
    _ = try await environment.fetch(HomeQuery())
    try environment.commitLocalUpdate { $0["u1"]?.invalidateRecord() }
    let handle = environment.query(HomeQuery())
    try await Self.settle(handle)
    #expect(requests.values.count == 2)
    try environment.commitLocalUpdate { $0.invalidateStore() }
    _ = try await environment.fetch(HomeQuery())
    #expect(requests.values.count == 3)
    _ = try await environment.fetch(HomeQuery())
    #expect(requests.values.count == 3)
    withExtendedLifetime(retained) {}
  }

  @Test("without a time, a cache keeps responses indefinitely; with a zero or negative time, it keeps none")
  func times() {
    for (time, isKept) in [(nil, true), (.zero, false), (.seconds(-1), false), (.seconds(Int64.max), true)] as [(Duration?, Bool)] {
      let cache = QueryResponseCache(size: 2, timeToLive: time)
      cache.set(NetworkPayload(json: "1"), cacheID: "a", variables: nil)
      #expect((cache.response(cacheID: "a", variables: nil) != nil) == isKept)
    }
  }
}
