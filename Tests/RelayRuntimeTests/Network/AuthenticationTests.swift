import Foundation
import TestSupport
import Testing

@testable import RelayRuntime

@Suite("Renewal of credentials", .hangGuard)
struct AuthenticationTests {
  private struct SignedOut: Error, Equatable {}

  /// Lets the test decide when something continues.
  private final class Gate: Sendable {
    private let (stream, continuation) = AsyncStream<Void>.makeStream()

    func open() { continuation.finish() }

    func wait() async { for await _ in stream {} }
  }

  private static func network(_ server: LoopbackServer, _ token: RenewableCredential<String>) -> HTTPNetwork {
    HTTPNetwork(
      url: server.url(), configuration: .init(interceptors: [AuthenticationInterceptor(bearer: token)], retryPolicy: .never))
  }

  private static func token(of request: Peer.Request) -> String {
    String(request.headers["Authorization"]?.dropFirst("Bearer ".count) ?? "none")
  }

  private static let unauthenticated = #"{"errors":[{"message":"no","extensions":{"code":"UNAUTHENTICATED"}}],"data":{"hero":null}}"#

  @Test("ten requests that are rejected simultaneously cause one renewal", arguments: [401, 200])
  func singleFlight(status: Int) async throws {
    let requests = Recorder<String>()
    let server = try LoopbackServer { peer in
      let token = Self.token(of: try peer.request())
      requests.append(token)
      if token == "new" { return try peer.respond(#"{"data":{"hero":"R2-D2"}}"#) }
      // All of them are in flight before the first one is rejected.
      while requests.values.count < 10 { usleep(2_000) }
      try peer.respond(status == 200 ? Self.unauthenticated : "", status: status)
    }
    let renewals = Recorder<String>()
    let token = RenewableCredential("old") { old in
      renewals.append(old)
      return "new"
    }
    let network = Self.network(server, token)
    let texts = try await withThrowingTaskGroup(of: [String].self) { group in
      for _ in 0..<10 { group.addTask { try await network.execute(HTTPNetworkTests.query()).texts() } }
      return try await group.reduce(into: []) { $0 += $1 }
    }
    #expect(texts == Array(repeating: #"{"data":{"hero":"R2-D2"}}"#, count: 10))
    #expect(renewals.values == ["old"])
    #expect(requests.values.filter { $0 == "old" }.count == 10 && requests.values.count == 20)
  }

  @Test("a request rejected with an older token is sent again with the newest one, without a renewal")
  func olderToken() async throws {
    let renewals = Recorder<String>()
    let token = RenewableCredential("first") { old in
      renewals.append(old)
      return "third"
    }
    let tokens = Recorder<String>()
    let server = try LoopbackServer { peer in
      let sent = Self.token(of: try peer.request())
      tokens.append(sent)
      // The user signs in again while the request is in flight.
      if sent == "first" { token.set("second") }
      try peer.respond(sent == "first" ? "" : #"{"data":{}}"#, status: sent == "first" ? 401 : 200)
    }
    #expect(try await Self.network(server, token).execute(HTTPNetworkTests.query()).texts() == [#"{"data":{}}"#])
    #expect(tokens.values == ["first", "second"])
    #expect(renewals.values.isEmpty)
  }

  @Test("a failed renewal is the error of all waiting operations, and the next operation tries again")
  func failingRenewal() async throws {
    let (requests, renewals, gate) = (Recorder<String>(), Recorder<String>(), Gate())
    let server = try LoopbackServer { peer in
      let token = Self.token(of: try peer.request())
      requests.append(token)
      try peer.respond(token == "new" ? #"{"data":{}}"# : "", status: token == "new" ? 200 : 401)
    }
    let token = RenewableCredential("old") { old in
      if renewals.append(old) > 1 { return "new" }
      await gate.wait()
      throw SignedOut()
    }
    let network = Self.network(server, token)
    let tasks = (0..<5).map { _ in Task { try await network.execute(HTTPNetworkTests.query()).texts() } }
    try await eventually { token.waiterCount == 5 }
    gate.open()
    for task in tasks { await #expect(throws: SignedOut()) { try await task.value } }
    #expect(renewals.values.count == 1)
    #expect(try await network.execute(HTTPNetworkTests.query()).texts() == [#"{"data":{}}"#])
    #expect(renewals.values.count == 2 && requests.values.count == 7)
  }

  @Test("a cancelled operation no longer waits; the renewal continues for the others")
  func cancellation() async throws {
    let (renewals, gate) = (Recorder<Bool>(), Gate())
    let server = try LoopbackServer { peer in
      let token = Self.token(of: try peer.request())
      try peer.respond(token == "new" ? #"{"data":{}}"# : "", status: token == "new" ? 200 : 401)
    }
    let token = RenewableCredential("old") { _ in
      await gate.wait()
      renewals.append(Task.isCancelled)
      return "new"
    }
    let network = Self.network(server, token)
    let first = Task { try await network.execute(HTTPNetworkTests.query()).texts() }
    try await eventually { token.waiterCount == 1 }
    let second = Task { try await network.execute(HTTPNetworkTests.query()).texts() }
    try await eventually { token.waiterCount == 2 }
    first.cancel()
    try await eventually { token.waiterCount == 1 }
    _ = await first.result
    gate.open()
    #expect(try await second.value == [#"{"data":{}}"#])
    #expect(renewals.values == [false])
  }

  @Test("a token that is known to have expired is renewed before it is sent")
  func expiry() async throws {
    let tokens = Recorder<String>()
    let server = try LoopbackServer { peer in
      tokens.append(Self.token(of: try peer.request()))
      try peer.respond(#"{"data":{}}"#)
    }
    let token = RenewableCredential("old", isExpired: { $0 == "old" }, renew: { _ in "new" })
    _ = try await Self.network(server, token).execute(HTTPNetworkTests.query()).texts()
    #expect(tokens.values == ["new"])
    #expect(token.value == "new")
  }

  @Test("a token that has always expired, as with a clock that is ahead, is renewed once after a rejection, and then that is the answer")
  func alwaysExpired() async throws {
    let (tokens, renewals) = (Recorder<String>(), Recorder<String>())
    let server = FakeServer { request in
      // If it went on forever, the test would not end.
      guard tokens.append(request.headers["Authorization"] ?? "none") < 10 else { return nil }
      return (401, ["Content-Type": "text/plain"], "go away")
    }
    let token = RenewableCredential("1", isExpired: { _ in true }) { old in
      renewals.append(old)
      return "\((Int(old) ?? 0) + 1)"
    }
    let network = HTTPNetwork(
      url: try #require(URL(string: "http://server.example/")),
      configuration: .init(interceptors: [AuthenticationInterceptor(bearer: token)], retryPolicy: .never), transport: server)
    await #expect(throws: RelayError.http(status: 401, body: "go away")) {
      try await network.execute(HTTPNetworkTests.query()).texts()
    }
    #expect(tokens.values == ["Bearer 2", "Bearer 3"])
    #expect(renewals.values == ["1", "2"])
  }

  @Test("if the renewed token is rejected as well, that is the answer; without a token nothing is renewed")
  func refused() async throws {
    let (tokens, renewals) = (Recorder<String>(), Recorder<String>())
    let server = try LoopbackServer { peer in
      tokens.append(Self.token(of: try peer.request()))
      try peer.respond("go away", status: 401, type: "text/plain")
    }
    let token = RenewableCredential("old") { old in
      renewals.append(old)
      return "new"
    }
    await #expect(throws: RelayError.http(status: 401, body: "go away")) {
      try await Self.network(server, token).execute(HTTPNetworkTests.query()).texts()
    }
    #expect(tokens.values == ["old", "new"])
    token.set(nil)
    await #expect(throws: RelayError.http(status: 401, body: "go away")) {
      try await Self.network(server, token).execute(HTTPNetworkTests.query()).texts()
    }
    #expect(tokens.values == ["old", "new", "none"])
    #expect(renewals.values == ["old"])
  }

  @Test("a mutation is sent again only if the answer shows that it did not run", .cases)
  func mutations() async {
    await eachCase(of: [
      (#"{"errors":[{"message":"no","extensions":{"code":"UNAUTHENTICATED"}}]}"#, 2),
      (#"{"errors":[{"message":"no","path":["a"],"extensions":{"code":"UNAUTHENTICATED"}}],"data":{"a":null}}"#, 2),
      (#"{"errors":[{"message":"no","path":["b"],"extensions":{"code":"UNAUTHENTICATED"}}],"data":{"a":1,"b":null}}"#, 1),
      (#"{"errors":[{"message":"no","path":["b"],"extensions":{"code":"UNAUTHENTICATED"}}],"data":null}"#, 1),
      (#"{"errors":[{"message":"x"},{"message":"no","extensions":{"code":"UNAUTHENTICATED"}}],"data":{"a":null}}"#, 1),
      (#"{"data":{"code":"UNAUTHENTICATED"}}"#, 1),
    ]) { try await mutations(answer: $0.0, count: $0.1) }
  }

  func mutations(answer: String, count: Int) async throws {
    let tokens = Recorder<String>()
    let server = try LoopbackServer { peer in
      let token = Self.token(of: try peer.request())
      tokens.append(token)
      try peer.respond(token == "new" ? #"{"data":{}}"# : answer)
    }
    let token = RenewableCredential("old") { _ in "new" }
    let texts = try await Self.network(server, token).execute(HTTPNetworkTests.query(kind: .mutation)).texts()
    #expect(tokens.values == Array(["old", "new"].prefix(count)))
    #expect(texts == [count == 2 ? #"{"data":{}}"# : answer])
  }

  @Test("a multipart answer is not held back, and one that is too long is an error")
  func bodies() async throws {
    let gate = DispatchSemaphore(value: 0)
    let server = try LoopbackServer { peer in
      let request = try peer.request()
      if request.json["operationName"] == "Long" { return try peer.respond(String(repeating: "x", count: 10_000)) }
      try peer.startChunks(type: "text/event-stream")
      try peer.chunk("event: next\ndata: {\"data\":{\"n\":1}}\n\n")
      gate.wait()
      try peer.chunk("event: complete\ndata:\n\n")
      try peer.end()
    }
    let token = RenewableCredential("old") { _ in "new" }
    var count = 0
    for try await _ in Self.network(server, token).execute(HTTPNetworkTests.query(kind: .subscription)) {
      count += 1
      gate.signal()
    }
    #expect(count == 1)
    let network = HTTPNetwork(
      url: server.url(),
      configuration: .init(interceptors: [AuthenticationInterceptor(bearer: token)], retryPolicy: .never, maximumResponseSize: 1_000))
    await #expect(throws: RelayError.responseTooLarge(limit: 1_000)) { try await network.execute(HTTPNetworkTests.query("Long")).texts() }
  }

  // MARK: - Sockets

  /// A server that accepts the token `new`, and rejects others in the way given by `refuse`.
  private static func socketServer(
    _ tokens: Recorder<String>, refuse: @escaping @Sendable (WebSocketPeer) throws -> Void
  ) throws -> LoopbackServer {
    try LoopbackServer { peer in
      let socket = try WebSocketPeer(peer)
      var isKnown = false
      try socket.forEachMessage { type, message in
        if type == "connection_init" {
          let token = message["payload"]?["token"]?.stringValue ?? "none"
          tokens.append(token)
          isKnown = token == "new"
          guard isKnown else { return try refuse(socket) }
          try socket.send(#"{"type":"connection_ack"}"#)
        }
        guard isKnown, type == "subscribe", let id = message["id"]?.stringValue else { return }
        try socket.send(#"{"id":"\#(id)","type":"next","payload":{"data":{"change":1}}}"#)
        try socket.send(#"{"id":"\#(id)","type":"complete"}"#)
      }
    }
  }

  private static func network(_ server: LoopbackServer, authentication: WebSocketNetwork.Authentication) -> WebSocketNetwork {
    WebSocketNetwork(
      url: server.url("ws"),
      configuration: .patient(.init(authentication: authentication, maximumRetries: 0, initialDelay: HangGuard.forever)))
  }

  @Test("a rejected socket is opened again with a new connection_init", arguments: [4401, 4403, 0])
  func sockets(code: Int) async throws {
    let tokens = Recorder<String>()
    let server = try Self.socketServer(tokens) { socket in
      if code == 0 { return try socket.send(#"{"type":"connection_error","payload":{"message":"no"}}"#) }
      try socket.peer.write(WebSocketFrame.close(code: code, reason: "no").encoded(mask: nil))
    }
    let renewals = Recorder<String>()
    let token = RenewableCredential("old") { old in
      renewals.append(old)
      return "new"
    }
    let network = Self.network(server, authentication: .init(token, payload: { ["token": .string($0)] }))
    async let first = network.execute(WebSocketNetworkTests.subscription()).texts()
    async let second = network.execute(WebSocketNetworkTests.subscription()).texts()
    #expect(try await (first + second) == Array(repeating: #"{"data":{"change":1}}"#, count: 2))
    #expect(tokens.values == ["old", "new"])
    #expect(renewals.values == ["old"])
  }

  @Test("an acknowledged connection that is closed with 4401 is opened again; the subscription continues")
  func expiredSocket() async throws {
    let tokens = Recorder<String>()
    let server = try LoopbackServer { peer in
      let socket = try WebSocketPeer(peer)
      var token = ""
      try socket.forEachMessage { type, message in
        if type == "connection_init" {
          token = message["payload"]?["token"]?.stringValue ?? "none"
          tokens.append(token)
          try socket.send(#"{"type":"connection_ack"}"#)
        }
        guard type == "subscribe", let id = message["id"]?.stringValue else { return }
        try socket.send(#"{"id":"\#(id)","type":"next","payload":{"data":"\#(token)"}}"#)
        if token == "old" { return try peer.write(WebSocketFrame.close(code: 4401, reason: "expired").encoded(mask: nil)) }
        try socket.send(#"{"id":"\#(id)","type":"complete"}"#)
      }
    }
    let token = RenewableCredential("old") { _ in "new" }
    let network = Self.network(server, authentication: .init(token, payload: { ["token": .string($0)] }))
    #expect(
      try await network.execute(WebSocketNetworkTests.subscription()).texts() == [#"{"data":"old"}"#, #"{"data":"new"}"#])
    #expect(tokens.values == ["old", "new"])
  }

  @Test("a handshake that is rejected with 401 is repeated with a new header field")
  func handshake() async throws {
    let fields = Recorder<String>()
    let accepting = try LoopbackServer { peer in
      let socket = try WebSocketPeer(peer)
      fields.append(socket.headers["Authorization"] ?? "none")
      try socket.forEachSubscription { id, _ in
        try socket.send(#"{"id":"\#(id)","type":"complete"}"#)
      }
    }
    let refusing = try LoopbackServer { peer in
      fields.append(try peer.request().headers["Authorization"] ?? "none")
      try peer.respond("", status: 401)
    }
    /// Connects to the rejecting server first.
    struct Transport: WebSocketTransport {
      let urls: [URL]
      let count = Recorder<Int>()

      func connect(
        to url: URL, subprotocol: String, headers: HTTPNetwork.Headers, maximumMessageSize: Int
      ) async throws -> any WebSocketConnection {
        try await PlatformWebSocketTransport().connect(
          to: self.urls[self.count.append(0) - 1], subprotocol: subprotocol, headers: headers, maximumMessageSize: maximumMessageSize)
      }
    }
    let token = RenewableCredential("old") { _ in "new" }
    let network = WebSocketNetwork(
      url: accepting.url("ws"),
      configuration: .patient(.init(authentication: .init(token, headers: { ["Authorization": "Bearer \($0)"] }), maximumRetries: 0)),
      transport: Transport(urls: [refusing.url("ws"), accepting.url("ws")]))
    #expect(try await network.execute(WebSocketNetworkTests.subscription()).texts().isEmpty)
    #expect(fields.values == ["Bearer old", "Bearer new"])
  }

  @Test("a socket fails if its new token is rejected as well, or if the renewal fails")
  func refusedSocket() async throws {
    let tokens = Recorder<String>()
    let server = try Self.socketServer(tokens) { socket in
      try socket.peer.write(WebSocketFrame.close(code: 4403, reason: "no").encoded(mask: nil))
    }
    let token = RenewableCredential("old") { _ in "older" }
    let network = Self.network(server, authentication: .init(token, payload: { ["token": .string($0)] }))
    await #expect(throws: RelayError.webSocket(code: 4403, reason: "no")) {
      try await network.execute(WebSocketNetworkTests.subscription()).texts()
    }
    #expect(tokens.values == ["old", "older"])
    let failing = RenewableCredential("old") { _ in throw SignedOut() }
    let second = Self.network(server, authentication: .init(failing, payload: { ["token": .string($0)] }))
    await #expect(throws: SignedOut()) { try await second.execute(WebSocketNetworkTests.subscription()).texts() }
    #expect(tokens.values == ["old", "older", "old"])
    let expired = RenewableCredential("old", isExpired: { _ in true }, renew: { _ in throw SignedOut() })
    var configuration = WebSocketNetwork.Configuration(authentication: .init(expired, payload: { ["token": .string($0)] }))
    configuration.initialDelay = HangGuard.forever
    let third = WebSocketNetwork(url: server.url("ws"), configuration: .patient(configuration))
    await #expect(throws: SignedOut()) { try await third.execute(WebSocketNetworkTests.subscription()).texts() }
    #expect(tokens.values.count == 3)
  }

  @Test("a renewal that does not reach its server is retried, like a connection")
  func unreachableRenewal() async throws {
    let (tokens, renewals) = (Recorder<String>(), Recorder<String>())
    let server = try Self.socketServer(tokens) { socket in
      try socket.peer.write(WebSocketFrame.close(code: 4401, reason: "no").encoded(mask: nil))
    }
    let token = RenewableCredential("old") { old in
      if renewals.append(old) < 3 { throw URLError(.notConnectedToInternet) }
      return "new"
    }
    let network = WebSocketNetwork(
      url: server.url("ws"),
      configuration: .patient(
        .init(
          authentication: .init(token, payload: { ["token": .string($0)] }), maximumRetries: 5, initialDelay: .milliseconds(1))))
    #expect(try await network.execute(WebSocketNetworkTests.subscription()).texts() == [#"{"data":{"change":1}}"#])
    #expect(tokens.values == ["old", "old", "old", "new"])
  }

  @Test("a renewal is not awaited after the last operation of a socket has ended; the next one opens a connection")
  func cancelledSocket() async throws {
    let (tokens, gate) = (Recorder<String>(), Gate())
    let server = try Self.socketServer(tokens) { socket in
      try socket.peer.write(WebSocketFrame.close(code: 4403, reason: "no").encoded(mask: nil))
    }
    let token = RenewableCredential("old") { _ in
      await gate.wait()
      return "new"
    }
    let network = Self.network(server, authentication: .init(token, payload: { ["token": .string($0)] }))
    let first = Task { try await network.execute(WebSocketNetworkTests.subscription()).texts() }
    try await eventually { token.waiterCount == 1 }
    first.cancel()
    _ = await first.result
    try await eventually { token.waiterCount == 0 }
    let second = Task { try await network.execute(WebSocketNetworkTests.subscription()).texts() }
    try await eventually { token.waiterCount == 1 }
    gate.open()
    #expect(try await second.value == [#"{"data":{"change":1}}"#])
    #expect(tokens.values == ["old", "old", "new"])
  }
}
