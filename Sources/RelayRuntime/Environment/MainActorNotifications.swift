import Synchronization

/// Brings changes to the main actor: all that came since the last turn, in one turn, so that views see them together.
enum MainActorNotifications {
  private struct State {
    var pending: [@MainActor @Sendable () -> Void] = []
    var isScheduled = false
  }

  private static let state = Mutex(State())

  /// Calls `body` on the main actor, soon, after everything that was posted before.
  static func post(_ body: @escaping @MainActor @Sendable () -> Void) {
    let mustSchedule = self.state.withLock { state in
      state.pending.append(body)
      defer { state.isScheduled = true }
      return !state.isScheduled
    }
    if mustSchedule { Task { @MainActor in deliver() } }
  }

  /// Delivers what was posted, now.
  @MainActor static func deliver() {
    let bodies = self.state.withLock { state in
      state.isScheduled = false
      defer { state.pending = [] }
      return state.pending
    }
    for body in bodies { body() }
  }
}

/// Passes changes of one object on to the main actor, several in a row as one.
final class ChangeSignal: Sendable {
  private let isPending = Mutex(false)
  private let handler: Mutex<(@MainActor @Sendable () -> Void)?> = Mutex(nil)

  /// - Parameter handler: what to do on the main actor; must not hold its owner strongly.
  func connect(_ handler: @escaping @MainActor @Sendable () -> Void) {
    self.handler.withLock { $0 = handler }
  }

  /// Something changed.
  func send() {
    let wasPending = isPending.withLock { pending in
      defer { pending = true }
      return pending
    }
    guard !wasPending else { return }
    MainActorNotifications.post {
      self.isPending.withLock { $0 = false }
      self.handler.withLock { $0 }?()
    }
  }
}
