import Dispatch
import Foundation
import TestSupport
import Testing

@testable import RelayRuntime

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// What must hold of the HTTP client of every platform, and of a `URLSession` where that is another one.
@Suite("What every platform's HTTP client does", .hangGuard)
struct PlatformHTTPClientTests {
  /// A client, and its name.
  private struct Case: CustomTestStringConvertible {
    let testDescription: String
    let client: any HTTPClient
  }

  private static var clients: [Case] {
    [
      Case(testDescription: "platform", client: SystemNetworking.httpClient(TransportConfiguration())),
      Case(testDescription: "session", client: URLSessionClient()),
    ]
  }

  private static func request(
    _ server: LoopbackServer, _ path: String = "/", method: String = "GET", body: HTTPNetwork.Request.Body = .none
  ) throws -> HTTPNetwork.Request {
    HTTPNetwork.Request(
      url: try #require(URL(string: path, relativeTo: server.url())?.absoluteURL), method: method, headers: ["X-Test": "1"], body: body,
      timeout: HangGuard.forever, operation: NetworkRequest(operationName: "Q", operationKind: .query, text: "{ a }"))
  }

  private static func text(_ response: HTTPNetwork.Response) async throws -> String {
    String(decoding: try await response.wholeBody(limit: .max), as: UTF8.self)
  }

  @Test("a request arrives as it is, with a body from memory or from a file", .cases)
  func request() async throws {
    let requests = Recorder<Peer.Request>()
    let server = try LoopbackServer { peer in
      requests.append(try peer.request())
      try peer.respond("answer", headers: "X-Answer: 2\r\n")
    }
    let bytes = Data((0..<300_000).map { UInt8(truncatingIfNeeded: $0) })
    let file = FileManager.default.temporaryDirectory.appendingPathComponent("relay-\(UUID().uuidString)")
    try bytes.write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    await eachCase(of: Self.clients) { each in
      for (method, body) in [("GET", HTTPNetwork.Request.Body.none), ("POST", .bytes(bytes)), ("POST", .file(file))] {
        let response = try await each.client.exchange(Self.request(server, "/a?b=c", method: method, body: body))
        #expect(response.status == 200)
        #expect(response.headers["X-Answer"] == "2")
        #expect(try await Self.text(response) == "answer")
        let request = try #require(requests.values.last)
        #expect(request.method == method && request.target == "/a?b=c")
        #expect(request.headers["X-Test"] == "1")
        #expect(request.body == (method == "GET" ? Data() : bytes))
      }
    }
  }

  @Test("redirections and challenges are answers like others", .cases)
  func unhandled() async throws {
    let server = try LoopbackServer { peer in
      let isChallenge = try peer.request().target == "/401"
      try peer.respond(
        "body", status: isChallenge ? 401 : 302, headers: isChallenge ? "WWW-Authenticate: Basic realm=\"r\"\r\n" : "Location: /401\r\n")
    }
    await eachCase(of: pairs(Self.clients, [401, 302])) { each, status in
      let response = try await each.client.exchange(Self.request(server, "/\(status)"))
      #expect(response.status == status)
      #expect(try await Self.text(response) == "body")
    }
  }

  @Test("the head and the first bytes of a body are there before its end", .cases)
  func streaming() async throws {
    let gate = DispatchSemaphore(value: 0)
    let server = try LoopbackServer { peer in
      _ = try peer.request()
      try peer.startChunks(type: "text/event-stream")
      try peer.chunk("first")
      gate.wait()
      try peer.chunk("second")
      try peer.end()
    }
    await eachCase(of: Self.clients) { each in
      let response = try await each.client.exchange(Self.request(server))
      var (body, isOpen) = ("", false)
      for try await chunk in response.body {
        body += String(decoding: chunk, as: UTF8.self)
        if body == "first", !isOpen {
          isOpen = true
          gate.signal()
        }
      }
      #expect(body == "firstsecond" && isOpen)
    }
  }

  @Test("a body that is not read waits, or ends with an error: it is not kept in memory whatever its size", .cases)
  func unread() async throws {
    let (piece, count) = (String(repeating: "x", count: 1 << 16), 400)
    let server = try LoopbackServer { peer in
      _ = try peer.request()
      try peer.startChunks(type: "application/json")
      for _ in 0..<count { try peer.chunk(piece) }
      try peer.end()
    }
    await eachCase(of: Self.clients) { each in
      var request = try Self.request(server)
      request.maximumResponseSize = 1 << 20
      let response = try await each.client.exchange(request)
      do {
        #expect(try await Self.text(response).utf8.count == count << 16)
      } catch {
        #expect(error as? RelayError == .responseTooLarge(limit: 1 << 20))
      }
    }
  }

  @Test("dropping a body ends its transfer, and cancelling a task that waits for a head ends it with CancellationError", .cases)
  func abandoned() async throws {
    let (begun, ended) = (Recorder<String>(), Recorder<String>())
    let server = try LoopbackServer { peer in
      let target = try peer.request().target
      begun.append(target)
      defer { ended.append(target) }
      if target == "/silent" { _ = try peer.read() }
      try peer.startChunks(type: "text/event-stream")
      while true { try peer.chunk(String(repeating: "x", count: 1 << 16)) }
    }
    await eachCase(of: Self.clients) { each in
      let count = ended.values.count
      _ = try await each.client.exchange(Self.request(server, "/endless"))
      try await eventually { ended.values.count == count + 1 }
      let request = try Self.request(server, "/silent")
      let waiting = Task { try await each.client.exchange(request) }
      try await eventually { begun.values.count == count + 2 }
      waiting.cancel()
      await #expect(throws: CancellationError.self) { try await waiting.value }
      try await eventually { ended.values.count == count + 2 }
    }
  }

  @Test("a server that cannot be reached, is silent, or ends in the middle of its answer is an error", .cases)
  func failures() async throws {
    let server = try LoopbackServer { peer in
      let target = try peer.request().target
      if target == "/silent" { _ = try peer.read() }
      if target == "/half" { try peer.write("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhalf") }
    }
    let stopped = try LoopbackServer { _ in }
    let address = try Self.request(stopped)
    stopped.stop()
    await eachCase(of: Self.clients) { each in
      await #expect(throws: URLError.self) { try await each.client.exchange(address) }
      var silent = try Self.request(server, "/silent")
      silent.timeout = .milliseconds(200)
      let error = await #expect(throws: URLError.self) { try await each.client.exchange(silent) }
      #expect(error?.code == .timedOut)
      let half = try Self.request(server, "/half")
      await #expect(throws: (any Error).self) { try await Self.text(each.client.exchange(half)) }
    }
  }

  @Test("exchanges at the same time get their own answers", .cases)
  func concurrent() async throws {
    let server = try LoopbackServer { peer in try peer.respond(peer.request().target) }
    await eachCase(of: Self.clients) { each in
      try await withThrowingTaskGroup(of: Bool.self) { group in
        for number in 0..<20 {
          let request = try Self.request(server, "/\(number)")
          group.addTask { try await Self.text(each.client.exchange(request)) == "/\(number)" }
        }
        for try await isRight in group { #expect(isRight) }
      }
    }
  }
}

/// What must hold of the WebSockets of every platform.
@Suite("What every platform's WebSockets do", .hangGuard)
struct PlatformWebSocketTests {
  private static func connect(
    _ server: LoopbackServer, headers: HTTPNetwork.Headers = [:], maximumMessageSize: Int = 1 << 16
  ) async throws -> any WebSocketConnection {
    try await SystemNetworking.webSocketTransport(TransportConfiguration()).connect(
      to: server.url("ws"), subprotocol: "graphql-transport-ws", headers: headers, maximumMessageSize: maximumMessageSize)
  }

  private static func code(_ error: (any Error)?) -> Int? {
    if case .webSocket(let code, _)? = error as? RelayError { code } else { nil }
  }

  @Test("the handshake has the fields and the subprotocol, and texts arrive in order in both directions")
  func conversation() async throws {
    let fields = Recorder<String?>()
    let texts = Recorder<String>()
    let server = try LoopbackServer { peer in
      let socket = try WebSocketPeer(peer)
      fields.append(socket.headers["X-Test"])
      fields.append(socket.headers["Sec-WebSocket-Protocol"])
      for text in ["one", "two", "é"] { try socket.send(text) }
      try socket.forEachMessage { type, _ in texts.append(type) }
    }
    let connection = try await Self.connect(server, headers: ["X-Test": "1"])
    try await eventually { fields.values == ["1", "graphql-transport-ws"] }
    #expect(connection.handshakeHeaders["Sec-WebSocket-Protocol"] == "graphql-transport-ws")
    for text in ["one", "two", "é"] { #expect(try await connection.receive() == Data(text.utf8)) }
    for type in ["a", "b", "c"] { try await connection.send(#"{"type":"\#(type)"}"#) }
    try await eventually { texts.values == ["a", "b", "c"] }
    connection.close(code: CloseStatus.normal, reason: "")
    try await eventually { texts.values == ["a", "b", "c", "closed"] }
  }

  @Test("a server that refuses the handshake, or chooses another subprotocol, is an error that says so")
  func refusals() async throws {
    let requests = Recorder<String>()
    let refusing = try LoopbackServer { peer in
      requests.append(try peer.request().target)
      try peer.respond("no", status: 403)
    }
    await #expect(throws: RelayError.http(status: 403, body: "")) { try await Self.connect(refusing) }
    let other = try LoopbackServer { peer in _ = try WebSocketPeer(peer, subprotocol: "other").peer.read() }
    let error = await #expect(throws: RelayError.self) { try await Self.connect(other) }
    #expect(Self.code(error) == CloseStatus.subprotocolNotAcceptable)
    await #expect(throws: RelayError.self) { try await Self.connect(refusing, headers: ["Host": "other"]) }
    // Nothing was sent.
    #expect(requests.values == ["/graphql"])
  }

  @Test("a close frame's code and reason are the error; a connection that is lost is 1006; a message that is too long has its own")
  func ends() async throws {
    let closing = try LoopbackServer { peer in
      let socket = try WebSocketPeer(peer)
      try socket.peer.write(WebSocketFrame.close(code: CloseStatus.unauthorized, reason: "who?").encoded(mask: nil))
      _ = try peer.read()
    }
    let closed = try await Self.connect(closing)
    await #expect(throws: RelayError.webSocket(code: CloseStatus.unauthorized, reason: "who?")) { try await closed.receive() }
    let losing = try LoopbackServer { peer in _ = try WebSocketPeer(peer) }
    let lost = try await Self.connect(losing)
    let error = await #expect(throws: RelayError.self) { try await lost.receive() }
    #expect(Self.code(error) == CloseStatus.abnormal)
    let talking = try LoopbackServer { peer in
      let socket = try WebSocketPeer(peer)
      try socket.send(String(repeating: "x", count: 1_000))
      _ = try peer.read()
    }
    let limited = try await Self.connect(talking, maximumMessageSize: 100)
    await #expect(throws: RelayError.responseTooLarge(limit: 100)) { try await limited.receive() }
  }

  @Test("closing ends a wait for a message, and cancelling ends a wait for the handshake")
  func interruptions() async throws {
    let codes = Recorder<Int?>()
    let silent = try LoopbackServer { peer in
      try WebSocketPeer(peer).forEachMessage { _, code in codes.append(code.intValue) }
    }
    let connection = try await Self.connect(silent)
    let waiting = Task { try await connection.receive() }
    connection.close(code: CloseStatus.timeout, reason: "late")
    await #expect(throws: RelayError.self) { try await waiting.value }
    try await eventually { codes.values == [CloseStatus.timeout] }
    let mute = try LoopbackServer { peer in while true { _ = try peer.read() } }
    let opening = Task { try await Self.connect(mute) }
    try await eventually { mute.connectionCount == 1 }
    opening.cancel()
    await #expect(throws: CancellationError.self) { try await opening.value }
  }
}
