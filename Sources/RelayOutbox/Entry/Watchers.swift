/// The streams that follow something until it ends.
final class Watchers<Value: Sendable>: Sendable {
  private struct State {
    var hasEnded = false
    var last = 0
    var continuations: [Int: AsyncStream<Value>.Continuation] = [:]
  }

  private let state = Lock(State())

  /// A stream of the present value and the later ones. After the end, it ends with the present one.
  ///
  /// - Parameter policy: which values a slow reader gets.
  func stream(startingWith value: Value, _ policy: AsyncStream<Value>.Continuation.BufferingPolicy = .unbounded) -> AsyncStream<Value> {
    let (stream, continuation) = AsyncStream<Value>.makeStream(bufferingPolicy: policy)
    continuation.yield(value)
    let number = state.withLock { state -> Int? in
      guard !state.hasEnded else { return nil }
      state.last += 1
      state.continuations[state.last] = continuation
      return state.last
    }
    guard let number else {
      continuation.finish()
      return stream
    }
    continuation.onTermination = { [weak self] _ in _ = self?.state.withLock { $0.continuations.removeValue(forKey: number) } }
    return stream
  }

  func yield(_ value: Value) {
    for continuation in state.withLock({ Array($0.continuations.values) }) { continuation.yield(value) }
  }

  /// Ends all streams, also later ones.
  func end() {
    let continuations = state.withLock { state in
      state.hasEnded = true
      defer { state.continuations = [:] }
      return Array(state.continuations.values)
    }
    for continuation in continuations { continuation.finish() }
  }
}
