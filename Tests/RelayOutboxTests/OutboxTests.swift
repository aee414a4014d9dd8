import Foundation
import Observation
import RelayOutbox
import RelayRuntime
import TestSupport
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

@Suite("Outbox", .hangGuard)
struct OutboxTests {
  private let server = TodoServer()
  private let storage = MemoryOutboxStorage()

  @Test("a mutation is stored, shown, sent, answered and removed")
  func wholeLife() async throws {
    let gate = Gate()
    let network = FaultyNetwork(server) { _ in
      await gate.wait()
      return .none
    }
    let life = try await Life(server, storage, network: network)
    let entry = try await life.add("c", text: "C")
    #expect(try storage.rows().count == 1)
    #expect(life.shown.map(\.id) == ["a", "b", "c"])
    #expect(life.outbox.isPending("c") && !life.outbox.isPending("a"))
    #expect(life.outbox.entries(concerning: "c").map(\.id) == [entry.id])
    #expect(server.executions.isEmpty)
    gate.open()
    #expect(try await entry.result().addTodo?.todo?.text == "C")
    #expect(await life.settle() == .idle)
    #expect(try storage.rows().isEmpty)
    #expect(life.outbox.entries.isEmpty && !life.outbox.isPending("c"))
    #expect(life.shown.map(\.id) == ["a", "b", "c"])
    #expect(entry.status == .succeeded)
  }

  @Test("the optimistic changes of all kinds are shown again after a restart, in order, before anything is sent")
  func layersSurvive() async throws {
    let first = try await Life(server, storage)
    await first.outbox.pause()
    try await first.add("c", text: "C")
    try await first.rename("c", "D")
    try await first.increment("c")
    try await first.increment("a")
    try await first.increment("a")
    try await first.delete("b")
    let shown = first.shown
    #expect(shown == [.init(id: "a", text: "A", count: 2), .init(id: "c", text: "D", count: 1)])
    try await first.outbox.close()
    #expect(first.shown == [.init(id: "a", text: "A", count: 0), .init(id: "b", text: "B", count: 0)])

    let second = try await Life(server, storage) { $0.startsPaused = true }
    #expect(second.shown == shown)
    #expect(second.outbox.isPending("a") && second.outbox.isPending("c"))
    try await second.outbox.close()
    let third = try await Life(server, storage)
    #expect(await third.settle() == .idle)
    #expect(third.shown == shown && server.todos == shown)
    #expect(server.executions.map(\.operation.first) == ["A", "R", "I", "I", "I", "D"])
  }

  @Test("a failure that passes is tried again, with growing waits")
  func passingFailures() async throws {
    let count = Lock(0)
    let network = FaultyNetwork(server) { _ in
      count.withLock { count in
        count += 1
        return count > 4 ? .none : count % 2 == 0 ? .unavailable : .refused
      }
    }
    let time = VirtualTime()
    let begin = time.now
    let life = try await Life(server, storage, network: network, time: time)
    let entry = try await life.increment("a")
    _ = try await entry.result()
    #expect(server.executions.count == 1 && count.withLock { $0 } == 5)
    #expect(Set(network.requests.map { $0.headers["Idempotency-Key"] }).count == 1)
    // 1, 2, 4 and 8 seconds.
    #expect(time.now.timeIntervalSince(begin) == 15)
  }

  @Test("with at most once, an outcome that is not known stops the lane until the app decides")
  func unknownOutcome() async throws {
    let faults = Faults([.lostAfter])
    let life = try await Life(server, storage, network: FaultyNetwork(server) { _ in faults.next() })
    let entry = try await life.increment("a")
    let later = try await life.rename("a", "later")
    #expect(await life.settle() == .waitingForDecisions)
    #expect(entry.status == .outcomeUnknown && later.status == .queued)
    await #expect(throws: OutboxError.outcomeUnknown) { try await entry.result() }
    // Not shown, as it may be in the next answer.
    #expect(life.shown.first == .init(id: "a", text: "later", count: 0))
    try await entry.discard()
    #expect(await life.settle() == .idle)
    await #expect(throws: CancellationError.self) { try await entry.result() }
    #expect(server.todos.first == .init(id: "a", text: "later", count: 1))
  }

  @Test("with at least once, the same key is sent again; a server that honors it executes it once", arguments: [true, false])
  func atLeastOnce(honorsKeys: Bool) async throws {
    let server = TodoServer(honorsKeys: honorsKeys)
    let faults = Faults([.lostAfter, .lostBefore, .duplicated])
    let life = try await Life(server, storage, network: FaultyNetwork(server) { _ in faults.next() })
    _ = try await life.increment("a", policy: OutboxPolicy(delivery: .atLeastOnce)).result()
    #expect(server.todos.first?.count == (honorsKeys ? 1 : 3))
  }

  @Test("a permanent failure ends the changes on the screen and stops its own lane only, until it is tried again")
  func permanentFailure() async throws {
    let rejects = Lock(true)
    let network = FaultyNetwork(server) { request in
      request.operationName == "RenameTodoMutation" && rejects.withLock { $0 } ? .rejected : .none
    }
    let life = try await Life(server, storage, network: network)
    let renamed = try await life.rename("a", "X", policy: OutboxPolicy(lane: "a"))
    let waiting = try await life.increment("a", policy: OutboxPolicy(lane: "a"))
    let other = try await life.increment("b", policy: OutboxPolicy(lane: "b"))
    _ = try await other.result()
    #expect(await life.settle() == .waitingForDecisions)
    guard case .failed(let failure) = renamed.status else { return #expect(Bool(false), "\(renamed.status)") }
    #expect(failure.errors.map(\.message) == ["refused"])
    #expect(life.shown.first == .init(id: "a", text: "A", count: 1))
    #expect(waiting.status == .queued)
    rejects.withLock { $0 = false }
    let key = network.requests.first?.headers["Idempotency-Key"]
    try await renamed.retry()
    #expect(life.shown.first == .init(id: "a", text: "X", count: 1))
    _ = try await waiting.result()
    #expect(server.todos.first == .init(id: "a", text: "X", count: 1))
    #expect(network.requests.last { $0.operationName == "RenameTodoMutation" }?.headers["Idempotency-Key"] != key)
  }

  @Test("an entry that failed can be changed, and is shown at its place")
  func editing() async throws {
    let faults = Faults([.rejected])
    let life = try await Life(server, storage, network: FaultyNetwork(server) { _ in faults.next() })
    let renamed = try await life.rename("a", "X")
    let later = try await life.rename("a", "later")
    await life.settle()
    await life.outbox.pause()
    try await renamed.edit(RenameTodoMutation(id: "a", text: "Y"), optimisticResponse: ["renameTodo": ["todo": ["id": "a", "text": "Y"]]])
    #expect(life.shown.first?.text == "later")
    await life.outbox.resume()
    _ = try await later.result()
    #expect(server.executions.count == 2 && server.todos.first?.text == "later")
  }

  @Test("a conflict hands the server's answer and the variables to the app")
  func conflict() async throws {
    let faults = Faults([.conflict])
    let life = try await Life(server, storage, network: FaultyNetwork(server) { _ in faults.next() })
    let entry = try await life.rename("a", "X")
    await life.settle()
    guard case .conflict(let conflict) = entry.status else { return #expect(Bool(false), "\(entry.status)") }
    #expect(conflict.variables["text"] == "X" && conflict.answer["errors"]?[0]?["message"] == "changed")
    try await life.outbox.close()
    let next = try await Life(server, storage)
    #expect(next.outbox.entries.first?.status == .conflict(conflict))
    #expect(next.outbox.isPending("a") && next.outbox.entries(concerning: "a").count == 1)
  }

  @Test("rejected credentials stop everything until they are renewed, and count as no attempt to wait for")
  func credentials() async throws {
    let isSignedIn = Lock(false)
    let network = FaultyNetwork(server) { _ in isSignedIn.withLock { $0 } ? .none : .unauthenticated }
    let life = try await Life(server, storage, network: network)
    let entries = [try await life.increment("a"), try await life.increment("b", policy: OutboxPolicy(lane: "b"))]
    #expect(await life.settle() == .waitingForCredentials)
    #expect(entries.map(\.status) == [.queued, .queued])
    #expect(life.shown.map(\.count) == [1, 1])
    isSignedIn.withLock { $0 = true }
    await life.outbox.resume()
    for entry in entries { _ = try await entry.result() }
    #expect(server.executions.count == 2)
  }

  @Test("one lane is sent in order, lanes at the same time, and not more than four of them")
  func lanes() async throws {
    let running = Lock(0)
    let most = Lock(0)
    let gate = Gate()
    let network = FaultyNetwork(server) { _ in
      let now = running.withLock { count in
        count += 1
        return count
      }
      most.withLock { $0 = max($0, now) }
      await gate.wait()
      running.withLock { $0 -= 1 }
      return .none
    }
    let life = try await Life(server, storage, network: network)
    for number in 0..<20 { try await life.rename("a", "\(number)", policy: OutboxPolicy(lane: "lane \(number % 6)")) }
    try await eventually { running.withLock { $0 } == 4 }
    gate.open()
    #expect(await life.settle() == .idle)
    #expect(most.withLock { $0 } <= 4)
    var last: [String: Int] = [:]
    for request in network.requests {
      let number = try #require(request.variables["text"]?.stringValue.flatMap { Int($0) })
      let lane = "\(number % 6)"
      #expect(last[lane, default: -1] < number)
      last[lane] = number
    }
    #expect(network.requests.count == 20)
  }

  @Test("what has not been sent in time is not sent")
  func expiry() async throws {
    let time = VirtualTime()
    let life = try await Life(server, storage, time: time)
    await life.outbox.pause()
    let entry = try await life.increment("a", policy: OutboxPolicy(expiresAfter: .seconds(60)))
    time.advance(61)
    await life.outbox.resume()
    await life.settle()
    #expect(entry.status == .expired && life.shown.first?.count == 0 && server.executions.isEmpty)
    try await entry.retry()
    _ = try await entry.result()
    #expect(server.executions.count == 1)
  }

  @Test("an entry expires when its time is over: also while nothing is sent, and behind another")
  func expiryInTime() async throws {
    let life = try await Life(server, storage)
    await life.outbox.pause()
    let first = try await life.increment("a", policy: OutboxPolicy(expiresAfter: .seconds(1e9)))
    let behind = try await life.increment("a", policy: OutboxPolicy(expiresAfter: .seconds(60)))
    try await eventually { first.status == .expired && behind.status == .expired }
    #expect(life.shown.first?.count == 0 && life.outbox.currentState == .paused && server.executions.isEmpty)
    try await life.outbox.close()
  }

  @Test("that an entry was not sent in time is stored, however often that must be tried")
  func storedExpiry() async throws {
    let time = VirtualTime()
    let refusing = KillableStorage(storage, refuses: { 2...4 ~= $0 })
    let life = try await Life(server, refusing, time: time)
    await life.outbox.pause()
    let entry = try await life.increment("a", policy: OutboxPolicy(expiresAfter: .seconds(60)))
    time.advance(61)
    await life.outbox.resume()
    #expect(await life.settle() == .waitingForDecisions)
    #expect(entry.status == .expired && refusing.commits == 5)
    try await life.outbox.close()
  }

  @Test("what comes first is waited for, not what was waited for first", arguments: [false, true])
  func earliestWait(isExpired: Bool) async throws {
    let date = Lock(Date(timeIntervalSince1970: 0))
    let isRefusing = Lock(false)
    let wait = Lock(0.0)
    let timing = OutboxTiming(
      now: { date.withLock { $0 } },
      sleep: { seconds in
        wait.withLock { $0 = seconds }
        try await Task.sleep(for: .seconds(1_000_000))
      }, random: { 0.5 })
    let outbox = try await Outbox.open(
      KillableStorage(storage, refuses: { _ in isRefusing.withLock { $0 } }),
      environment: RelayEnvironment(network: FaultyNetwork(server) { _ in .refused }), mutations: allMutations, timing: timing)
    try await outbox.enqueue(IncrementTodoMutation(id: "b"), policy: OutboxPolicy(lane: "b"))
    for seconds in [1.0, 2, 4] {
      try await eventually { wait.withLock { $0 } == seconds }
      if seconds < 4 { await outbox.resume() }
    }
    if isExpired { await outbox.pause() }
    try await outbox.enqueue(IncrementTodoMutation(id: "a"), policy: OutboxPolicy(lane: "a", expiresAfter: .seconds(60)))
    if isExpired {
      date.withLock { $0 += 61 }
      isRefusing.withLock { $0 = true }
      await outbox.resume()
    }
    try await eventually { wait.withLock { $0 } == 1 }
    isRefusing.withLock { $0 = false }
    try await outbox.close()
  }

  @Test("a cancelled entry is not sent; one whose request is on its way has an unknown outcome")
  func cancelling() async throws {
    let gate = Gate()
    let network = FaultyNetwork(server) { _ in
      await gate.wait()
      return .none
    }
    let life = try await Life(server, storage, network: network)
    let sent = try await life.increment("a", policy: OutboxPolicy(delivery: .atLeastOnce))
    let queued = try await life.increment("b")
    try await queued.cancel()
    #expect(queued.status == .cancelled && life.shown.map(\.count) == [1, 0])
    try await eventually { network.requests.count == 1 }
    try await sent.cancel()
    try await eventually { sent.status == .outcomeUnknown }
    gate.open()
    #expect(life.shown.map(\.count) == [0, 0])
    #expect(network.requests.count == 1)
  }

  /// A server whose answer arrives at the moment at which the request is ended.
  private final class LateNetwork: RelayNetwork {
    let status: Int
    let requests = Lock(0)

    init(status: Int) { self.status = status }

    func execute(_ request: NetworkRequest) -> AsyncThrowingStream<NetworkPayload, any Error> {
      AsyncThrowingStream { continuation in
        requests.withLock { $0 += 1 }
        let error = RelayError.http(status: status, body: "")
        continuation.onTermination = { _ in continuation.finish(throwing: error) }
      }
    }
  }

  @Test("a cancelled entry is not sent again, although the server asks for other credentials, or for another try", arguments: [401, 503])
  func cancelledAtItsAnswer(status: Int) async throws {
    let network = LateNetwork(status: status)
    let outbox = try await Outbox.open(
      storage, environment: RelayEnvironment(network: network), mutations: allMutations, timing: VirtualTime().timing)
    let entry = try await outbox.enqueue(IncrementTodoMutation(id: "a"))
    try await eventually { network.requests.withLock { $0 } == 1 }
    try await entry.cancel()
    try await eventually { entry.status == .outcomeUnknown }
    await outbox.resume()
    #expect(entry.status == .outcomeUnknown && network.requests.withLock { $0 } == 1)
    try await outbox.close()
  }

  @Test("an entry that is cancelled while its answer cannot be stored is not sent again")
  func cancelledWhileStoring() async throws {
    let gate = Gate()
    // The third commit is that of the answer.
    let refusing = KillableStorage(storage, refuses: { $0 == 3 })
    let network = FaultyNetwork(server) { _ in .unavailable }
    let outbox = try await Outbox.open(
      refusing, environment: RelayEnvironment(network: network), mutations: allMutations,
      timing: OutboxTiming(sleep: { _ in await gate.wait() }))
    let entry = try await outbox.enqueue(IncrementTodoMutation(id: "a"))
    try await eventually { refusing.commits == 3 }
    try await entry.cancel()
    gate.open()
    try await eventually { entry.status == .outcomeUnknown }
    #expect(network.requests.count == 1)
    try await outbox.close()
  }

  @Test("a later mutation takes the place of an earlier one with its key that was not sent")
  func coalescing() async throws {
    let life = try await Life(server, storage)
    await life.outbox.pause()
    let policy = OutboxPolicy(coalescingKey: "text of a")
    let first = try await life.rename("a", "1", policy: policy)
    try await life.increment("a")
    let second = try await life.rename("a", "2", policy: policy)
    #expect(first.status == .cancelled && life.shown.first == .init(id: "a", text: "2", count: 1))
    #expect(life.outbox.entries.map(\.operationName) == ["RenameTodoMutation", "IncrementTodoMutation"])
    await life.outbox.resume()
    _ = try await second.result()
    await life.settle()
    #expect(server.executions.map(\.operation) == ["RenameTodoMutation", "IncrementTodoMutation"])
    #expect(server.todos.first == .init(id: "a", text: "2", count: 1))
    #expect(life.shown.first == server.todos.first)
  }

  @Test("nothing of a user is sent after the store was cleared; it is there when the user comes back")
  func clearedStore() async throws {
    let gate = Gate()
    let network = FaultyNetwork(server) { _ in
      await gate.wait()
      return .none
    }
    let life = try await Life(server, storage, network: network)
    try await life.increment("a")
    try await life.increment("b")
    try await eventually { network.requests.count == 1 }
    life.environment.store.clear()
    gate.open()
    try await eventually { server.executions.count == 1 }
    #expect(await life.settle() == .closed)
    #expect(life.shown.isEmpty)
    await #expect(throws: OutboxError.closed) { try await life.increment("a") }
    _ = try? await life.outbox.close()
    let next = try await Life(server, storage)
    #expect(await next.settle() == .idle || next.outbox.currentState == .waitingForDecisions)
    #expect(server.executions.count <= 2)
  }

  @Test("closing returns what is left, and removes it if it is discarded")
  func closing() async throws {
    let life = try await Life(server, storage, network: FaultyNetwork(server) { _ in .refused }, time: VirtualTime())
    await life.outbox.pause()
    let entry = try await life.increment("a")
    #expect(try await life.outbox.close(discarding: true).map(\.id) == [entry.id])
    #expect(life.shown.first?.count == 0)
    #expect(try storage.rows().isEmpty)
    await #expect(throws: OutboxError.closed) { try await entry.result() }
    await #expect(throws: OutboxError.closed) { try await life.outbox.close() }
  }

  @Test("who follows a closed outbox is told so, and waits for nothing")
  func followingAfterTheEnd() async throws {
    let life = try await Life(server, storage) { $0.startsPaused = true }
    let entry = try await life.increment("a")
    try await life.outbox.close()
    let told = Lock<[String]>([])
    Task {
      for await state in life.outbox.state { told.withLock { $0.append("\(state)") } }
      for await entries in life.outbox.changes() { told.withLock { $0.append("\(entries.count) entries") } }
      for await status in entry.statuses { told.withLock { $0.append("\(status)") } }
      told.withLock { $0.append("the end") }
    }
    try await eventually { told.withLock { $0.last } == "the end" }
    #expect(told.withLock { $0 } == ["closed", "0 entries", "queued", "the end"])
  }

  @Test("a mutation that the app does not have any more is sent, or held", arguments: [true, false])
  func unregistered(sends: Bool) async throws {
    let first = try await Life(server, storage)
    await first.outbox.pause()
    try await first.increment("a")
    try await first.outbox.close()
    let second = try await Life(server, storage, mutations: [AddTodoMutation.self]) { $0.sendsUnregistered = sends }
    await second.settle()
    #expect(server.executions.count == (sends ? 1 : 0))
    #expect(second.outbox.entries.count == (sends ? 0 : 1))
    #expect(second.shown.first?.count == 0)
    await #expect(throws: OutboxError.notRegistered(operation: "IncrementTodoMutation")) { try await second.increment("a") }
  }

  @Test("what is wrong with a mutation is an error at once, and nothing is stored")
  func mistakes() async throws {
    let life = try await Life(server, storage) { $0.maximumEntries = 1 }
    await life.outbox.pause()
    await #expect(throws: (any Error).self) {
      try await life.outbox.enqueue(RenameTodoMutation(id: "a", text: "X"), optimisticResponse: ["renameTodo": 1])
    }
    #expect(try storage.rows().isEmpty && life.outbox.entries.isEmpty)
    await #expect(throws: OutboxError.self) {
      // An object for each part of the path.
      try await life.increment("a", policy: OutboxPolicy(keyVariable: Array(repeating: "a", count: 600).joined(separator: ".")))
    }
    #expect(try storage.rows().isEmpty && life.outbox.entries.isEmpty)
    try await life.increment("a")
    await #expect(throws: OutboxError.full) { try await life.increment("a") }
  }

  @Test("neither an error of the server, however deep, nor an expiry in an eternity makes an entry unreadable")
  func extremes() async throws {
    let deep = (0..<508).reduce(JSON.null) { value, _ in .array([value]) }
    let network = FetchNetwork(fetch: { _ in NetworkPayload(["errors": [["message": "no", "extensions": ["deep": deep]]]]) })
    let outbox = try await Outbox.open(storage, environment: RelayEnvironment(network: network), mutations: allMutations)
    let failed = try await outbox.enqueue(IncrementTodoMutation(id: "a"))
    try await eventually { failed.status.needsDecision }
    await outbox.pause()
    try await outbox.enqueue(IncrementTodoMutation(id: "b"), policy: OutboxPolicy(lane: "b", expiresAfter: .seconds(Int64.max)))
    try await outbox.close()
    let next = try await Life(server, storage) { $0.startsPaused = true }
    #expect(next.outbox.entries.map(\.id).first == failed.id && next.outbox.entries.last?.status == .queued)
    guard case .failed(let failure)? = next.outbox.entries.first?.status else {
      Issue.record("\(next.outbox.entries)")
      return
    }
    #expect(failure.errors.first?.extensions["deep"] == deep)
  }

  @Test("an entry is removed when the store is on the disk, however often that must be tried")
  func flushing() async throws {
    struct Full: Error {}
    let failures = Lock(2)
    let stored = Lock<[Int]>([])
    let life = try await Life(server, storage) { configuration in
      configuration.flushStore = { [storage] in
        try stored.withLock { $0.append(try storage.rows().count) }
        try failures.withLock { count in
          count -= 1
          if count >= 0 { throw Full() }
        }
      }
    }
    let entry = try await life.increment("a")
    _ = try await entry.result()
    #expect(await life.settle() == .idle)
    #expect(stored.withLock { $0 } == [1, 1, 1])
    #expect(try storage.rows().isEmpty)
  }

  @Test("a wait ends when the server can be reached again, long before its time")
  func reachability() async throws {
    let faults = Faults([.refused, .unavailable])
    let environment = RelayEnvironment(network: FaultyNetwork(server) { _ in faults.next() })
    let timing = OutboxTiming(sleep: { _ in try await Task.sleep(for: .seconds(1_000_000)) })
    let outbox = try await Outbox.open(storage, environment: environment, mutations: allMutations, timing: timing)
    let entry = try await outbox.enqueue(IncrementTodoMutation(id: "a"))
    for await state in outbox.state {
      if case .offline = state { break }
    }
    #expect(server.executions.isEmpty)
    environment.noteReachability(nil)
    // It is there, though it cannot do anything.
    try await eventually { if case .waiting = outbox.currentState { true } else { false } }
    await outbox.resume()
    _ = try await entry.result()
    #expect(server.executions.count == 1)
  }

  @Test("handles for views follow the entries") @MainActor
  func views() async throws {
    let life = try await Life(server, storage) { $0.startsPaused = true }
    let increment = OutboxMutator<IncrementTodoMutation>(life.outbox)
    let (ofA, ofB, all) = (
      PendingHandle(life.outbox, concerning: "a"), PendingHandle(life.outbox, concerning: "b"), PendingHandle(life.outbox)
    )
    #expect(!all.isPending && !increment.isPending)
    let changed = Lock(false)
    withObservationTracking {
      _ = ofA.isPending
    } onChange: {
      changed.withLock { $0 = true }
    }
    let entry = try await increment.commit(IncrementTodoMutation(id: "a")).value
    #expect(ofA.isPending && !ofB.isPending && all.entries.map(\.id) == [entry.id] && increment.isPending)
    try await eventually { changed.withLock { $0 } }
    await life.outbox.resume()
    _ = try await entry.result()
    try await eventually { !increment.isPending && !ofA.isPending && !all.isPending }
    #expect(increment.failure == nil && !all.needsDecision)
  }

  @Test("a view without an outbox learns which modifier is missing") @MainActor
  func noOutbox() async throws {
    let increment = OutboxMutator<IncrementTodoMutation>()
    await #expect(throws: OutboxError.noOutbox) { try await increment.commit(IncrementTodoMutation(id: "a")).value }
    try await eventually { !increment.isPending }
    #expect(increment.failure?.localizedDescription.contains("outbox(_:)") == true)
  }

  @Test("draining ends at the deadline, or when nothing more can be sent")
  func draining() async throws {
    let life = try await Life(server, storage)
    await life.outbox.pause()
    try await life.increment("a")
    await life.outbox.resume()
    await life.outbox.drain(deadline: .now + .seconds(60))
    #expect(server.executions.count == 1)
    let gate = Gate()
    let blocked = try await Life(
      server, MemoryOutboxStorage(),
      network: FaultyNetwork(server) { _ in
        await gate.wait()
        return .none
      })
    try await blocked.increment("a")
    await blocked.outbox.drain(deadline: .now)
    #expect(server.executions.count == 1)
    gate.open()
  }

  @Test("waits and deadlines may be of any length")
  func longWaits() async throws {
    let environment = RelayEnvironment(network: FaultyNetwork(server) { _ in .unavailable })
    var configuration = Outbox.Configuration()
    (configuration.initialDelay, configuration.maximumDelay) = (.seconds(1e20), .seconds(1e20))
    let outbox = try await Outbox.inMemory(environment: environment, mutations: allMutations, configuration: configuration)
    let entry = try await outbox.enqueue(IncrementTodoMutation(id: "a"))
    await outbox.drain(deadline: .now + .seconds(1e19))
    guard case .waiting = entry.status else {
      Issue.record("\(entry.status)")
      return
    }
    try await outbox.close()
  }

  @Test("a wait that was begun while the clock was wrong is not kept up")
  func wrongClock() async throws {
    let faults = Faults([.unavailable])
    let environment = RelayEnvironment(network: FaultyNetwork(server) { _ in faults.next() })
    /// An outbox whose waits do not end.
    func open(at seconds: Double) async throws -> Outbox {
      let timing = OutboxTiming(
        now: { Date(timeIntervalSince1970: seconds) }, sleep: { _ in try await Task.sleep(for: .seconds(86_400)) }, random: { 0.5 })
      return try await Outbox.open(storage, environment: environment, mutations: allMutations, timing: timing)
    }
    let first = try await open(at: 4e9)
    try await first.enqueue(IncrementTodoMutation(id: "a"))
    let waiting = await first.state.first { $0 != .sending }
    #expect(waiting == .waiting(until: Date(timeIntervalSince1970: 4e9 + 1)))
    try await first.close()
    let second = try await open(at: 1e9)
    let after = await second.state.first { $0 != .sending }
    #expect(after == .idle && server.executions.count == 1)
  }
}

/// Holds requests until it is opened.
final class Gate: Sendable {
  private let state = Lock<(isOpen: Bool, waiting: [CheckedContinuation<Void, Never>])>((false, []))

  func wait() async {
    await withCheckedContinuation { continuation in
      let isOpen = state.withLock { state in
        if !state.isOpen { state.waiting.append(continuation) }
        return state.isOpen
      }
      if isOpen { continuation.resume() }
    }
  }

  func open() {
    let waiting = state.withLock { state in
      state.isOpen = true
      defer { state.waiting = [] }
      return state.waiting
    }
    for continuation in waiting { continuation.resume() }
  }
}

/// The faults of the first requests; the others have none.
final class Faults: Sendable {
  private let faults: Lock<[Fault]>

  init(_ faults: [Fault]) { self.faults = Lock(faults) }

  func next() -> Fault { faults.withLock { $0.isEmpty ? .none : $0.removeFirst() } }
}
