/// The progress of an execution through the payloads of its network. A test network uses it to wait for all effects of a payload.
final class ExecutionProgress: Sendable {
  private struct State {
    var processed = 0
    var isOver = false
    var waiting: [(count: Int, continuation: AsyncStream<Void>.Continuation)] = []
  }

  private let state = Lock(State())

  /// A payload is in the store, and all subscribers have been notified.
  func didProcess() {
    update { $0.processed += 1 }
  }

  /// The execution has ended, and all subscribers have been notified.
  func didEnd() {
    update { $0.isOver = true }
  }

  /// Returns when `count` payloads have been processed or the execution has ended.
  func wait(forPayloads count: Int) async {
    let (stream, continuation) = AsyncStream<Void>.makeStream()
    update { $0.waiting.append((count, continuation)) }
    for await _ in stream {}
  }

  /// Returns when the execution has ended.
  func waitUntilOver() async {
    await wait(forPayloads: .max)
  }

  private func update(_ change: (inout State) -> Void) {
    let ready = state.withLock { state in
      change(&state)
      let (isOver, processed) = (state.isOver, state.processed)
      let ready = state.waiting.filter { isOver || $0.count <= processed }
      state.waiting.removeAll { isOver || $0.count <= processed }
      return ready
    }
    for waiter in ready { waiter.continuation.finish() }
  }
}
