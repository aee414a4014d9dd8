extension RelayStore.Configuration {
  /// What a store needs of a clock.
  typealias Functions = (
    now: @Sendable () -> ContinuousClock.Instant,
    wake: @Sendable (_ instant: ContinuousClock.Instant, _ body: @escaping @Sendable () -> Void) -> RelayDisposable
  )

  /// The functions of a clock in place of the continuous one. The store's instants are those of the continuous clock; these convert between
  /// both.
  static func inject(_ clock: some Clock<Duration>) -> Functions {
    // The same moment on both clocks.
    let (start, origin) = (clock.now, ContinuousClock.now)
    return (
      now: { origin.advanced(by: start.duration(to: clock.now)) },
      wake: { instant, body in
        let deadline = start.advanced(by: origin.duration(to: instant))
        let task = Task {
          guard (try? await clock.sleep(until: deadline, tolerance: nil)) != nil, !Task.isCancelled else { return }
          body()
        }
        return RelayDisposable { task.cancel() }
      }
    )
  }
}
