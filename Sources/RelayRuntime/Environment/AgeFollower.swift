/// The age of data that somebody shows, up to date. It is looked at again after changes of the store, and when the next field becomes
/// stale; whoever does not show ages has none of this.
final class AgeFollower: Sendable {
  private struct State {
    var age: DataAge?
    var alarm: RelayDisposable?
    var subscription: RelayDisposable?
  }

  private let store: RelayStore
  private let read: @Sendable () -> DataAge
  private let onChange: @Sendable () -> Void
  private let state = Lock(State())

  /// - Parameters:
  ///   - read: reads the age. It must not hold its owner strongly.
  ///   - onChange: called, on any thread, when the age may have changed. It must not hold its owner strongly.
  init(in environment: RelayEnvironment, read: @escaping @Sendable () -> DataAge, onChange: @escaping @Sendable () -> Void) {
    store = environment.store
    self.read = read
    self.onChange = onChange
    let subscription = environment.mounted.followAges { [weak self] _ in self?.change() }
    state.withLock { $0.subscription = subscription }
  }

  private func change() {
    state.withLock { $0.age = nil }
    onChange()
  }

  /// The current age.
  var age: DataAge {
    let now = Moment(store.configuration.now())
    if let known = state.withLock({ $0.age }), known.nextExpiry.map({ $0 > now }) ?? true { return known }
    let age = read()
    let alarm = age.nextExpiry.map { expiry in store.configuration.wake(expiry.instant) { [weak self] in self?.change() } }
    let outdated = state.withLock { state in
      defer { (state.age, state.alarm) = (age, alarm) }
      return state.alarm
    }
    outdated?.dispose()
    return age
  }

  /// The current age in the calendar.
  var dated: DatedAge { store.dated(age) }
}
