/// The error of an updater, carried from the queue that ran it to the caller that asked for it.
final class UpdateOutcome: Sendable {
  private let failure = Lock<(any Error)?>(nil)

  /// Runs `body`, keeping its error.
  func record(_ body: () throws -> Void) throws {
    // An updater may run again.
    failure.withLock { $0 = nil }
    do {
      try body()
    } catch {
      failure.withLock { $0 = error }
      throw error
    }
  }

  /// Throws the error, if there was one.
  func get() throws {
    if let error = failure.withLock({ $0 }) { throw error }
  }
}
