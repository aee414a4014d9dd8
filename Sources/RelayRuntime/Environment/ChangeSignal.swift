import Synchronization

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
