/// Delivers changes on the main actor. All changes since the last turn are delivered in one turn, so that views see
/// them together.
enum MainActorNotifications {
  private struct State {
    var pending: [@MainActor @Sendable () -> Void] = []
    var isScheduled = false
  }

  private static let state = Lock(State())

  /// Calls `body` on the main actor soon, after everything that was posted before.
  static func post(_ body: @escaping @MainActor @Sendable () -> Void) {
    let mustSchedule = self.state.withLock { state in
      state.pending.append(body)
      defer { state.isScheduled = true }
      return !state.isScheduled
    }
    if mustSchedule { Task { @MainActor in deliver() } }
  }

  /// Delivers all posted changes now.
  @MainActor static func deliver() {
    let bodies = self.state.withLock { state in
      state.isScheduled = false
      defer { state.pending = [] }
      return state.pending
    }
    for body in bodies { body() }
  }
}
