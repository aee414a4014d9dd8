import Foundation
import TestSupport
import Testing

@testable import RelayRuntime

@Suite("GraphQL over WebSocket", .hangGuard)
struct WebSocketNetworkTests {
  static func subscription(_ name: String = "Changes", kind: OperationDefinition.Kind = .subscription) -> NetworkRequest {
    NetworkRequest(operationName: name, operationKind: kind, text: "subscription \(name) { change }", variables: ["a": 1])
  }

  @Test("a subscription: init with payload, subscribe, payloads, complete")
  func subscribe() async throws {
    let log = Recorder<String>()
    let server = try LoopbackServer { peer in
      let socket = try WebSocketPeer(peer)
      #expect(socket.headers["X-Client"] == "test")
      try socket.forEachMessage { type, message in
        log.append(type)
        switch type {
        case "connection_init":
          #expect(message["payload"] == ["token": "secret"])
          try socket.send(#"{"type":"ping"}"#)
          try socket.send(#"{"type":"connection_ack"}"#)
        case "subscribe":
          #expect(message["payload"]?["query"] == "subscription Changes { change }")
          #expect(message["payload"]?["variables"] == ["a": 1])
          let id = message["id"]?.stringValue ?? ""
          for value in 1...3 { try socket.send(#"{"id":"\#(id)","type":"next","payload":{"data":{"change":\#(value)}}}"#) }
          try socket.send(#"{"id":"\#(id)","type":"complete"}"#)
        default: break
        }
      }
    }
    var configuration = WebSocketNetwork.Configuration(headers: ["X-Client": "test"], connectionPayload: { ["token": "secret"] })
    configuration.idleTimeout = .milliseconds(10)
    let network = WebSocketNetwork(url: server.url("ws"), configuration: .patient(configuration))
    let texts = try await network.execute(Self.subscription()).texts()
    #expect(texts == (1...3).map { #"{"data":{"change":\#($0)}}"# })
    try await eventually { log.values.contains("closed") }
    #expect(log.values == ["connection_init", "pong", "subscribe", "closed"])
    #expect(server.connectionCount == 1)
  }

  @Test("an operation's extensions are sent; one with files, or with neither text nor id, fails, and nothing of it is sent")
  func contents() async throws {
    let payloads = Recorder<JSON>()
    let server = try LoopbackServer { peer in
      let socket = try WebSocketPeer(peer)
      try socket.forEachSubscription { id, message in
        payloads.append(message["payload"] ?? .null)
        try socket.send(#"{"id":"\#(id)","type":"complete"}"#)
      }
    }
    let network = WebSocketNetwork(url: server.url("ws"))
    var upload = Self.subscription("Send", kind: .mutation)
    upload.uploads = ["file": GraphQLUpload(filename: "a", bytes: Data("x".utf8))]
    let refusal = RelayError.unsupportedOperation("Send has files, which can be sent only in a request of an HTTPNetwork")
    let withFile = upload
    await #expect(throws: refusal) { try await network.execute(withFile).texts() }
    var nameless = Self.subscription("Unknown")
    nameless.text = nil
    let unknown = nameless
    await #expect(throws: RelayError.unsupportedOperation("Unknown has neither text nor a persisted id")) {
      try await network.execute(unknown).texts()
    }
    #expect(server.connectionCount == 0)
    var request = Self.subscription(kind: .mutation)
    request.extensions = ["k": "v"]
    #expect(try await network.execute(request).texts().isEmpty)
    request.text = nil
    request.operationID = "abc"
    #expect(try await network.execute(request).texts().isEmpty)
    #expect(payloads.values.map { $0["operationName"] } == ["Changes", "Changes"])
    #expect(payloads.values.first?["extensions"] == ["k": "v"])
    #expect(payloads.values.last?["extensions"]?["k"] == "v")
    #expect(payloads.values.last?["extensions"]?["persistedQuery"]?["id"] == "abc")
  }

  @Test("a ping with a long payload is answered without it")
  func longPing() async throws {
    let limit = GraphQLTransportWSClient.maximumPing
    let pongs = Recorder<Int>()
    let server = try LoopbackServer { peer in
      let socket = try WebSocketPeer(peer)
      var id = ""
      // The payload is a JSON text, with its quotation marks.
      func ping(_ count: Int) throws { try socket.send(#"{"type":"ping","payload":"\#(String(repeating: "x", count: count - 2))"}"#) }
      try socket.forEachMessage { type, message in
        switch type {
        case "connection_init": try socket.send(#"{"type":"connection_ack"}"#)
        case "subscribe":
          id = message["id"]?.stringValue ?? ""
          try ping(limit)
        case "pong":
          if pongs.append(message["payload"]?.stringValue?.utf8.count ?? -1) == 1 { return try ping(limit + 1) }
          try socket.send(#"{"id":"\#(id)","type":"complete"}"#)
        default: break
        }
      }
    }
    _ = try await WebSocketNetwork(url: server.url("ws"), configuration: .patient(.init())).execute(Self.subscription()).texts()
    #expect(pongs.values == [limit - 2, -1])
  }

  @Test("several operations share a connection; errors of one do not affect the other")
  func multiplexing() async throws {
    let server = try LoopbackServer { peer in
      let socket = try WebSocketPeer(peer)
      try socket.forEachSubscription { id, message in
        if message["payload"]?["operationName"] == "Bad" {
          try socket.send(#"{"id":"\#(id)","type":"error","payload":[{"message":"no such field"}]}"#)
        } else {
          try socket.send(#"{"id":"\#(id)","type":"next","payload":{"data":{"id":"\#(id)"}}}"#)
          try socket.send(#"{"id":"\#(id)","type":"complete"}"#)
        }
      }
    }
    let network = WebSocketNetwork(url: server.url("ws"), configuration: .patient())
    let bad = Task { try await network.execute(Self.subscription("Bad")).texts() }
    async let good = network.execute(Self.subscription("Good", kind: .query)).texts()
    #expect(try await good.count == 1)
    await #expect(throws: RelayError.subscription([GraphQLError(message: "no such field")])) { try await bad.value }
    #expect(server.connectionCount == 1)
  }

  @Test("cancelling sends complete to the server")
  func cancellation() async throws {
    let log = Recorder<String>()
    let server = try LoopbackServer { peer in
      let socket = try WebSocketPeer(peer)
      try socket.forEachMessage { type, message in
        log.append(type)
        if type == "connection_init" { try socket.send(#"{"type":"connection_ack"}"#) }
        if type == "subscribe" {
          try socket.send(#"{"id":"\#(message["id"]?.stringValue ?? "")","type":"next","payload":{"data":{}}}"#)
        }
      }
    }
    let network = WebSocketNetwork(url: server.url("ws"), configuration: .patient())
    let task = Task {
      for try await _ in network.execute(Self.subscription()) { log.append("payload") }
    }
    try await eventually { log.values.contains("payload") }
    task.cancel()
    try await eventually { log.values.contains("complete") }
  }

  @Test("a lost connection is reopened and the subscription continues; a mutation in flight fails")
  func reconnection() async throws {
    let mutations = Recorder<String>()
    let connections = Recorder<Int>()
    let server = try LoopbackServer { peer in
      let number = connections.append(0)
      let socket = try WebSocketPeer(peer)
      var subscriptions = 0
      try socket.forEachSubscription { id, message in
        if message["payload"]?["operationName"] == "Write" {
          mutations.append(id)
        } else {
          try socket.send(#"{"id":"\#(id)","type":"next","payload":{"data":{"connection":\#(number)}}}"#)
        }
        subscriptions += 1
        if number == 1 && subscriptions == 2 { throw Peer.Closed() }
        if number == 2 { try socket.send(#"{"id":"\#(id)","type":"complete"}"#) }
      }
    }
    let network = WebSocketNetwork(url: server.url("ws"), configuration: .patient(.init(initialDelay: .milliseconds(10))))
    async let texts = network.execute(Self.subscription()).texts()
    let written = Task { try await network.execute(Self.subscription("Write", kind: .mutation)).texts() }
    await #expect(throws: RelayError.self) { try await written.value }
    #expect(try await texts == [#"{"data":{"connection":1}}"#, #"{"data":{"connection":2}}"#])
    #expect(mutations.values.count == 1)
  }

  @Test("the state of the connection is reported to each operation")
  func connectionStates() async throws {
    let connections = Recorder<Int>()
    let server = try LoopbackServer { peer in
      let number = connections.append(0)
      if number == 2 { return }
      let socket = try WebSocketPeer(peer)
      try socket.forEachSubscription { id, _ in
        try socket.send(#"{"id":"\#(id)","type":"next","payload":{"data":{}}}"#)
        if number == 1 { throw Peer.Closed() }
        try socket.send(#"{"id":"\#(id)","type":"complete"}"#)
      }
    }
    let network = WebSocketNetwork(url: server.url("ws"), configuration: .patient(.init(initialDelay: .milliseconds(10))))
    let states = Recorder<ConnectionState>()
    let causes = Recorder<Bool>()
    var request = Self.subscription()
    request.onConnectionChange = { state, error in
      states.append(state)
      causes.append(error != nil)
    }
    _ = try await network.execute(request).texts()
    #expect(states.values == [.connecting, .connected, .reconnecting(attempt: 1), .reconnecting(attempt: 2), .connected])
    #expect(causes.values == [false, false, true, true, false])
    var second = Self.subscription()
    second.onConnectionChange = { state, _ in states.append(state) }
    _ = try await network.execute(second).texts()
    #expect(states.values.last == .connected)
  }

  @Test("a close code that rejects the client is final")
  func refusal() async throws {
    let server = try LoopbackServer { peer in
      let socket = try WebSocketPeer(peer)
      try socket.forEachMessage { type, _ in
        if type == "connection_init" { try peer.write(WebSocketFrame.close(code: 4401, reason: "Unauthorized").encoded(mask: nil)) }
      }
    }
    let network = WebSocketNetwork(url: server.url("ws"), configuration: .patient())
    await #expect(throws: RelayError.webSocket(code: 4401, reason: "Unauthorized")) {
      try await network.execute(Self.subscription()).texts()
    }
    #expect(server.connectionCount == 1)
  }

  @Test("an unreachable server is an error if the attempts are limited")
  func failures() async throws {
    let gone = try LoopbackServer { _ in }
    let url = gone.url("ws")
    gone.stop()
    await #expect(throws: RelayError.self) {
      try await WebSocketNetwork(url: url, configuration: .patient(.init(maximumRetries: 1, initialDelay: .milliseconds(10))))
        .execute(Self.subscription()).texts()
    }
  }

  @Test("messages that violate the protocol end the operation with an error", arguments: ["[]", "{", #"{"type":"next","id":"1"}"#])
  func malformed(message: String) async throws {
    let server = try LoopbackServer { peer in
      let socket = try WebSocketPeer(peer)
      try socket.forEachSubscription { _, _ in try socket.send(message) }
    }
    await #expect(throws: RelayError.self) {
      try await WebSocketNetwork(url: server.url("ws"), configuration: .patient()).execute(Self.subscription()).texts()
    }
  }

  @Test("a message before the acknowledgement, and an error that is too long, are errors that say so")
  func unexpectedMessages() async throws {
    let server = try LoopbackServer { peer in
      let socket = try WebSocketPeer(peer)
      try socket.forEachMessage { type, message in
        switch (type, message["payload"]?["isEarly"]) {
        case ("connection_init", .some): try socket.send(#"{"id":"1","type":"next","payload":{}}"#)
        case ("connection_init", nil): try socket.send(#"{"type":"connection_ack"}"#)
        case ("subscribe", _):
          let text = String(repeating: "x", count: GraphQLTransportWSClient.maximumError)
          try socket.send(#"{"id":"1","type":"error","payload":[{"message":"\#(text)"}]}"#)
        default: break
        }
      }
    }
    defer { server.stop() }
    func execute(isEarly: Bool) async throws {
      let configuration = WebSocketNetwork.Configuration(connectionPayload: { isEarly ? ["isEarly": true] : nil }, maximumRetries: 0)
      _ = try await WebSocketNetwork(url: server.url("ws"), configuration: .patient(configuration)).execute(Self.subscription()).texts()
    }
    await #expect(throws: RelayError.webSocket(code: 4400, reason: "next before the connection was acknowledged")) {
      try await execute(isEarly: true)
    }
    await #expect(throws: RelayError.responseTooLarge(limit: GraphQLTransportWSClient.maximumError)) { try await execute(isEarly: false) }
  }

  @Test("a message in fragments, with control frames between them, is one message; pings are answered")
  func fragments() async throws {
    let pongs = Recorder<[UInt8]>()
    let server = try LoopbackServer { peer in
      let socket = try WebSocketPeer(peer)
      var reader = WebSocketReader(maximumMessage: 1 << 20, acceptsMasked: true)
      func send(_ frame: [UInt8]) throws { try peer.write(frame) }
      while true {
        try reader.append(try peer.read()) { event in
          if case .pong(let payload) = event { pongs.append(payload) }
          guard case .message(let bytes) = event else { return }
          let message = try JSON(parsing: bytes)
          if message["type"] == "connection_init" { try socket.send(#"{"type":"connection_ack"}"#) }
          guard message["type"] == "subscribe", let id = message["id"]?.stringValue else { return }
          let text = Array(#"{"id":"\#(id)","type":"next","payload":{"data":{"text":"grüße"}}}"#.utf8)
          // Split within a character: a text message need not be valid before its last fragment (RFC 6455, section 5.4).
          let cut = text.firstIndex(of: 0xC3)! + 1
          try send([0x01, UInt8(cut)] + text[..<cut])
          try send([0x89, 0x02, 0x68, 0x69])
          try send([0x00, 0x00])
          try send([0x80, UInt8(text.count - cut)] + text[cut...])
          try socket.send(#"{"id":"\#(id)","type":"complete"}"#)
        }
      }
    }
    let texts = try await WebSocketNetwork(url: server.url("ws"), configuration: .patient()).execute(Self.subscription()).texts()
    #expect(texts == [#"{"data":{"text":"grüße"}}"#])
    #expect(server.connectionCount == 1)
    try await eventually { !pongs.values.isEmpty }
    #expect(pongs.values == [[0x68, 0x69]])
  }

  @Test("frames that violate the protocol end the connection with the appropriate code", .cases)
  func brokenFrames() async {
    await eachCase(of: [
      ([0xC1, 0x00] as [UInt8], "a reserved bit"), ([0x83, 0x00], "an unknown opcode"), ([0x89, 0x7E, 0x00, 0x80], "a long ping"),
      ([0x09, 0x00], "a ping in fragments"), ([0x80, 0x00], "a continuation of nothing"), ([0x81, 0x80, 0, 0, 0, 0], "a masked frame"),
    ]) { try await brokenFrames(bytes: $0.0, what: $0.1) }
  }

  func brokenFrames(bytes: [UInt8], what: String) async throws {
    let closed = Recorder<Int>()
    let server = try LoopbackServer { peer in
      let socket = try WebSocketPeer(peer)
      try socket.forEachMessage { type, message in
        if type == "connection_init" { try socket.send(#"{"type":"connection_ack"}"#) }
        if type == "subscribe" { try peer.write(bytes) }
        if type == "closed", case .int(let code) = message { closed.append(Int(code)) }
      }
    }
    let error = await #expect(throws: RelayError.self) {
      try await WebSocketNetwork(url: server.url("ws"), configuration: .patient()).execute(Self.subscription()).texts()
    }
    guard case .webSocket(1002, _) = error else {
      Issue.record("\(what): \(String(describing: error))")
      return
    }
    try await eventually { !closed.values.isEmpty }
    #expect(closed.values == [1002])
    #expect(server.connectionCount == 1)
  }

  @Test("a server that does not acknowledge, or does not answer at all, is a timeout")
  func acknowledgementTimeout() async throws {
    let silent = try LoopbackServer { peer in while true { _ = try peer.read() } }
    let reluctant = try LoopbackServer { peer in
      let socket = try WebSocketPeer(peer)
      try socket.forEachMessage { _, _ in }
    }
    for server in [silent, reluctant] {
      let configuration = WebSocketNetwork.Configuration(
        maximumRetries: 1, initialDelay: .milliseconds(10), acknowledgementTimeout: .milliseconds(100))
      let attempts = Recorder<Int>()
      var request = Self.subscription()
      request.onConnectionChange = { state, _ in
        if case .reconnecting(let attempt) = state { attempts.append(attempt) }
      }
      let error = await #expect(throws: RelayError.self) {
        try await WebSocketNetwork(url: server.url("ws"), configuration: .patient(configuration)).execute(request).texts()
      }
      guard case .webSocket(4408, let reason) = error else {
        Issue.record("\(String(describing: error))")
        return
      }
      #expect(reason.contains("0.1 seconds"))
      #expect(attempts.values == [1])
    }
  }

  @Test("a connection on which the server no longer answers pings is reopened, and the subscription continues")
  func keepAlive() async throws {
    let connections = Recorder<Int>()
    let server = try LoopbackServer { peer in
      let number = connections.append(1)
      let socket = try WebSocketPeer(peer)
      try socket.forEachMessage { type, message in
        if type == "connection_init" { try socket.send(#"{"type":"connection_ack"}"#) }
        // The first connection goes silent after its first event.
        if type == "ping", number > 1 { try socket.send(#"{"type":"pong"}"#) }
        guard type == "subscribe", let id = message["id"]?.stringValue else { return }
        try socket.send(#"{"id":"\#(id)","type":"next","payload":{"data":{"connection":\#(number)}}}"#)
        if number > 1 { try socket.send(#"{"id":"\#(id)","type":"complete"}"#) }
      }
    }
    let network = WebSocketNetwork(
      url: server.url("ws"), configuration: .patient(.init(initialDelay: .milliseconds(10), pingInterval: .milliseconds(50))))
    let texts = try await network.execute(Self.subscription()).texts()
    // On a busy machine, an answer may be late on any connection.
    #expect(server.connectionCount > 1)
    #expect(texts.last == #"{"data":{"connection":\#(server.connectionCount)}}"#)
  }

  @Test("after a server goes away (1001), the connection is reopened and the subscription continues")
  func goingAway() async throws {
    let connections = Recorder<Int>()
    let server = try LoopbackServer { peer in
      let number = connections.append(1)
      let socket = try WebSocketPeer(peer)
      try socket.forEachSubscription { id, _ in
        if number == 1 { return try peer.write(WebSocketFrame.close(code: 1001, reason: "restart").encoded(mask: nil)) }
        try socket.send(#"{"id":"\#(id)","type":"next","payload":{"data":{"connection":\#(number)}}}"#)
        try socket.send(#"{"id":"\#(id)","type":"complete"}"#)
      }
    }
    let network = WebSocketNetwork(
      url: server.url("ws"), configuration: .patient(.init(maximumRetries: 1, initialDelay: .milliseconds(10))))
    #expect(try await network.execute(Self.subscription()).texts() == [#"{"data":{"connection":2}}"#])
    #expect(server.connectionCount == 2)
  }

  @Test("a server that drops every connection immediately is an error after the allowed attempts, at growing intervals")
  func backoff() async throws {
    let server = try LoopbackServer { peer in
      try WebSocketPeer(peer).forEachSubscription { _, _ in throw Peer.Closed() }
    }
    let started = ContinuousClock.now
    let network = WebSocketNetwork(
      url: server.url("ws"), configuration: .patient(.init(maximumRetries: 3, initialDelay: .milliseconds(40))))
    await #expect(throws: RelayError.self) { try await network.execute(Self.subscription()).texts() }
    #expect(server.connectionCount == 4)
    // At least 40 + 80 + 160 ms.
    #expect(started.duration(to: .now) >= .milliseconds(280))
  }

  @Test("by default a subscription retries indefinitely and a query fails; the application can reconnect immediately")
  func goesOn() async throws {
    let connections = Recorder<Int>()
    let server = try LoopbackServer { peer in
      let number = connections.append(1)
      let socket = try WebSocketPeer(peer)
      try socket.forEachSubscription { id, _ in
        if number != 9 { throw Peer.Closed() }
        try socket.send(#"{"id":"\#(id)","type":"complete"}"#)
      }
    }
    for (kind, count) in [(OperationDefinition.Kind.subscription, 9), (.query, 15)] {
      // The attempts would take hours.
      let network = WebSocketNetwork(url: server.url("ws"), configuration: .patient(.init(initialDelay: HangGuard.forever)))
      var request = Self.subscription()
      request.operationKind = kind
      request.onConnectionChange = { state, _ in
        if case .reconnecting = state { network.reconnect() }
      }
      if kind == .subscription {
        #expect(try await network.execute(request).texts().isEmpty)
      } else {
        await #expect(throws: RelayError.self) { try await network.execute(request).texts() }
      }
      #expect(server.connectionCount == count)
    }
  }

  @Test("an operation does not wait for the next attempt of those that have ended")
  func abandonedPause() async throws {
    let connections = Recorder<Int>()
    let server = try LoopbackServer { peer in
      let number = connections.append(1)
      let socket = try WebSocketPeer(peer)
      try socket.forEachSubscription { id, _ in
        if number == 1 { throw Peer.Closed() }
        try socket.send(#"{"id":"\#(id)","type":"complete"}"#)
      }
    }
    defer { server.stop() }
    let client = GraphQLTransportWSClient(
      url: server.url("ws"), configuration: .patient(.init(initialDelay: HangGuard.forever)), transport: PlatformWebSocketTransport(),
      maximumDelay: HangGuard.forever)
    let (paused, released) = (Recorder<Bool>(), Recorder<Bool>())
    func subscribe() -> Task<[String], any Error> {
      let mark = Noted { released.append(true) }
      var request = Self.subscription()
      request.onConnectionChange = { state, _ in
        withExtendedLifetime(mark) {
          if case .reconnecting = state { paused.append(true) }
        }
      }
      return Task { [request] in try await client.start(request).texts() }
    }
    let first = subscribe()
    try await eventually { paused.values == [true] }
    first.cancel()
    _ = await first.result
    // The client knows that the operation has ended.
    try await eventually { released.values == [true] }
    #expect(try await client.start(Self.subscription()).texts().isEmpty)
    #expect(server.connectionCount == 2)
  }

  @Test("every connection gets new credentials")
  func credentials() async throws {
    let tokens = Recorder<String>()
    let made = Recorder<Int>()
    let server = try LoopbackServer { peer in
      let socket = try WebSocketPeer(peer)
      try socket.forEachMessage { type, message in
        if type == "connection_init" {
          let count = tokens.append(message["payload"]?["token"]?.stringValue ?? "")
          if count == 1 { throw Peer.Closed() }
          try socket.send(#"{"type":"connection_ack"}"#)
        }
        if type == "subscribe" { try socket.send(#"{"id":"\#(message["id"]?.stringValue ?? "")","type":"complete"}"#) }
      }
    }
    let configuration = WebSocketNetwork.Configuration(
      connectionPayload: { ["token": .string("t\(made.append(1))")] }, initialDelay: .milliseconds(10))
    #expect(
      try await WebSocketNetwork(url: server.url("ws"), configuration: .patient(configuration)).execute(Self.subscription()).texts().isEmpty
    )
    #expect(tokens.values == ["t1", "t2"])
    #expect(server.connectionCount == 2)
  }

  @Test("a server that acknowledges each connection and drops it is an error after the allowed attempts, whatever else it sends")
  func acknowledgedAndDropped() async throws {
    let server = try LoopbackServer { peer in
      let socket = try WebSocketPeer(peer)
      try socket.forEachSubscription { _, _ in
        try socket.send(#"{"type":"ping"}"#)
        try socket.send(#"{"type":"next","id":"another","payload":{"data":{}}}"#)
        throw Peer.Closed()
      }
    }
    let network = WebSocketNetwork(
      url: server.url("ws"), configuration: .patient(.init(maximumRetries: 3, initialDelay: .milliseconds(10))))
    await #expect(throws: RelayError.self) { try await network.execute(Self.subscription()).texts() }
    #expect(server.connectionCount == 4)
  }

  @Test("a connection that was open long enough, or delivered something, resets the failure count", arguments: [true, false])
  func proven(byTime: Bool) async throws {
    let connections = Recorder<Int>()
    let server = try LoopbackServer { peer in
      let number = connections.append(1)
      let socket = try WebSocketPeer(peer)
      try socket.forEachSubscription { id, _ in
        if number == 8 { return try socket.send(#"{"id":"\#(id)","type":"complete"}"#) }
        if !byTime {
          try socket.send(#"{"id":"\#(id)","type":"next","payload":{"data":{}}}"#)
        }
        throw Peer.Closed()
      }
    }
    var configuration = WebSocketNetwork.Configuration(maximumRetries: 1, initialDelay: .milliseconds(1))
    // Every connection has been open for longer than that.
    if byTime { configuration.provingTime = .zero }
    let texts = try await WebSocketNetwork(url: server.url("ws"), configuration: .patient(configuration)).execute(Self.subscription())
      .texts()
    #expect(texts.count == (byTime ? 0 : 7))
    #expect(server.connectionCount == 8)
  }

  @Test("pending payloads count for their own operation; a slow consumer alone fails, after the payloads that fit")
  func tooMuchWaiting() async throws {
    let log = Recorder<String>()
    let server = try LoopbackServer { peer in
      let socket = try WebSocketPeer(peer)
      try socket.forEachMessage { type, message in
        if type == "complete" { log.append(message["id"]?.stringValue ?? "") }
        if type == "connection_init" { try socket.send(#"{"type":"connection_ack"}"#) }
        guard type == "subscribe", let id = message["id"]?.stringValue else { return }
        let filler = String(repeating: "x", count: 100_000)
        let isSlow = message["payload"]?["operationName"] == "Slow"
        for _ in 0..<(isSlow ? 20 : 1) { try socket.send(#"{"id":"\#(id)","type":"next","payload":{"data":"\#(filler)"}}"#) }
        if !isSlow { try socket.send(#"{"id":"\#(id)","type":"complete"}"#) }
      }
    }
    let network = WebSocketNetwork(url: server.url("ws"), configuration: .patient(.init(maximumMessageSize: 1 << 20)))
    var held: [NetworkPayload] = []
    let slow = network.execute(Self.subscription("Slow"))
    await #expect(throws: RelayError.responseTooLarge(limit: 1 << 20)) {
      for try await payload in slow { held.append(payload) }
    }
    #expect(held.count == 10)
    #expect(held.allSatisfy { $0.data.startIndex == 0 && $0.data.count == 100_011 })
    // Another operation on the same connection gets its answers.
    #expect(try await network.execute(Self.subscription()).texts().count == 1)
    #expect(server.connectionCount == 1)
    try await eventually { !log.values.isEmpty }
    #expect(log.values.count == 1)
  }

  @Test("a message that is too long ends the connection once (1009)", arguments: [1 << 20, 1 << 40])
  func tooLong(count: Int) async throws {
    let closed = Recorder<Int>()
    let server = try LoopbackServer { peer in
      let socket = try WebSocketPeer(peer)
      try socket.forEachMessage { type, message in
        if type == "connection_init" { try socket.send(#"{"type":"connection_ack"}"#) }
        if type == "closed", case .int(let code) = message { closed.append(code) }
        guard type == "subscribe" else { return }
        // A frame that contains only its length.
        try peer.write([0x81, 127] + (0..<8).reversed().map { UInt8(truncatingIfNeeded: count >> ($0 * 8)) })
      }
    }
    let network = WebSocketNetwork(url: server.url("ws"), configuration: .patient(.init(maximumMessageSize: (1 << 20) - 1)))
    await #expect(throws: RelayError.responseTooLarge(limit: (1 << 20) - 1)) { try await network.execute(Self.subscription()).texts() }
    try await eventually { !closed.values.isEmpty }
    #expect(closed.values == [1009])
    #expect(server.connectionCount == 1)
  }

  @Test("header fields that belong to the handshake, or contain line breaks, are rejected before anything is sent", .cases)
  func refusedHeaders() async {
    await eachCase(of: [
      ("Host", "a"), ("upgrade", "h2c"), ("Connection", "close"), ("Sec-WebSocket-Key", "a"), ("sec-websocket-extensions", "a"),
      ("Content-Length", "3"), ("Transfer-Encoding", "chunked"), ("X-A", "b\r\nX-C: d"), ("X-A", "b\nX-C: d"), ("X-A", "b\0"),
      ("X-A\r\nX-B", "c"), ("X A", "b"), ("", "b"), ("X:", "b"), ("Ünicode", "b"),
    ]) { try await refusedHeaders(name: $0.0, value: $0.1) }
  }

  func refusedHeaders(name: String, value: String) async throws {
    let server = try LoopbackServer { _ in }
    let network = WebSocketNetwork(url: server.url("ws"), configuration: .patient(.init(headers: [name: value])))
    let error = await #expect(throws: RelayError.self) { try await network.execute(Self.subscription()).texts() }
    guard case .unsupportedOperation(let reason) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(!reason.contains("X-C"))
    #expect(server.connectionCount == 0)
  }
}
