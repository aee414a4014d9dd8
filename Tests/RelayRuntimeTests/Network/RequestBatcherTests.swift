import Foundation
import TestSupport
import Testing

@testable import RelayRuntime

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Operations that share a request.
@Suite("Batches of requests", .hangGuard)
struct RequestBatcherTests {
  /// A window whose end no test waits for.
  static let long = HangGuard.forever

  static func network(
    _ batching: HTTPNetwork.Batching, retryPolicy: RetryPolicy = .never, persistedQueries: PersistedQueries = .off, _ server: FakeServer
  ) -> HTTPNetwork {
    HTTPNetwork(
      url: URL(string: "http://server.example/graphql")!,
      configuration: .init(retryPolicy: retryPolicy, persistedQueries: persistedQueries, batching: batching), transport: server)
  }

  static func request(
    _ name: String, _ kind: OperationDefinition.Kind = .query, batches: Bool = true, isIncremental: Bool = false, id: String? = nil
  ) -> NetworkRequest {
    NetworkRequest(
      operationName: name, operationKind: kind, operationID: id, text: "\(kind) \(name) { a }",
      cacheConfig: CacheConfig(allowsBatching: batches),
      isIncremental: isIncremental)
  }

  /// Executes requests concurrently, and returns their results in order.
  static func all(_ requests: [NetworkRequest], on network: HTTPNetwork) async -> [Swift.Result<[String], any Error>] {
    await withTaskGroup(of: (Int, Swift.Result<[String], any Error>).self) { group in
      for (index, request) in requests.enumerated() {
        group.addTask {
          do { return (index, .success(try await network.execute(request).texts())) } catch { return (index, .failure(error)) }
        }
      }
      return await group.reduce(into: []) { $0.append($1) }.sorted { $0.0 < $1.0 }.map(\.1)
    }
  }

  static func names(_ count: Int) -> [String] { (0..<count).map { "Q\($0)" } }

  @Test("a full batch is sent before the end of its window, and each operation gets its own answer")
  func size() async throws {
    let server = FakeServer()
    let network = Self.network(.init(window: Self.long, maximumSize: 5), server)
    let results = await Self.all(Self.names(10).map { Self.request($0) }, on: network)
    for (name, result) in zip(Self.names(10), results) { #expect(try result.get() == [FakeServer.answer(name)]) }
    #expect(server.requests.map(\.count) == [5, 5])
    #expect(server.requests.joined().sorted() == Self.names(10))
  }

  @Test("operations that do not fill a batch are sent after its window, in order of arrival")
  func window() async throws {
    let server = FakeServer()
    let batcher = RequestBatcher(.init(window: .milliseconds(300), maximumSize: 10))
    var answers: [Task<RequestBatcher.Answer, any Error>] = []
    let builder = HTTPRequestBuilder(url: URL(string: "http://server.example/")!, configuration: .init())
    for name in Self.names(3) {
      let request = try builder.request(for: Self.request(name), includesText: true)
      let before = batcher.waitingCount
      answers.append(Task { try await batcher.answer(request) { try await server.respond(to: $0) } })
      // On a slow machine, the window may end in the meantime.
      try await eventually { batcher.waitingCount > before || !server.requests.isEmpty }
    }
    for answer in answers { _ = try await answer.value }
    #expect(server.requests.allSatisfy { $0 == $0.sorted() })
    #expect(server.requests.first?.first == "Q0")
    #expect(batcher.waitingCount == 0)
  }

  @Test("a single operation is sent by itself")
  func alone() async throws {
    let server = FakeServer()
    let results = await Self.all([Self.request("Q")], on: Self.network(.init(window: .milliseconds(1)), server))
    #expect(try results[0].get() == [FakeServer.answer("Q")])
    #expect(server.bodies == ["object"])
  }

  @Test("a maximum size of one or less disables batching", .cases)
  func noSize() async {
    await eachCase(of: [1, 0, -3, Int.min]) { try await noSize($0) }
  }

  func noSize(_ size: Int) async throws {
    let server = FakeServer()
    let results = await Self.all(
      Self.names(3).map { Self.request($0) }, on: Self.network(.init(window: Self.long, maximumSize: size), server))
    for result in results { #expect(try result.get().count == 1) }
    #expect(server.bodies == ["object", "object", "object"])
  }

  @Test("queries and mutations are separate, unless configured otherwise", arguments: [false, true])
  func kinds(mixes: Bool) async throws {
    let server = FakeServer()
    let network = Self.network(.init(window: Self.long, maximumSize: mixes ? 4 : 2, mixesMutations: mixes), server)
    let requests = [Self.request("Q1"), Self.request("M1", .mutation), Self.request("Q2"), Self.request("M2", .mutation)]
    for result in await Self.all(requests, on: network) { #expect(try result.get().count == 1) }
    let batches = server.requests.map { $0.sorted() }.sorted { $0[0] < $1[0] }
    #expect(batches == (mixes ? [["M1", "M2", "Q1", "Q2"]] : [["M1", "M2"], ["Q1", "Q2"]]))
  }

  @Test("operations that opt out, and those with @defer or uploads, have separate requests")
  func optOut() async throws {
    let server = FakeServer()
    let network = Self.network(.init(window: Self.long, maximumSize: 2) { $0.operationName != "C" }, server)
    var upload = Self.request("U", .mutation)
    upload.variables = ["file": .null]
    upload.uploads = ["file": GraphQLUpload(filename: "a", bytes: Data("a".utf8))]
    let requests = [
      Self.request("A", batches: false), Self.request("B", isIncremental: true), Self.request("C", .mutation), upload, Self.request("Q1"),
      Self.request("Q2"),
    ]
    for result in await Self.all(requests, on: network) { #expect(try result.get().count == 1) }
    #expect(server.requests.filter { $0.count > 1 }.map { $0.sorted() } == [["Q1", "Q2"]])
    #expect(server.requests.count == 5)
  }

  @Test("an array of the wrong length is an error for each operation, and for no later one", arguments: [1, 3, 0])
  func wrongLength(_ length: Int) async throws {
    let isFirst = Lock(true)
    let server = FakeServer { request in
      let isFirst = isFirst.withLock { isFirst in
        defer { isFirst = false }
        return isFirst
      }
      return isFirst ? (200, [:], "[\(Array(repeating: #"{"data":{}}"#, count: length).joined(separator: ","))]") : nil
    }
    let network = Self.network(.init(window: Self.long, maximumSize: 2), server)
    for result in await Self.all([Self.request("Q1"), Self.request("Q2")], on: network) {
      let error = #expect(throws: RelayError.self) { try result.get() }
      guard case .malformedResponse = error else { throw Failure("\(String(describing: error))") }
    }
    let results = await Self.all([Self.request("Q3"), Self.request("Q4")], on: network)
    for (name, result) in zip(["Q3", "Q4"], results) { #expect(try result.get() == [FakeServer.answer(name)]) }
  }

  @Test("a server that rejects a batch gets single operations from then on", .cases)
  func refusal() async {
    await eachCase(of: pairs([400, 404, 405, 413, 415, 422], [OperationDefinition.Kind.query, .mutation])) {
      try await refusal(status: $0.0, kind: $0.1)
    }
  }

  func refusal(status: Int, kind: OperationDefinition.Kind) async throws {
    let server = FakeServer { request in
      request.operations.count > 1 ? (status, [:], #"{"errors":[{"message":"no batches"}]}"#) : nil
    }
    let network = Self.network(.init(window: Self.long, maximumSize: 3), server)
    for _ in 0..<2 {
      let results = await Self.all(Self.names(3).map { Self.request($0, kind) }, on: network)
      for (name, result) in zip(Self.names(3), results) { #expect(try result.get() == [FakeServer.answer(name)]) }
    }
    #expect(server.requests.map(\.count) == [3, 1, 1, 1, 1, 1, 1])
  }

  /// Answers after which it is not known whether a batch was executed.
  static let oddAnswers: [(status: Int, body: String)] = [
    (200, #"{"data":{"a":1}}"#), (200, #"{"errors":[{"message":"no batches"}]}"#), (200, #"[{"data":{"a":1}},{"data":"#),
    (200, "<html>Sign in</html>"), (200, ""), (204, ""), (302, ""), (400, #"[{"data":{"a":1}},"#), (400, #" [{"#),
    (400, #"{"data":{"a":1},"errors":[{"message":"one failed"}]}"#), (409, ""), (418, "tea"), (500, "broken"), (501, "[{}"),
  ]

  @Test("a mutation is not executed twice after an odd answer to its batch; a query is asked again", arguments: oddAnswers.indices)
  func oddAnswer(index: Int) async throws {
    let (status, body) = Self.oddAnswers[index]
    let server = FakeServer { request in request.operations.count > 1 ? (status, [:], body) : nil }
    let network = Self.network(.init(window: Self.long, maximumSize: 2), server)
    let results = await Self.all([Self.request("M1", .mutation), Self.request("M2", .mutation)], on: network)
    for result in results {
      if body.hasPrefix(#"{"errors""#) {
        #expect(try result.get() == [body])
      } else {
        #expect(throws: RelayError.self) { try result.get() }
      }
    }
    #expect(server.requests.map(\.count) == [2])
    let mixed = Self.network(.init(window: Self.long, maximumSize: 2, mixesMutations: true), server)
    let both = await Self.all([Self.request("M1", .mutation), Self.request("Q1")], on: mixed)
    #expect(try both[1].get() == [FakeServer.answer("Q1")])
    #expect(server.requests.dropFirst(2) == [["Q1"]])
  }

  @Test("after an odd answer, operations are sent one by one for a time that doubles, and an answered batch ends that")
  func pause() async throws {
    let time = Lock(ContinuousClock.now)
    let accepts = Lock(false)
    let server = FakeServer { request in
      accepts.withLock { $0 } || request.operations.count == 1 ? nil : (200, [:], "<html>")
    }
    let batcher = RequestBatcher(.init(window: Self.long, maximumSize: 2)) { time.withLock { $0 } }
    func areBatched() async throws -> Bool {
      let before = server.requests.count
      let tasks = try await Self.start(["Q1", "Q2"], in: batcher, server, waitsForEach: false)
      for task in tasks { _ = try await task.value }
      return server.requests.count > before
    }
    for pause in [60, 120, 240] {
      #expect(try await areBatched())
      time.withLock { $0 = $0.advanced(by: .seconds(pause - 1)) }
      #expect(try await !areBatched())
      time.withLock { $0 = $0.advanced(by: .seconds(2)) }
    }
    accepts.withLock { $0 = true }
    #expect(try await areBatched())
    accepts.withLock { $0 = false }
    #expect(try await areBatched())
    time.withLock { $0 = $0.advanced(by: .seconds(61)) }
    #expect(try await areBatched())
    // However often it is rejected, batching is tried again after a day.
    var pause = RequestBatcher.Pause()
    let now = ContinuousClock.now
    for day in 0..<100 { pause.recordRejection(at: now.advanced(by: .seconds(day * 86_400))) }
    #expect(pause.isOver(at: now.advanced(by: .seconds(100 * 86_400))))
  }

  @Test("missing credentials do not disable batching: each operation fails, and later ones are batched", arguments: [401, 403])
  func unauthorized(status: Int) async throws {
    let isSignedIn = Lock(false)
    let server = FakeServer { _ in
      isSignedIn.withLock { $0 } ? nil : (status, [:], #"{"errors":[{"message":"who are you?"}]}"#)
    }
    let network = Self.network(.init(window: Self.long, maximumSize: 2), server)
    for result in await Self.all([Self.request("Q1"), Self.request("Q2")], on: network) {
      #expect(try result.get() == [#"{"errors":[{"message":"who are you?"}]}"#])
    }
    isSignedIn.withLock { $0 = true }
    for result in await Self.all([Self.request("Q3"), Self.request("Q4")], on: network) { #expect(try result.get().count == 1) }
    #expect(server.requests.map(\.count) == [2, 1, 1, 2])
  }

  @Test("each operation is retried after the answer of a busy server; a mutation is not repeated", arguments: [429, 503])
  func busy(status: Int) async throws {
    let server = FakeServer { request in request.operations.count > 1 ? (status, ["Retry-After": "0"], "busy") : nil }
    let policy = RetryPolicy(maximumAttempts: 2, initialDelay: .zero)
    let network = Self.network(.init(window: Self.long, maximumSize: 2), retryPolicy: policy, server)
    for result in await Self.all([Self.request("Q1"), Self.request("Q2")], on: network) { #expect(try result.get().count == 1) }
    #expect(server.requests.map(\.count) == [2, 1, 1])
    for result in await Self.all([Self.request("M1", .mutation), Self.request("M2", .mutation)], on: network) {
      #expect(throws: RelayError.http(status: status, body: "busy")) { try result.get() }
    }
    #expect(server.requests.map(\.count) == [2, 1, 1, 2])
  }

  @Test("after a server error, queries are sent individually and mutations are not repeated")
  func serverError() async throws {
    let server = FakeServer { request in request.operations.count > 1 ? (500, [:], "broken") : nil }
    let network = Self.network(.init(window: Self.long, maximumSize: 2), server)
    for _ in 0..<2 {
      for result in await Self.all([Self.request("Q1"), Self.request("Q2")], on: network) { #expect(try result.get().count == 1) }
    }
    #expect(server.requests.map(\.count) == [2, 1, 1, 2, 1, 1])
    for result in await Self.all([Self.request("M1", .mutation), Self.request("M2", .mutation)], on: network) {
      #expect(throws: RelayError.http(status: 500, body: "broken")) { try result.get() }
    }
  }

  @Test("a lost connection is an error for each; each query is sent again by itself, mutations are not")
  func lostConnection() async throws {
    let server = FakeServer { request in
      if request.operations.count > 1 { throw URLError(.networkConnectionLost) }
      return nil
    }
    let policy = RetryPolicy(maximumAttempts: 2, initialDelay: .zero)
    let network = Self.network(.init(window: Self.long, maximumSize: 2), retryPolicy: policy, server)
    for result in await Self.all([Self.request("Q1"), Self.request("Q2")], on: network) { #expect(try result.get().count == 1) }
    for result in await Self.all([Self.request("M1", .mutation), Self.request("M2", .mutation)], on: network) {
      #expect(throws: URLError.self) { try result.get() }
    }
    #expect(server.requests.map(\.count) == [2, 1, 1, 2])
  }

  @Test("an error of one operation affects only that operation")
  func errorOfOne() async throws {
    let server = FakeServer { request in
      let answers = request.operations.map {
        $0.operationName == "Q1" ? #"{"errors":[{"message":"not you"}]}"# : FakeServer.answer($0.operationName)
      }
      return (200, [:], " [ \(answers.joined(separator: "\n , ")) ]\r\n")
    }
    let results = await Self.all(
      Self.names(3).map { Self.request($0) }, on: Self.network(.init(window: Self.long, maximumSize: 3), server))
    #expect(
      try results.map { try $0.get() }
        == [[FakeServer.answer("Q0")], [#"{"errors":[{"message":"not you"}]}"#], [FakeServer.answer("Q2")]])
  }

  @Test("persisted queries that a server does not know are sent in another batch with their texts")
  func persistedQueries() async throws {
    let server = FakeServer { request in
      guard case .bytes(let body) = request.body, !String(decoding: body, as: UTF8.self).contains(#""query":"#) else { return nil }
      return (200, [:], #"[{"errors":[{"message":"PersistedQueryNotFound"}]},{"errors":[{"message":"PersistedQueryNotFound"}]}]"#)
    }
    let network = Self.network(.init(window: Self.long, maximumSize: 2), persistedQueries: .automatic, server)
    for result in await Self.all([Self.request("Q1"), Self.request("Q2")], on: network) { #expect(try result.get().count == 1) }
    #expect(server.requests.map(\.count) == [2, 2])
  }

  // MARK: - Cancellation

  @Test("an operation that is cancelled while it waits is not sent, the others are")
  func cancelOneThatWaits() async throws {
    let server = FakeServer()
    let batcher = RequestBatcher(.init(window: Self.long, maximumSize: 3))
    let tasks = try await Self.start(Self.names(2), in: batcher, server)
    tasks[0].cancel()
    await #expect(throws: CancellationError.self) { _ = try await tasks[0].value }
    let others = try await Self.start(["Q2", "Q3"], in: batcher, server, waitsForEach: false)
    for task in [tasks[1]] + others { #expect(try await Self.text(task) != nil) }
    #expect(server.requests.map { $0.sorted() } == [["Q1", "Q2", "Q3"]])
    #expect(batcher.waitingCount == 0)
  }

  @Test("if all are cancelled while they wait, nothing is sent, and the next batch is a new one")
  func cancelAllThatWait() async throws {
    let server = FakeServer()
    let batcher = RequestBatcher(.init(window: Self.long, maximumSize: 2))
    let first = try await Self.start(["Q0"], in: batcher, server)
    first[0].cancel()
    await #expect(throws: CancellationError.self) { _ = try await first[0].value }
    #expect(batcher.waitingCount == 0)
    let second = try await Self.start(["Q1", "Q2"], in: batcher, server, waitsForEach: false)
    for task in second { #expect(try await Self.text(task) != nil) }
    #expect(server.requests.map { $0.sorted() } == [["Q1", "Q2"]])
  }

  @Test("an operation cancelled in flight ends immediately, and the others get their answers")
  func cancelOneUnderWay() async throws {
    let gate = Gate()
    let server = FakeServer { _ in
      try await gate.wait()
      return nil
    }
    let batcher = RequestBatcher(.init(window: Self.long, maximumSize: 2))
    let tasks = try await Self.start(Self.names(2), in: batcher, server, waitsForEach: false)
    try await eventually { gate.isWaitedFor }
    tasks[0].cancel()
    await #expect(throws: CancellationError.self) { _ = try await tasks[0].value }
    gate.open()
    #expect(try await Self.text(tasks[1]) == FakeServer.answer("Q1"))
    #expect(batcher.waitingCount == 0)
  }

  @Test("if all are cancelled in flight, so is the request")
  func cancelAllUnderWay() async throws {
    let gate = Gate()
    let wasCancelled = Lock(false)
    let server = FakeServer { _ in
      do {
        try await gate.wait()
      } catch {
        wasCancelled.withLock { $0 = true }
        throw error
      }
      return nil
    }
    let batcher = RequestBatcher(.init(window: Self.long, maximumSize: 2))
    let tasks = try await Self.start(Self.names(2), in: batcher, server, waitsForEach: false)
    try await eventually { gate.isWaitedFor }
    for task in tasks { task.cancel() }
    for task in tasks { await #expect(throws: CancellationError.self) { _ = try await task.value } }
    try await eventually { wasCancelled.withLock { $0 } }
    #expect(batcher.waitingCount == 0)
  }

  @Test("an operation cancelled before it begins is not sent")
  func cancelledBefore() async throws {
    let server = FakeServer()
    let batcher = RequestBatcher(.init(window: Self.long, maximumSize: 2))
    let gate = Gate()
    let request = try Self.http("Q0")
    let task = Task {
      try? await gate.wait()
      return try await batcher.answer(request) { try await server.respond(to: $0) }
    }
    task.cancel()
    gate.open()
    await #expect(throws: CancellationError.self) { _ = try await task.value }
    #expect(batcher.waitingCount == 0)
    #expect(server.requests.isEmpty)
  }

  @Test("with cancellations at any time, every operation ends and nothing is left", arguments: [UInt64(1), 2, 3])
  func randomCancellation(seed: UInt64) async throws {
    var random = SplitMix(seed: seed)
    let server = FakeServer { _ in
      await Task.yield()
      return nil
    }
    let batcher = RequestBatcher(.init(window: .milliseconds(1), maximumSize: 4))
    var tasks: [Task<RequestBatcher.Answer, any Error>] = []
    for number in 0..<400 {
      let request = try Self.http("Q\(number)", number % 3 == 0 ? .mutation : .query)
      tasks.append(Task { try await batcher.answer(request) { try await server.respond(to: $0) } })
      if Int.random(in: 0..<3, using: &random) == 0 { tasks.randomElement(using: &random)?.cancel() }
      if number % 20 == 0 { await Task.yield() }
    }
    for task in tasks {
      do { _ = try await task.value } catch { #expect(error is CancellationError) }
    }
    #expect(batcher.waitingCount == 0)
  }

  static func http(_ name: String, _ kind: OperationDefinition.Kind = .query) throws -> HTTPNetwork.Request {
    try HTTPRequestBuilder(url: URL(string: "http://server.example/")!, configuration: .init())
      .request(for: request(name, kind), includesText: true)
  }

  /// Makes operations wait in a batcher, one after the other unless they fill it.
  static func start(
    _ names: [String], in batcher: RequestBatcher, _ server: FakeServer, waitsForEach: Bool = true
  ) async throws -> [Task<RequestBatcher.Answer, any Error>] {
    var tasks: [Task<RequestBatcher.Answer, any Error>] = []
    for name in names {
      let request = try Self.http(name)
      let before = batcher.waitingCount
      tasks.append(Task { try await batcher.answer(request) { try await server.respond(to: $0) } })
      if waitsForEach { try await eventually { batcher.waitingCount > before } }
    }
    return tasks
  }

  static func text(_ task: Task<RequestBatcher.Answer, any Error>) async throws -> String? {
    guard case .payload(let payload) = try await task.value else { return nil }
    return String(decoding: payload.data, as: UTF8.self)
  }

  // MARK: - The elements of an array

  @Test("the elements of an array, unchanged", .cases)
  func elements() {
    eachCase(of: [
      ("[]", []), (" [ ] ", []), ("[1]", ["1"]), ("[ {\"a\":[1,{\"b\":\"],}\"}]} ,\n2 ]\r\n", ["{\"a\":[1,{\"b\":\"],}\"}]}", "2"]),
      (#"["\"",[],"\\"]"#, [#""\"""#, "[]", #""\\""#]), ("[[[]],{}]", ["[[]]", "{}"]),
    ]) { try elements($0.0, $0.1) }
  }

  func elements(_ text: String, _ elements: [String]) throws {
    let data = Data(text.utf8)
    #expect(try #require(JSONArrayElements(data)).ranges.map { String(decoding: data[$0], as: UTF8.self) } == elements)
    // Also for bytes that do not begin at index 0.
    let slice = Data("xx\(text)".utf8).dropFirst(2)
    #expect(try #require(JSONArrayElements(slice)).ranges.map { String(decoding: slice[$0], as: UTF8.self) } == elements)
  }

  @Test("text that is not an array, or has no end, has no elements", .cases)
  func noElements() {
    eachCase(of: [
      "", " ", "{}", "null", "[", "[1", "[1,", "[\"", "[\"]", "[\"\\", "[\"\\\"]", "[{]", "[[]", "[]]", "[] x", "]", "[1] [2]", "\"[]\"",
    ]) { noElements($0) }
  }

  func noElements(_ text: String) { #expect(JSONArrayElements(Data(text.utf8)) == nil) }

  @Test("malformed elements are errors of one operation, or of all", .cases)
  func brokenArrays() {
    eachCase(of: [UInt64(1), 2, 3, 4]) { brokenArrays(seed: $0) }
  }

  func brokenArrays(seed: UInt64) {
    var random = SplitMix(seed: seed)
    let text = Array(#"[{"data":{"a":[1,"\"]"]}}, {"errors":[{"message":"é\\"}]} ,null]"#.utf8)
    for _ in 0..<5_000 {
      var bytes = text
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        let index = Int.random(in: 0..<bytes.count, using: &random)
        if Bool.random(using: &random) {
          bytes[index] = Array(#"[]{},"\ 1"#.utf8).randomElement(using: &random) ?? 0
        } else if bytes.count > 1 {
          bytes.remove(at: index)
        }
      }
      let ranges = JSONArrayElements(Data(bytes))?.ranges ?? []
      #expect(ranges.allSatisfy { $0.lowerBound >= 0 && $0.upperBound <= bytes.count })
      #expect(zip(ranges, ranges.dropFirst()).allSatisfy { $0.upperBound < $1.lowerBound })
    }
  }
}

// MARK: - Helpers

private struct Failure: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}

/// Several tasks wait for it until it is opened.
private final class Gate: Sendable {
  private let state = Lock((isOpen: false, isWaitedFor: false))

  var isWaitedFor: Bool { state.withLock { $0.isWaitedFor } }

  func open() { state.withLock { $0.isOpen = true } }

  func wait() async throws {
    state.withLock { $0.isWaitedFor = true }
    try await eventually { state.withLock { $0.isOpen } }
  }
}
