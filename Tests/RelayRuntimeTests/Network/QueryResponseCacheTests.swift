import Foundation
import Testing

@testable import RelayRuntime

@Suite("Query response cache")
struct QueryResponseCacheTests {
  static func request(_ kind: OperationKind = .query, variables: JSON = ["a": 1], force: Bool = false) -> NetworkRequest {
    NetworkRequest(
      operationName: "Q", operationKind: kind, cacheID: "c", text: "{ a }", variables: variables, cacheConfig: CacheConfig(force: force))
  }

  @Test("a repeated query is answered from the cache; force, other variables and mutations are not")
  func network() async throws {
    let calls = Recorder<JSON>()
    let network = CachedNetwork(
      FetchNetwork { request in
        NetworkPayload(["data": .object(["n": .int(calls.append(request.variables))])])
      }, cache: QueryResponseCache(size: 10, timeToLive: .seconds(60)))
    #expect(try await network.execute(Self.request()).texts() == [#"{"data":{"n":1}}"#])
    #expect(try await network.execute(Self.request()).texts() == [#"{"data":{"n":1}}"#])
    #expect(try await network.execute(Self.request(variables: ["a": 2])).texts() == [#"{"data":{"n":2}}"#])
    #expect(try await network.execute(Self.request(force: true)).texts() == [#"{"data":{"n":3}}"#])
    #expect(try await network.execute(Self.request()).texts() == [#"{"data":{"n":3}}"#])
    #expect(try await network.execute(Self.request(.mutation)).texts() == [#"{"data":{"n":4}}"#])
    #expect(try await network.execute(Self.request()).texts() == [#"{"data":{"n":5}}"#])
  }

  @Test("responses with errors are not kept")
  func errors() async throws {
    let calls = Recorder<Int>()
    let network = CachedNetwork(
      FetchNetwork { _ in
        calls.append(0)
        return NetworkPayload(["data": ["a": nil], "errors": [["message": "no"]]])
      }, cache: QueryResponseCache(size: 10, timeToLive: .seconds(60)))
    _ = try await network.execute(Self.request()).texts()
    _ = try await network.execute(Self.request()).texts()
    #expect(calls.values.count == 2)
  }

  @Test("the response that was set first goes first; old ones do not count; member order does not matter")
  func eviction() async throws {
    let cache = QueryResponseCache(size: 2, timeToLive: .milliseconds(40))
    cache.set(NetworkPayload(json: "1"), cacheID: "a", variables: ["x": 1, "y": 2])
    cache.set(NetworkPayload(json: "2"), cacheID: "b", variables: nil)
    #expect(cache.response(cacheID: "a", variables: ["y": 2, "x": 1])?.data == Data("1".utf8))
    cache.set(NetworkPayload(json: "3"), cacheID: "c", variables: nil)
    #expect(cache.response(cacheID: "a", variables: ["x": 1, "y": 2]) == nil)
    #expect(cache.response(cacheID: "c", variables: nil) != nil)
    try await Task.sleep(for: .milliseconds(60))
    #expect(cache.response(cacheID: "c", variables: nil) == nil)
  }
}
