import Foundation
import TestSupport
import Testing

@testable import RelayRuntime

/// Header fields and `extensions` of responses reach the code that needs them.
@Suite("Response metadata", .hangGuard)
struct ResponseMetadataTests {
  private static func line(_ event: RelayLogEvent) -> String? {
    switch event {
    case .networkResponse(let id, let response): "\(id) response \(response.status) \(response.headers["x-trace-id"] ?? "none")"
    case .responseExtensions(let id, _, let extensions): "\(id) extensions \(extensions["trace"]?.stringValue ?? "none")"
    case .networkError(let id, let error): "\(id) error \((error as? RelayError)?.code ?? "other")"
    default: nil
    }
  }

  private static let answer =
    #"{"data":{"viewer":{"id":"u1","name":"Ada"},"news":null},"extensions":{"trace":"t1","cost":3}}"#

  @Test("they are in the response of an operation, and in the log")
  func response() async throws {
    let server = try LoopbackServer { peer in
      _ = try peer.request()
      try peer.respond(Self.answer, headers: "X-Trace-ID: h1\r\n")
    }
    let log = Recorder<String>()
    let environment = RelayEnvironment(
      network: HTTPNetwork(url: server.url()),
      configuration: .init(log: { event in if let line = Self.line(event) { log.append(line) } }))
    let response = try await environment.response(to: HomeQuery())
    #expect(response.extensions == ["trace": "t1", "cost": 3])
    #expect(response.response?.status == 200 && response.response?.headers["X-Trace-ID"] == "h1")
    #expect(log.values.map { $0.drop { $0 != " " } } == [" response 200 h1", " extensions t1"])
    let stored = try await environment.response(to: HomeQuery(), fetchPolicy: .storeOnly)
    #expect(stored.extensions.isEmpty && stored.response == nil)
  }

  @Test("those of error answers are logged before the error, with the same id")
  func errors() async throws {
    let server = try LoopbackServer { peer in
      let request = try peer.request()
      if request.headers["X-Kind"] == "status" {
        return try peer.respond("no", status: 500, type: "text/plain", headers: "X-Trace-ID: h2\r\n")
      }
      try peer.respond(#"{"errors":[{"message":"no"}],"extensions":{"trace":"t3"}}"#, headers: "X-Trace-ID: h3\r\n")
    }
    for (kind, lines) in [
      ("status", ["response 500 h2", "error HTTP_STATUS"]), ("graphql", ["response 200 h3", "extensions t3", "error NO_DATA"]),
    ] {
      let log = Recorder<String>()
      let environment = RelayEnvironment(
        network: HTTPNetwork(url: server.url(), configuration: .init(headers: ["X-Kind": kind])),
        configuration: .init(log: { event in if let line = Self.line(event) { log.append(line) } }))
      await #expect(throws: RelayError.self) { try await environment.fetch(HomeQuery()) }
      let ids = Set(log.values.map { $0.prefix { $0 != " " } })
      #expect(ids.count == 1)
      #expect(log.values.map { String($0.drop { $0 != " " }.dropFirst()) } == lines)
    }
  }

  @Test("header fields of requests are in no event")
  func secrets() async throws {
    let answering = try LoopbackServer { peer in
      let isFailure = try peer.request().headers["X-Kind"] == "status"
      try peer.respond(isFailure ? "no" : Self.answer, status: isFailure ? 500 : 200)
    }
    let stopped = try LoopbackServer { _ in }
    let unreachable = stopped.url()
    stopped.stop()
    let sockets = try LoopbackServer { peer in
      let socket = try WebSocketPeer(peer)
      try socket.forEachSubscription { id, _ in
        try socket.send(#"{"id":"\#(id)","type":"next","payload":\#(Self.answer)}"#)
        try socket.send(#"{"id":"\#(id)","type":"complete"}"#)
      }
    }
    defer { [answering, sockets].forEach { $0.stop() } }
    func configuration(_ kind: String) -> HTTPNetwork.Configuration {
      .init(headers: ["Authorization": "Bearer secret", "X-Kind": kind], retryPolicy: .never)
    }
    let networks: [any RelayNetwork] = [
      HTTPNetwork(url: answering.url(), configuration: configuration("data")),
      HTTPNetwork(url: answering.url(), configuration: configuration("status")),
      HTTPNetwork(url: unreachable, configuration: configuration("data")),
      WebSocketNetwork(url: sockets.url("ws"), configuration: .init(headers: ["Authorization": "Bearer secret"], maximumRetries: 0)),
      WebSocketNetwork(url: unreachable, configuration: .init(headers: ["Authorization": "Bearer secret"], maximumRetries: 0)),
    ]
    for network in networks {
      let log = Recorder<String>()
      let environment = RelayEnvironment(
        network: network,
        configuration: .init(log: { event in
          var text = "\(event) \(String(reflecting: event))"
          dump(event, to: &text)
          log.append(text)
        }))
      _ = try? await environment.fetch(HomeQuery())
      #expect(log.values.count > 2)
      #expect(!log.values.contains { $0.contains("secret") }, "\(type(of: network))")
    }
  }

  @Test("each attempt and each operation of a batch is notified of its response")
  func attempts() async throws {
    let requests = Recorder<Int>()
    let server = try LoopbackServer { peer in
      let request = try peer.request()
      if case .array(let operations) = request.json {
        let answers = operations.map { _ in Self.answer }.joined(separator: ",")
        return try peer.respond("[\(answers)]", headers: "X-Trace-ID: batch\r\n")
      }
      let isFirst = requests.append(0) == 1
      try peer.respond(isFirst ? "" : Self.answer, status: isFirst ? 503 : 200, headers: "X-Trace-ID: h\(requests.values.count)\r\n")
    }
    let log = Recorder<String>()
    let environment = RelayEnvironment(
      network: HTTPNetwork(url: server.url(), configuration: .init(retryPolicy: RetryPolicy(initialDelay: .milliseconds(1)))),
      configuration: .init(log: { event in if let line = Self.line(event) { log.append(line) } }))
    #expect(try await environment.response(to: HomeQuery()).response?.headers["X-Trace-ID"] == "h2")
    #expect(log.values.map { String($0.drop { $0 != " " }.dropFirst()) } == ["response 503 h1", "response 200 h2", "extensions t1"])

    let network = HTTPNetwork(url: server.url(), configuration: .init(batching: .init(window: HangGuard.forever, maximumSize: 2)))
    let heads = Recorder<String>()
    var request = HTTPNetworkTests.query()
    request.onResponse = { heads.append($0.headers["X-Trace-ID"] ?? "none") }
    async let first = network.execute(request).texts()
    async let second = network.execute(request).texts()
    #expect(try await (first + second).count == 2)
    #expect(heads.values == ["batch", "batch"])
  }
}
