import TestSupport
import Testing

@testable import RelayRuntime

@Suite("Pauses before reconnecting")
struct ReconnectionPausesTests {
  /// A network path that the test makes available and unavailable.
  private final class Path: Sendable {
    private let watchers = Lock<[Int: @Sendable (Bool) -> Void]>([:])

    var watcherCount: Int { watchers.withLock { $0.count } }

    func set(_ isUsable: Bool) {
      for watcher in watchers.withLock({ Array($0.values) }) { watcher(isUsable) }
    }

    func pauses(isUsable: Bool) -> ReconnectionPauses {
      ReconnectionPauses(
        path: NetworkPath { onUpdate in
          let id = self.watchers.withLock { watchers in
            watchers[watchers.count] = onUpdate
            return watchers.count - 1
          }
          onUpdate(isUsable)
          return RelayDisposable { self.watchers.withLock { _ = $0.removeValue(forKey: id) } }
        })
    }
  }

  @Test("a pause ends immediately when the network path is back, and is not notified afterwards", .hangGuard)
  func pathIsBack() async throws {
    let path = Path()
    let pauses = path.pauses(isUsable: false)
    let pause = pauses.start(HangGuard.forever)
    try await eventually { path.watcherCount == 1 }
    path.set(false)
    path.set(true)
    try await pauses.wait(for: pause)
    #expect(path.watcherCount == 0)
  }

  @Test("a path that was available all along does not end a pause: the server may be the problem", .hangGuard)
  func pathIsThere() async throws {
    let path = Path()
    let pauses = path.pauses(isUsable: true)
    let ended = Recorder<Bool>()
    let pause = pauses.start(HangGuard.forever)
    let waiting = Task {
      try await pauses.wait(for: pause)
      ended.append(true)
    }
    try await eventually { path.watcherCount == 1 }
    path.set(true)
    #expect(ended.values.isEmpty)
    // Lost and available again.
    path.set(false)
    path.set(true)
    try await waiting.value
    #expect(ended.values == [true])
  }

  @Test("pauses end when all are ended, when the waiting task is cancelled, and after their time", .hangGuard)
  func otherEnds() async throws {
    let pauses = ReconnectionPauses(path: nil)
    let all = [pauses.start(HangGuard.forever), pauses.start(HangGuard.forever)]
    pauses.endAll()
    for pause in all { try await pauses.wait(for: pause) }
    let long = pauses.start(HangGuard.forever)
    let cancelled = Task { try await pauses.wait(for: long) }
    cancelled.cancel()
    await #expect(throws: CancellationError.self) { try await cancelled.value }
    await long.value
    try await pauses.wait(for: pauses.start(.milliseconds(1)))
  }
}
