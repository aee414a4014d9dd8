/// A clock in place of the continuous one. The store's instants are those of the continuous clock; this converts between both.
struct InjectedClock<Injected: Clock>: Sendable where Injected.Duration == Swift.Duration {
  private let clock: Injected
  /// The same moment on both clocks.
  private let start: Injected.Instant
  private let origin = ContinuousClock.now

  init(_ clock: Injected) {
    self.clock = clock
    start = clock.now
  }

  /// The current time.
  var now: ContinuousClock.Instant { origin.advanced(by: start.duration(to: clock.now)) }

  /// Calls `body` at an instant, unless the result is disposed of before.
  func wake(at instant: ContinuousClock.Instant, _ body: @escaping @Sendable () -> Void) -> RelayDisposable {
    let deadline = start.advanced(by: origin.duration(to: instant))
    let task = Task {
      guard (try? await clock.sleep(until: deadline, tolerance: nil)) != nil, !Task.isCancelled else { return }
      body()
    }
    return RelayDisposable { task.cancel() }
  }
}

extension RelayStore.Configuration {
  /// What a store needs of a clock.
  typealias Functions = (
    now: @Sendable () -> ContinuousClock.Instant,
    wake: @Sendable (ContinuousClock.Instant, @escaping @Sendable () -> Void) -> RelayDisposable
  )

  static func inject(_ clock: some Clock<Duration>) -> Functions {
    let injected = InjectedClock(clock)
    return ({ injected.now }, { injected.wake(at: $0, $1) })
  }
}
