import Foundation
import RelayRuntime
import Synchronization

extension Scenario {
  static let queries: [Scenario] = [
    Scenario("a query", needs: [.post]) { endpoint in
      let data = try await endpoint.client().fetch(ViewerQuery())
      try checkEqual(data.viewer.name.isEmpty, false)
    },

    Scenario("a field error beside data", needs: [.post]) { endpoint in
      let response = try await endpoint.client().response(to: FailQuery(message: "broken on purpose"))
      try checkEqual(response.data.fail, nil)
      try checkEqual(response.data.viewer.name.isEmpty, false)
      try checkEqual(response.errors.map(\.message), ["broken on purpose"])
    },

    Scenario("an error that takes all data", needs: [.post]) { endpoint in
      let error = try await thrown { _ = try await endpoint.client().fetch(FailAllQuery()) }
      guard case RelayError.noData("FailAllQuery", let errors) = error, errors.count == 1 else { throw Failure("\(error)") }
    },

    Scenario("a validation error, whatever its status", needs: [.post]) { endpoint in
      // The servers use different statuses for GraphQL over HTTP's media type for new clients and for the old one.
      let expected: [HTTPNetwork.Headers: [String: Int]] = [
        [:]: ["yoga": 400, "apollo": 400, "gqlgen": 400], ["Accept": "application/json"]: ["apollo": 400, "gqlgen": 422],
      ]
      for (headers, statuses) in expected {
        let seen = Statuses()
        let error = try await Self.send("query Wrong { nothing }", to: endpoint, .init(headers: headers, interceptors: [seen]))
        guard case RelayError.noData(_, let errors) = error, errors.contains(where: { $0.message.contains("nothing") }) else {
          throw Failure("\(error)")
        }
        try checkEqual(seen.values, [statuses[endpoint.name] ?? 200])
      }
    },

    Scenario("a document that does not parse", needs: [.post]) { endpoint in
      let error = try await Self.send("query Wrong {", to: endpoint)
      guard case RelayError.noData(_, let errors) = error, !errors.isEmpty else { throw Failure("\(error)") }
    },

    Scenario("30 MB, in memory of at most four times that", needs: [.post]) { endpoint in
      let report =
        try Program([CommandLine.arguments[0], "--memory", try endpoint.url.absoluteString, "100000"], isHeard: true).line() ?? ""
      let numbers = report.split(separator: " ").compactMap { Int($0) }
      guard numbers.count == 2 else { throw Failure("the client ended: \(report)") }
      try check(numbers[0] > 25_000_000, "the body has \(numbers[0]) bytes")
      // The memory kept by the allocator varies from run to run.
      try check(numbers[1] <= 4 * numbers[0] + (4 << 20), "memory grew by \(numbers[1]) bytes for \(numbers[0])")
    },

    Scenario("500 queries at once", needs: [.post]) { endpoint in
      let client = try endpoint.client()
      try await withThrowingTaskGroup(of: Void.self) { group in
        for number in 0..<500 {
          group.addTask {
            let response = try await client.response(to: FailQuery(message: "\(number)"))
            try checkEqual(response.errors.map(\.message), ["\(number)"])
          }
        }
        try await group.waitForAll()
      }
    },

    Scenario("a timeout", needs: [.post]) { endpoint in
      let client = try endpoint.client(.init(retryPolicy: RetryPolicy(maximumAttempts: 1), timeout: .seconds(1)))
      let error = try await thrown { _ = try await client.fetch(SlowQuery(ms: Self.forever)) }
      guard (error as? URLError)?.code == .timedOut else { throw Failure("\(error)") }
    },

    Scenario("cancellation", needs: [.post]) { endpoint in
      let client = try endpoint.client()
      let task = Task { try await client.fetch(SlowQuery(ms: Self.forever)) }
      try await Task.sleep(for: .milliseconds(100))
      task.cancel()
      let error = try await thrown { _ = try await task.value }
      guard error is CancellationError else { throw Failure("\(error)") }
    },

    Scenario("headers arrive", needs: [.post]) { endpoint in
      let seen = try await endpoint.client(.init(headers: ["Authorization": "Bearer secret"])).fetch(SeenQuery()).seen
      try checkEqual(seen.authorization, "Bearer secret")
      try checkEqual(seen.method, "POST")
      try check(seen.contentType?.hasPrefix("application/json") == true, "content type \(seen.contentType ?? "none")")
    },

    Scenario("GET", needs: [.get]) { endpoint in
      try checkEqual(try await endpoint.client(.init(usesGETForQueries: true)).fetch(SeenQuery()).seen.method, "GET")
    },

    Scenario("batches of queries, an error in one of them", needs: [.batches]) { endpoint in
      let requests = Counter()
      let client = try endpoint.client(
        .init(interceptors: [requests], retryPolicy: .never, batching: .init(window: .milliseconds(50), maximumSize: 5)))
      try await withThrowingTaskGroup(of: Void.self) { group in
        for number in 0..<10 {
          group.addTask {
            let response = try await client.response(to: FailQuery(message: "\(number)"))
            try checkEqual(response.errors.map(\.message), ["\(number)"])
          }
        }
        try await group.waitForAll()
      }
      try checkEqual(requests.sizes, [5, 5])
    },

    Scenario("a server that takes no batches", needs: [.post], skips: Self.all(with: .batches, "takes them")) { endpoint in
      let requests = Counter()
      let client = try endpoint.client(.init(interceptors: [requests], retryPolicy: .never, batching: .init(window: .milliseconds(50))))
      for _ in 0..<2 {
        try await withThrowingTaskGroup(of: Void.self) { group in
          for number in 0..<3 {
            group.addTask { try checkEqual(try await client.response(to: FailQuery(message: "\(number)")).errors.count, 1) }
          }
          try await group.waitForAll()
        }
      }
      try checkEqual(requests.sizes, [3, 1, 1, 1, 1, 1, 1])
    },

    Scenario("a batch takes mutations with mutations, and nothing that opts out", needs: [.batches]) { endpoint in
      let requests = Counter()
      let client = try endpoint.client(
        .init(interceptors: [requests], retryPolicy: .never, batching: .init(window: .seconds(30), maximumSize: 2)))
      try await withThrowingTaskGroup(of: Void.self) { group in
        group.addTask { _ = try await client.fetch(ViewerQuery()) }
        group.addTask { _ = try await client.fetch(ListeningQuery()) }
        group.addTask { _ = try await client.fetch(SeenQuery(), cacheConfig: CacheConfig(allowsBatching: false)) }
        for _ in 0..<2 { group.addTask { _ = try await client.commit(RenameMutation(name: "reset")) } }
        try await group.waitForAll()
      }
      try checkEqual(
        requests.names.map { $0.sorted() }.sorted { $0[0] < $1[0] },
        [
          ["ListeningQuery", "ViewerQuery"], ["RenameMutation", "RenameMutation"], ["SeenQuery"],
        ])
    },

    Scenario("persisted queries: unknown, registered, known", needs: [.persistedQueries]) { endpoint in
      let requests = Counter()
      // A name that no server has seen.
      let name = "Q\(UUID().uuidString.filter { $0 != "-" })"
      for isKnown in [false, true] {
        let network = HTTPNetwork(url: try endpoint.url, configuration: .init(interceptors: [requests], persistedQueries: .automatic))
        let request = NetworkRequest(operationName: name, operationKind: .query, text: "query \(name) { viewer { name } }")
        for try await payload in network.execute(request) {
          try check(JSON(parsing: payload.data)["data"]?["viewer"] != nil, String(decoding: payload.data, as: UTF8.self))
        }
        try checkEqual(requests.sizes.count, isKnown ? 3 : 2)
      }
    },

    Scenario(
      "persisted queries: a server that has none", needs: [.post], skips: Self.all(with: .persistedQueries, "has them")
    ) { endpoint in
      let requests = Counter()
      let client = try endpoint.client(.init(interceptors: [requests], persistedQueries: .automatic))
      for _ in 0..<2 { try checkEqual(try await client.fetch(ViewerQuery()).viewer.name.isEmpty, false) }
      try checkEqual(requests.sizes.count, 3)
    },
  ]

  /// Endpoints with a feature, and the reason why they are skipped.
  private static func all(with feature: Feature, _ reason: String) -> [String: String] {
    Dictionary(uniqueKeysWithValues: Endpoint.all(base: 0).filter { $0.features.contains(feature) }.map { ($0.name, reason) })
  }

  /// The error for a document that the compiler would not have accepted.
  private static func send(
    _ text: String, to endpoint: Endpoint, _ configuration: HTTPNetwork.Configuration = .init()
  ) async throws -> any Error {
    let network = HTTPNetwork(url: try endpoint.url, configuration: configuration)
    return try await thrown {
      let request = NetworkRequest(operationName: "Wrong", operationKind: .query, text: text)
      for try await payload in network.execute(request) {
        let errors = try JSON(parsing: payload.data)["errors"]?.arrayValue ?? []
        let messages = errors.map { GraphQLError(message: $0["message"]?.stringValue ?? "") }
        if !errors.isEmpty { throw RelayError.noData(operation: "Wrong", errors: messages) }
      }
    }
  }
}

extension Endpoint {
  /// The URL for queries.
  var url: URL {
    get throws {
      guard let http = self.http else { throw Failure("\(name) answers no queries") }
      return http
    }
  }
}

/// A number that several tasks count up.
final class Tally: Sendable {
  private let count = Mutex(0)

  var value: Int { count.withLock { $0 } }

  func increase() { count.withLock { $0 += 1 } }
}

/// Counts requests by the operations in each.
final class Counter: NetworkInterceptor {
  private let counts = Mutex<[[String]]>([])

  var sizes: [Int] { names.map(\.count) }

  var names: [[String]] { counts.withLock { $0 } }

  func intercept(
    _ request: HTTPNetwork.Request, next: @Sendable (HTTPNetwork.Request) async throws -> HTTPNetwork.Response
  ) async throws -> HTTPNetwork.Response {
    counts.withLock { $0.append(request.operations.map(\.operationName)) }
    return try await next(request)
  }
}

/// Keeps the statuses of responses.
final class Statuses: NetworkInterceptor {
  private let statuses = Mutex<[Int]>([])

  var values: [Int] { statuses.withLock { $0 } }

  func intercept(
    _ request: HTTPNetwork.Request, next: @Sendable (HTTPNetwork.Request) async throws -> HTTPNetwork.Response
  ) async throws -> HTTPNetwork.Response {
    let response = try await next(request)
    statuses.withLock { $0.append(response.status) }
    return response
  }
}

/// Counts the bytes of bodies.
final class BodySize: NetworkInterceptor {
  private let count = Mutex(0)

  var bytes: Int { count.withLock { $0 } }

  func intercept(
    _ request: HTTPNetwork.Request, next: @Sendable (HTTPNetwork.Request) async throws -> HTTPNetwork.Response
  ) async throws -> HTTPNetwork.Response {
    var response = try await next(request)
    let body = response.body
    response.body = AsyncThrowingStream { continuation in
      Task {
        do {
          for try await chunk in body {
            count.withLock { $0 += chunk.count }
            continuation.yield(chunk)
          }
          continuation.finish()
        } catch {
          continuation.finish(throwing: error)
        }
      }
    }
    return response
  }
}
