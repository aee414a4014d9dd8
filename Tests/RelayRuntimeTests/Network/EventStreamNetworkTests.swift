import Foundation
import TestSupport
import Testing

@testable import RelayRuntime

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// A server for the single connection mode of GraphQL over server-sent events.
private final class StreamServer: Sendable {
  private struct State {
    var streams: [String: Peer] = [:]
    var reservations = 0
    var log: [String] = []
    var operations: [JSON] = []
  }

  /// Shared with the handler, which must not retain the server.
  private final class Shared: Sendable {
    let state = Lock(State())

    func withLock<Result: Sendable>(_ body: (inout State) throws -> Result) rethrows -> Result { try state.withLock { try body(&$0) } }
  }

  private let state = Shared()
  private let server: LoopbackServer
  /// Handles an operation: gets its id, and a function that sends an event on its stream.
  typealias Answer = @Sendable (_ operation: JSON, _ id: String, _ send: (_ event: String, _ data: String) throws -> Void) throws -> Void

  init(answer: @escaping Answer = { _, _, _ in }, status: @escaping @Sendable (Peer.Request) -> Int? = { _ in nil }) throws {
    server = try LoopbackServer { [state] peer in
      let request = try peer.request()
      let token = request.headers["X-GraphQL-Event-Stream-Token"] ?? ""
      state.withLock { $0.log.append("\(request.method) \(token)\(request.target.contains("?") ? " " + request.target : "")") }
      if let status = status(request) { return try peer.respond(#"{"errors":[{"message":"no"}]}"#, status: status) }
      switch request.method {
      case "PUT":
        let number = state.withLock { state in
          state.reservations += 1
          return state.reservations
        }
        try peer.respond("token\(number)", status: 201, type: "text/plain; charset=utf-8")
      case "GET":
        try peer.startChunks(type: "text/event-stream; charset=utf-8")
        try peer.chunk(":\n\n")
        state.withLock { $0.streams[token] = peer }
        defer { state.withLock { $0.streams[token] = nil } }
        while true { _ = try peer.read() }
      case "POST":
        guard let stream = state.withLock({ $0.streams[token] }) else { return try peer.respond("{}", status: 404) }
        state.withLock { $0.operations.append(request.json) }
        try peer.respond("", status: 202)
        let id = request.json["extensions"]?["operationId"]?.stringValue ?? ""
        try answer(request.json, id) { event, data in
          try state.withLock {
            // Once a stream has been closed, its descriptor may be that of another socket.
            guard $0.streams[token] != nil else { throw Peer.Closed() }
            try stream.chunk("event: \(event)\ndata: \(data)\n\n")
          }
        }
      default: try peer.respond("", status: 200)
      }
    }
  }

  deinit { server.stop() }

  var url: URL { server.url() }
  var log: [String] { state.withLock { $0.log } }
  var operations: [JSON] { state.withLock { $0.operations } }
  var openStreams: Int { state.withLock { $0.streams.count } }

  /// Drops every stream.
  func drop() {
    state.withLock { for stream in $0.streams.values { shutdown(stream.descriptor, Int32(2)) } }
  }

  /// Waits until a condition holds; on timeout, the error contains the log.
  func eventually(file: String = #fileID, line: Int = #line, _ condition: () -> Bool) async throws {
    try await TestSupport.eventually("\(log)", file: file, line: line, condition)
  }
}

@Suite("GraphQL over one stream of events", .hangGuard)
struct EventStreamNetworkTests {
  private static func request(_ name: String = "Changes", _ kind: OperationDefinition.Kind = .subscription) -> NetworkRequest {
    NetworkRequest(operationName: name, operationKind: kind, text: "subscription \(name) { change }", variables: ["a": 1])
  }

  private static func network(_ server: StreamServer, _ change: (inout EventStreamNetwork.Configuration) -> Void = { _ in })
    -> EventStreamNetwork
  {
    var configuration = EventStreamNetwork.Configuration(
      headers: ["X-Client": "test"], initialDelay: .milliseconds(1), idleTimeout: .milliseconds(1))
    change(&configuration)
    return EventStreamNetwork(url: server.url, configuration: .patient(configuration))
  }

  @Test("a subscription: a stream is reserved and opened, the operation sent, its events read, and the stream closed")
  func subscribe() async throws {
    let server = try StreamServer { _, id, send in
      try send("next", #"{"id":"\#(id)","payload":{"data":{"n":1}}}"#)
      try send("next", #"  {"payload":{"data":{"n":2}}, "id":"\#(id)"}"#)
      try send("complete", #"{"id":"\#(id)"}"#)
    }
    let texts = try await Self.network(server).execute(Self.request()).texts()
    #expect(texts == [#"{"data":{"n":1}}"#, #"{"data":{"n":2}}"#])
    #expect(server.log == ["PUT ", "GET token1", "POST token1"])
    let operation = try #require(server.operations.first)
    #expect(operation["query"] == "subscription Changes { change }" && operation["variables"] == ["a": 1])
    #expect(operation["operationName"] == "Changes" && operation["extensions"]?["operationId"]?.stringValue?.isEmpty == false)
    try await server.eventually { server.openStreams == 0 }
  }

  @Test("an operation without text has an empty one and its id; one with text does not have its id", arguments: [true, false])
  func persisted(hasText: Bool) async throws {
    let server = try StreamServer { _, id, send in try send("complete", #"{"id":"\#(id)"}"#) }
    var request = Self.request()
    request.operationID = "abc"
    if !hasText { request.text = nil }
    #expect(try await Self.network(server).execute(request).texts().isEmpty)
    let operation = try #require(server.operations.first)
    let persisted = operation["extensions"]?["persistedQuery"]
    if hasText {
      #expect(operation["query"] == "subscription Changes { change }")
      #expect(operation["id"] == nil && persisted == nil)
    } else {
      #expect(operation["query"] == "" && operation["id"] == "abc")
      #expect(persisted == ["id": "abc", "version": 1, "sha256Hash": "abc"])
    }
  }

  @Test("an operation's header fields and extensions are sent with it; one with files fails, and nothing of it is sent")
  func contents() async throws {
    let fields = Recorder<[String?]>()
    let server = try StreamServer(
      answer: { _, id, send in try send("complete", #"{"id":"\#(id)"}"#) },
      status: { request in
        fields.append([request.method, request.headers["X-Client"], request.headers["Idempotency-Key"]])
        return nil
      })
    let network = Self.network(server) { $0.idleTimeout = .seconds(60) }
    var upload = Self.request("Send", .mutation)
    upload.uploads = ["file": GraphQLUpload(filename: "a", bytes: Data("x".utf8))]
    let refusal = RelayError.unsupportedOperation("Send has files, which can be sent only in a request of an HTTPNetwork")
    let withFile = upload
    await #expect(throws: refusal) { try await network.execute(withFile).texts() }
    #expect(server.log.isEmpty)
    var request = Self.request("Send", .mutation)
    request.headers = ["Idempotency-Key": "1", "X-Client": "mine"]
    request.extensions = ["k": "v"]
    #expect(try await network.execute(request).texts().isEmpty)
    #expect(server.operations.map { $0["extensions"]?["k"] } == ["v"])
    #expect(fields.values == [["PUT", "test", nil], ["GET", "test", nil], ["POST", "mine", "1"]])
  }

  @Test("header fields that cannot be sent are an error of their operation, and not of the others on the stream")
  func invalidHeaders() async throws {
    let server = try StreamServer { operation, id, send in
      if operation["operationName"] == "Other" { try send("next", #"{"id":"\#(id)","payload":{"data":{"n":1}}}"#) }
    }
    let network = Self.network(server) { $0.idleTimeout = .seconds(60) }
    let events = Recorder<String>()
    let other = Task { for try await _ in network.execute(Self.request("Other")) { events.append("other") } }
    try await server.eventually { !events.values.isEmpty }
    var request = Self.request()
    request.headers = ["X-A": "a\r\nX-B: b"]
    let invalid = request
    let error = await #expect(throws: RelayError.self) { try await network.execute(invalid).texts() }
    guard case .subscription(let errors)? = error else { throw try #require(error) }
    #expect(errors.map(\.message) == ["the value of the header field 'X-A' has a line break or a null character"])
    #expect(server.log == ["PUT ", "GET token1", "POST token1"])
    other.cancel()
    _ = await other.result
  }

  @Test("operations share one stream, and each gets its own answers")
  func sharing() async throws {
    let server = try StreamServer { operation, id, send in
      try send("next", #"{"id":"\#(id)","payload":{"data":{"name":"\#(operation["operationName"]?.stringValue ?? "")"}}}"#)
      try send("complete", #"{"id":"\#(id)"}"#)
    }
    let network = Self.network(server) { $0.idleTimeout = .seconds(60) }
    let answers = try await withThrowingTaskGroup(of: [String].self) { group in
      for number in 0..<20 {
        group.addTask { try await network.execute(Self.request("Q\(number)", number % 2 == 0 ? .query : .subscription)).texts() }
      }
      return try await group.reduce(into: []) { $0 += $1 }
    }
    #expect(Set(answers) == Set((0..<20).map { #"{"data":{"name":"Q\#($0)"}}"# }))
    #expect(server.log.filter { $0.hasPrefix("PUT") || $0.hasPrefix("GET") }.count == 2)
  }

  @Test("an operation that is cancelled is stopped by its id, and the others continue")
  func cancel() async throws {
    let server = try StreamServer { _, id, send in try send("next", #"{"id":"\#(id)","payload":{"data":{"n":1}}}"#) }
    let network = Self.network(server) { $0.idleTimeout = .seconds(60) }
    let events = Recorder<String>()
    let other = Task { for try await _ in network.execute(Self.request("Other")) { events.append("other") } }
    let task = Task { for try await _ in network.execute(Self.request("Mine")) { events.append("mine") } }
    try await server.eventually { Set(events.values) == ["mine", "other"] }
    let id = try #require(
      server.operations.first { $0["operationName"] == "Mine" }?["extensions"]?["operationId"]?.stringValue)
    task.cancel()
    try await server.eventually { server.log.contains { $0.hasPrefix("DELETE token1") && $0.hasSuffix("?operationId=\(id)") } }
    #expect(server.openStreams == 1)
    other.cancel()
    _ = await task.result
    _ = await other.result
  }

  @Test("a lost stream is reserved again, and subscriptions continue")
  func reconnect() async throws {
    let server = try StreamServer { _, id, send in try send("next", #"{"id":"\#(id)","payload":{"data":{"n":1}}}"#) }
    let network = Self.network(server)
    let events = Recorder<String>()
    let states = Recorder<ConnectionState>()
    var request = Self.request()
    request.onConnectionChange = { state, _ in states.append(state) }
    let task = Task { [request] in for try await _ in network.execute(request) { events.append("event") } }
    try await server.eventually { events.values.count == 1 }
    server.drop()
    try await server.eventually { events.values.count == 2 }
    #expect(server.log.contains("GET token2") && server.log.contains("POST token2"))
    #expect(states.values.contains(.reconnecting(attempt: 1)))
    task.cancel()
    _ = await task.result
    try await server.eventually { server.openStreams == 0 }
  }

  @Test("a stream that falls silent is reserved again")
  func silence() async throws {
    let operations = Lock(0)
    let server = try StreamServer { _, id, send in
      let number = operations.withLock { count in
        count += 1
        return count
      }
      // The first stream stays silent.
      guard number > 1 else { return }
      try send("next", #"{"id":"\#(id)","payload":{"data":{"n":2}}}"#)
      try send("complete", #"{"id":"\#(id)"}"#)
    }
    let reasons = Recorder<URLError.Code?>()
    var request = Self.request()
    request.onConnectionChange = { state, error in
      if case .reconnecting = state { reasons.append((error as? URLError)?.code) }
    }
    let network = Self.network(server) { $0.streamTimeout = .milliseconds(500) }
    #expect(try await network.execute(request).texts() == [#"{"data":{"n":2}}"#])
    #expect(reasons.values.first == .timedOut)
  }

  @Test("if the server has forgotten the stream, another one is reserved")
  func forgotten() async throws {
    let refusals = Lock(1)
    let server = try StreamServer(
      answer: { _, id, send in
        try send("next", #"{"id":"\#(id)","payload":{"data":{"n":1}}}"#)
        try send("complete", #"{"id":"\#(id)"}"#)
      },
      status: { request in
        guard request.method == "POST" else { return nil }
        return refusals.withLock { count in
          defer { count -= 1 }
          return count > 0 ? 404 : nil
        }
      })
    #expect(try await Self.network(server).execute(Self.request()).texts() == [#"{"data":{"n":1}}"#])
    #expect(server.log.filter { $0.hasPrefix("PUT") }.count == 2)
  }

  @Test("a response that rejects an operation or the stream is its error", arguments: ["POST", "PUT"])
  func refusal(method: String) async throws {
    let server = try StreamServer(status: { $0.method == method ? 400 : nil })
    let error = await #expect(throws: RelayError.self) { try await Self.network(server).execute(Self.request()).texts() }
    switch error {
    case .subscription(let errors)? where method == "POST": #expect(errors.map(\.message) == ["no"])
    case .http(400, _)? where method == "PUT": break
    default: Issue.record("\(error.map { "\($0)" } ?? "nothing")")
    }
  }

  @Test("credentials are renewed on every request of the protocol")
  func credentials() async throws {
    let server = try StreamServer(
      answer: { _, id, send in
        try send("next", #"{"id":"\#(id)","payload":{"data":{"n":1}}}"#)
        try send("complete", #"{"id":"\#(id)"}"#)
      },
      status: { $0.headers["Authorization"] == "Bearer new" ? nil : 401 })
    let renewals = Recorder<String>()
    let token = RenewableCredential("old") { token in
      renewals.append(token)
      return "new"
    }
    let network = Self.network(server) { $0.interceptors = [AuthenticationInterceptor(bearer: token)] }
    #expect(try await network.execute(Self.request()).texts() == [#"{"data":{"n":1}}"#])
    #expect(renewals.values == ["old"])
  }

  @Test(
    "an interceptor's error is immediately the operation's", arguments: ["PUT", "POST"],
    [OperationDefinition.Kind.subscription, .mutation])
  func interceptorError(method: String, kind: OperationDefinition.Kind) async throws {
    struct Refused: Error {}
    struct Refusing: NetworkInterceptor {
      let method: String

      func intercept(
        _ request: HTTPNetwork.Request, next: @Sendable (HTTPNetwork.Request) async throws -> HTTPNetwork.Response
      ) async throws -> HTTPNetwork.Response {
        if request.method == method { throw Refused() }
        return try await next(request)
      }
    }
    let server = try StreamServer()
    await #expect(throws: Refused.self) {
      try await Self.network(server) { $0.interceptors = [Refusing(method: method)] }.execute(Self.request("Send", kind)).texts()
    }
    #expect(server.log == (method == "PUT" ? [] : ["PUT ", "GET token1"]))
  }

  @Test("an event longer than the limit ends the stream with an error; unknown events are ignored")
  func limits() async throws {
    let long = try StreamServer { _, id, send in
      try send("next", #"{"id":"\#(id)","payload":{"data":"\#(String(repeating: "x", count: 100_000))"}}"#)
    }
    let network = Self.network(long) { $0.maximumEventSize = 50_000 }
    await #expect(throws: RelayError.responseTooLarge(limit: 50_000)) { try await network.execute(Self.request()).texts() }
    let odd = try StreamServer { _, id, send in
      try send("ping", "{}")
      try send("next", #"{"id":"unknown","payload":{"data":{"n":0}}}"#)
      try send("next", #"{"id":"\#(id)","payload":{"data":{"n":1}}}"#)
      try send("complete", #"{"id":"\#(id)"}"#)
    }
    #expect(try await Self.network(odd).execute(Self.request()).texts() == [#"{"data":{"n":1}}"#])
  }
}
