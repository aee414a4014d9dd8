/// Counts what an environment will do without being asked again: the reactions of its sequences and handles to what has already
/// happened. A test waits until there is none, instead of waiting for a while.
final class PendingWork: Sendable {
  private struct State {
    var count = 0
    var waiting: [AsyncStream<Void>.Continuation] = []
  }

  private let state = Lock(State())

  /// Marks the start of a piece of work; `end()` must follow.
  func begin() { state.withLock { $0.count += 1 } }

  /// Marks the end of a piece of work.
  func end() {
    let ready = state.withLock { state -> [AsyncStream<Void>.Continuation] in
      state.count -= 1
      guard state.count == 0 else { return [] }
      defer { state.waiting = [] }
      return state.waiting
    }
    for continuation in ready { continuation.finish() }
  }

  /// Returns when there is no work, or when the calling task is cancelled.
  func waitUntilNone() async {
    let (stream, continuation) = AsyncStream<Void>.makeStream()
    let isDone = state.withLock { state in
      if state.count > 0 { state.waiting.append(continuation) }
      return state.count == 0
    }
    if isDone { continuation.finish() }
    for await _ in stream {}
  }
}
