import Foundation
import TestSupport
import Testing

@testable import RelayRuntime

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The configuration of the library's transports, and the events that they report.
@Suite("Transports", .hangGuard)
struct TransportTests {
  /// Events as text, without values that differ from run to run.
  private static func line(_ event: TransportEvent) -> String {
    switch event {
    case .request(_, let request): "request \(request.method) \(request.url.path) \(request.headers["X-Trace"] ?? "none")"
    case .response(_, let status, let headers): "response \(status) \(headers["X-Trace-ID"] ?? "none")"
    case .completed(_, let metrics, let error): "completed\(metrics == nil ? " without metrics" : "")\(error == nil ? "" : " failed")"
    case .webSocketOpening(_, let url, let headers): "opening \(url.scheme ?? "") \(headers["X-Trace"] ?? "none")"
    case .webSocketOpened(_, let headers, _): "opened \(headers["Upgrade"] ?? "none")"
    case .webSocketClosed(_, let error): "closed \(error.map { "\($0)" } ?? "here")"
    }
  }

  private static func id(_ event: TransportEvent) -> Int {
    switch event {
    case .request(let id, _), .response(let id, _, _), .completed(let id, _, _), .webSocketOpening(let id, _, _),
      .webSocketOpened(let id, _, _), .webSocketClosed(let id, _):
      id
    }
  }

  @Test("requests, responses and metrics are reported in order, including those of redirections")
  func events() async throws {
    let events = Recorder<TransportEvent>()
    let server = try LoopbackServer { peer in
      let request = try peer.request()
      if request.target == "/graphql" {
        try peer.respond("", status: 307, headers: "Location: /moved\r\n")
      } else {
        try peer.respond(#"{"data":{}}"#, headers: "X-Trace-ID: 7\r\n")
      }
    }
    let transport = PlatformHTTPTransport(configuration: .init(onEvent: { events.append($0) }))
    let network = HTTPNetwork(url: server.url(), configuration: .init(headers: ["X-Trace": "1"]), transport: transport)
    #expect(try await network.execute(HTTPNetworkTests.query()).texts() == [#"{"data":{}}"#])
    let count = { events.values.filter { if case .completed = $0 { true } else { false } }.count }
    try await eventually { count() == 2 }
    let ids = Set(events.values.map(Self.id)).sorted()
    #expect(ids.count == 2)
    #expect(events.values.filter { Self.id($0) == ids.first }.map(Self.line).prefix(2) == ["request POST /graphql 1", "response 307 none"])
    let last = events.values.filter { Self.id($0) == ids.last }
    #expect(last.map(Self.line) == ["request POST /moved 1", "response 200 7", "completed"])
    guard case .completed(_, let metrics?, nil)? = last.last else { return }
    #expect(metrics.responseBodyBytes == Int64(#"{"data":{}}"#.utf8.count))
    #expect(metrics.requestBodyBytes > 50)
    #expect(metrics.networkProtocol == "http/1.1" && !metrics.isReusedConnection)
    #expect(metrics.duration > .zero && metrics.firstByte.map { $0 > .zero && $0 <= metrics.duration } == true)
    #expect(metrics.connect != nil)
    #expect(metrics.secureConnect == nil)
    #expect(metrics.remoteAddress == "127.0.0.1")
  }

  @Test("the reuse of a connection is reported")
  func reuse() async throws {
    let events = Recorder<TransportEvent>()
    let server = try LoopbackServer { peer in
      while true {
        _ = try peer.request()
        try peer.write("HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 11\r\n\r\n{\"data\":{}}")
      }
    }
    let network = HTTPNetwork(url: server.url(), transport: PlatformHTTPTransport(configuration: .init(onEvent: { events.append($0) })))
    for _ in 0..<2 { _ = try await network.execute(HTTPNetworkTests.query()).texts() }
    let metrics = { events.values.compactMap { if case .completed(_, let metrics, _) = $0 { metrics } else { nil } } }
    try await eventually { metrics().count == 2 }
    #expect(metrics().map(\.isReusedConnection) == [false, true])
    #expect(metrics().last?.connect == nil)
  }

  @Test("a failed request and a cancelled one are reported once")
  func failures() async throws {
    let events = Recorder<TransportEvent>()
    let server = try LoopbackServer { peer in
      let request = try peer.request()
      guard request.json["operationName"] == "Slow" else { return }
      try peer.startChunks(type: "text/event-stream")
      try peer.chunk("event: next\ndata: {\"data\":{}}\n\n")
      while true { _ = try peer.read() }
    }
    let network = HTTPNetwork(
      url: server.url(), configuration: .init(retryPolicy: .never),
      transport: PlatformHTTPTransport(configuration: .init(onEvent: { events.append($0) })))
    await #expect(throws: URLError.self) { try await network.execute(HTTPNetworkTests.query()).texts() }
    #expect(events.values.map(Self.line) == ["request POST /graphql none", "completed failed"])
    for try await _ in network.execute(HTTPNetworkTests.query("Slow", kind: .subscription)) { break }
    try await eventually { events.values.count == 5 }
    #expect(events.values.map(Self.line).suffix(3) == ["request POST /graphql none", "response 200 none", "completed failed"])
  }

  @Test("a request that is cancelled when the head of its response has just arrived fails; otherwise its body would, for no reason")
  func cancellationAtHead() async throws {
    let server = try LoopbackServer { peer in
      _ = try peer.request()
      try peer.startChunks(type: "text/event-stream")
      while true { _ = try peer.read() }
    }
    let sending = Lock<Task<HTTPNetwork.Response, any Error>?>(nil)
    let transport = PlatformHTTPTransport(
      configuration: .init(onEvent: { event in
        if case .response = event { sending.withLock { $0?.cancel() } }
      }))
    let request = HTTPNetwork.Request(
      url: server.url(), method: "GET", headers: [:], body: .none, timeout: nil, operation: HTTPNetworkTests.query())
    let task = sending.withLock { sending in
      let task = Task { try await transport.send(request) }
      sending = task
      return task
    }
    await #expect(throws: CancellationError.self) { try await task.value }
  }

  @Test("sockets are reported, and interceptors see the handshake, its answer and every message")
  func sockets() async throws {
    /// Counts the messages of a connection.
    struct Connection: WebSocketConnection {
      let inner: any WebSocketConnection
      let messages: Recorder<String>

      func send(_ text: String) async throws {
        self.messages.append("sent")
        try await self.inner.send(text)
      }

      func receive() async throws -> Data {
        let message = try await self.inner.receive()
        self.messages.append("received")
        return message
      }

      func close(code: Int, reason: String) { self.inner.close(code: code, reason: reason) }
    }
    struct Interceptor: WebSocketInterceptor {
      let messages: Recorder<String>

      func intercept(
        _ request: WebSocketRequest, next: @Sendable (WebSocketRequest) async throws -> any WebSocketConnection
      ) async throws -> any WebSocketConnection {
        var request = request
        request.headers["X-Trace"] = "2"
        let connection = try await next(request)
        self.messages.append("\(connection.handshakeHeaders["upgrade"] ?? "none") \(request.subprotocol)")
        return Connection(inner: connection, messages: self.messages)
      }
    }
    let (events, messages, fields) = (Recorder<TransportEvent>(), Recorder<String>(), Recorder<String>())
    let server = try LoopbackServer { peer in
      let socket = try WebSocketPeer(peer)
      fields.append(socket.headers["X-Trace"] ?? "none")
      try socket.forEachSubscription { _, _ in
        try peer.write(WebSocketFrame.close(code: 4400, reason: "no").encoded(mask: nil))
      }
    }
    let network = WebSocketNetwork(
      url: server.url("ws"), configuration: .patient(.init(headers: ["X-Trace": "1"], interceptors: [Interceptor(messages: messages)])),
      transport: PlatformWebSocketTransport(configuration: .init(onEvent: { events.append($0) })))
    await #expect(throws: RelayError.webSocket(code: 4400, reason: "no")) {
      try await network.execute(WebSocketNetworkTests.subscription()).texts()
    }
    #expect(fields.values == ["2"])
    #expect(messages.values == ["websocket graphql-transport-ws", "sent", "received", "sent"])
    #expect(
      events.values.map(Self.line) == [
        "opening ws 2", "opened websocket", "closed webSocket(code: 4400, reason: \"no\")",
      ])
    let refusing = try LoopbackServer { peer in
      _ = try peer.request()
      try peer.respond("", status: 403)
    }
    let second = WebSocketNetwork(
      url: refusing.url("ws"), configuration: .patient(),
      transport: PlatformWebSocketTransport(configuration: .init(onEvent: { events.append($0) })))
    await #expect(throws: RelayError.http(status: 403, body: "")) {
      try await second.execute(WebSocketNetworkTests.subscription()).texts()
    }
    #expect(events.values.map(Self.line).suffix(2) == ["opening ws none", "closed http(status: 403)"])
  }

  @Test("an interceptor of sockets cannot set a field that belongs to the handshake")
  func forbiddenField() async throws {
    struct Interceptor: WebSocketInterceptor {
      func intercept(
        _ request: WebSocketRequest, next: @Sendable (WebSocketRequest) async throws -> any WebSocketConnection
      ) async throws -> any WebSocketConnection {
        var request = request
        request.headers["Host"] = "example.com"
        return try await next(request)
      }
    }
    let server = try LoopbackServer { _ in }
    let network = WebSocketNetwork(url: server.url("ws"), configuration: .patient(.init(interceptors: [Interceptor()])))
    let error = await #expect(throws: RelayError.self) { try await network.execute(WebSocketNetworkTests.subscription()).texts() }
    #expect(error?.code == "UNSUPPORTED_OPERATION")
    #expect(server.connectionCount == 0)
  }

  @Test("no transport keeps cookies", arguments: ["platform", "session", "socket"])
  func cookies(transport: String) async throws {
    let cookies = Recorder<String>()
    let server = try LoopbackServer { peer in
      if transport == "socket" {
        let request = try peer.request()
        cookies.append(request.headers["Cookie"] ?? "none")
        return try peer.respond("", status: 503, headers: "Set-Cookie: id=1; Path=/\r\n")
      }
      cookies.append(try peer.request().headers["Cookie"] ?? "none")
      try peer.respond(#"{"data":{}}"#, headers: "Set-Cookie: id=1; Path=/\r\nSet-Cookie: b=2; Path=/; Max-Age=1000\r\n")
    }
    if transport == "socket" {
      let network = WebSocketNetwork(
        url: server.url("ws"), configuration: .patient(.init(maximumRetries: 2, initialDelay: .milliseconds(1))))
      await #expect(throws: RelayError.http(status: 503, body: "")) {
        try await network.execute(WebSocketNetworkTests.subscription()).texts()
      }
    } else {
      let client = transport == "session" ? PlatformHTTPTransport(client: URLSessionClient()) : PlatformHTTPTransport()
      let network = HTTPNetwork(url: server.url(), transport: client)
      for _ in 0..<3 { _ = try await network.execute(HTTPNetworkTests.query()).texts() }
    }
    #expect(cookies.values == ["none", "none", "none"])
    #expect(HTTPCookieStorage.shared.cookies?.contains { $0.domain == "127.0.0.1" } != true)
    let configuration = TransportConfiguration().sessionConfiguration
    #expect(configuration.httpCookieStorage == nil)
    #expect(!configuration.httpShouldSetCookies)
    #expect(configuration.urlCache == nil)
  }

  @Test("a session of the application: its cookies are sent, and its URLProtocol classes answer")
  func session() async throws {
    let cookies = Recorder<String>()
    let server = try LoopbackServer { peer in
      cookies.append(try peer.request().headers["Cookie"] ?? "none")
      try peer.respond(#"{"data":{}}"#, headers: "Set-Cookie: id=1; Path=/\r\n")
    }
    let configuration = URLSessionConfiguration.ephemeral
    let network = HTTPNetwork(url: server.url(), transport: PlatformHTTPTransport(configuration: .init(session: configuration)))
    for _ in 0..<2 { _ = try await network.execute(HTTPNetworkTests.query()).texts() }
    #expect(cookies.values == ["none", "id=1"])

    let stubbed = URLSessionConfiguration.ephemeral
    stubbed.protocolClasses = [StubProtocol.self]
    let second = HTTPNetwork(
      url: URL(string: "https://stub.invalid/graphql")!, transport: PlatformHTTPTransport(configuration: .init(session: stubbed)))
    #expect(try await second.execute(HTTPNetworkTests.query()).texts() == [#"{"data":{"stub":true}}"#])
  }

  /// Answers everything itself.
  private final class StubProtocol: URLProtocol {
    override class func canInit(with request: URLRequest) -> Bool { request.url?.host == "stub.invalid" }

    override class func canonicalRequest(for request: URLRequest) -> URLRequest { request }

    override func startLoading() {
      guard let url = request.url,
        let response = HTTPURLResponse(
          url: url, statusCode: 200, httpVersion: "HTTP/1.1", headerFields: ["Content-Type": "application/json"])
      else { return }
      client?.urlProtocol(self, didReceive: response, cacheStoragePolicy: .notAllowed)
      client?.urlProtocol(self, didLoad: Data(#"{"data":{"stub":true}}"#.utf8))
      client?.urlProtocolDidFinishLoading(self)
    }

    override func stopLoading() {}
  }

  #if !canImport(Darwin)
    @Test("unsupported options on this platform are an error that explains it")
    func unsupported() async throws {
      let server = try LoopbackServer { _ in }
      let both = PlatformHTTPTransport(configuration: .init(tls: TransportConfiguration.TLS(), session: .ephemeral))
      let error = await #expect(throws: RelayError.self) {
        try await HTTPNetwork(url: server.url(), transport: both).execute(HTTPNetworkTests.query()).texts()
      }
      #expect(error?.localizedDescription.contains("either TransportConfiguration.tls or a session") == true)
      let socket = WebSocketNetwork(
        url: server.url("ws"), configuration: .patient(), transport: PlatformWebSocketTransport(configuration: .init(session: .ephemeral)))
      let second = await #expect(throws: RelayError.self) { try await socket.execute(WebSocketNetworkTests.subscription()).texts() }
      #expect(second?.localizedDescription.contains("WebSockets do not use URLSession") == true)
      #expect(server.connectionCount == 0)
    }
  #endif
}
