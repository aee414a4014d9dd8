import Observation

/// The readers of a handle, for handles that follow something else as soon as their owner is evaluated with other values.
///
/// The owner, the view with the property wrapper, changes its handle while its own body is evaluated and reads it right afterwards. A view
/// that was given the handle has read it before and must be evaluated again. So readers register with a period. A change by the owner
/// begins another period and, when the evaluation is over, notifies those who have read in the one before. The owner, which reads in the
/// new period, is not evaluated twice.
@MainActor
final class HandleReaders {
  private final class Period: Observable, Sendable {
    let registrar = ObservationRegistrar()
    var state: Void { () }
  }

  private var period: Period?

  nonisolated init() {}

  /// Registers a reader with Observation.
  func access() {
    let period = self.period ?? Period()
    self.period = period
    period.registrar.access(period, keyPath: \.state)
  }

  /// Notifies all readers, now.
  func notify() {
    guard let period else { return }
    period.registrar.withMutation(of: period, keyPath: \.state) {}
  }

  /// Notifies those who have read until now, when the view that is being evaluated is complete.
  /// - Parameter then: called after that.
  func notifyLater(_ then: @escaping @MainActor @Sendable () -> Void = {}) {
    let ended = period
    period = nil
    MainActorNotifications.post {
      if let ended { ended.registrar.withMutation(of: ended, keyPath: \.state) {} }
      then()
    }
  }
}
