/// Forwards an object's changes to the main actor. Changes in quick succession are delivered as one, and the changes of all objects since
/// the last turn of the main actor in one turn, so that views see them together.
final class ChangeSignal: Sendable {
  private struct Pending {
    var bodies: [@MainActor @Sendable () -> Void] = []
    var isScheduled = false
  }

  private static let pending = Lock(Pending())

  private let isPending = Lock(false)
  private let handler: Lock<(@MainActor @Sendable () -> Void)?> = Lock(nil)

  /// - Parameter handler: called on the main actor; must not hold its owner strongly.
  func connect(_ handler: @escaping @MainActor @Sendable () -> Void) {
    self.handler.withLock { $0 = handler }
  }

  func send() {
    let wasPending = isPending.withLock { pending in
      defer { pending = true }
      return pending
    }
    guard !wasPending else { return }
    ChangeSignal.post {
      self.isPending.withLock { $0 = false }
      self.handler.withLock { $0 }?()
    }
  }

  /// Calls `body` on the main actor soon, after everything that was posted before.
  static func post(_ body: @escaping @MainActor @Sendable () -> Void) {
    let mustSchedule = pending.withLock { pending in
      pending.bodies.append(body)
      defer { pending.isScheduled = true }
      return !pending.isScheduled
    }
    if mustSchedule { Task { @MainActor in deliver() } }
  }

  /// Delivers everything that was posted now.
  @MainActor static func deliver() {
    let bodies = pending.withLock { pending in
      defer { pending = Pending() }
      return pending.bodies
    }
    for body in bodies { body() }
  }
}
