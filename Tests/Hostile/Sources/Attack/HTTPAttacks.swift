import Foundation
import RelayRuntime

extension Attack {
  /// Attacks over HTTP.
  static let http: [String: Body] = [
    // hello URL: an ordinary request.
    "hello": { arguments, measure in
      let environment = try Self.environment(arguments)
      measure.begin()
      return try await environment.fetch(HelloQuery()).hello
    },
    // query URL [LIMIT [TIMEOUT]]: a query, in milliseconds; sent once.
    "query": { arguments, measure in
      let environment = try Self.environment(arguments, try Self.configuration(arguments))
      try await Self.warmUp(arguments)
      measure.begin()
      return try await environment.fetch(HelloQuery()).hello
    },
    // get URL: a query by GET, with secrets in header fields.
    "get": { arguments, measure in
      var configuration = try Self.configuration(arguments)
      configuration.usesGETForQueries = true
      configuration.headers = Self.secrets
      configuration.interceptors = [SecretInterceptor()]
      let environment = try Self.environment(arguments, configuration)
      measure.begin()
      return try await environment.fetch(HelloQuery()).hello
    },
    // post URL: a mutation, with secrets in header fields.
    "post": { arguments, measure in
      var configuration = try Self.configuration(arguments)
      configuration.headers = Self.secrets
      configuration.interceptors = [SecretInterceptor()]
      let environment = try Self.environment(arguments, configuration)
      measure.begin()
      return try await environment.commit(SendMutation(text: "hi")).send ?? "nothing"
    },
    // retry URL: a query that is sent again after the server's own time, up to a second.
    "retry": { arguments, measure in
      let policy = RetryPolicy(
        maximumAttempts: 2, initialDelay: .milliseconds(10), maximumDelay: .seconds(1), maximumSubscriptionRetries: 1)
      let environment = try Self.environment(arguments, .init(retryPolicy: policy))
      measure.begin()
      return try await environment.fetch(HelloQuery()).hello
    },
    // reconnects URL MILLISECONDS: a subscription with the default policy, cancelled after this time. Returns how often it was sent.
    "reconnects": { arguments, measure in
      let environment = try Self.environment(arguments)
      measure.begin()
      let task = Task { for try await _ in environment.subscribe(EventSubscription()) {} }
      try await Task.sleep(for: .milliseconds(Int(arguments[1]) ?? 0))
      task.cancel()
      _ = await task.result
      return try await Self.executed(arguments)
    },
    // batch URL: two mutations in one request. Returns how many mutations the server has executed.
    "batch": { arguments, measure in
      let batching = HTTPNetwork.Batching(window: .seconds(600), maximumSize: 2)
      let environment = try Self.environment(arguments, .init(batching: batching))
      measure.begin()
      async let first = environment.commit(SendMutation(text: "one"))
      async let second = environment.commit(SendMutation(text: "two"))
      do { _ = try await (first, second) } catch {}
      return try await Self.executed(arguments)
    },
    // many URL COUNT: queries at the same time, in an address space that has no room for a thread each. Returns how many were answered.
    "many": { arguments, measure in
      let environment = try Self.environment(arguments)
      let count = Int(arguments[1]) ?? 0
      try await Self.warmUp(arguments)
      measure.begin()
      Measure.limitAddressSpace(1 << 30)
      let outcomes = await withTaskGroup(of: Bool.self) { group in
        for number in 0..<count {
          // Not joined with one another.
          group.addTask { (try? await environment.commit(SendMutation(text: "\(number)"))) != nil }
        }
        return await group.reduce(into: [Bool]()) { $0.append($1) }
      }
      return "\(outcomes.count { $0 }) of \(outcomes.count)"
    },
    // header URL NAME VALUE: a query with a header field.
    "header": { arguments, measure in
      var headers = HTTPNetwork.Headers()
      headers[arguments[1]] = arguments[2]
      let environment = try Self.environment(arguments, .init(headers: headers, retryPolicy: .never))
      measure.begin()
      return try await environment.fetch(HelloQuery()).hello
    },
    // payload URL LIMIT: the bytes of an answer as the network delivers them.
    "payload": { arguments, measure in
      let network = HTTPNetwork(url: try Self.url(arguments), configuration: try Self.configuration(arguments))
      try await Self.warmUp(arguments)
      measure.begin()
      var count = 0
      let request = NetworkRequest(operationName: "Q", operationKind: .subscription, text: "subscription Q { blob }")
      for try await payload in network.execute(request) { count += payload.data.count }
      return "\(count)"
    },
    // subscribe URL LIMIT [wait]: a loop over events; with `wait` it goes on after the first one when the network has failed.
    "subscribe": { arguments, measure in
      let (failures, failure) = AsyncStream<Void>.makeStream()
      let network = HTTPNetwork(url: try Self.url(arguments), configuration: try Self.configuration(arguments))
      let environment = RelayEnvironment(
        network: network,
        configuration: .init(log: { event in
          if case .networkError = event { failure.finish() }
        }))
      try await Self.warmUp(arguments)
      measure.begin()
      var last: String?
      for try await data in environment.subscribe(EventSubscription()) {
        if last == nil, arguments.contains("wait") { for await _ in failures {} }
        last = data.event
      }
      return last.map { "\($0.prefix(20))" } ?? "nothing"
    },
    // cancel URL MILLISECONDS: a query that is cancelled, and that a fast server does not fill before.
    "cancel": { arguments, measure in
      let environment = try Self.environment(arguments, .init(retryPolicy: .never, maximumResponseSize: .max))
      try await Self.warmUp(arguments)
      measure.begin()
      let task = Task { try await environment.fetch(HelloQuery()).hello }
      try await Task.sleep(for: .milliseconds(Int(arguments[1]) ?? 0))
      task.cancel()
      let result = await task.result
      // The resources of the exchange are released after its end. Some are kept for later ones.
      while !measure.isSettled(descriptors: 8, threads: 4) { try await Task.sleep(for: .milliseconds(10)) }
      return try result.get()
    },
    // search URL LIMIT TIMEOUT: a query to a host that is not found, in milliseconds.
    "search": { arguments, measure in
      let environment = try Self.environment(arguments, try Self.configuration(arguments))
      measure.begin()
      return try await environment.fetch(HelloQuery()).hello
    },
    // cancelledSearch URL MILLISECONDS: such a query, cancelled after this time.
    "cancelledSearch": { arguments, measure in
      let environment = try Self.environment(arguments, .init(retryPolicy: .never))
      measure.begin()
      let task = Task { try await environment.fetch(HelloQuery()).hello }
      try await Task.sleep(for: .milliseconds(Int(arguments[1]) ?? 0))
      task.cancel()
      return try await task.value
    },
    // upload URL OUTCOME: an upload of a file. Returns the modes of the forms on disk while they are sent, and how many are left afterwards.
    "upload": { arguments, measure in
      let folder = FileManager.default.temporaryDirectory
      let file = folder.appending(path: "upload-\(UUID().uuidString)")
      try Data(repeating: 1, count: 1 << 20).write(to: file)
      defer { try? FileManager.default.removeItem(at: file) }
      let environment = try Self.environment(arguments, .init(retryPolicy: .never))
      measure.begin()
      let task = Task {
        try await environment.commit(SendMutation(text: "hi"), options: MutationOptions(uploads: ["text": GraphQLUpload(file: file)]))
      }
      var modes: Set<String> = []
      while modes.isEmpty {
        for form in try Self.forms(in: folder) {
          // The file may have been removed by now.
          guard let attributes = try? FileManager.default.attributesOfItem(atPath: form.path) else { continue }
          modes.insert(String((attributes[.posixPermissions] as? Int ?? 0) & 0o777, radix: 8))
        }
        try await Task.sleep(for: .milliseconds(5))
      }
      if arguments[1] == "cancelled" { task.cancel() }
      _ = await task.result
      // The network ends after the operation that was cancelled.
      while try !Self.forms(in: folder).isEmpty { try await Task.sleep(for: .milliseconds(10)) }
      return "\(modes.sorted().joined(separator: " ")), \(try Self.forms(in: folder).count) left"
    },
  ]

  private static func forms(in folder: URL) throws -> [URL] {
    try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil).filter { $0.pathExtension == "form" }
  }

  static let secrets: HTTPNetwork.Headers = [
    "Authorization": "Bearer secret", "Cookie": "session=secret", "X-API-Key": "secret", "Proxy-Authorization": "Basic secret",
    "X-Tenant": "secret", "Accept": "application/json; secret=1", "Host-Token": "secret",
  ]

  /// Sends an ordinary request to the same server, so that everything that libraries load is loaded before the
  /// measurement.
  static func warmUp(_ arguments: [String]) async throws {
    guard let url = URL(string: "/hello", relativeTo: try Self.url(arguments))?.absoluteURL else { throw URLError(.badURL) }
    _ = try await RelayEnvironment(network: HTTPNetwork(url: url)).fetch(HelloQuery())
  }

  /// How many requests or mutations the server has counted.
  static func executed(_ arguments: [String]) async throws -> String {
    guard let url = URL(string: "/executed", relativeTo: try Self.url(arguments))?.absoluteURL else { throw URLError(.badURL) }
    return try await RelayEnvironment(network: HTTPNetwork(url: url)).fetch(HelloQuery()).hello
  }

  /// A configuration with the limit and the timeout that follow the URL, without retries.
  static func configuration(_ arguments: [String]) throws -> HTTPNetwork.Configuration {
    var configuration = HTTPNetwork.Configuration(retryPolicy: .never)
    if arguments.count > 1, let limit = Int(arguments[1]) { configuration.maximumResponseSize = limit }
    if arguments.count > 2, let timeout = Int(arguments[2]) { configuration.timeout = .milliseconds(timeout) }
    return configuration
  }

  /// An environment for the server at the first argument.
  static func environment(_ arguments: [String], _ configuration: HTTPNetwork.Configuration = .init()) throws -> RelayEnvironment {
    RelayEnvironment(network: HTTPNetwork(url: try Self.url(arguments), configuration: configuration))
  }

  static func url(_ arguments: [String]) throws -> URL {
    guard let text = arguments.first, let url = URL(string: text) else { throw URLError(.badURL) }
    return url
  }
}

/// Adds another secret, as an application's interceptor might.
private struct SecretInterceptor: NetworkInterceptor {
  func intercept(
    _ request: HTTPNetwork.Request, next: @Sendable (HTTPNetwork.Request) async throws -> HTTPNetwork.Response
  ) async throws -> HTTPNetwork.Response {
    var request = request
    request.headers["X-Interceptor"] = "secret"
    return try await next(request)
  }
}
