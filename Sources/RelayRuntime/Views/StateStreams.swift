/// The streams to which an observable object sends its states. A slow reader misses states, but never the last one.
///
/// A mark identifies the state that a reader received last, so that it never receives the same state twice in a row.
@MainActor
final class StateStreams<State: Sendable, Mark: Sendable> {
  private var readers = Registrations<(continuation: AsyncStream<State>.Continuation, mark: Mark)>()

  nonisolated init() {}

  /// A stream that begins with `current`.
  func stream(startingWith current: State, mark: Mark) -> AsyncStream<State> {
    let (stream, continuation) = AsyncStream<State>.makeStream(bufferingPolicy: .bufferingNewest(1))
    let id = readers.add((continuation, mark))
    continuation.onTermination = { [weak self] _ in
      Task { @MainActor in self?.readers[id] = nil }
    }
    continuation.yield(current)
    return stream
  }

  var hasReaders: Bool { !readers.isEmpty }

  /// Sends a state, created on demand, to every reader whose mark is outdated.
  func yield(_ make: () -> (state: State, mark: Mark), ifBehind isBehind: (Mark) -> Bool) {
    var made: (state: State, mark: Mark)?
    for id in readers.numbers {
      guard let reader = readers[id], isBehind(reader.mark) else { continue }
      let next = made ?? make()
      made = next
      readers[id]?.mark = next.mark
      reader.continuation.yield(next.state)
    }
  }

  deinit {
    for reader in readers.values { reader.continuation.finish() }
  }
}
