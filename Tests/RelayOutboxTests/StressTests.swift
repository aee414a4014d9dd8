import Foundation
import RelayDurableStore
import RelayOutbox
import RelayRuntime
import TestSupport
import Testing

/// The duration of the stress tests.
private let stressSeconds = ProcessInfo.processInfo.environment["RELAY_STRESS_SECONDS"].flatMap { Double($0) } ?? 0.5

/// Promise 22, for `Tests/Threads`, where ThreadSanitizer watches.
@Suite("Stress of an outbox on disk", .serialized, .hangGuard(after: stressSeconds))
struct OutboxStressTests {
  @Test("tasks enqueue, cancel and decide, while the network fails, the store is collected, and the outbox is paused and read")
  func tasks() async throws {
    let place = try TemporaryFolder("outbox-stress")
    let server = TodoServer(honorsKeys: true)
    let random = Lock(SplitMix(seed: SplitMix.seedOfThisRun))
    let faults: [Fault] = [.none, .none, .none, .none, .none, .none, .rejected, .conflict, .lostAfter, .duplicated]
    let network = FaultyNetwork(server) { _ in random.withLock { faults.randomElement(using: &$0) ?? .none } }
    let store = try await RelayStore.open(DurableFolder(place.url.appendingPathComponent("store")))
    let environment = RelayEnvironment(network: network, store: store)
    try environment.commitPayload(TodosQuery(), server.list)
    let retained = environment.retain(TodosQuery())
    let folder = place.url.appendingPathComponent("outbox")
    let outbox = try await Outbox.open(folder, owner: "ada", environment: environment, mutations: allMutations)
    let end = ContinuousClock.now + .seconds(stressSeconds)
    await withTaskGroup(of: Void.self) { group in
      for number in 0..<4 {
        group.addTask {
          var random = SplitMix(seed: SplitMix.seedOfThisRun &+ UInt64(number))
          repeat { await Self.work(outbox, "\(number)", &random) } while ContinuousClock.now < end
        }
      }
      group.addTask {
        repeat {
          await outbox.pause()
          _ = environment.read(TodosQuery())?.todos?.edges?.count
          store.collectGarbage()
          await outbox.resume()
          _ = outbox.currentState
          try? await Task.sleep(for: .milliseconds(1))
        } while ContinuousClock.now < end
      }
      group.addTask {
        for await entries in outbox.changes() {
          for entry in entries { _ = (entry.status, entry.dataIDs, outbox.isPending("a")) }
          if ContinuousClock.now >= end { break }
        }
      }
      // Ends the loop above.
      group.addTask {
        try? await Task.sleep(until: end + .milliseconds(10), clock: .continuous)
        _ = try? await outbox.enqueue(IncrementTodoMutation(id: "a"))
      }
    }
    let left = try await outbox.close().map(\.id)
    // What has not ended is there again.
    let again = try await Outbox.open(folder, owner: "ada", environment: environment, mutations: allMutations)
    await again.pause()
    #expect(Set(again.entries.map(\.id)).isSubset(of: left))
    try await again.close(discarding: true)
    await store.suspend()
    withExtendedLifetime(retained) {}
  }

  private static func work(_ outbox: Outbox, _ name: String, _ random: inout SplitMix) async {
    let id = ["a", "b", "c\(name)"].randomElement(using: &random) ?? "a"
    let policy = OutboxPolicy(delivery: Bool.random(using: &random) ? .atMostOnce : .atLeastOnce, lane: id)
    switch Int.random(in: 0..<6, using: &random) {
    case 0...1: _ = try? await outbox.enqueue(IncrementTodoMutation(id: id), policy: policy)
    case 2:
      _ = try? await outbox.enqueue(
        AddTodoMutation(id: id, text: name, connections: [list]),
        optimisticResponse: ["addTodo": ["todo": ["id": .string(id), "text": .string(name), "count": 0]]], policy: policy)
    case 3:
      _ = try? await outbox.enqueue(
        RenameTodoMutation(id: id, text: name),
        optimisticResponse: ["renameTodo": ["todo": ["id": .string(id), "text": .string(name)]]], policy: policy)
    default:
      guard let entry = outbox.entries.randomElement(using: &random) else { return }
      switch Int.random(in: 0..<3, using: &random) {
      case 0: try? await entry.cancel()
      case 1: try? await entry.retry()
      default: try? await entry.discard()
      }
    }
    // Never more than the tasks can keep up with.
    if outbox.entries.count > 50 { for entry in outbox.entries.prefix(25) { try? await entry.discard() } }
  }
}
