import Foundation
import TestSupport
import Testing

@testable import RelayRuntime

/// What the header of an HTTP response says about its age, where an app wants to know.
@Suite("HTTP ages", .hangGuard)
struct ResponseAgeTests {
  private let clock = SteppedClock()

  private static let headers: [(HTTPNetwork.Headers, age: Int, maxAge: Int?, mayBeStored: Bool)] = [
    ([:], 0, nil, true),
    (["Cache-Control": "max-age=60, public"], 0, 60, true),
    (["cache-control": "Public , MAX-AGE = 60"], 0, 60, true),
    (["Cache-Control": "max-age=\"60\""], 0, 60, true),
    (["Cache-Control": "max-age=60, max-age=30"], 0, 30, true),
    (["Cache-Control": "max-age=99999999999999999999"], 0, 1 << 31, true),
    (["Cache-Control": "max-age=-1"], 0, nil, true),
    (["Cache-Control": "max-age=1.5"], 0, nil, true),
    (["Cache-Control": "s-maxage=60"], 0, nil, true),
    (["Cache-Control": "no-store"], 0, nil, false),
    (["Cache-Control": "private, No-Cache"], 0, nil, false),
    (["Cache-Control": "no-store, max-age=10", "Age": "3"], 3, 10, false),
    (["Cache-Control": "no-store\u{301}, max-age=5\u{301}, max-age=\u{301}6,\u{301}no-cache"], 0, nil, true),
    (["Cache-Control": "max-age=\u{E9}, no-store=\u{301}"], 0, nil, false),
    (["Age": " 12 "], 12, nil, true), (["Age": "x"], 0, nil, true), (["Cache-Control": ",,=,"], 0, nil, true),
  ]

  @Test("header fields", .cases)
  func fields() {
    eachCase(of: Self.headers) { headers, age, maxAge, mayBeStored in
      let found = ResponseAge(headers)
      #expect(found.age == .seconds(age))
      #expect(found.maxAge == maxAge.map { .seconds($0) })
      #expect(found.mayBeStored == mayBeStored)
    }
  }

  private static let user = StoreAgeTests.user
  private var operation: OperationDescriptor { OperationDescriptor(Self.user, variables: ["id": "1"]) }
  private static let body = #"{"data":{"user":{"id":"1","name":"Ada","bio":"…"}}}"#

  private func makeEnvironment(
    _ headers: HTTPNetwork.Headers, obeys: Bool = true, batching: HTTPNetwork.Batching? = nil, cache: QueryResponseCache? = nil
  ) -> (environment: RelayEnvironment, server: FakeServer) {
    let server = FakeServer { request in
      let isBatch = request.operations.count > 1
      let bodies = request.operations.map { _ in Self.body }
      return (200, headers, isBatch ? "[\(bodies.joined(separator: ","))]" : Self.body)
    }
    var configuration = HTTPNetwork.Configuration(batching: batching)
    configuration.obeysCacheControl = obeys
    let http = HTTPNetwork(url: URL(string: "https://example.com")!, configuration: configuration, transport: server)
    let network: any RelayNetwork = cache.map { CachedNetwork(http, cache: $0) } ?? http
    return (RelayEnvironment(network: network, store: RelayStore(configuration: clock.configuration())), server)
  }

  private func fetch(_ environment: RelayEnvironment, _ id: String = "1", force: Bool = false) async throws {
    let operation = OperationDescriptor(Self.user, variables: ["id": .string(id)])
    for try await _ in environment.execute(operation, options: ExecutionOptions(cacheConfig: CacheConfig(force: force))) {}
  }

  private func isStale(_ environment: RelayEnvironment) -> Bool { environment.store.check(operation) == .stale }

  @Test("max-age and Age bound the ages of a response")
  func bounds() async throws {
    let (environment, _) = makeEnvironment(["Cache-Control": "max-age=50", "Age": "10"])
    try await fetch(environment)
    let age = environment.store.examine(operation).age
    #expect(age.fetchedAt?.instant == clock.now.advanced(by: .seconds(-10)))
    #expect(age.expiresAt?.instant == clock.now.advanced(by: .seconds(40)))
    clock.advance(by: .seconds(39))
    #expect(!isStale(environment))
    clock.advance(by: .seconds(1))
    #expect(isStale(environment))
  }

  @Test("a longer max-age does not lengthen a field's own age, which counts from Age as well")
  func ownAge() async throws {
    let (environment, _) = makeEnvironment(["Cache-Control": "max-age=5000", "Age": "10"])
    try await fetch(environment)
    clock.advance(by: .seconds(50))
    #expect(isStale(environment))
  }

  @Test("the header does not count unless the app wants it")
  func optIn() async throws {
    let (environment, _) = makeEnvironment(["Cache-Control": "max-age=5, no-store"], obeys: false)
    try await fetch(environment)
    clock.advance(by: .seconds(59))
    #expect(!isStale(environment))
  }

  @Test("no-store does not make data stale")
  func noStore() async throws {
    let (environment, _) = makeEnvironment(["Cache-Control": "no-store"])
    try await fetch(environment)
    clock.advance(by: .seconds(59))
    #expect(!isStale(environment))
  }

  @Test("the header of a batch bounds each of its members")
  func batch() async throws {
    let (environment, server) = makeEnvironment(
      ["Cache-Control": "max-age=20"], batching: HTTPNetwork.Batching(window: HangGuard.forever, maximumSize: 2))
    async let first: Void = fetch(environment, "1")
    async let second: Void = fetch(environment, "2")
    _ = try await (first, second)
    #expect(server.requests == [["UserQuery", "UserQuery"]])
    #expect(environment.store.examine(operation).age.expiresAt?.instant == clock.now.advanced(by: .seconds(20)))
  }

  @Test("an answer out of a response cache keeps the time at which it was received")
  func cached() async throws {
    let cache = QueryResponseCache(size: 10, timeToLive: nil) { [clock] in clock.now }
    let (environment, server) = makeEnvironment([:], cache: cache)
    try await fetch(environment)
    let received = clock.now
    clock.advance(by: .seconds(30))
    environment.store.clear()
    cache.set(NetworkPayload(json: Self.body), cacheID: "UserQuery", variables: .object(operation.variables))
    clock.advance(by: .seconds(30))
    try await fetch(environment)
    #expect(server.requests.count == 1)
    #expect(environment.store.examine(operation).age.fetchedAt?.instant == received.advanced(by: .seconds(30)))
    clock.advance(by: .seconds(30))
    #expect(isStale(environment))
  }

  @Test("no-store and no-cache keep a response out of the cache; max-age ends its time there", .cases)
  func cacheHeaders() async throws {
    await eachCase(of: [("no-store", 2), ("no-cache", 2), ("max-age=60", 1), ("max-age=20", 2)]) { header, requests in
      let cache = QueryResponseCache(size: 10, timeToLive: nil) { [clock] in clock.now }
      let (environment, server) = makeEnvironment(["Cache-Control": header], cache: cache)
      try await fetch(environment)
      clock.advance(by: .seconds(30))
      try await fetch(environment)
      #expect(server.requests.count == requests)
    }
  }

  @Test("private data is never in a response cache")
  func privateData() async throws {
    let cache = QueryResponseCache(size: 10, timeToLive: nil)
    let server = FakeServer { _ in (200, [:], #"{"data":{"me":{"id":"1","email":"a@example.com"}}}"#) }
    let http = HTTPNetwork(url: URL(string: "https://example.com")!, transport: server)
    let environment = RelayEnvironment(network: CachedNetwork(http, cache: cache))
    let operation = OperationDescriptor(ArchiveAgeTests.me)
    for _ in 0..<2 {
      for try await _ in environment.execute(operation) {}
    }
    #expect(server.requests.count == 2)
  }
}
