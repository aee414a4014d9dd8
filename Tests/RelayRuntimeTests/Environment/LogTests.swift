import Foundation
import TestSupport
import Testing

@testable import RelayRuntime

/// What a log handler is allowed to do.
@Suite("Log", .hangGuard)
struct LogTests {
  /// An environment whose handler has access to the environment.
  private final class Reporter: Sendable {
    let environment: RelayEnvironment
    let names = Recorder<String>()

    init(_ network: any RelayNetwork, _ handle: @escaping @Sendable (RelayLogEvent, RelayEnvironment) -> Void) {
      let names = self.names
      let box = Box()
      self.environment = RelayEnvironment(
        network: network,
        configuration: .init(log: { event in
          names.append(String("\(event)".prefix { $0 != "(" }))
          if let environment = box.environment { handle(event, environment) }
        }))
      box.set(self.environment)
    }

    final class Box: Sendable {
      private let state = Lock<RelayEnvironment?>(nil)
      var environment: RelayEnvironment? { state.withLock { $0 } }
      func set(_ environment: RelayEnvironment) { state.withLock { $0 = environment } }
    }
  }

  private static let home: JSON = ["viewer": ["id": "u1", "name": "Ada"], "news": nil]
  private static let network = FetchNetwork { _ in NetworkPayload(["data": home]) }

  private static func count(_ source: RecordSourceProxy) {
    let record = source["log"] ?? source.create(dataID: "log", typeName: "Log")
    record.setValue((record.value("count", as: Int.self) ?? 0) + 1, for: "count")
  }

  @Test("a log handler that writes to the store neither deadlocks nor recurses, and its own writes are not reported to it")
  func writingHandler() async throws {
    let reporter = Reporter(Self.network) { _, environment in
      try? environment.commitLocalUpdate { Self.count($0) }
    }
    let data = try await reporter.environment.fetch(HomeQuery())
    #expect(data.fragments.home_query.data.viewer?.name == "Ada")
    let events = reporter.names.values
    #expect(events.contains("networkStart") && events.contains("executeComplete"))
    #expect(events.filter { $0 == "storePublish" }.count == 1)
    #expect(reporter.environment.store.json["log"]?["count"] == .int(reporter.names.values.count))
  }

  @Test("a handler that writes optimistically, in batches, and with updaters that fail also terminates")
  func otherWrites() async throws {
    struct Refusal: Error {}
    let reporter = Reporter(Self.network) { _, environment in
      environment.batchUpdates {
        environment.applyOptimistic { Self.count($0) }.dispose()
        try? environment.commitLocalUpdate { _ in throw Refusal() }
        _ = environment.applyOptimistic { _ in throw Refusal() }
      }
    }
    try reporter.environment.commitLocalUpdate { Self.count($0) }
    #expect(throws: Refusal.self) { try reporter.environment.commitLocalUpdate { _ in throw Refusal() } }
    _ = try await reporter.environment.fetch(HomeQuery())
    #expect(reporter.names.values.filter { $0 == "warning" }.count == 1)
    #expect(reporter.environment.store.json["log"]?["count"] == 1)
  }

  @Test("the work of tasks that a handler starts is not reported to it either")
  func tasks() async throws {
    let fetched = Recorder<String>()
    let reporter = Reporter(Self.network) { event, environment in
      guard case .executeComplete = event else { return }
      Task {
        _ = try? await environment.fetch(HomeQuery())
        fetched.append("fetched")
      }
    }
    _ = try await reporter.environment.fetch(HomeQuery())
    try await eventually { !fetched.values.isEmpty }
    // A fetch returns after its last event, so if the handler's own fetch were reported, it would be in the list by now.
    for name in ["executeStart", "executeComplete"] { #expect(reporter.names.values.filter { $0 == name }.count == 1, "\(name)") }
  }

  @Test("other threads' events are reported while a handler runs")
  func otherThreads() async throws {
    let reporter = Reporter(Self.network) { event, environment in
      if case .executeStart = event { try? environment.commitLocalUpdate { Self.count($0) } }
    }
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<50 { group.addTask { _ = try await reporter.environment.fetch(HomeQuery(), cacheConfig: CacheConfig(force: true)) } }
      try await group.waitForAll()
    }
    let starts = reporter.names.values.filter { $0 == "executeStart" }.count
    #expect(starts >= 1)
    #expect(reporter.names.values.filter { $0 == "executeComplete" }.count == starts)
    #expect(reporter.environment.store.json["log"]?["count"] == .int(starts))
  }

  /// An environment that logs how operations end.
  private static func logging(_ log: Recorder<String>) -> MockEnvironment {
    MockEnvironment(
      configuration: .init(log: { event in
        guard case .executeComplete(_, let operation, let error) = event else { return }
        log.append("\(operation): \(error.map { "\($0)" } ?? "ended")")
      }))
  }

  @Test("leaving a loop and cancelling a task are no failures")
  func leaving() async throws {
    let log = Recorder<String>()
    let mock = Self.logging(log)
    let task = Task { for try await _ in mock.environment.subscribe(TodoChangedSubscription()) { break } }
    let operation = try await mock.nextOperation(TodoChangedSubscription.self)
    try await mock.nextValue(operation, data: ["change": nil])
    try await task.value
    try await eventually { log.values == ["TodoChangedSubscription: ended"] }
    let fetch = Task { try await mock.environment.fetch(HomeQuery()) }
    _ = try await mock.nextOperation(HomeQuery.self)
    fetch.cancel()
    _ = await fetch.result
    try await eventually { log.values.count == 2 }
    #expect(log.values.last == "HomeQuery: ended")
  }

  @Test("a server's error for a field is logged as a field error only where the document asks for field errors")
  func fieldErrors() throws {
    let test = TestStore()
    try test.publish(
      HomeQuery().descriptor,
      #"{"data":{"viewer":{"id":"u1","name":null},"news":null},"errors":[{"message":"Refused","path":["viewer","name"]}]}"#)
    func logged(_ metadata: JSON, _ field: ReaderPlanNode) -> [FieldError.Kind] {
      let context = ReadContext(
        store: test.store, definition: Plans.fragment("User_name", on: "User", metadata: metadata, [field]),
        owner: HomeQuery().descriptor, variables: [:])
      let snapshot = test.store.lookup(Selector(context: context, dataID: "u1", record: .missing))
      #expect(snapshot.fieldErrors.count >= 1)
      return snapshot.loggedErrors.map(\.kind)
    }
    #expect(logged(.null, .scalar("name", "S")) == [])
    #expect(logged(["throwOnFieldError": true], .scalar("name", "S")) == [.payloadError])
    #expect(logged(["catchTo": "NULL"], .scalar("name", "S")) == [.payloadError])
    #expect(logged(.null, .catch(.null, .scalar("name", "S"))) == [.payloadError])
    #expect(logged(.null, .required(.log, .scalar("name", "S!"))) == [.requiredFieldLogged])
  }
}
