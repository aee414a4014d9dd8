#if !canImport(Darwin)
  import Foundation
  import FoundationNetworking
  import TestSupport
  import Testing

  @testable import RelayRuntime

  /// Holds the threads of a server until it is opened.
  private final class Gate: Sendable {
    private let condition = NSCondition()
    private let isOpen = Lock(false)

    func open() {
      condition.lock()
      isOpen.withLock { $0 = true }
      condition.broadcast()
      condition.unlock()
    }

    func wait() {
      condition.lock()
      while !isOpen.withLock({ $0 }) { condition.wait() }
      condition.unlock()
    }
  }

  /// How many requests a server has at the same time.
  private final class Load: Sendable {
    private let state = Lock((now: 0, most: 0))

    var now: Int { state.withLock { $0.now } }
    var most: Int { state.withLock { $0.most } }

    func begin() {
      self.state.withLock { state in
        state.now += 1
        state.most = max(state.most, state.now)
      }
    }

    func end() { state.withLock { $0.now -= 1 } }
  }

  @Suite("Limits of transfers")
  struct TransferLimitsTests {
    private static func request(_ server: LoopbackServer, isStream: Bool = false) -> HTTPNetwork.Request {
      var request = HTTPNetwork.Request(
        url: server.url(), method: "POST", headers: ["Content-Type": "application/json"], body: .bytes(Data("{}".utf8)),
        timeout: HangGuard.forever, operation: NetworkRequest(operationName: "Q", operationKind: .query, text: "{ a }"))
      // What a caller makes is no stream unless it says so.
      if isStream { request.isStream = true }
      return request
    }

    private static func client(
      _ transfers: Int = 128, streams: Int = 256, wait: Duration = HangGuard.forever,
      start: @escaping SystemThread.Start = SystemThread.start
    ) throws -> CurlClient {
      let limits = TransferLimits(maximumTransfers: transfers, maximumStreams: streams, maximumWait: wait)
      return try #require(CurlClient(limits: limits, start: start))
    }

    private static func body(_ response: HTTPNetwork.Response) async throws -> String {
      String(decoding: try await response.wholeBody(limit: .max), as: UTF8.self)
    }

    private static func answer(_ client: CurlClient, _ request: HTTPNetwork.Request) async throws -> String {
      try await body(client.exchange(request))
    }

    private static func holding(_ gate: Gate, _ load: Load = Load()) throws -> LoopbackServer {
      try LoopbackServer { peer in
        _ = try peer.request()
        load.begin()
        gate.wait()
        load.end()
        try peer.respond("held")
      }
    }

    private static func answering(_ body: String) throws -> LoopbackServer {
      try LoopbackServer { peer in
        _ = try peer.request()
        try peer.respond(body)
      }
    }

    /// Whether so many exchanges of `client` are running and waiting.
    private static func isAt(_ client: CurlClient, _ running: Int, _ waiting: Int) -> Bool {
      let counts = client.loop.counts
      return counts.running == running && counts.waiting == waiting
    }

    private static func isWithoutResources(_ error: any Error) -> Bool { (error as? URLError)?.code == .resourceUnavailable }

    @Test("no more requests than allowed are in progress, on one thread, and all are answered")
    func limit() async throws {
      let (gate, load) = (Gate(), Load())
      let server = try Self.holding(gate, load)
      defer { server.stop() }
      let client = try Self.client(8)
      let tasks = (0..<60).map { _ in Task { try await Self.answer(client, Self.request(server)) } }
      // One origin gets half of the places.
      try await eventually { load.now == 4 && Self.isAt(client, 4, 56) }
      #expect(client.loop.threadCount == 1)
      gate.open()
      for task in tasks { #expect(try await task.value == "held") }
      #expect(load.most == 4)
      #expect(Self.isAt(client, 0, 0))
    }

    @Test("a slow server does not hold up requests to another")
    func origins() async throws {
      let (gate, load) = (Gate(), Load())
      let slow = try Self.holding(gate, load)
      let quick = try Self.answering("quick")
      defer { [slow, quick].forEach { $0.stop() } }
      let client = try Self.client(2)
      let tasks = (0..<20).map { _ in Task { try await Self.answer(client, Self.request(slow)) } }
      try await eventually { Self.isAt(client, 1, 19) }
      for _ in 0..<5 { #expect(try await Self.answer(client, Self.request(quick)) == "quick") }
      gate.open()
      for task in tasks { #expect(try await task.value == "held") }
    }

    @Test("open event streams take no places of other requests, and have a limit of their own")
    func streams() async throws {
      let gate = Gate()
      let streams = try LoopbackServer { peer in
        _ = try peer.request()
        try peer.startChunks(type: "text/event-stream")
        gate.wait()
        try peer.end()
      }
      let quick = try Self.answering("quick")
      defer { [streams, quick].forEach { $0.stop() } }
      let client = try Self.client(1, streams: 4)
      var open: [HTTPNetwork.Response] = []
      for _ in 0..<2 { open.append(try await client.exchange(Self.request(streams, isStream: true))) }
      let third = Task { try await client.exchange(Self.request(streams, isStream: true)) }
      try await eventually { Self.isAt(client, 2, 1) }
      for _ in 0..<3 { #expect(try await Self.answer(client, Self.request(quick)) == "quick") }
      // Dropping a stream frees its place.
      open.removeLast()
      open.append(try await third.value)
      gate.open()
      for response in open { #expect(try await Self.body(response) == "") }
    }

    @Test("waiting for a place has an end, which is an error")
    func waiting() async throws {
      let gate = Gate()
      let server = try Self.holding(gate)
      defer { server.stop() }
      let client = try Self.client(1, wait: .milliseconds(20))
      let first = Task { try await Self.answer(client, Self.request(server)) }
      try await eventually { client.loop.counts.running == 1 }
      for _ in 0..<3 {
        let error = await #expect(throws: URLError.self) { try await Self.answer(client, Self.request(server)) }
        #expect(error.map(Self.isWithoutResources) == true)
      }
      gate.open()
      #expect(try await first.value == "held")
      #expect(Self.isAt(client, 0, 0))
    }

    @Test("a request that has a place gets it, even if the thread is so late that the wait is over")
    func lateThread() async throws {
      let server = try Self.answering("answer")
      defer { server.stop() }
      let client = try Self.client(1, wait: .zero)
      for _ in 0..<5 { #expect(try await Self.answer(client, Self.request(server)) == "answer") }
    }

    @Test("each attempt of an operation waits for a place")
    func waitingAttempts() async throws {
      let gate = Gate()
      let server = try Self.holding(gate)
      defer { server.stop() }
      let client = try Self.client(1, wait: .milliseconds(20))
      let first = Task { try await Self.answer(client, Self.request(server)) }
      try await eventually { client.loop.counts.running == 1 }
      let ends = Recorder<URLError.Code?>()
      let transport = PlatformHTTPTransport(client: client) { event in
        if case .completed(_, _, let error) = event { ends.append((error as? URLError)?.code) }
      }
      let network = HTTPNetwork(
        url: server.url(), configuration: .init(retryPolicy: RetryPolicy(maximumAttempts: 3, initialDelay: .zero)), transport: transport)
      let error = await #expect(throws: URLError.self) { try await network.execute(HTTPNetworkTests.query()).texts() }
      #expect(error.map(Self.isWithoutResources) == true)
      #expect(ends.values == Array(repeating: .resourceUnavailable, count: 3))
      gate.open()
      #expect(try await first.value == "held")
    }

    @Test("cancelling frees a place, and ends a wait for one")
    func cancelling() async throws {
      let (gate, load) = (Gate(), Load())
      let server = try Self.holding(gate, load)
      defer { server.stop() }
      let client = try Self.client(1)
      let running = Task { try await Self.answer(client, Self.request(server)) }
      try await eventually { load.now == 1 }
      let waiting = Task { try await Self.answer(client, Self.request(server)) }
      let next = Task { try await Self.answer(client, Self.request(server)) }
      try await eventually { Self.isAt(client, 1, 2) }
      waiting.cancel()
      await #expect(throws: CancellationError.self) { try await waiting.value }
      #expect(Self.isAt(client, 1, 1))
      running.cancel()
      await #expect(throws: CancellationError.self) { try await running.value }
      // The server has not answered the first one yet.
      try await eventually { load.now == 2 }
      gate.open()
      #expect(try await next.value == "held")
    }

    @Test("cancelled at any time, every request ends and no place is lost", arguments: [UInt64(1), 2, 3])
    func randomCancellation(seed: UInt64) async throws {
      var random = SplitMix(seed: seed)
      let server = try Self.answering(String(repeating: "x", count: 300_000))
      defer { server.stop() }
      let client = try Self.client(6)
      var tasks: [Task<Int, any Error>] = []
      for _ in 0..<150 {
        tasks.append(Task { try await Self.answer(client, Self.request(server)).utf8.count })
        if Int.random(in: 0..<3, using: &random) == 0 { tasks.randomElement(using: &random)?.cancel() }
        if Int.random(in: 0..<4, using: &random) == 0 { await Task.yield() }
      }
      for task in tasks {
        do { #expect(try await task.value == 300_000) } catch { #expect(error is CancellationError) }
      }
      try await eventually { Self.isAt(client, 0, 0) }
      #expect(try await Self.answer(client, Self.request(server)).utf8.count == 300_000)
    }

    @Test("a body that is not read delays no other request, and arrives when it is read")
    func pausing() async throws {
      let size = 20 << 20
      let large = try Self.answering(String(repeating: "y", count: size))
      let quick = try Self.answering("quick")
      defer { [large, quick].forEach { $0.stop() } }
      let client = try Self.client()
      let unread = try await client.exchange(Self.request(large))
      for _ in 0..<5 { #expect(try await Self.answer(client, Self.request(quick)) == "quick") }
      #expect(try await Self.body(unread).utf8.count == size)
    }

    @Test("without a thread, every request ends with an error, and later ones work again")
    func noThread() async throws {
      let hasThreads = Lock(false)
      let server = try Self.answering("answer")
      defer { server.stop() }
      let client = try Self.client { name, body in hasThreads.withLock { $0 } && SystemThread.start(name, body) }
      let tasks = (0..<200).map { _ in Task { try await Self.answer(client, Self.request(server)) } }
      for task in tasks {
        let error = await #expect(throws: URLError.self) { try await task.value }
        #expect(error.map(Self.isWithoutResources) == true)
      }
      #expect(Self.isAt(client, 0, 0))
      #expect(client.loop.threadCount == 0)
      hasThreads.withLock { $0 = true }
      #expect(try await Self.answer(client, Self.request(server)) == "answer")
    }

    @Test("the thread ends with its client")
    func end() async throws {
      let server = try Self.answering("answer")
      defer { server.stop() }
      var client: CurlClient? = try Self.client()
      let loop = try #require(client?.loop)
      for _ in 0..<3 { #expect(try await Self.answer(#require(client), Self.request(server)) == "answer") }
      #expect(loop.threadCount <= 1, "it ends when there is nothing to do, too")
      client = nil
      try await eventually { loop.threadCount == 0 }
    }

    // MARK: - Places

    private static func origin(_ number: Int) -> HTTPRedirection.Origin {
      HTTPRedirection.Origin(URL(fileURLWithPath: "/")).with(port: number)
    }

    @Test("places are given in order of arrival, with half of them for one origin at most")
    func places() {
      let (a, b) = (Self.origin(1), Self.origin(2))
      let later = ContinuousClock.now.advanced(by: .seconds(60))
      var places = TransferPlaces<String>(limit: 4)
      for (index, item) in ["a1", "a2", "a3", "b1", "a4", "b2", "b3"].enumerated() {
        places.add(item, id: index, item.hasPrefix("a") ? a : b, until: later)
      }
      func admitted() -> [String] {
        var items: [String] = []
        while let item = places.admit() { items.append(item) }
        return items
      }
      #expect(admitted() == ["a1", "a2", "b1", "b2"])
      places.release(b)
      #expect(admitted() == ["b3"])
      places.release(a)
      places.release(a)
      #expect(places.remove(2) == "a3")
      #expect(places.remove(2) == nil)
      #expect(admitted() == ["a4"])
      #expect(places.waitingCount == 0 && places.usedCount == 3)
    }

    @Test("the cost of waiting is proportional to the number of those who wait", .comparesTimes)
    func cost() {
      func time(_ count: Int) -> Double {
        ProcessorTime.seconds {
          var places = TransferPlaces<Int>(limit: 2)
          let origin = Self.origin(1)
          let end = ContinuousClock.now
          for id in 0..<count { places.add(id, id: id, origin, until: end.advanced(by: .seconds(id))) }
          for id in 0..<count {
            if id.isMultiple(of: 3) { _ = places.remove(id) }
            if places.admit() != nil { places.release(origin) }
            _ = places.expire(at: end)
            _ = places.deadline
          }
        }
      }
      let ratios = (0..<5).map { _ in time(16_000) / time(8_000) }
      #expect(ratios.min() ?? 0 < 2.6, "\(ratios)")
    }

    // MARK: - WebSockets

    private static func open(
      _ server: LoopbackServer, host: String = "127.0.0.1", threads: ThreadBudget, lookup: AddressLookup = AddressLookup()
    ) async throws -> SocketWebSocketConnection {
      let url = try #require(URL(string: "ws://\(host):\(server.port)/"))
      return try await SocketWebSocketConnection.open(
        url: url, subprotocol: "graphql-transport-ws", headers: [:], maximumMessageSize: 1 << 20, threads: threads, lookup: lookup)
    }

    private static func webSocketServer() throws -> LoopbackServer {
      try LoopbackServer { peer in try WebSocketPeer(peer).forEachMessage { _, _ in } }
    }

    @Test("threads of WebSockets are counted, and one too many is an error")
    func webSocketThreads() async throws {
      let server = try Self.webSocketServer()
      defer { server.stop() }
      let threads = ThreadBudget(limit: 2)
      var open: [SocketWebSocketConnection] = []
      for _ in 0..<2 { open.append(try await Self.open(server, threads: threads)) }
      #expect(threads.count == 2)
      let error = await #expect(throws: URLError.self) { _ = try await Self.open(server, threads: threads) }
      #expect(error.map(Self.isWithoutResources) == true)
      open.removeLast()
      try await eventually { threads.count == 1 }
      open.append(try await Self.open(server, threads: threads))
      for connection in open { connection.close(code: 1000, reason: "") }
      try await eventually { threads.count == 0 }
    }

    @Test("without a thread, opening a WebSocket ends with an error")
    func noWebSocketThread() async throws {
      let server = try Self.webSocketServer()
      defer { server.stop() }
      let threads = ThreadBudget(limit: 10) { _, _ in false }
      for _ in 0..<20 { await #expect(throws: URLError.self) { _ = try await Self.open(server, threads: threads) } }
      #expect(threads.count == 0)
    }

    @Test("a search for a host that never ends keeps neither the caller nor the socket's thread")
    func hangingLookup() async throws {
      let server = try Self.webSocketServer()
      defer { server.stop() }
      let gate = Gate()
      let (threads, lookups) = (ThreadBudget(limit: 10), ThreadBudget(limit: 2))
      let lookup = AddressLookup(threads: lookups) { _, _ in
        gate.wait()
        return nil
      }
      for number in 1...2 {
        let task = Task { _ = try await Self.open(server, host: "name.example", threads: threads, lookup: lookup) }
        try await eventually { lookups.count == number }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        try await eventually { threads.count == 0 }
      }
      // The two searches still hang. A third has no thread.
      #expect(lookups.count == 2)
      let error = await #expect(throws: URLError.self) {
        _ = try await Self.open(server, host: "name.example", threads: threads, lookup: lookup)
      }
      #expect(error.map(Self.isWithoutResources) == true)
      // An address needs no search.
      let connection = try await Self.open(server, threads: threads, lookup: lookup)
      connection.close(code: 1000, reason: "")
      gate.open()
      try await eventually { lookups.count == 0 && threads.count == 0 }
    }

    @Test("a WebSocket that is cancelled exactly when the server has accepted it fails, and its thread ends")
    func cancelledWhenOpen() async throws {
      let gate = Gate()
      let server = try LoopbackServer { peer in
        _ = try WebSocketPeer(peer)
        // The client answers only once it has taken the connection as open.
        try peer.write(WebSocketFrame(opcode: .ping, payload: []).encoded(mask: nil))
        _ = try peer.read()
        gate.open()
        while true { _ = try peer.read() }
      }
      defer { server.stop() }
      let threads = ThreadBudget(limit: 1) { name, body in
        guard SystemThread.start(name, body) else { return false }
        // The task that opens the connection is held here until it is open.
        gate.wait()
        withUnsafeCurrentTask { $0?.cancel() }
        return true
      }
      let task = Task { _ = try await Self.open(server, threads: threads) }
      await #expect(throws: CancellationError.self) { try await task.value }
      try await eventually { threads.count == 0 }
    }

    @Test("a host's name is found, and one that does not exist is an error", arguments: [true, false])
    func lookup(exists: Bool) async throws {
      let server = try Self.webSocketServer()
      defer { server.stop() }
      let threads = ThreadBudget(limit: 1)
      if exists {
        let connection = try await Self.open(server, host: "localhost", threads: threads)
        connection.close(code: 1000, reason: "")
      } else {
        let lookup = AddressLookup(threads: ThreadBudget(limit: 1)) { _, _ in nil }
        await #expect(throws: RelayError.self) { _ = try await Self.open(server, host: "name.invalid", threads: threads, lookup: lookup) }
      }
    }
  }

  extension HTTPRedirection.Origin {
    fileprivate func with(port: Int) -> HTTPRedirection.Origin {
      var origin = self
      origin.port = port
      return origin
    }
  }
#endif
