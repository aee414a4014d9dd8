import Foundation
import RelayDurableStore
import TestSupport
import Testing

@testable import RelayRuntime

/// The duration of the stress tests.
private let stressSeconds = ProcessInfo.processInfo.environment["RELAY_STRESS_SECONDS"].flatMap { Double($0) } ?? 0.5

/// Promise 22, for `Tests/Threads`, where ThreadSanitizer watches.
@Suite("Stress of a store on disk", .serialized, .hangGuard(after: stressSeconds))
struct DurableStressTests {
  private let place: TemporaryFolder
  private var folder: DurableFolder { DurableFolder(place.url.appendingPathComponent("store")) }
  private static let ids = (0..<20).map { "u\($0)" }

  init() throws { place = try TemporaryFolder("durable-stress") }

  private static var durability: Durability {
    var durability = Durability()
    (durability.flushInterval, durability.retryDelay) = (.milliseconds(1), .milliseconds(1))
    // The disk is always too full, so that operations are removed all the time.
    durability.maximumSize = 100_000
    return durability
  }

  private static func answer(_ id: String, _ version: Int) -> JSON {
    ["user": ToDoPayloads.user(id, todos: ToDoPayloads.todos([ToDoPayloads.todo("t-\(id)", "\(version)")], end: nil, hasNext: false))]
  }

  /// What one thread does to a store, at random.
  private static func work(_ environment: RelayEnvironment, _ random: inout SplitMix, _ optimism: inout [RelayDisposable], file: URL) {
    let query = CurrentUserToDoListQuery(id: ids.randomElement(using: &random) ?? "u0")
    switch Int.random(in: 0..<10, using: &random) {
    case 0...3: try? environment.commitPayload(query, answer(query.variables.id, Int.random(in: 0..<1_000, using: &random)))
    case 4: try? environment.commitLocalUpdate { $0["t-\(query.variables.id)"]?["text"] = "mine" }
    case 5: optimism.append(environment.applyOptimistic { $0["t-\(query.variables.id)"]?["text"] = "perhaps" })
    case 6: if !optimism.isEmpty { optimism.removeFirst().dispose() }
    case 7: try? environment.export(query, to: file)
    default:
      let kept = environment.retain(query)
      _ = environment.check(query)
      _ = environment.read(query)?.user?.fragments.toDoList_user.todos?.map(\.fragments.toDoItem_todo.text)
      kept.dispose()
    }
    if optimism.count > 4 { optimism.removeFirst().dispose() }
  }

  @Test("threads publish, read, update and export, while it is evicted, flushed, cleared, suspended and resumed, and another store follows")
  func threads() async throws {
    let configuration = RelayStore.Configuration(releaseBufferSize: 2, automaticCollectionThreshold: 10)
    let store = try await RelayStore.open(folder, configuration: configuration, durability: Self.durability)
    let environment = RelayEnvironment(network: NoNetwork(), store: store)
    let follower = try await RelayStore.open(readOnly: folder)
    let following = RelayEnvironment(network: NoNetwork(), store: follower)
    let end = ContinuousClock.now + .seconds(stressSeconds)
    let works = Lock(0)
    await withTaskGroup(of: Void.self) { group in
      for number in 0..<4 {
        let file = place.url.appendingPathComponent("exported-\(number)")
        group.addThread {
          var random = SplitMix(seed: SplitMix.seedOfThisRun &+ UInt64(number))
          var optimism: [RelayDisposable] = []
          repeat {
            Self.work(environment, &random, &optimism, file: file)
            works.withLock { $0 += 1 }
          } while ContinuousClock.now < end
          for layer in optimism { layer.dispose() }
        }
      }
      group.addThread {
        var random = SplitMix(seed: SplitMix.seedOfThisRun &+ 10)
        repeat {
          let query = CurrentUserToDoListQuery(id: Self.ids.randomElement(using: &random) ?? "u0")
          _ = following.check(query)
          _ = following.read(query)?.user?.fragments.toDoList_user.todos?.count
        } while ContinuousClock.now < end
      }
      group.addThread {
        repeat {
          store.collectGarbage()
          follower.collectGarbage()
          Thread.sleep(forTimeInterval: 0.001)
        } while ContinuousClock.now < end
      }
      group.addTask {
        var random = SplitMix(seed: SplitMix.seedOfThisRun &+ 11)
        repeat {
          switch Int.random(in: 0..<8, using: &random) {
          case 0:
            await store.suspend()
            store.resume()
          case 1:
            store.resume()
            await follower.suspend()
            follower.resume()
          case 2: store.clear()
          case 3: await store.prepare(records: ["t-u1", "t-u2", "nobody"])
          case 4: _ = await follower.prepare(CurrentUserToDoListQuery(id: "u1"))
          case 5: _ = await store.prepare(CurrentUserToDoListQuery(id: "u2"))
          default: try? await store.flush()
          }
          try? await Task.sleep(for: .milliseconds(2))
        } while ContinuousClock.now < end
      }
    }
    #expect(works.withLock { $0 } > 0)
    // It still works, and so does the next process.
    let query = CurrentUserToDoListQuery(id: "last")
    try environment.commitPayload(query, Self.answer("last", 1))
    try await store.flush()
    await store.suspend()
    await follower.suspend()
    let next = try await RelayStore.open(folder)
    guard case .available = await next.prepare(query) else {
      Issue.record("seed \(SplitMix.seedOfThisRun)")
      return
    }
    await next.suspend()
  }
}

extension TaskGroup where ChildTaskResult == Void {
  /// Adds a child that waits for a thread of its own, so that many run at once however large the pool is.
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
