import Foundation
import TestSupport
import Testing

@testable import RelayRuntime

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

@Suite("HTTP transfer in both directions", .hangGuard)
struct HTTPTransferTests {
  private static let fast = HTTPNetwork.Configuration(retryPolicy: RetryPolicy(maximumAttempts: 3, initialDelay: .milliseconds(10)))

  private static func request(_ kind: OperationDefinition.Kind = .query) -> NetworkRequest {
    NetworkRequest(operationName: "Test", operationKind: kind, text: "query Test { n }")
  }

  @Test("a subscription whose event stream breaks off subscribes again")
  func eventStreamResumes() async throws {
    let connections = Recorder<Int>()
    let server = try LoopbackServer { peer in
      _ = try peer.request()
      let number = connections.append(1)
      try peer.startChunks(type: "text/event-stream")
      // The second connection delivers nothing: two consecutive failures are allowed.
      if number != 2 { try peer.chunk("event: next\ndata: {\"data\":{\"n\":\(number)}}\n\n") }
      if number == 3 { try peer.chunk("event: complete\n\n") }
      // The first one ends properly, the second in the middle of the stream.
      if number != 2 { try peer.end() }
    }
    let texts = try await HTTPNetwork(url: server.url(), configuration: Self.fast).execute(Self.request(.subscription)).texts()
    #expect(texts == [#"{"data":{"n":1}}"#, #"{"data":{"n":3}}"#])
    #expect(server.connectionCount == 3)
  }

  @Test("the state of an event stream's connection is reported")
  func eventStreamStates() async throws {
    let connections = Recorder<Int>()
    let server = try LoopbackServer { peer in
      _ = try peer.request()
      let number = connections.append(1)
      if number == 2 { return try peer.respond("", status: 503) }
      try peer.startChunks(type: "text/event-stream")
      if number == 1 { return try peer.end() }
      try peer.chunk("event: complete\n\n")
      try peer.end()
    }
    let states = Recorder<ConnectionState>()
    var request = Self.request(.subscription)
    request.onConnectionChange = { state, _ in states.append(state) }
    _ = try await HTTPNetwork(url: server.url(), configuration: Self.fast).execute(request).texts()
    #expect(states.values == [.connecting, .connected, .reconnecting(attempt: 1), .reconnecting(attempt: 2), .connected])
    var query = Self.request()
    query.onConnectionChange = { _, _ in Issue.record("a query has no connection of its own") }
    _ = try? await HTTPNetwork(url: server.url(), configuration: Self.fast).execute(query).texts()
  }

  @Test("by default it subscribes again indefinitely, at growing intervals, and immediately if the application says so")
  func eventStreamGoesOn() async throws {
    let connections = Recorder<Int>()
    let server = try LoopbackServer { peer in
      _ = try peer.request()
      let number = connections.append(1)
      if number.isMultiple(of: 2) { return try peer.respond("", status: 503) }
      try peer.startChunks(type: "text/event-stream")
      if number == 9 { try peer.chunk("event: complete\n\n") }
      try peer.end()
    }
    let policy = RetryPolicy(initialDelay: HangGuard.forever, maximumDelay: HangGuard.forever)
    let network = HTTPNetwork(url: server.url(), configuration: .init(retryPolicy: policy))
    var request = Self.request(.subscription)
    request.onConnectionChange = { state, _ in
      if case .reconnecting = state { network.reconnect() }
    }
    _ = try await network.execute(request).texts()
    #expect(server.connectionCount == 9)
  }

  @Test("it fails after the allowed attempts, and immediately if none are allowed")
  func eventStreamGivesUp() async throws {
    let server = try LoopbackServer { peer in
      _ = try peer.request()
      try peer.startChunks(type: "text/event-stream")
      try peer.end()
    }
    for (policy, attempts) in [(RetryPolicy(initialDelay: .milliseconds(10), maximumSubscriptionRetries: 2), 3), (.never, 1)] {
      let before = server.connectionCount
      let network = HTTPNetwork(url: server.url(), configuration: .init(retryPolicy: policy))
      await #expect(throws: RelayError.malformedResponse("the event stream ended without a complete event")) {
        try await network.execute(Self.request(.subscription)).texts()
      }
      #expect(server.connectionCount - before == attempts)
    }
  }

  @Test(
    "an event stream without a head, or one that falls silent, is noticed and opened again",
    arguments: [false, true])
  func silentEventStream(hasHead: Bool) async throws {
    let connections = Recorder<Int>()
    let server = try LoopbackServer { peer in
      _ = try peer.request()
      let number = connections.append(1)
      if number > 2 {
        try peer.startChunks(type: "text/event-stream")
        try peer.chunk("event: next\ndata: {\"data\":{\"n\":3}}\n\nevent: complete\n\n")
        return try peer.end()
      }
      if hasHead {
        try peer.startChunks(type: "text/event-stream")
        try peer.chunk(": hello\n\n")
      }
      // Until the client gives up.
      while true { _ = try peer.read() }
    }
    defer { server.stop() }
    var configuration = Self.fast
    configuration.streamTimeout = .milliseconds(200)
    let reasons = Recorder<URLError.Code?>()
    var request = Self.request(.subscription)
    request.onConnectionChange = { state, error in
      if case .reconnecting = state { reasons.append((error as? URLError)?.code) }
    }
    let texts = try await HTTPNetwork(url: server.url(), configuration: configuration).execute(request).texts()
    #expect(texts == [#"{"data":{"n":3}}"#])
    // On a busy machine, the third answer may be late as well.
    #expect(reasons.values.count >= 2 && reasons.values.allSatisfy { $0 == .timedOut })
  }

  @Test("by default, the silence of an event stream has a limit; without one, it may last")
  func silenceByDefault() throws {
    let url = try #require(URL(string: "http://server.example/"))
    func timeout(_ configuration: HTTPNetwork.Configuration) throws -> Duration? {
      try HTTPRequestBuilder(url: url, configuration: configuration).request(for: Self.request(.subscription), includesText: true).timeout
    }
    #expect(try timeout(.init()) == .seconds(120))
    #expect(try timeout(.init(streamTimeout: nil)) == nil)
    #expect(EventStreamNetwork.Configuration().streamTimeout == .seconds(120))
  }

  @Test("a body shorter than its declared length is an error, not an answer")
  func truncatedBody() async throws {
    let server = try LoopbackServer { peer in
      _ = try peer.request()
      try peer.write("HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{\"data\":{}}")
    }
    await #expect(throws: URLError.self) {
      try await HTTPNetwork(url: server.url(), configuration: .init(retryPolicy: .never)).execute(Self.request()).texts()
    }
    #expect(server.connectionCount == 1)
  }

  @Test("a request that the server accepts but does not answer fails after the timeout")
  func timeout() async throws {
    let server = try LoopbackServer { peer in
      _ = try peer.request()
      _ = try? peer.read()
    }
    let configuration = HTTPNetwork.Configuration(retryPolicy: .never, timeout: .milliseconds(500))
    await #expect(throws: URLError.self) {
      try await HTTPNetwork(url: server.url(), configuration: configuration).execute(Self.request()).texts()
    }
    #expect(server.connectionCount <= 1)
  }

  @Test("the timeout is the time without data: a server that sends a byte now and then is waited for")
  func slowServer() async throws {
    let timeout = Lock(Duration.milliseconds(250))
    let server = try LoopbackServer { peer in
      _ = try peer.request()
      try peer.startChunks(type: "application/json")
      let end = ContinuousClock.now.advanced(by: timeout.withLock { $0 } * 1.5)
      while ContinuousClock.now < end {
        try peer.chunk(" ")
        Thread.sleep(forTimeInterval: 0.01)
      }
      try peer.chunk(#"{"data":{"n":1}}"#)
      try peer.end()
    }
    // A busy machine may pause the server for as long as that: then both take longer. The whole answer always takes longer than the timeout.
    var texts: [String]?
    while texts == nil, timeout.withLock({ $0 }) < .seconds(30) {
      let configuration = HTTPNetwork.Configuration(retryPolicy: .never, timeout: timeout.withLock { $0 })
      texts = try? await HTTPNetwork(url: server.url(), configuration: configuration).execute(Self.request()).texts()
      timeout.withLock { $0 *= 2 }
    }
    #expect(texts?.map { $0.drop { $0 == " " } } == [#"{"data":{"n":1}}"#])
  }

  @Test("a redirection that keeps the method (307, 308) is followed with the body", arguments: [307, 308])
  func redirection(status: Int) async throws {
    let server = try LoopbackServer { peer in
      let request = try peer.request()
      if request.target == "/graphql" {
        try peer.respond("", status: status, headers: "Location: /moved\r\n")
      } else {
        let isWhole = request.method == "POST" && request.json["query"] == "query Test { n }"
        try peer.respond(#"{"data":{"n":\#(isWhole ? 1 : 0)}}"#)
      }
    }
    let texts = try await HTTPNetwork(url: server.url(), configuration: Self.fast).execute(Self.request()).texts()
    #expect(texts == [#"{"data":{"n":1}}"#])
    #expect(server.connectionCount == 2)
  }

  @Test("a redirection that would turn the request into a GET is an error with its status", arguments: [301, 302, 303])
  func lossyRedirection(status: Int) async throws {
    let server = try LoopbackServer { peer in
      _ = try peer.request()
      try peer.respond("", status: status, headers: "Location: /moved\r\n")
    }
    await #expect(throws: RelayError.http(status: status, body: "")) {
      try await HTTPNetwork(url: server.url(), configuration: Self.fast).execute(Self.request()).texts()
    }
    #expect(server.connectionCount == 1)
  }

  @Test("payloads count until the application takes them")
  func received() async throws {
    let count = 2_000
    let server = try LoopbackServer { peer in
      _ = try peer.request()
      try peer.startChunks(type: "text/event-stream")
      for number in 0..<count { try peer.chunk("data: {\"data\":{\"n\":\(number)}}\n\n") }
      try peer.chunk("event: complete\n\n")
      try peer.end()
    }
    // Each counts as at least 4 bytes, and otherwise as its length.
    let network = HTTPNetwork(url: server.url(), configuration: .init(retryPolicy: .never, maximumResponseSize: 1_000))
    var iterator = network.execute(Self.request(.subscription)).makeAsyncIterator()
    var held: [NetworkPayload] = []
    await #expect(throws: RelayError.responseTooLarge(limit: 1_000)) {
      while let payload = try await iterator.next() { held.append(payload) }
    }
    #expect(held.reduce(0) { $0 + $1.data.count } <= 1_000)
    #expect(held.first?.data == Data(#"{"data":{"n":0}}"#.utf8))
  }

  @Test("header fields that contain line breaks are not sent by any transport", .cases)
  func headerInjection() async {
    await eachCase(of: [("X", "a\r\nY: b"), ("X", "\u{0}"), ("X\n", "a"), ("X Y", "a"), ("", "a")]) {
      try await headerInjection(name: $0.0, value: $0.1)
    }
  }

  func headerInjection(name: String, value: String) async throws {
    struct Unreached: HTTPTransport {
      let requests: Recorder<URL>

      func send(_ request: HTTPNetwork.Request) async throws -> HTTPNetwork.Response {
        requests.append(request.url)
        return HTTPNetwork.Response(status: 200, headers: [:], body: Data("{}".utf8))
      }
    }
    struct Setting: NetworkInterceptor {
      let headers: HTTPNetwork.Headers

      func intercept(
        _ request: HTTPNetwork.Request, next: @Sendable (HTTPNetwork.Request) async throws -> HTTPNetwork.Response
      ) async throws -> HTTPNetwork.Response {
        var request = request
        request.headers.merge(headers)
        return try await next(request)
      }
    }
    var headers = HTTPNetwork.Headers()
    headers[name] = value
    let url = try #require(URL(string: "http://localhost/"))
    let transport = Unreached(requests: Recorder())
    let networks: [any RelayNetwork] = [
      HTTPNetwork(url: url, configuration: .init(headers: headers), transport: transport),
      HTTPNetwork(url: url, configuration: .init(interceptors: [Setting(headers: headers)]), transport: transport),
      EventStreamNetwork(url: url, configuration: .init(headers: headers), transport: transport),
      EventStreamNetwork(url: url, configuration: .init(interceptors: [Setting(headers: headers)]), transport: transport),
    ]
    for network in networks {
      let error = await #expect(throws: RelayError.self) { try await network.execute(Self.request()).texts() }
      if case .unsupportedOperation? = error {} else { Issue.record("\(type(of: network)): \(String(describing: error))") }
    }
    #expect(transport.requests.values.isEmpty)
  }

  @Test("a compressed answer is read, and other spellings of the media type are accepted")
  func encodings() async throws {
    let zipped: [UInt8] = [
      0x1f, 0x8b, 0x8, 0x0, 0x0, 0x0, 0x0, 0x0, 0x2, 0x3, 0xab, 0x56, 0x4a, 0x49, 0x2c, 0x49,
      0x54, 0xb2, 0xaa, 0x56, 0xca, 0x53, 0xb2, 0x32, 0xac, 0xad, 0x5, 0x0, 0xa0, 0x1f, 0xd, 0x67,
      0x10, 0x0, 0x0, 0x0,
    ]
    let server = try LoopbackServer { peer in
      let request = try peer.request()
      #expect(request.headers["Accept-Encoding"]?.contains("gzip") == true)
      try peer.write(
        "HTTP/1.1 200 OK\r\nContent-Type: Application/GraphQL-Response+JSON; Charset=UTF-8\r\nContent-Encoding: gzip\r\n"
          + "Content-Length: \(zipped.count)\r\nConnection: close\r\n\r\n")
      try peer.write(zipped)
    }
    let texts = try await HTTPNetwork(url: server.url(), configuration: Self.fast).execute(Self.request()).texts()
    #expect(texts == [#"{"data":{"n":1}}"#])
    #expect(server.connectionCount == 1)
  }

  @Test("an HTML page as an answer: quoted with an error status, reported as not GraphQL with a success status")
  func pages() async throws {
    let status = Recorder<Int>()
    let server = try LoopbackServer { peer in
      _ = try peer.request()
      try peer.respond("<html><body>Bad gateway</body></html>", status: status.values.isEmpty ? 500 : 200, type: "text/html")
    }
    let environment = RelayEnvironment(network: HTTPNetwork(url: server.url(), configuration: Self.fast))
    let failed = await #expect(throws: RelayError.self) { try await environment.fetch(CurrentUserToDoListQuery(id: "u1")) }
    #expect(failed?.localizedDescription == "HTTP status 500.")
    status.append(200)
    let puzzled = await #expect(throws: RelayError.self) { try await environment.fetch(CurrentUserToDoListQuery(id: "u1")) }
    #expect(puzzled?.localizedDescription.hasPrefix("The server's answer is not a GraphQL response: ") == true)
    #expect(server.connectionCount == 2)
  }
}
