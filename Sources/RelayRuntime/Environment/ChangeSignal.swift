/// Forwards an object's changes to the main actor. Changes in quick succession are delivered as one.
final class ChangeSignal: Sendable {
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
    MainActorNotifications.post {
      self.isPending.withLock { $0 = false }
      self.handler.withLock { $0 }?()
    }
  }
}
