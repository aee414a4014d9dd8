import Foundation
import RelayOutbox
import RelayRuntime
import TestSupport
import Testing

/// What an outbox sends over HTTP, and what it makes of the answers.
@Suite("Outbox over HTTP", .hangGuard)
struct OutboxHTTPTests {
  /// Answers with prepared responses.
  private final class Transport: HTTPTransport {
    let requests = Lock<[HTTPNetwork.Request]>([])
    private let answers: Lock<[HTTPNetwork.Response]>

    init(_ answers: [HTTPNetwork.Response]) { self.answers = Lock(answers) }

    func send(_ request: HTTPNetwork.Request) async throws -> HTTPNetwork.Response {
      requests.withLock { $0.append(request) }
      return answers.withLock { $0.count > 1 ? $0.removeFirst() : $0[0] }
    }
  }

  private static func response(_ status: Int, _ body: String = "", _ headers: HTTPNetwork.Headers = [:]) -> HTTPNetwork.Response {
    var headers = headers
    headers["Content-Type"] = "application/json"
    return HTTPNetwork.Response(status: status, headers: headers, body: Data(body.utf8))
  }

  private static var success: HTTPNetwork.Response { response(200, #"{"data":{"renameTodo":{"todo":{"id":"a","text":"X"}}}}"#) }

  private func life(
    _ transport: Transport, _ network: HTTPNetwork.Configuration = HTTPNetwork.Configuration(retryPolicy: .never),
    time: VirtualTime = VirtualTime(), _ change: (inout Outbox.Configuration) -> Void = { _ in }
  ) async throws -> Outbox {
    var configuration = Outbox.Configuration()
    change(&configuration)
    let url = try #require(URL(string: "https://example.com/graphql"))
    let environment = RelayEnvironment(network: HTTPNetwork(url: url, configuration: network, transport: transport))
    return try await Outbox.open(
      MemoryOutboxStorage(), environment: environment, mutations: allMutations, configuration: configuration, timing: time.timing)
  }

  private func body(_ request: HTTPNetwork.Request?) throws -> JSON {
    guard case .bytes(let body)? = request?.body else { return .null }
    return try JSON(parsing: body)
  }

  @Test("the key is a quoted header field, a member of extensions, or a variable")
  func keys() async throws {
    let transport = Transport([Self.success])
    let outbox = try await life(transport) { $0.keyExtension = "idempotencyKey" }
    _ = try await outbox.enqueue(RenameTodoMutation(id: "a", text: "X"), policy: OutboxPolicy(keyVariable: "text")).result()
    let request = transport.requests.withLock { $0.last }
    let header = try #require(request?.headers["Idempotency-Key"])
    let sent = try body(request)
    let key = try #require(sent["extensions"]?["idempotencyKey"]?.stringValue)
    #expect(header == "\"\(key)\"" && UUID(uuidString: key) != nil)
    #expect(sent["variables"]?["text"]?.stringValue == key && sent["variables"]?["id"] == "a")
  }

  @Test("a server's wish to wait is obeyed")
  func retryAfter() async throws {
    let time = VirtualTime()
    let begin = time.now
    let transport = Transport([Self.response(503, "", ["Retry-After": "120"]), Self.success])
    _ = try await life(transport, time: time).enqueue(RenameTodoMutation(id: "a", text: "X")).result()
    #expect(time.now.timeIntervalSince(begin) == 120)
  }

  /// What a status or body means.
  private static let answers: [(answer: HTTPNetwork.Response, outcome: String)] = [
    (response(400, ""), "failed"), (response(403, ""), "failed"), (response(422, ""), "failed"),
    (response(500, ""), "unknown"), (response(502, ""), "unknown"), (response(504, ""), "unknown"), (response(200, "<html>"), "unknown"),
    (response(412, ""), "conflict"), (response(401, ""), "credentials"), (response(407, ""), "credentials"),
    (response(200, #"{"errors":[{"message":"no","extensions":{"code":"UNAUTHENTICATED"}}]}"#), "credentials"),
    (response(200, #"{"data":null,"errors":[{"message":"no","extensions":{"code":"UNAUTHENTICATED"}}]}"#), "failed"),
    (response(200, #"{"data":null,"errors":[{"message":"no"}]}"#), "failed"),
    (response(200, #"{"data":{"renameTodo":null},"errors":[{"message":"no","path":["renameTodo"]}]}"#), "failed"),
    (response(200, #"{"data":{"renameTodo":null},"errors":[{"message":"no","extensions":{"code":"CONFLICT"}}]}"#), "conflict"),
    (response(200, #"{"data":{"renameTodo":null}}"#), "succeeded"),
    (response(200, #"{"data":{"renameTodo":{"todo":null}},"errors":[{"message":"no","path":["renameTodo","todo"]}]}"#), "succeeded"),
    (response(409, ""), "again"), (response(408, ""), "again"), (response(425, ""), "again"), (response(429, ""), "again"),
    (response(503, ""), "again"),
  ]

  @Test("the table of outcomes", .cases)
  func outcomes() async {
    await eachCase(of: Self.answers) { answer, outcome in try await check(answer, outcome) }
  }

  private func check(_ answer: HTTPNetwork.Response, _ expected: String) async throws {
    let transport = Transport([answer, Self.success])
    let outbox = try await life(transport)
    let entry = try await outbox.enqueue(RenameTodoMutation(id: "a", text: "X"))
    var found = ""
    for await state in outbox.state {
      switch state {
      case .sending, .waiting, .offline: continue
      case .waitingForCredentials: found = "credentials"
      default:
        found =
          switch entry.status {
          case .failed: "failed"
          case .outcomeUnknown: "unknown"
          case .conflict: "conflict"
          case .succeeded: transport.requests.withLock { $0.count } > 1 ? "again" : "succeeded"
          default: "\(entry.status)"
          }
      }
      break
    }
    #expect(found == expected)
  }

  @Test("credentials that cannot be renewed pause the outbox")
  func renewal() async throws {
    struct SignedOut: Error {}
    let credential = RenewableCredential<String>("old") { _ in throw SignedOut() }
    let transport = Transport([Self.response(401), Self.success])
    let outbox = try await life(
      transport, HTTPNetwork.Configuration(interceptors: [AuthenticationInterceptor(bearer: credential)], retryPolicy: .never))
    let entry = try await outbox.enqueue(RenameTodoMutation(id: "a", text: "X"))
    for await state in outbox.state where state == .waitingForCredentials { break }
    #expect(entry.status == .queued)
    credential.set("new")
    await outbox.resume()
    _ = try await entry.result()
    #expect(transport.requests.withLock { $0.last?.headers["Authorization"] } == "Bearer new")
  }

  @Test("an app changes the table, or decides itself")
  func rules() async throws {
    let transport = Transport([Self.response(418), Self.response(200, #"{"errors":[{"message":"BUSY"}]}"#), Self.success])
    let outbox = try await life(transport) { configuration in
      configuration.rules.transientStatuses.insert(418)
      configuration.rules.decide = { answer, outcome in answer.errors.first?.message == "BUSY" ? .transient : nil }
    }
    _ = try await outbox.enqueue(RenameTodoMutation(id: "a", text: "X")).result()
    #expect(transport.requests.withLock { $0.count } == 3)
  }
}
