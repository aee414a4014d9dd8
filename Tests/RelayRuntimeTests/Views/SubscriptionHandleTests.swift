import Foundation
import Observation
import TestSupport
import Testing

@testable import RelayRuntime

/// A network whose subscription is controlled by the test.
private final class DrivenNetwork: RelayNetwork {
  typealias Stream = AsyncThrowingStream<NetworkPayload, any Error>

  private struct State {
    var request: NetworkRequest?
    var continuation: Stream.Continuation?
  }

  private let state = Lock(State())

  func execute(_ request: NetworkRequest) -> Stream {
    let (stream, continuation) = Stream.makeStream()
    state.withLock { $0 = State(request: request, continuation: continuation) }
    return stream
  }

  var request: NetworkRequest? { state.withLock { $0.request } }

  func report(_ state: ConnectionState, error: (any Error)? = nil) { request?.report(state, error: error) }

  let reconnections = Recorder<Int>()

  func reconnect() { reconnections.append(1) }

  func send(_ kind: String, todo: JSON = nil) {
    let payload = NetworkPayload(["data": ["change": ["kind": .string(kind), "todo": todo]]])
    _ = state.withLock { $0.continuation }?.yield(payload)
  }

  func finish(throwing error: (any Error)? = nil) { state.withLock { $0.continuation }?.finish(throwing: error) }
}

@Suite("Subscriptions in views", .hangGuard)
@MainActor
struct SubscriptionHandleTests {
  private let network = DrivenNetwork()
  private let logged = Recorder<String>()

  private func environment() -> RelayEnvironment {
    RelayEnvironment(
      network: network,
      configuration: .init(log: { [logged] event in
        guard case .connectionChange(_, let operation, let state, let error) = event else { return }
        logged.append("\(operation) \(state)\(error.map { " \($0)" } ?? "")")
      }))
  }

  private struct Lost: Error {}

  @Test("a handle takes an updater, which runs for every event, and options for the network")
  func updater() async throws {
    let kinds = Recorder<String>()
    let handle = SubscriptionHandle<TodoChangedSubscription>(
      environment: environment(), cacheConfig: CacheConfig(metadata: ["channel": "todos"]),
      updater: { store in kinds.append(store.rootField("change")?["kind"]?.stringValue ?? "") })
    _ = handle.get(TodoChangedSubscription())
    #expect(network.request?.cacheConfig.metadata == ["channel": "todos"])
    network.send("one")
    network.send("two")
    try await eventually { kinds.values.count == 2 }
    #expect(kinds.values == ["one", "two"])
  }

  @Test("@Subscription takes an updater and a configuration")
  func wrapper() async throws {
    let kinds = Recorder<String>()
    let changes = RelayRuntime.Subscription<TodoChangedSubscription>(
      environment: environment(), cacheConfig: CacheConfig(metadata: ["a": "b"]),
      updater: { store in kinds.append(store.rootField("change")?["kind"]?.stringValue ?? "") })
    _ = changes.wrappedValue.get()
    #expect(changes.wrappedValue.connectionState == .connecting)
    #expect(network.request?.cacheConfig.metadata == ["a": "b"])
    network.send("one")
    try await eventually { !kinds.values.isEmpty }
    #expect(kinds.values == ["one"])
  }

  @Test("the environment's subscription takes the same parameters as the handle")
  func sequence() async throws {
    let states = Recorder<ConnectionState>()
    let events = environment().subscribe(
      TodoChangedSubscription(), cacheConfig: CacheConfig(metadata: ["a": "b"]), onConnectionChange: { states.append($0) })
    try await eventually { network.request != nil }
    #expect(network.request?.cacheConfig.metadata == ["a": "b"])
    network.report(.connected)
    network.report(.reconnecting(attempt: 1))
    #expect(states.values == [.connected, .reconnecting(attempt: 1)])
    withExtendedLifetime(events) {}
  }

  @Test("a trailing closure is the updater, of a sequence, a handle and a property wrapper")
  func trailingClosure() async throws {
    let parameters = Recorder<String>()
    let events = environment().subscribe(TodoChangedSubscription()) { parameters.append("\(type(of: $0))") }
    network.send("one")
    try await eventually { parameters.values.count == 1 }
    let handle = SubscriptionHandle<TodoChangedSubscription>(environment: environment()) { parameters.append("\(type(of: $0))") }
    _ = handle.get(TodoChangedSubscription())
    network.send("two")
    try await eventually { parameters.values.count == 2 }
    let changes = RelayRuntime.Subscription<TodoChangedSubscription>(environment: environment()) { parameters.append("\(type(of: $0))") }
    _ = changes.wrappedValue.get()
    network.send("three")
    try await eventually { parameters.values.count == 3 }
    #expect(parameters.values == Array(repeating: "RecordSourceSelectorProxy", count: 3))
    withExtendedLifetime(events) {}
  }

  @Test("retry() subscribes again after the end, with the same variables, and reopens a lost connection immediately")
  func retry() async throws {
    let changes = RelayRuntime.Subscription<TodoChangedSubscription>(environment: environment())
    changes.wrappedValue.retry()
    #expect(network.request == nil)
    _ = changes.wrappedValue.get()
    let handle = changes.projectedValue
    network.report(.reconnecting(attempt: 1))
    try await eventually { handle.connectionState == .reconnecting(attempt: 1) }
    changes.wrappedValue.retry()
    #expect(network.reconnections.values.count == 1)
    network.finish(throwing: Lost())
    try await eventually { handle.connectionState == nil }
    guard case .failure = changes.wrappedValue.get() else {
      Issue.record("it has not failed")
      return
    }
    let changed = Recorder<Int>()
    withObservationTracking {
      _ = (handle.result, handle.connectionState)
    } onChange: {
      changed.append(1)
    }
    let states = Recorder<String>()
    let following = Task { for await state in handle.results { states.append("\(state)") } }
    defer { following.cancel() }
    try await eventually { states.values.count == 1 }
    let failure = try #require(changes.wrappedValue.failure)
    #expect(failure.error is Lost && failure.message == failure.error.localizedDescription)
    failure.retry()
    #expect(!changed.values.isEmpty)
    #expect(changes.wrappedValue.failure?.message == nil)
    #expect(handle.connectionState == .connecting)
    guard case .loading = handle.result else {
      Issue.record("it has not started again")
      return
    }
    try await eventually { states.values.last == "loading" }
    network.send("one")
    try await eventually { if case .success = handle.result { true } else { false } }
    #expect(network.reconnections.values.count == 1)
  }

  @Test("retry() reopens a lost connection behind a cache, too")
  func retryBehindCache() async throws {
    let cached = RelayEnvironment(network: CachedNetwork(network, cache: QueryResponseCache(size: 1, timeToLive: nil)))
    let handle = SubscriptionHandle<TodoChangedSubscription>(environment: cached)
    _ = handle.get(TodoChangedSubscription())
    network.report(.reconnecting(attempt: 1))
    try await eventually { handle.connectionState == .reconnecting(attempt: 1) }
    handle.retry()
    #expect(network.reconnections.values.count == 1)
  }

  @Test("an event that arrives while another subscription takes its place is not shown")
  func eventOfFormerSubscription() async throws {
    for _ in 0..<20 {
      let taken = Recorder<Int>()
      let former = RelayEnvironment(network: network, configuration: .init(log: { if case .executeNext = $0 { taken.append(1) } }))
      let kinds = Recorder<String>()
      let handle = SubscriptionHandle<TodoChangedSubscription>(environment: former) { kinds.append($0?.change?.kind ?? "") }
      _ = handle.get(TodoChangedSubscription())
      network.send("first")
      try await eventually { kinds.values == ["first"] }
      network.send("former")
      // The event cannot get to the handle, because this is its actor.
      wait { taken.values.count == 2 }
      handle.environment = environment()
      _ = handle.get(TodoChangedSubscription())
      network.send("present")
      try await eventually { handle.result.data?.change?.kind == "present" }
      #expect(kinds.values == ["first", "present"])
    }
  }

  /// Waits without letting the actor do anything else, and a little longer.
  private func wait(until condition: () -> Bool) {
    repeat { Thread.sleep(forTimeInterval: 0.005) } while !condition()
    Thread.sleep(forTimeInterval: 0.005)
  }

  @Test("the sequence of a subscription ends when the server ends it")
  func endedByServer() async throws {
    let events = environment().subscribe(TodoChangedSubscription())
    try await eventually { network.request != nil }
    network.send("one")
    network.finish()
    var count = 0
    for try await _ in events { count += 1 }
    #expect(count == 1)
  }

  @Test("a reconnect can be observed with its cause: by views in the handle's state, and in the log")
  func reconnect() async throws {
    let handle = SubscriptionHandle<TodoChangedSubscription>(environment: environment())
    #expect(handle.connectionState == nil)
    _ = handle.get(TodoChangedSubscription())
    #expect(handle.connectionState == .connecting)
    let heard = Recorder<String>()
    for state in [ConnectionState.connected, .reconnecting(attempt: 1), .reconnecting(attempt: 2), .connected] {
      heard.append("state", onChangeOf: handle.connectionState)
      heard.append("error", onChangeOf: handle.connectionError)
      let isLost = if case .reconnecting = state { true } else { false }
      network.report(state, error: isLost ? Lost() : nil)
      try await eventually { handle.connectionState == state }
      #expect((handle.connectionError is Lost) == isLost)
    }
    #expect(heard.values.filter { $0 == "state" }.count == 4 && heard.values.filter { $0 == "error" }.count == 4)
    let name = "TodoChangedSubscription"
    #expect(
      logged.values == [
        "\(name) connected", "\(name) reconnecting(attempt: 1) Lost()", "\(name) reconnecting(attempt: 2) Lost()", "\(name) connected",
      ])
  }

  @Test("the records of a delivered event are collected while the subscription continues")
  func eventsAreCollected() async throws {
    let environment = self.environment()
    var events = environment.subscribe(TodoChangedSubscription()).makeAsyncIterator()
    try await eventually { network.request != nil }
    network.send("one")
    let event = try await events.next()
    // The payload is released right after it has been delivered.
    try await eventually {
      environment.store.collectGarbage()
      return !environment.store.json.keys.contains { $0.hasPrefix("client:local:") }
    }
    #expect(event != nil)
    network.send("two")
    #expect(try await events.next() != nil)
  }

  @Test("if the network does not report connections, the first event implies one, and the end implies none")
  func silentNetwork() async throws {
    let handle = SubscriptionHandle<TodoChangedSubscription>(environment: environment())
    _ = handle.get(TodoChangedSubscription())
    network.send("one")
    try await eventually { handle.connectionState == .connected }
    network.finish(throwing: Lost())
    try await eventually { handle.connectionState == nil }
    if case .failure(let error) = handle.result { #expect(error is Lost) } else { Issue.record("not a failure") }
  }

  @Test("an event sent before the connection was lost does not imply a connection")
  func lateEvent() async throws {
    let handle = SubscriptionHandle<TodoChangedSubscription>(environment: environment())
    _ = handle.get(TodoChangedSubscription())
    network.report(.connected)
    network.report(.reconnecting(attempt: 1))
    network.send("one")
    try await eventually { if case .success = handle.result { true } else { false } }
    #expect(handle.connectionState == .reconnecting(attempt: 1))
    network.finish()
    try await eventually { handle.connectionState == nil }
    #expect(handle.connectionError == nil)
    if case .success = handle.result {} else { Issue.record("the last event stays") }
  }

  @Test("every event is passed on, in order, after it is in the store; a stream has the state, and the last one")
  func events() async throws {
    let kinds = Recorder<String>()
    let environment = self.environment()
    let handle = SubscriptionHandle<TodoChangedSubscription>(environment: environment) { data in
      kinds.append("\(data?.change?.kind ?? "") \(environment.store.json["t1"]?["text"]?.stringValue ?? "")")
    }
    _ = handle.get(TodoChangedSubscription())
    var states = handle.results.makeAsyncIterator()
    #expect("\(try #require(await states.next()))" == "loading")
    for (number, kind) in ["one", "two", "three"].enumerated() {
      network.send(kind, todo: ["__typename": "Todo", "id": "t1", "text": .string("T \(kind)")])
      try await eventually { kinds.values.count == number + 1 }
    }
    #expect(kinds.values == ["one T one", "two T two", "three T three"])
    var latest: String?
    while latest != "three" { latest = try #require(await states.next()).data?.change?.kind }
    network.finish(throwing: Lost())
    #expect(await states.next()?.error is Lost)
  }

  @Test("without an environment, it fails; with another one, it starts again there, and its readers are notified afterwards")
  func environments() async throws {
    let handle = SubscriptionHandle<TodoChangedSubscription>()
    #expect(handle.get(TodoChangedSubscription()).error as? RelayError == .noEnvironment)
    #expect(handle.connectionState == nil)
    var states = handle.results.makeAsyncIterator()
    #expect(await states.next()?.error as? RelayError == .noEnvironment)
    let changed = Recorder<Int>()
    withObservationTracking {
      _ = (handle.result, handle.connectionState)
    } onChange: {
      changed.append(1)
    }
    handle.environment = environment()
    #expect("\(handle.get(TodoChangedSubscription()))" == "loading")
    #expect(changed.values.isEmpty, "during the evaluation")
    #expect("\(handle)" == "SubscriptionHandle<TodoChangedSubscription>(variables: {}, result: loading, connectionState: connecting)")
    #expect("\(try #require(await states.next()))" == "loading")
    try await eventually { changed.values == [1] }
    network.send("one")
    try await eventually { handle.result.data?.change?.kind == "one" }
  }
}
