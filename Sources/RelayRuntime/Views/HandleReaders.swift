import Observation

/// The readers of a handle that starts to follow something else when its owner is evaluated with other values.
///
/// The owner, the view with the property wrapper, changes its handle while its body is evaluated, and reads the handle immediately
/// afterwards. A view to which the handle was passed has read it earlier and must be evaluated again. So readers register for a period. A
/// change by the owner begins a new period and, after the evaluation, notifies the readers of the previous one. The owner, which reads in
/// the new period, is not evaluated twice.
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

  /// Notifies all readers immediately.
  func notify() {
    guard let period else { return }
    period.registrar.withMutation(of: period, keyPath: \.state) {}
  }

  /// Notifies the readers so far, after the current evaluation of the view.
  /// - Parameter then: called afterwards.
  func notifyLater(_ then: @escaping @MainActor @Sendable () -> Void = {}) {
    let ended = period
    period = nil
    ChangeSignal.post {
      if let ended { ended.registrar.withMutation(of: ended, keyPath: \.state) {} }
      then()
    }
  }
}
