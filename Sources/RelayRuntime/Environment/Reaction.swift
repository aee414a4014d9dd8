/// What a handle does when something has arrived for it. From the arrival until the handle has dealt with it, this is pending work of the
/// environment, so that a test can wait for it.
final class Reaction: Sendable {
  private let work: PendingWork
  /// The number of arrivals that have not been dealt with; nil after the end.
  private let arrivals = Lock<Int?>(0)

  init(in environment: RelayEnvironment) { work = environment.pendingWork }

  /// Something is about to arrive.
  func begin() {
    arrivals.withLock { arrivals in
      guard let count = arrivals else { return }
      arrivals = count + 1
      work.begin()
    }
  }

  /// One arrival has been dealt with.
  func end() {
    let hadArrival = arrivals.withLock { arrivals in
      guard let count = arrivals, count > 0 else { return false }
      arrivals = count - 1
      return true
    }
    if hadArrival { work.end() }
  }

  /// Nothing more is dealt with: what has arrived and what arrives later needs no reaction.
  func close() {
    let count = arrivals.withLock { arrivals in
      defer { arrivals = nil }
      return arrivals ?? 0
    }
    for _ in 0..<count { work.end() }
  }

  deinit { close() }
}

extension AsyncThrowingStream where Element: Sendable, Failure == any Error {
  /// A stream of what `start` passes on to its two parameters: each element, and then the end. Ending the stream calls the function that
  /// `start` returns.
  ///
  /// - Parameter reaction: begins before each element and before the end, for a handle that follows the stream.
  static func following(
    _ reaction: Reaction?,
    start: (@escaping @Sendable (Element) -> Void, @escaping @Sendable ((any Error)?) -> Void) -> @Sendable () -> Void
  ) -> Self {
    Self { continuation in
      let leave = start { element in
        reaction?.begin()
        continuation.yield(element)
      } _: { error in
        reaction?.begin()
        continuation.finish(throwing: error)
      }
      continuation.onTermination = { _ in leave() }
    }
  }
}
