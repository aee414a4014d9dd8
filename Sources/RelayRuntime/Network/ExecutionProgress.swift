import Synchronization

/// How far an execution has come with what its network gave it. Lets a network in a test wait until a payload's effects are all there.
final class ExecutionProgress: Sendable {
  private struct State {
    var processed = 0
    var isOver = false
    var waiting: [(count: Int, continuation: AsyncStream<Void>.Continuation)] = []
  }

  private let state = Mutex(State())

  /// A payload is in the store and everyone has been told.
  func didProcess() {
    update { $0.processed += 1 }
  }

  /// The execution is over and everyone has been told.
  func didEnd() {
    update { $0.isOver = true }
  }

  /// Returns once `count` payloads have been processed, or the execution is over.
  func wait(forPayloads count: Int) async {
    let (stream, continuation) = AsyncStream<Void>.makeStream()
    update { $0.waiting.append((count, continuation)) }
    for await _ in stream {}
  }

  /// Returns once the execution is over.
  func waitUntilOver() async {
    await wait(forPayloads: .max)
  }

  private func update(_ change: (inout State) -> Void) {
    let ready = self.state.withLock { state in
      change(&state)
      let (isOver, processed) = (state.isOver, state.processed)
      let ready = state.waiting.filter { isOver || $0.count <= processed }
      state.waiting.removeAll { isOver || $0.count <= processed }
      return ready
    }
    for waiter in ready { waiter.continuation.finish() }
  }
}
