/// The time from one clearing of a store to the next: usually that of one signed-in user.
///
/// What a request sends or leaves behind after its session is over would reach the next user. So whatever keeps an answer, or sends a
/// request later or again, asks first.
final class StoreSession: Sendable {
  private let over = Lock(false)

  /// Whether the store has been cleared since.
  var isOver: Bool { over.withLock { $0 } }

  /// Ends the session, as soon as no `unlessOver` is running.
  func end() { over.withLock { $0 = true } }

  /// Runs `body` unless the session is over, and keeps it from ending meanwhile.
  /// - Returns: whether `body` ran.
  func unlessOver(_ body: () throws -> Void) rethrows -> Bool {
    try over.withLock { isOver in
      if !isOver { try body() }
      return !isOver
    }
  }
}
