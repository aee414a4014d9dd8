import Foundation
import TestSupport
import Testing

@testable import RelayRuntime

@Suite("HTTP network", .hangGuard)
struct HTTPNetworkTests {
  static func query(
    _ name: String = "HeroQuery", kind: OperationDefinition.Kind = .query, id: String? = nil, text: String? = "query HeroQuery { hero }",
    variables: JSON = ["episode": "JEDI"]
  ) -> NetworkRequest {
    NetworkRequest(operationName: name, operationKind: kind, operationID: id, text: text, variables: variables)
  }

  @Test("a query is POSTed as JSON with the configured headers")
  func post() async throws {
    let requests = Recorder<Peer.Request>()
    let server = try LoopbackServer { peer in
      requests.append(try peer.request())
      try peer.respond(#"{"data":{"hero":"R2-D2"}}"#)
    }
    let network = HTTPNetwork(url: server.url(), configuration: .init(headers: ["Authorization": "Bearer token"]))
    let texts = try await network.execute(Self.query()).texts()
    #expect(texts == [#"{"data":{"hero":"R2-D2"}}"#])
    let request = try #require(requests.values.first)
    #expect(request.method == "POST")
    #expect(request.headers["authorization"] == "Bearer token")
    #expect(request.headers["content-type"] == "application/json")
    #expect(request.headers["accept"]?.hasPrefix("application/graphql-response+json") == true)
    #expect(
      request.json == [
        "operationName": "HeroQuery", "query": "query HeroQuery { hero }", "variables": ["episode": "JEDI"],
      ])
  }

  @Test("a transport learns how much of a response may wait")
  func sizeForTransports() async throws {
    let sizes = Recorder<Int>()
    let server = FakeServer { request in
      sizes.append(request.maximumResponseSize)
      return nil
    }
    let url = try #require(URL(string: "http://server.example/"))
    for size in [4_999, -1] {
      let network = HTTPNetwork(url: url, configuration: .init(retryPolicy: .never, maximumResponseSize: size), transport: server)
      _ = try? await network.execute(Self.query()).texts()
    }
    #expect(sizes.values == [4_999, 0])
  }

  @Test("a query uses GET if configured, percent-encoded, and POST when the URL would be too long")
  func get() async throws {
    let requests = Recorder<Peer.Request>()
    let server = try LoopbackServer { peer in
      requests.append(try peer.request())
      try peer.respond(#"{"data":{}}"#)
    }
    let network = HTTPNetwork(
      url: URL(string: "\(server.url())?tenant=1")!, configuration: .init(usesGETForQueries: true, maximumURLLength: 300))
    _ = try await network.execute(Self.query(variables: ["name": "a+b & ü"])).texts()
    _ = try await network.execute(Self.query(variables: ["name": .string(String(repeating: "x", count: 300))])).texts()
    _ = try await network.execute(Self.query(kind: .mutation)).texts()
    #expect(requests.values.map(\.method) == ["GET", "POST", "POST"])
    let target = try #require(requests.values.first?.target)
    let items = try #require(URLComponents(string: "http://h\(target)")?.queryItems)
    #expect(items.first { $0.name == "tenant" }?.value == "1")
    #expect(items.first { $0.name == "query" }?.value == "query HeroQuery { hero }")
    #expect(items.first { $0.name == "variables" }?.value == #"{"name":"a+b & ü"}"#)
    #expect(!target.contains("+"))
  }

  @Test("a query to a busy server is retried, a mutation is not")
  func retries() async throws {
    let requests = Recorder<Peer.Request>()
    let server = try LoopbackServer { peer in
      let count = requests.append(try peer.request())
      if count < 3 { return try peer.respond("busy", status: 503, type: "text/plain", headers: "Retry-After: 0\r\n") }
      try peer.respond(#"{"data":{"ok":true}}"#)
    }
    let policy = RetryPolicy(maximumAttempts: 3, initialDelay: .milliseconds(10))
    let network = HTTPNetwork(url: server.url(), configuration: .init(retryPolicy: policy))
    #expect(try await network.execute(Self.query()).texts() == [#"{"data":{"ok":true}}"#])
    #expect(requests.values.count == 3)

    let busy = try LoopbackServer { peer in
      requests.append(try peer.request())
      try peer.respond("busy", status: 503, type: "text/plain")
    }
    let second = HTTPNetwork(url: busy.url(), configuration: .init(retryPolicy: policy))
    await #expect(throws: RelayError.http(status: 503, body: "busy")) {
      try await second.execute(Self.query(kind: .mutation)).texts()
    }
    #expect(requests.values.count == 4)
  }

  @Test("an unreachable server is an error after the last attempt, for mutations too")
  func unreachable() async throws {
    let server = try LoopbackServer { _ in }
    let url = server.url()
    server.stop()
    let policy = RetryPolicy(maximumAttempts: 2, initialDelay: .milliseconds(10))
    let network = HTTPNetwork(url: url, configuration: .init(retryPolicy: policy))
    await #expect(throws: URLError.self) { try await network.execute(Self.query(kind: .mutation)).texts() }
  }

  @Test("an error status with a GraphQL body is a GraphQL response; any other body is an HTTP error")
  func errorStatuses() async throws {
    let server = try LoopbackServer { peer in
      let request = try peer.request()
      switch request.json["operationName"] {
      case "Parsed": try peer.respond(#"{"errors":[{"message":"no such field"}]}"#, status: 400)
      case "Typed": try peer.respond(#"{"errors":[]}"#, status: 500, type: "application/graphql-response+json; charset=utf-8")
      default: try peer.respond("<html>not here</html>", status: 404, type: "text/html")
      }
    }
    let network = HTTPNetwork(url: server.url())
    #expect(try await network.execute(Self.query("Parsed")).texts() == [#"{"errors":[{"message":"no such field"}]}"#])
    #expect(try await network.execute(Self.query("Typed")).texts() == [#"{"errors":[]}"#])
    await #expect(throws: RelayError.http(status: 404, body: "<html>not here</html>")) {
      try await network.execute(Self.query("Page")).texts()
    }
  }

  @Test("an error has the first 2,000 bytes of a body, and its texts have none of them")
  func beginningOfBody() async throws {
    let server = try LoopbackServer { peer in
      _ = try peer.request()
      try peer.respond(String(repeating: "secret", count: 1_000), status: 500, type: "text/plain")
    }
    let error = await #expect(throws: RelayError.self) { try await HTTPNetwork(url: server.url()).execute(Self.query()).texts() }
    guard case .http(500, let body)? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(body.utf8.count == 2_000 && body.hasPrefix("secretsecret"))
    #expect(error.map { "\($0) \($0.localizedDescription)".contains("secret") } == false)
  }

  @Test("persisted ids are sent without text, and with text if the server does not know them")
  func persistedIdentifiers() async throws {
    let requests = Recorder<Peer.Request>()
    let server = try LoopbackServer { peer in
      let request = try peer.request()
      requests.append(request)
      let isKnown = request.json["query"] != nil || request.json["doc_id"] == "known"
      try peer.respond(
        isKnown
          ? #"{"data":{"ok":true}}"#
          : #"{"errors":[{"message":"?","extensions":{"code":"PERSISTED_QUERY_NOT_FOUND"}}]}"#)
    }
    let network = HTTPNetwork(url: server.url(), configuration: .init(persistedQueries: .identifiers(parameter: "doc_id")))
    #expect(try await network.execute(Self.query(id: "known")).texts() == [#"{"data":{"ok":true}}"#])
    #expect(requests.values.count == 1)
    #expect(requests.values[0].json["query"] == nil)
    #expect(try await network.execute(Self.query(id: "unknown")).texts() == [#"{"data":{"ok":true}}"#])
    #expect(requests.values.count == 3)
    #expect(requests.values[2].json["doc_id"] == "unknown")
    #expect(requests.values[2].json["query"] == "query HeroQuery { hero }")
    #expect(try await network.execute(Self.query(text: "{ a }")).texts() == [#"{"data":{"ok":true}}"#])
    #expect(requests.values[3].json["query"] == "{ a }")
  }

  @Test("a server without automatic persisted queries gets the text, and from then on only the text", .cases)
  func noPersistedQueries() async {
    await eachCase(of: [
      (200, "application/json", #"{"errors":[{"message":"PersistedQueryNotSupported"}]}"#),
      (400, "application/json", #"{"errors":[{"message":"x","extensions":{"code":"PERSISTED_QUERY_NOT_SUPPORTED"}}]}"#),
      (400, "application/json", #"{"errors":[{"message":"Must provide query string."}]}"#),
      (200, "application/json", #"{"errors":[{"message":"no operation","extensions":{"code":"GRAPHQL_PARSE_FAILED"}}]}"#),
      (400, "text/plain", "No GraphQL query found in the request"),
    ]) { try await noPersistedQueries($0) }
  }

  func noPersistedQueries(_ refusal: (status: Int, type: String, body: String)) async throws {
    let server = FakeServer { request in
      guard case .bytes(let body) = request.body else { return nil }
      let json = try JSON(parsing: body)
      // Apollo Server also rejects the hash in addition to the text.
      guard json["query"] == nil || (refusal.body.contains("upported") && json["extensions"] != nil) else { return nil }
      return (refusal.status, ["Content-Type": refusal.type], refusal.body)
    }
    let network = HTTPNetwork(
      url: try #require(URL(string: "http://server.example/")), configuration: .init(retryPolicy: .never, persistedQueries: .automatic),
      transport: server)
    for _ in 0..<2 {
      #expect(try await network.execute(Self.query(text: "{ hero }")).texts() == [FakeServer.answer("HeroQuery")])
    }
    #expect(server.requests.count == 3)
  }

  @Test("an error that is not about a missing text is reported, and persisted queries stay enabled")
  func refusedPersistedQueries() async throws {
    let errors = #"{"errors":[{"message":"who are you?","extensions":{"code":"UNAUTHENTICATED"}}]}"#
    let wrong = #"{"errors":[{"message":"no such field"}]}"#
    let server = FakeServer { (200, [:], $0.operation.operationName == "Wrong" ? wrong : errors) }
    let network = HTTPNetwork(
      url: try #require(URL(string: "http://server.example/")), configuration: .init(retryPolicy: .never, persistedQueries: .automatic),
      transport: server)
    #expect(try await network.execute(Self.query(text: "{ hero }")).texts() == [errors])
    #expect(server.requests.count == 1)
    for _ in 0..<2 { #expect(try await network.execute(Self.query("Wrong", text: "{ hero }")).texts() == [wrong]) }
    #expect(server.requests.count == 5)
    // A mutation is not repeated on suspicion.
    #expect(try await network.execute(Self.query("Wrong", kind: .mutation, text: "{ hero }")).texts() == [wrong])
    #expect(server.requests.count == 6)
  }

  @Test("errors in a later part of an answer are not about the hash: they are delivered, and nothing is sent again")
  func errorsInLaterParts() async throws {
    let parts = [#"{"data":{"hero":"R2-D2"},"hasNext":true}"#, #"{"errors":[{"message":"upstream died"}],"hasNext":false}"#]
    let bodies = Recorder<JSON>()
    let server = FakeServer { request in
      guard case .bytes(let body) = request.body else { return nil }
      bodies.append(try JSON(parsing: body))
      return (200, ["Content-Type": "multipart/mixed; boundary=x"], parts.map { "--x\r\n\r\n\($0)\r\n" }.joined() + "--x--\r\n")
    }
    let network = HTTPNetwork(
      url: try #require(URL(string: "http://server.example/")), configuration: .init(retryPolicy: .never, persistedQueries: .automatic),
      transport: server)
    var request = Self.query(text: "{ hero }")
    request.isIncremental = true
    for _ in 0..<2 { #expect(try await network.execute(request).texts() == parts) }
    #expect(bodies.values.map { $0["query"] } == [nil, nil])
    #expect(bodies.values.allSatisfy { $0["extensions"]?["persistedQuery"] != nil })
  }

  @Test("a server that has forgotten the hash of a subscription when it is started again gets the text")
  func forgottenHash() async throws {
    let bodies = Recorder<JSON>()
    let server = FakeServer { request in
      guard case .bytes(let body) = request.body else { return nil }
      let json = try JSON(parsing: body)
      let events = ["Content-Type": "text/event-stream"] as HTTPNetwork.Headers
      switch bodies.append(json) {
      // It breaks off.
      case 1: return (200, events, "event: next\ndata: {\"data\":{\"n\":1}}\n\n")
      case 2: return (200, [:], #"{"errors":[{"message":"PersistedQueryNotFound"}]}"#)
      default: return (200, events, "event: next\ndata: {\"data\":{\"n\":2}}\n\nevent: complete\n\n")
      }
    }
    let network = HTTPNetwork(
      url: try #require(URL(string: "http://server.example/")),
      configuration: .init(retryPolicy: RetryPolicy(initialDelay: .zero), persistedQueries: .automatic), transport: server)
    let texts = try await network.execute(Self.query(kind: .subscription, text: "subscription { n }")).texts()
    #expect(texts == [#"{"data":{"n":1}}"#, #"{"data":{"n":2}}"#])
    #expect(bodies.values.map { $0["query"] } == [nil, nil, "subscription { n }"])
  }

  @Test("automatic persisted queries send the hash first, hash and text after PersistedQueryNotFound")
  func automaticPersistedQueries() async throws {
    let requests = Recorder<Peer.Request>()
    let server = try LoopbackServer { peer in
      let request = try peer.request()
      requests.append(request)
      try peer.respond(
        request.json["query"] == nil ? #"{"errors":[{"message":"PersistedQueryNotFound"}]}"# : #"{"data":{"ok":true}}"#)
    }
    let network = HTTPNetwork(url: server.url(), configuration: .init(persistedQueries: .automatic))
    #expect(try await network.execute(Self.query(text: "{ hero }")).texts() == [#"{"data":{"ok":true}}"#])
    let sent = requests.values.map { $0.json["extensions"]?["persistedQuery"]?["sha256Hash"] }
    #expect(sent == [.string(SHA256.hexadecimalDigest(of: "{ hero }".utf8)), .string(SHA256.hexadecimalDigest(of: "{ hero }".utf8))])
    #expect(requests.values.map { $0.json["query"] } == [nil, "{ hero }"])
  }

  @Test("uploads are multipart forms with operations, map and files, from memory and from disk")
  func uploads() async throws {
    let requests = Recorder<Peer.Request>()
    let server = try LoopbackServer { peer in
      requests.append(try peer.request())
      try peer.respond(#"{"data":{"ok":true}}"#)
    }
    let file = FileManager.default.temporaryDirectory.appendingPathComponent("relay-upload-\(UUID()).txt")
    try Data(repeating: 0x61, count: 200_000).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    var request = Self.query(kind: .mutation, variables: ["input": ["files": ["kept", "replaced"]], "cover": nil])
    request.uploads = [
      "input.files.1": GraphQLUpload(filename: "a\"b.txt", contentType: "text/plain", bytes: Data("hello".utf8)),
      "cover": GraphQLUpload(filename: "cover.txt", file: file),
    ]
    for uploads in [request.uploads, ["input.files.1": request.uploads["input.files.1"]!]] {
      request.uploads = uploads
      #expect(try await HTTPNetwork(url: server.url()).execute(request).texts() == [#"{"data":{"ok":true}}"#])
    }
    let body = try #require(requests.values.first).body
    #expect(body.count > 200_000)
    let text = String(decoding: body, as: UTF8.self)
    #expect(text.contains(#"name="operations""#))
    #expect(text.contains(#"{"cover":null,"input":{"files":["kept",null]}}"#))
    #expect(text.contains(#"{"0":["variables.cover"],"1":["variables.input.files.1"]}"#))
    #expect(text.contains(#"name="1"; filename="a%22b.txt""#))
    #expect(text.contains("\r\n\r\nhello\r\n"))
    // The form was assembled in a file named after its boundary, which has been removed.
    let boundary = try #require(text.split(separator: "\r\n").first?.dropFirst(2))
    #expect(boundary.hasPrefix("relay-"))
    let form = FileManager.default.temporaryDirectory.appendingPathComponent("\(boundary).form")
    #expect(!FileManager.default.fileExists(atPath: form.path))
  }

  @Test("multipart/mixed parts arrive one by one, while the response is still open")
  func incremental() async throws {
    let mayGoOn = DispatchSemaphore(value: 0)
    let server = try LoopbackServer { peer in
      _ = try peer.request()
      try peer.startChunks(type: #"multipart/mixed; boundary="-"; deferSpec=20220824"#)
      try peer.chunk("\r\n---\r\nContent-Type: application/json\r\n\r\n{\"data\":{\"a\":1},\"hasNext\":true}\r\n---\r\n")
      mayGoOn.wait()
      try peer.chunk("Content-Type: application/json\r\n\r\n{\"incremental\":[],\"hasNe")
      try peer.chunk("xt\":false}\r\n-----\r\n")
      try peer.end()
    }
    var request = Self.query()
    request.isIncremental = true
    var texts: [String] = []
    for try await payload in HTTPNetwork(url: server.url()).execute(request) {
      texts.append(String(decoding: payload.data, as: UTF8.self))
      mayGoOn.signal()
    }
    #expect(texts == [#"{"data":{"a":1},"hasNext":true}"#, #"{"incremental":[],"hasNext":false}"#])
  }

  @Test("a multipart response without its closing delimiter is an error after the parts that arrived")
  func truncatedMultipart() async throws {
    let server = try LoopbackServer { peer in
      _ = try peer.request()
      try peer.startChunks(type: "multipart/mixed; boundary=x")
      try peer.chunk("--x\r\n\r\n{\"data\":{}}\r\n--x\r\n\r\n{\"incr")
      try peer.end()
    }
    let received = Recorder<String>()
    await #expect(throws: RelayError.self) {
      for try await payload in HTTPNetwork(url: server.url()).execute(Self.query()) {
        received.append(String(decoding: payload.data, as: UTF8.self))
      }
    }
    #expect(received.values == [#"{"data":{}}"#])
  }

  @Test("cancelling the task ends the request at the server")
  func cancellation() async throws {
    let events = Recorder<String>()
    let server = try LoopbackServer { peer in
      _ = try peer.request()
      try peer.startChunks(type: "text/event-stream")
      try peer.chunk("event: next\ndata: {\"data\":{}}\n\n")
      do { while true { _ = try peer.read() } } catch { events.append("closed") }
    }
    let task = Task {
      for try await _ in HTTPNetwork(url: server.url()).execute(Self.query(kind: .subscription)) { events.append("payload") }
    }
    try await eventually { !events.values.isEmpty }
    task.cancel()
    _ = try? await task.value
    try await eventually { events.values.count >= 2 }
    #expect(events.values == ["payload", "closed"])
  }

  @Test("a request that is cancelled before it is answered throws CancellationError")
  func earlyCancellation() async throws {
    let requests = Recorder<Peer.Request>()
    let server = try LoopbackServer { peer in
      requests.append(try peer.request())
      _ = try? peer.read()
    }
    enum Moment: CaseIterable { case immediately, whenItHasRun, whenTheServerIsConnected, whenTheServerHasIt }
    for moment in Moment.allCases {
      let hasRun = Lock(false)
      let (connections, received) = (server.connectionCount, requests.values.count)
      let task = Task {
        hasRun.withLock { $0 = true }
        let builder = HTTPRequestBuilder(url: server.url(), configuration: .init())
        return try await PlatformHTTPTransport().send(try builder.request(for: Self.query(), includesText: true))
      }
      try await eventually {
        switch moment {
        case .immediately: true
        case .whenItHasRun: hasRun.withLock { $0 }
        case .whenTheServerIsConnected: server.connectionCount > connections
        case .whenTheServerHasIt: requests.values.count > received
        }
      }
      task.cancel()
      await #expect(throws: CancellationError.self) { _ = try await task.value }
    }
  }

  @Test("subscriptions without a separate network read server-sent events")
  func serverSentEvents() async throws {
    let server = try LoopbackServer { peer in
      let request = try peer.request()
      #expect(request.headers["accept"]?.hasPrefix("text/event-stream") == true)
      try peer.startChunks(type: "text/event-stream; charset=utf-8")
      try peer.chunk(":\n\nevent: next\ndata: {\"data\":\ndata: {\"n\":1}}\n\nevent: next\r\ndata:{\"data\":{\"n\":2}}\r\n\r\n")
      try peer.chunk("event: complete\n\n")
      try peer.end()
    }
    let texts = try await HTTPNetwork(url: server.url()).execute(Self.query(kind: .subscription)).texts()
    #expect(texts == ["{\"data\":\n{\"n\":1}}", #"{"data":{"n":2}}"#])
  }

  @Test("the multipart subscription protocol: payloads, heartbeats, a final error")
  func multipartSubscription() async throws {
    let server = try LoopbackServer { peer in
      _ = try peer.request()
      try peer.startChunks(type: "multipart/mixed; boundary=graphql")
      for part in [#"{}"#, #"{"payload":{"data":{"n":1}}}"#, #"{"payload":null,"errors":[{"message":"gone"}]}"#] {
        try peer.chunk("--graphql\r\nContent-Type: application/json\r\n\r\n\(part)\r\n")
      }
      try peer.chunk("--graphql--")
      try peer.end()
    }
    let received = Recorder<String>()
    await #expect(throws: RelayError.subscription([GraphQLError(message: "gone")])) {
      for try await payload in HTTPNetwork(url: server.url()).execute(Self.query(kind: .subscription)) {
        received.append(String(decoding: payload.data, as: UTF8.self))
      }
    }
    #expect(received.values == [#"{"data":{"n":1}}"#])
  }

  @Test("a response longer than the limit is rejected")
  func limit() async throws {
    let server = try LoopbackServer { peer in
      _ = try peer.request()
      try peer.respond(String(repeating: " ", count: 5_000))
    }
    let network = HTTPNetwork(url: server.url(), configuration: .init(maximumResponseSize: 4_999))
    await #expect(throws: RelayError.responseTooLarge(limit: 4_999)) { try await network.execute(Self.query()).texts() }
  }

  @Test("an interceptor renews credentials after a 401 and sends the request again")
  func interceptors() async throws {
    struct Renewal: NetworkInterceptor {
      func intercept(
        _ request: HTTPNetwork.Request, next: @Sendable (HTTPNetwork.Request) async throws -> HTTPNetwork.Response
      ) async throws -> HTTPNetwork.Response {
        let response = try await next(request)
        guard response.status == 401 else { return response }
        var renewed = request
        renewed.headers["Authorization"] = "new"
        return try await next(renewed)
      }
    }
    struct Trace: NetworkInterceptor {
      let names: Recorder<String>
      func intercept(
        _ request: HTTPNetwork.Request, next: @Sendable (HTTPNetwork.Request) async throws -> HTTPNetwork.Response
      ) async throws -> HTTPNetwork.Response {
        self.names.append(request.operation.operationName)
        return try await next(request)
      }
    }
    let server = try LoopbackServer { peer in
      let isAllowed = try peer.request().headers["Authorization"] == "new"
      try peer.respond(isAllowed ? #"{"data":{}}"# : "no", status: isAllowed ? 200 : 401)
    }
    let names = Recorder<String>()
    let network = HTTPNetwork(
      url: server.url(), configuration: .init(headers: ["Authorization": "old"], interceptors: [Renewal(), Trace(names: names)]))
    #expect(try await network.execute(Self.query()).texts() == [#"{"data":{}}"#])
    #expect(names.values == ["HeroQuery", "HeroQuery"])
  }

  @Test("an interceptor gets the options of a view's query, for each of its requests")
  @MainActor
  func interceptedOptions() async throws {
    struct Marking: NetworkInterceptor {
      let seen: Recorder<CacheConfig>
      func intercept(
        _ request: HTTPNetwork.Request, next: @Sendable (HTTPNetwork.Request) async throws -> HTTPNetwork.Response
      ) async throws -> HTTPNetwork.Response {
        seen.append(request.operation.cacheConfig)
        var request = request
        request.headers["X-Screen"] = request.operation.cacheConfig.metadata["screen"]
        return try await next(request)
      }
    }
    let screens = Recorder<String>()
    let server = try LoopbackServer { peer in
      screens.append(try peer.request().headers["X-Screen"] ?? "none")
      try peer.respond(#"{"data":{"user":null}}"#)
    }
    let seen = Recorder<CacheConfig>()
    let network = HTTPNetwork(url: server.url(), configuration: .init(interceptors: [Marking(seen: seen)]))
    let query = Query<CurrentUserToDoListQuery>(
      cacheConfig: CacheConfig(metadata: ["screen": "list"]), environment: RelayEnvironment(network: network))
    #expect(query.wrappedValue.get(id: "u1").isLoading)
    for await result in query.projectedValue.results where !result.isLoading { break }
    try await query.wrappedValue.refetch().value
    #expect(screens.values == ["list", "list"])
    #expect(seen.values.map(\.metadata) == [["screen": "list"], ["screen": "list"]])
    #expect(seen.values.map(\.force) == [false, true])
  }
}

/// What happens to a connection on its way.
