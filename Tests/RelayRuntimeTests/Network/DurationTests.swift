import Foundation
import TestSupport
import Testing

@testable import RelayRuntime

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// All times are `Duration`s: callers may pass any value, and none may trap.
@Suite("Times of any length", .hangGuard)
struct DurationTests {
  /// Longer than any clock can wait, negative, and zero.
  static let huge: [Duration] = [.seconds(Int64.max), .seconds(1e19), Duration(secondsComponent: .max, attosecondsComponent: 0)]
  static let tiny: [Duration] = [.seconds(-1), .seconds(Int64.min), .zero]

  @Test("public API uses only Duration for times")
  func oneType() throws {
    for file in Repository.swiftFiles(in: "Sources/RelayRuntime") {
      let text = try String(contentsOf: file, encoding: .utf8)
      #expect(text.firstMatch(of: /: \(?TimeInterval\b/) == nil, "\(file.lastPathComponent)")
    }
  }

  @Test("a duration is clamped to the range of clocks", .cases)
  func bounds() {
    eachCase(of: Self.huge + Self.tiny) { bounds($0) }
  }

  func bounds(_ time: Duration) {
    #expect(time.bounded >= .zero)
    #expect(time.seconds.isFinite)
    #expect(ContinuousClock.now.advanced(by: time.bounded) >= .now.advanced(by: .seconds(-1)))
    #expect((time.bounded > .seconds(1_000_000_000)) == Self.huge.contains(time))
  }

  @Test("the timeout of a request", .cases)
  func timeouts() async {
    await eachCase(of: (Self.huge + [nil]) as [Duration?]) { try await timeouts($0) }
  }

  func timeouts(_ timeout: Duration?) async throws {
    let server = try LoopbackServer { peer in
      _ = try peer.request()
      try peer.respond(#"{"data":{}}"#)
    }
    let network = HTTPNetwork(url: server.url(), configuration: .init(retryPolicy: .never, timeout: timeout))
    #expect(try await network.execute(NetworkRequest(operationName: "Q", operationKind: .query, text: "{ a }")).texts().count == 1)
  }

  @Test("a timeout of zero or less ends immediately", .cases)
  func noTime() async {
    await eachCase(of: Self.tiny) { try await noTime($0) }
  }

  func noTime(_ timeout: Duration) async throws {
    let server = try LoopbackServer { peer in
      _ = try peer.request()
      _ = try? peer.read()
    }
    let network = HTTPNetwork(url: server.url(), configuration: .init(retryPolicy: .never, timeout: timeout))
    await #expect(throws: URLError.self) {
      try await network.execute(NetworkRequest(operationName: "Q", operationKind: .query, text: "{ a }")).texts()
    }
  }

  @Test("the delays of a retry", .cases)
  func delays() {
    eachCase(of: pairs(Self.huge + Self.tiny, Self.huge + Self.tiny)) { try delays($0.0, $0.1) }
  }

  func delays(_ initial: Duration, _ maximum: Duration) throws {
    let policy = RetryPolicy(maximumAttempts: 100, initialDelay: initial, maximumDelay: maximum)
    for failure in [RetryPolicy.Failure.status(503, retryAfter: nil), .status(503, retryAfter: "1e300"), .status(503, retryAfter: "inf")] {
      let delay = try #require(policy.delay(afterAttempt: 60, of: .query, failure: failure))
      #expect(delay >= .zero && delay <= maximum.bounded)
    }
  }

  @Test("the interval of a poll", .cases)
  func polls() async {
    await eachCase(of: Self.huge + Self.tiny) { try await polls($0) }
  }

  func polls(_ interval: Duration) async throws {
    weak var watched: RelayEnvironment?
    do {
      let requests = Recorder<ExecutionProgress>()
      let environment = RelayEnvironment(
        network: FetchNetwork { request in
          requests.append(request.progress)
          return NetworkPayload(["data": ["viewer": nil, "news": nil]])
        })
      watched = environment
      var count = 0
      for try await _ in environment.poll(HomeQuery(), every: interval) {
        count += 1
        guard count == (Self.tiny.contains(interval) ? 3 : 1) else { continue }
        // The pause follows.
        await requests.values[count - 1].waitUntilOver()
        break
      }
    }
    // The task that pauses keeps the environment alive. It has ended, so the pause did not trap.
    try await eventually { watched == nil }
  }

  @Test("the times of a WebSocket", .cases)
  func webSocket() async {
    await eachCase(of: Self.huge + Self.tiny) { try await webSocket($0) }
  }

  func webSocket(_ time: Duration) async throws {
    let connections = Recorder<Int>()
    let pings = Recorder<String>()
    let server = try LoopbackServer { peer in
      let number = connections.append(0)
      let socket = try WebSocketPeer(peer)
      try socket.forEachMessage { type, message in
        if type == "connection_init" { try socket.send(#"{"type":"connection_ack"}"#) }
        if type == "ping" { pings.append(type) }
        guard type == "subscribe" else { return }
        if number == 1, time <= .zero { throw Peer.Closed() }
        let id = message["id"]?.stringValue ?? ""
        try socket.send(#"{"id":"\#(id)","type":"next","payload":{"data":{}}}"#)
        try socket.send(#"{"id":"\#(id)","type":"complete"}"#)
      }
    }
    let isHuge = time > .zero
    let network = WebSocketNetwork(
      url: server.url("ws"),
      configuration: .patient(
        .init(
          initialDelay: time, acknowledgementTimeout: isHuge ? time : nil, pingInterval: time, idleTimeout: time)))
    #expect(try await network.execute(WebSocketNetworkTests.subscription()).texts() == [#"{"data":{}}"#])
    #expect(try await network.execute(WebSocketNetworkTests.subscription()).texts() == [#"{"data":{}}"#])
    #expect(pings.values.isEmpty)
    guard !isHuge else { return }
    // A server that acknowledges could be faster than a timeout of zero.
    let silent = try LoopbackServer { peer in try WebSocketPeer(peer).forEachMessage { _, _ in } }
    await #expect(throws: RelayError.self) {
      try await WebSocketNetwork(
        url: silent.url("ws"), configuration: .patient(.init(maximumRetries: 0, acknowledgementTimeout: time))
      ).execute(WebSocketNetworkTests.subscription()).texts()
    }
  }

  @Test("the ages of a store's data", .cases)
  func ages() async {
    await eachCase(of: Self.huge + Self.tiny) { try await ages($0) }
  }

  func ages(_ age: Duration) async throws {
    let store = RelayStore(configuration: .init(releaseBufferSize: 2, releaseBufferAge: age, queryCacheExpirationTime: age))
    let environment = RelayEnvironment(network: FetchNetwork { _ in throw CancellationError() }, store: store)
    let retention = environment.retain(HomeQuery())
    try environment.commitPayload(HomeQuery(), ["viewer": nil, "news": nil])
    #expect((environment.check(HomeQuery()) == .stale) == (age <= .zero))
    retention.dispose()
    store.collectGarbage()
  }
}
