import Foundation
import TestSupport
import Testing

@testable import RelayRuntime

/// Writes that begin while an app's code runs inside another write, and code there that waits for them.
@Suite("Waiting writers", .hangGuard)
struct WaitingWritersTests {
  /// The places where an app's code runs inside a write, with the name that an error gives it.
  enum Place: String, CaseIterable, Sendable {
    case update = "an updater"
    case optimisticUpdate = "an optimistic updater"
    case mutationUpdater = "the updater of PlainMutation"
    case handler = "the handlers of HandledMutation"
    case missingFieldHandler = "the missing field handlers for MissingQuery"
    case batch = "batchUpdates"
  }

  /// A write that can fail, with the name that an error gives it.
  enum Write: String, CaseIterable, Sendable {
    case update = "commitLocalUpdate"
    case payload = "a response to CurrentUserToDoListQuery"
  }

  private struct ActionHandler: FieldHandler {
    let body: @Sendable () -> Void
    func update(_ store: RecordSourceProxy, _ payload: HandleFieldPayload) throws { body() }
  }

  private static let handled = OperationDescriptor(
    Plans.operation(
      "HandledMutation", kind: .mutation, type: "Mutation",
      normalization: [.linked("do", of: "Payload", [.scalar("value", "S"), .scalarHandle("value", "action")])]))
  private static let plain = OperationDescriptor(
    Plans.operation(
      "PlainMutation", kind: .mutation, type: "Mutation", normalization: [.linked("do", of: "Payload", [.scalar("value", "S")])]))
  private static let missing = OperationDescriptor(
    Plans.operation("MissingQuery", normalization: [.linked("missing", of: "Todo", [.scalar("id", "D!")])]))

  private let query = CurrentUserToDoListQuery(id: "u1")
  private let warnings = Recorder<String>()
  /// Signalled after each warning.
  private let warned = DispatchSemaphore(value: 0)
  private let environment: RelayEnvironment
  /// What the app's code does, once.
  private let action: Recorder<@Sendable () -> Void>
  private let act: @Sendable () -> Void

  /// - Parameter delay: how long a write waits for an app's code.
  init(delay: Duration = .zero) throws {
    var configuration = RelayStore.Configuration()
    configuration.maximumWriteDelay = delay
    let (warnings, warned, action, done) = (warnings, warned, Recorder<@Sendable () -> Void>(), Recorder<Bool>())
    self.action = action
    @Sendable func act() { if done.append(true) == 1 { action.value(at: 0)?() } }
    self.act = act
    environment = RelayEnvironment(
      network: FetchNetwork { _ in NetworkPayload(["data": ToDoPayloads.user]) }, store: RelayStore(configuration: configuration),
      configuration: .init(
        missingFieldHandlers: [
          MissingFieldHandler(.linked) { field, _, _ in
            if field.name == "missing" { act() }
            return nil
          }
        ],
        handlers: { name in name == "action" ? ActionHandler { act() } : DefaultHandlers.handler(name) },
        log: { event in
          guard case .warning(let text) = event else { return }
          warnings.append(text)
          warned.signal()
        }))
    try environment.commitPayload(query, ToDoPayloads.user)
  }

  /// Runs `action` at a place, on a thread of its own, and returns when that has ended.
  private func run(_ place: Place, _ action: @escaping @Sendable () -> Void) async {
    self.action.append(action)
    let (environment, act) = (environment, act)
    await onThread {
      switch place {
      case .update: try environment.commitLocalUpdate { _ in act() }
      case .optimisticUpdate: _ = environment.applyOptimistic { _ in act() }
      case .mutationUpdater:
        environment.queue.commitPayload(
          Self.plain,
          try TestStore(store: environment.store, queue: environment.queue).normalize(Self.plain, #"{"data":{"do":{"value":"x"}}}"#),
          updater: { _ in act() })
        environment.queue.run(source: Self.plain)
      case .handler: try environment.commitPayload(Self.handled, ["do": ["value": "x"]])
      case .missingFieldHandler: _ = environment.check(Self.missing)
      case .batch: environment.batchUpdates { act() }
      }
    }
  }

  private func onThread(_ body: @escaping @Sendable () throws -> Void) async {
    await withCheckedContinuation { continuation in
      Thread.detachNewThread {
        #expect(throws: Never.self) { try body() }
        continuation.resume()
      }
    }
  }

  @Sendable private func write(_ write: Write) throws {
    switch write {
    case .update: try environment.commitLocalUpdate { $0["t1"]?["text"] = "changed" }
    case .payload: try environment.commitPayload(query, ["user": nil])
    }
  }

  private var text: JSON? { environment.store.json["t1"]?["text"] }
  private var hasUser: Bool { environment.read(query)?.user != nil }

  @Test("code that waits for a write of another thread goes on: the write fails, names both, and changes nothing", .cases)
  func otherThread() async {
    await eachCase(of: Place.allCases.flatMap { place in Write.allCases.map { (place, $0) } }) { place, write in
      let test = try WaitingWritersTests(delay: .zero)
      let failures = Recorder<RelayError?>()
      await test.run(place) {
        let done = DispatchSemaphore(value: 0)
        Thread.detachNewThread {
          do { try test.write(write) } catch { failures.append(error as? RelayError) }
          done.signal()
        }
        done.wait()
      }
      #expect(failures.values == [.writeBlocked(write.rawValue, by: place.rawValue)])
      #expect(test.text == "Buy milk")
      #expect(test.hasUser)
      try test.write(write)
      #expect(write == .update ? test.text == "changed" : !test.hasUser)
      #expect(test.warnings.values.isEmpty)
    }
  }

  @Test("an answer to a request that an updater waits for fails with the names of both")
  func answer() async throws {
    let test = try WaitingWritersTests(delay: .zero)
    let failures = Recorder<RelayError?>()
    await test.run(.update) {
      let done = DispatchSemaphore(value: 0)
      Task {
        do { _ = try await test.environment.fetch(test.query) } catch { failures.append(error as? RelayError) }
        done.signal()
      }
      done.wait()
    }
    #expect(failures.values == [.writeBlocked("a response to CurrentUserToDoListQuery", by: "an updater")])
  }

  @Test("a write in a task that an updater or a handler has started and waits for is left to their run", .cases)
  func ownTask() async {
    await eachCase(of: [.update, .optimisticUpdate, .mutationUpdater, .handler] as [Place]) { place in
      // Whatever the limit, nothing waits.
      let test = try WaitingWritersTests(delay: .seconds(1_000_000))
      let texts = Recorder<JSON?>()
      await test.run(place) {
        let done = DispatchSemaphore(value: 0)
        Task {
          await withTaskGroup(of: Void.self) { group in
            group.addTask { #expect(throws: Never.self) { try test.write(.update) } }
            group.addTask { _ = test.environment.applyOptimistic { $0["t2"]?["text"] = "optimistic" } }
          }
          texts.append(test.text)
          done.signal()
        }
        done.wait()
      }
      #expect(texts.values == ["Buy milk"])
      #expect(test.text == "changed")
      #expect(test.warnings.values.isEmpty)
    }
  }

  @Test("a write that cannot fail says for what it waits, and goes on waiting")
  func withoutFailure() async throws {
    let test = try WaitingWritersTests(delay: .zero)
    let isCleared = Recorder<Bool>()
    await test.run(.update) {
      Thread.detachNewThread {
        test.environment.store.clear()
        isCleared.append(true)
      }
      // The code returns once the warning has been given.
      test.warned.wait()
    }
    try await eventually { !isCleared.values.isEmpty }
    #expect(
      test.warnings.values == [
        "A write (clear()) cannot begin: app code in another write (an updater) still runs, and probably waits for it. The write goes on "
          + "waiting."
      ])
    #expect(!test.hasUser)
  }

  @Test("writes of other threads, and of tasks whose updater has returned, wait until they can be made", .cases)
  func waiting() async {
    await eachCase(of: Place.allCases) { place in
      let test = try WaitingWritersTests(delay: .seconds(1_000_000))
      let (begun, done, tasks) = (DispatchSemaphore(value: 0), Recorder<Bool>(), Recorder<Task<Void, any Error>>())
      await test.run(place) {
        Thread.detachNewThread {
          begun.signal()
          #expect(throws: Never.self) { try test.environment.commitLocalUpdate { $0["t2"]?["text"] = "changed" } }
          done.append(true)
        }
        tasks.append(Task { _ = try await test.environment.fetch(test.query) })
        begun.wait()
      }
      for task in tasks.values { try await task.value }
      try await eventually { !done.values.isEmpty }
      #expect(test.text == "Buy milk")
      #expect(test.warnings.values.isEmpty)
    }
  }
}
