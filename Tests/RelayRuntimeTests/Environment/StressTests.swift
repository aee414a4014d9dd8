import Foundation
import TestSupport
import Testing

@testable import RelayRuntime

/// The duration of the stress tests.
let stressSeconds = ProcessInfo.processInfo.environment["RELAY_STRESS_SECONDS"].flatMap { Double($0) } ?? 0.5

/// For use with ThreadSanitizer:
/// `RELAY_STRESS_SECONDS=60 swift test --sanitize=thread -Xswiftc -DRELAY_THREAD_SANITIZER --filter Stress`.
@Suite("Stress", .hangGuard(after: stressSeconds))
struct StressTests {
  @Test("8 writers, 8 readers, garbage collection and live views concurrently")
  func threads() async throws {
    // Collections start continually, and each moves records to other places.
    let store = RelayStore(configuration: .init(releaseBufferSize: 2, automaticCollectionThreshold: 10))
    store.state.withLock { ($0.bound.maximumPlacesPerRecord, $0.bound.maximumFreePlaces) = (1, 0) }
    let environment = RelayEnvironment(
      network: FetchNetwork { request in
        NetworkPayload(["data": ["user": ToDoPayloads.user(request.variables["id"]?.stringValue ?? "", todos: ToDoPayloads.firstPage)]])
      }, store: store)
    let query = CurrentUserToDoListQuery(id: "u1")
    let retention = environment.retain(query)
    try environment.commitPayload(query, ToDoPayloads.user)
    let end = ContinuousClock.now + .seconds(stressSeconds)
    let reads = Lock(0)
    let writes = Lock(0)
    let notified = Recorder<Int>()

    let views = Task { @MainActor in
      let handle = environment.query(query)
      let list = try #require(handle.result.data?.user).fragments.toDoList_user
      let items = list.todos?.map { FragmentHandle($0.fragments.toDoItem_todo) } ?? []
      while ContinuousClock.now < end {
        for item in items { _ = item.data?.text }
        try await Task.sleep(for: .milliseconds(1))
      }
      notified.append(items.count)
    }
    await withTaskGroup(of: Void.self) { group in
      for number in 0..<8 {
        group.addThread {
          var optimism: [RelayDisposable] = []
          var random = SplitMix(seed: SplitMix.seedOfThisRun &+ UInt64(number))
          // At least once: on a busy machine a thread may start only when the time is over.
          repeat {
            writes.withLock { $0 += 1 }
            switch Int.random(in: 0..<5, using: &random) {
            case 0: try? environment.commitPayload(query, ToDoPayloads.user)
            case 1: try? environment.commitLocalUpdate { $0["t1"]?["text"] = .string("Text \(number)") }
            case 2: optimism.append(environment.applyOptimistic { $0["t2"]?["text"] = .string("Mine \(number)") })
            case 3: if !optimism.isEmpty { optimism.removeFirst().dispose() }
            default:
              let other = CurrentUserToDoListQuery(id: "v\(Int.random(in: 0..<20, using: &random))")
              let kept = environment.retain(other)
              try? environment.commitPayload(other, ["user": ToDoPayloads.user(other.variables.id, todos: nil)])
              kept.dispose()
            }
            if optimism.count > 4 { optimism.removeFirst().dispose() }
          } while ContinuousClock.now < end
        }
        group.addThread {
          repeat {
            reads.withLock { $0 += 1 }
            let list = environment.read(query)?.user?.fragments.toDoList_user
            let texts = list?.todos?.map { $0.fragments.toDoItem_todo.text } ?? []
            if texts.count != 2 || texts.contains("") { notified.append(-1) }
            _ = environment.check(query)
          } while ContinuousClock.now < end
        }
      }
      group.addThread { while ContinuousClock.now < end { store.collectGarbage() } }
      group.addTask {
        var random = SplitMix(seed: SplitMix.seedOfThisRun)
        while ContinuousClock.now < end {
          let id = "w\(Int.random(in: 0..<5, using: &random))"
          let data = try? await environment.fetch(CurrentUserToDoListQuery(id: id))
          #expect(data?.user?.id == id, "seed \(random.seed)")
        }
      }
    }
    try await views.value
    #expect(notified.values == [2], "seed \(SplitMix.seedOfThisRun)")
    #expect(reads.withLock { $0 } > 0 && writes.withLock { $0 } > 0)
    withExtendedLifetime(retention) {}
  }
}

extension TaskGroup where ChildTaskResult == Void {
  /// Adds a child that waits for a separate thread, so that many run at once regardless of the size of the concurrency
  /// pool.
  fileprivate mutating func addThread(_ body: @escaping @Sendable () -> Void) {
    addTask {
      await withCheckedContinuation { continuation in
        Thread.detachNewThread {
          body()
          continuation.resume()
        }
      }
    }
  }
}
