import Foundation
import TestSupport
import Testing

@testable import RelayRuntime

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// What remains of a user's requests must not reach the next user, wherever it waits.
@Suite("Logging out")
struct LogOutTests {
  /// A server that answers each request with the name of its user, when the test says so.
  private final class Server: Sendable {
    private struct Request {
      let operation: NetworkRequest
      let answer: CheckedContinuation<NetworkPayload, any Error>
    }

    private let requests = Lock<[Request]>([])
    private let all = Recorder<String>()

    var count: Int { all.values.count }
    var waitingCount: Int { requests.withLock { $0.count } }

    var network: FetchNetwork {
      FetchNetwork { request in
        self.all.append(request.operationName)
        return try await withCheckedThrowingContinuation { answer in
          self.requests.withLock { $0.append(Request(operation: request, answer: answer)) }
        }
      }
    }

    /// Answers the request that has waited longest, or the one at an index among those that wait.
    func answer(_ name: String, at index: Int = 0) {
      let request = requests.withLock { $0.indices.contains(index) ? $0.remove(at: index) : nil }
      request?.answer.resume(
        returning: request?.operation.operationKind == .mutation
          ? NetworkPayload(["data": ["renameTodo": nil]])
          : NetworkPayload(["data": ["viewer": ["id": "u1", "name": .string(name)], "news": nil]]))
    }

    /// Loses the connection of the request that has waited longest.
    func fail() {
      let request = requests.withLock { $0.isEmpty ? nil : $0.removeFirst() }
      request?.answer.resume(throwing: URLError(.networkConnectionLost))
    }
  }

  private static func name(_ data: HomeQuery.Data?) -> String? { data?.fragments.home_query.data.viewer?.name }

  // MARK: - Response caches

  /// What the app does, in the order of the guide or with parts left out.
  enum Way: String, CaseIterable, CustomTestStringConvertible {
    case storeThenCache, cacheThenStore, storeOnly, cacheOnlyForANewEnvironment, withAMutation

    var testDescription: String { rawValue }

    func logOut(_ environment: RelayEnvironment, _ cache: QueryResponseCache) {
      if self == .cacheThenStore || self == .cacheOnlyForANewEnvironment { cache.clear() }
      if self != .cacheOnlyForANewEnvironment { environment.store.clear() }
      if self == .storeThenCache || self == .withAMutation { cache.clear() }
    }
  }

  @Test("an answer that arrives after the log-out does not fill a response cache", arguments: Way.allCases)
  func cachedAnswers(_ way: Way) async throws {
    let (server, cache) = (Server(), QueryResponseCache(size: 10, timeToLive: nil))
    let network = CachedNetwork(server.network, cache: cache)
    var environment = RelayEnvironment(network: network)
    let first = Task { [environment] in try await environment.fetch(HomeQuery()) }
    try await eventually { server.waitingCount == 1 }
    way.logOut(environment, cache)
    if way == .withAMutation {
      let mutation = Task { [environment] in try await environment.commit(RenameTodoMutation(id: "t1", text: "New")) }
      try await eventually { server.waitingCount == 2 }
      server.answer("Ada")
      _ = await first.result
      server.answer("")
      _ = try await mutation.value
    } else {
      server.answer("Ada")
      _ = await first.result
    }
    if way == .cacheOnlyForANewEnvironment { environment = RelayEnvironment(network: network) }
    let before = server.count
    let second = Task { [environment] in Self.name(try await environment.fetch(HomeQuery())) }
    try await eventually { server.waitingCount == 1 }
    server.answer("Bob")
    #expect(try await second.value == "Bob")
    #expect(server.count == before + 1)
  }

  @Test("an answer that was cached before the store was cleared is not an answer for the next user")
  func answersInTheCache() async throws {
    let (server, cache) = (Server(), QueryResponseCache(size: 10, timeToLive: nil))
    let environment = RelayEnvironment(network: CachedNetwork(server.network, cache: cache))
    for name in ["Ada", "Bob"] {
      let fetch = Task { Self.name(try await environment.fetch(HomeQuery())) }
      try await eventually { server.waitingCount == 1 }
      server.answer(name)
      #expect(try await fetch.value == name)
      environment.store.clear()
    }
  }

  @Test("the answer to a query that was sent before a mutation had ended is not cached")
  func queriesBesideMutations() async throws {
    let (server, cache) = (Server(), QueryResponseCache(size: 10, timeToLive: nil))
    let environment = RelayEnvironment(network: CachedNetwork(server.network, cache: cache))
    let mutation = Task { try await environment.commit(RenameTodoMutation(id: "t1", text: "New")) }
    try await eventually { server.waitingCount == 1 }
    let query = Task { try await environment.fetch(HomeQuery()) }
    try await eventually { server.waitingCount == 2 }
    server.answer("")
    _ = try await mutation.value
    server.answer("Old")
    _ = try await query.value
    let again = Task { Self.name(try await environment.fetch(HomeQuery())) }
    try await eventually { server.waitingCount == 1 }
    server.answer("New")
    #expect(try await again.value == "New")
  }

  @Test("an answer that was cached during a mutation is not used after it has failed or was cancelled", arguments: [true, false])
  func queriesBeforeFailures(isCancelled: Bool) async throws {
    let (server, cache) = (Server(), QueryResponseCache(size: 10, timeToLive: nil))
    let environment = RelayEnvironment(network: CachedNetwork(server.network, cache: cache))
    let mutation = Task { try await environment.commit(RenameTodoMutation(id: "t1", text: "New")) }
    try await eventually { server.waitingCount == 1 }
    let query = Task { try await environment.fetch(HomeQuery()) }
    try await eventually { server.waitingCount == 2 }
    server.answer("Old", at: 1)
    _ = try await query.value
    if isCancelled { mutation.cancel() } else { server.fail() }
    _ = await mutation.result
    // The caller of a cancelled mutation does not wait for its end.
    try await eventually { cache.clearings == 2 }
    if isCancelled { server.answer("") }
    let again = Task { Self.name(try await environment.fetch(HomeQuery())) }
    try await eventually { server.waitingCount == 1 }
    server.answer("New")
    #expect(try await again.value == "New")
  }

  // MARK: - Requests that are sent later or again

  private static func environment(_ configuration: HTTPNetwork.Configuration, _ server: FakeServer) throws -> RelayEnvironment {
    RelayEnvironment(
      network: HTTPNetwork(
        url: try #require(URL(string: "http://server.example/graphql")), configuration: configuration, transport: server))
  }

  @Test("a request that failed is not sent again", arguments: [OperationDefinition.Kind.query, .mutation])
  func retries(_ kind: OperationDefinition.Kind) async throws {
    let store = Lock<RelayStore?>(nil)
    let server = FakeServer { request in
      guard request.operation.operationName != "Later" else { return nil }
      store.withLock { $0 }?.clear()
      throw URLError(.cannotConnectToHost)
    }
    let environment = try Self.environment(.init(retryPolicy: RetryPolicy(initialDelay: .zero)), server)
    store.withLock { $0 = environment.store }
    await #expect(throws: RelayError.storeCleared) {
      if kind == .query {
        _ = try await environment.fetch(HomeQuery())
      } else {
        _ = try await environment.commit(RenameTodoMutation(id: "t1", text: "New"))
      }
    }
    #expect(server.requests.count == 1)
  }

  @Test("a request that was rejected with one user's credential is not sent again with another's", arguments: [true, false])
  func credentials(whileRenewing: Bool) async throws {
    let store = Lock<RelayStore?>(nil)
    let isRenewing = Lock(false)
    let token = RenewableCredential("ada") { _ in
      isRenewing.withLock { $0 = true }
      try await Task.sleep(for: .seconds(3_600))
      return "ada 2"
    }
    let sent = Recorder<String>()
    let server = FakeServer { request in
      sent.append(request.headers["Authorization"] ?? "")
      if !whileRenewing {
        store.withLock { $0 }?.clear()
        token.set("bob")
      }
      return (401, [:], "")
    }
    let environment = try Self.environment(.init(interceptors: [AuthenticationInterceptor(bearer: token)]), server)
    store.withLock { $0 = environment.store }
    let mutation = Task { try await environment.commit(RenameTodoMutation(id: "t1", text: "New")) }
    if whileRenewing {
      try await eventually { isRenewing.withLock { $0 } }
      environment.store.clear()
      token.set("bob")
    }
    await #expect(throws: RelayError.storeCleared) { try await mutation.value }
    #expect(sent.values == ["Bearer ada"])
  }

  @Test("operations that wait for a batch are not sent with the next user's")
  func batches() async throws {
    let home = #"{"data":{"viewer":null,"news":null}}"#
    let server = FakeServer { request in
      let answers = request.operations.map { "\($0.operationName)" == "HomeQuery" ? home : #"{"data":{"user":null}}"# }
      return (200, [:], answers.count == 1 ? answers[0] : "[\(answers.joined(separator: ","))]")
    }
    // The window ends when the batch is full.
    let batching = HTTPNetwork.Batching(window: .seconds(3_600), maximumSize: 3, mixesMutations: true)
    let waiting = Recorder<String>()
    var configuration = HTTPNetwork.Configuration(batching: batching)
    configuration.batching?.includes = { request in
      waiting.append(request.operationName)
      return true
    }
    let environment = try Self.environment(configuration, server)
    let mutation = Task { try await environment.commit(RenameTodoMutation(id: "t1", text: "Ada's")) }
    try await eventually { waiting.values.count == 1 }
    environment.store.clear()
    async let first = environment.fetch(HomeQuery())
    async let second = environment.fetch(CurrentUserToDoListQuery(id: "u1"))
    _ = try await (first, second)
    await #expect(throws: RelayError.storeCleared) { try await mutation.value }
    #expect(server.requests.map { $0.sorted() } == [["CurrentUserToDoListQuery", "HomeQuery"]])
  }

  @Test("a poll ends instead of going on as the next user's")
  func polls() async throws {
    let server = Server()
    let environment = RelayEnvironment(network: server.network)
    let poll = Task {
      var names: [String?] = []
      do {
        for try await data in environment.poll(HomeQuery(), every: .milliseconds(20)) {
          names.append(Self.name(data))
          environment.store.clear()
        }
      } catch { names.append("\(error)") }
      return names
    }
    try await eventually { server.waitingCount == 1 }
    server.answer("Ada")
    // The next request may have been sent before the store was cleared.
    let ending = Task {
      while true {
        server.answer("Bob")
        try await Task.sleep(for: .milliseconds(1))
      }
    }
    #expect(await poll.value == ["Ada", "storeCleared"])
    ending.cancel()
  }

  @Test("a query that was started before its view exists gives the next user's view nothing of the previous one's")
  @MainActor func preloadedQueries() async throws {
    let mock = MockEnvironment()
    let preloaded = mock.environment.preload(HomeQuery())
    let operation = try await mock.nextOperation(HomeQuery.self)
    mock.environment.store.clear()
    try await mock.resolve(operation, data: ["viewer": ["id": "u1", "name": "Ada"], "news": nil])
    await #expect(throws: RelayError.storeCleared) { _ = try await preloaded.data() }
    #expect(mock.environment.store.json == RelayStore().json)
  }

  @Test("the next user's query does not join the previous one's, also of those that are forced", arguments: [false, true])
  func sharedExecutions(force: Bool) async throws {
    let server = Server()
    let environment = RelayEnvironment(network: server.network)
    let config = CacheConfig(force: force)
    let first = Task { try await environment.fetch(HomeQuery(), cacheConfig: config) }
    try await eventually { server.waitingCount == 1 }
    environment.store.clear()
    let second = Task { Self.name(try await environment.fetch(HomeQuery(), cacheConfig: config)) }
    try await eventually { server.waitingCount == 2 }
    server.answer("Ada")
    await #expect(throws: RelayError.storeCleared) { try await first.value }
    server.answer("Bob")
    #expect(try await second.value == "Bob")
  }

  // MARK: - Connections

  private static func subscribe(_ environment: RelayEnvironment) -> Task<Void, any Error> {
    Task { for try await _ in environment.subscribe(TodoChangedSubscription()) {} }
  }

  @Test("operations of the next user do not use a WebSocket that speaks for the previous one")
  func webSockets() async throws {
    let user = Lock("ada")
    let log = Recorder<String>()
    let server = try LoopbackServer { peer in
      let socket = try WebSocketPeer(peer)
      var name = ""
      try socket.forEachMessage { type, message in
        switch type {
        case "connection_init":
          name = message["payload"]?["user"]?.stringValue ?? ""
          try socket.send(#"{"type":"connection_ack"}"#)
        case "subscribe":
          log.append("\(name): \(message["payload"]?["operationName"]?.stringValue ?? "")")
          let id = message["id"]?.stringValue ?? ""
          let event = #"{"change":{"kind":"\#(name)","todo":{"__typename":"Todo","id":"t1","text":"T"}}}"#
          try socket.send(#"{"id":"\#(id)","type":"next","payload":{"data":\#(event)}}"#)
        default: break
        }
      }
    }
    defer { server.stop() }
    let network = WebSocketNetwork(
      url: server.url("ws"),
      // A connection that was given up is no attempt that failed.
      configuration: .patient(
        .init(connectionPayload: { ["user": .string(user.withLock { $0 })] }, maximumRetries: 0, idleTimeout: nil)))
    let environment = RelayEnvironment(network: network)
    let kinds = Recorder<String>()
    func subscribe() -> Task<Void, any Error> {
      Task {
        do {
          for try await event in environment.subscribe(TodoChangedSubscription()) { kinds.append(event.change?.kind ?? "") }
        } catch {
          if error as? RelayError != .storeCleared { kinds.append("\(error)") }
          throw error
        }
      }
    }
    let first = subscribe()
    try await eventually { kinds.values == ["ada"] }
    user.withLock { $0 = "bob" }
    environment.store.clear()
    let second = subscribe()
    try await eventually { kinds.values.count == 2 }
    #expect(kinds.values == ["ada", "bob"])
    await #expect(throws: RelayError.storeCleared) { try await first.value }
    #expect(log.values == ["ada: TodoChangedSubscription", "bob: TodoChangedSubscription"])
    // Also if the previous user's operations have ended, and the connection only waits for others.
    second.cancel()
    user.withLock { $0 = "eve" }
    environment.store.clear()
    let third = subscribe()
    try await eventually { kinds.values.count == 3 }
    #expect(kinds.values.last == "eve")
    third.cancel()
  }

  @Test("when a store is cleared, the operations of other stores move to a new connection; their mutations fail")
  func sharedWebSocket() async throws {
    let log = Recorder<String>()
    let connections = Recorder<Int>()
    let server = try LoopbackServer { peer in
      let number = connections.append(1)
      let socket = try WebSocketPeer(peer)
      try socket.forEachSubscription { _, message in
        log.append("\(number): \(message["payload"]?["operationName"]?.stringValue ?? "")")
      }
    }
    defer { server.stop() }
    let network = WebSocketNetwork(url: server.url("ws"), configuration: .patient(.init(maximumRetries: 0, idleTimeout: nil)))
    let (environment, other) = (RelayEnvironment(network: network), RelayEnvironment(network: network))
    let first = Self.subscribe(environment)
    try await eventually { log.values.count == 1 }
    let subscription = Self.subscribe(other)
    try await eventually { log.values.count == 2 }
    let mutation = Task { try await other.commit(RenameTodoMutation(id: "t1", text: "x")) }
    try await eventually { log.values.count == 3 }
    environment.store.clear()
    let second = Self.subscribe(environment)
    await #expect(throws: RelayError.storeCleared) { try await first.value }
    await #expect(throws: RelayError.webSocket(code: 1006, reason: "the connection was closed because a store was cleared")) {
      _ = try await mutation.value
    }
    try await eventually { log.values.count == 5 }
    let subscribed = "TodoChangedSubscription"
    #expect(
      log.values == ["1: \(subscribed)", "1: \(subscribed)", "1: RenameTodoMutation", "2: \(subscribed)", "2: \(subscribed)"])
    for task in [subscription, second] { task.cancel() }
  }

  @Test("an attempt to open a connection is given up when a store is cleared, and begun again with the next user's credential")
  func openingWebSocket() async throws {
    let user = Lock("ada")
    let log = Recorder<String>()
    let codes = Recorder<Int>()
    let server = try LoopbackServer { peer in
      let socket = try WebSocketPeer(peer)
      try socket.forEachMessage { type, message in
        if type == "subscribe" { log.append(type) }
        if type == "closed" { codes.append(message.intValue ?? 0) }
        guard type == "connection_init" else { return }
        let name = message["payload"]?["user"]?.stringValue ?? ""
        log.append(name)
        // The first connection is never acknowledged.
        if name != "ada" { try socket.send(#"{"type":"connection_ack"}"#) }
      }
    }
    defer { server.stop() }
    let network = WebSocketNetwork(
      url: server.url("ws"),
      configuration: .patient(.init(connectionPayload: { ["user": .string(user.withLock { $0 })] }, maximumRetries: 0, idleTimeout: nil)))
    let environment = RelayEnvironment(network: network)
    let first = Self.subscribe(environment)
    try await eventually { log.values == ["ada"] }
    user.withLock { $0 = "bob" }
    environment.store.clear()
    let second = Self.subscribe(environment)
    await #expect(throws: RelayError.storeCleared) { try await first.value }
    try await eventually { log.values == ["ada", "bob", "subscribe"] && codes.values == [1000] }
    second.cancel()
  }

  @Test("an operation that waits in an interceptor is not sent over an event stream when the store has been cleared")
  func eventStreams() async throws {
    let log = Recorder<String>()
    let gate = Lock<[CheckedContinuation<Void, Never>]>([])
    struct Holding: NetworkInterceptor {
      let hold: @Sendable () async -> Void

      func intercept(
        _ request: HTTPNetwork.Request, next: @Sendable (HTTPNetwork.Request) async throws -> HTTPNetwork.Response
      ) async throws -> HTTPNetwork.Response {
        if request.method == "POST" { await hold() }
        return try await next(request)
      }
    }
    let server = try LoopbackServer { peer in
      let request = try peer.request()
      log.append(request.method)
      switch request.method {
      case "PUT": try peer.respond("token", status: 201, type: "text/plain")
      case "GET":
        try peer.startChunks(type: "text/event-stream")
        while true { _ = try peer.read() }
      default: try peer.respond("", status: 202)
      }
    }
    defer { server.stop() }
    let hold = Holding { await withCheckedContinuation { held in gate.withLock { $0.append(held) } } }
    let environment = RelayEnvironment(
      network: EventStreamNetwork(
        url: server.url(), configuration: .patient(.init(interceptors: [hold], initialDelay: .milliseconds(1), idleTimeout: nil))))
    let first = Self.subscribe(environment)
    try await eventually { gate.withLock { $0.count } == 1 }
    environment.store.clear()
    gate.withLock { $0.removeFirst() }.resume()
    await #expect(throws: RelayError.storeCleared) { try await first.value }
    #expect(!log.values.contains("POST"))
  }

  @Test("a subscription that waits for a connection is not sent again as the next user's")
  func webSocketReplays() async throws {
    let store = Lock<RelayStore?>(nil)
    let log = Recorder<String>()
    let server = try LoopbackServer { peer in
      let socket = try WebSocketPeer(peer)
      try socket.forEachSubscription { _, message in
        log.append(message["payload"]?["operationName"]?.stringValue ?? "")
        store.withLock { $0 }?.clear()
        // The connection is lost.
        throw Peer.Closed()
      }
    }
    defer { server.stop() }
    let environment = RelayEnvironment(
      network: WebSocketNetwork(url: server.url("ws"), configuration: .patient(.init(initialDelay: .milliseconds(1)))))
    store.withLock { $0 = environment.store }
    await #expect(throws: RelayError.storeCleared) { try await Self.subscribe(environment).value }
    #expect(log.values.count == 1)
  }

  // MARK: - Archives

  @Test("an archive that is being written when the store is cleared does not appear afterwards")
  func saving() throws {
    let folder = try TemporaryFolder("relay-log-out")
    let file = folder.url.appendingPathComponent("store")
    try Data("old".utf8).write(to: file)
    let store = RelayStore()
    let session = store.session
    #expect(throws: RelayError.storeCleared) {
      try AtomicFile(file).replace(with: Data("new".utf8)) { rename in
        store.clear()
        guard try session.unlessOver(rename) else { throw RelayError.storeCleared }
      }
    }
    #expect(try Data(contentsOf: file) == Data("old".utf8))
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path) == ["store"])
    try store.save(to: file)
    try store.restore(from: file)
  }

  @Test("an archive that is being read when the store is cleared is not restored")
  func restoring() throws {
    let folder = try TemporaryFolder("relay-log-out")
    let file = folder.url.appendingPathComponent("store")
    let environment = MockEnvironment().environment
    try environment.commitPayload(CurrentUserToDoListQuery(id: "u1"), ToDoPayloads.user)
    try environment.store.save(to: file)
    let reading = Lock<RelayStore?>(nil)
    var configuration = RelayStore.Configuration()
    // Asked after the file has been read.
    configuration.now = {
      reading.withLock { $0 }?.clear()
      return .now
    }
    let store = RelayStore(configuration: configuration)
    reading.withLock { $0 = store }
    #expect(throws: RelayError.storeCleared) { try store.restore(from: file) }
    #expect(store.json == RelayStore().json)
    reading.withLock { $0 = nil }
    try store.restore(from: file)
    #expect(store.json == environment.store.json)
  }

  @Test("however saving and clearing overlap, no archive of the previous user is left, and no exported file", arguments: [false, true])
  func archivesAtTheSameTime(exports: Bool) async throws {
    for _ in 0..<50 {
      let folder = try TemporaryFolder("relay-log-out")
      let file = folder.url.appendingPathComponent("store")
      let environment = MockEnvironment().environment
      let query = CurrentUserToDoListQuery(id: "u1")
      try environment.commitPayload(query, ToDoPayloads.user)
      try environment.store.save(to: file)
      let others = (0..<2).map { _ in
        Task.detached { if exports { try environment.export(query, to: file) } else { try environment.store.save(to: file) } }
      }
      environment.store.clear()
      try? FileManager.default.removeItem(at: file)
      for other in others { _ = await other.result }
      // A save that began after the clearing has the contents of the empty store.
      if FileManager.default.fileExists(atPath: file.path) {
        let store = RelayStore()
        try store.restore(from: file)
        #expect(store.json == RelayStore().json)
      }
    }
  }
}
