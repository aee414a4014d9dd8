@testable import RelayRuntime

/// A clock that a test moves. What is to happen by then happens inside `advance`, in order.
final class SteppedClock: Sendable {
  private struct Alarm {
    let time: ContinuousClock.Instant
    let body: @Sendable () -> Void
  }

  private struct State {
    var now = ContinuousClock.now
    var next = 0
    var alarms: [Int: Alarm] = [:]
    /// Seconds since 1970 at the time of the clock's start, and that time.
    var calendar = 1_700_000_000.0
    let start: ContinuousClock.Instant

    init() { start = now }

    /// Takes the first alarm up to a time.
    mutating func takeFirst(until end: ContinuousClock.Instant) -> Alarm? {
      let first = alarms.filter { $0.value.time <= end }.min { ($0.value.time, $0.key) < ($1.value.time, $1.key) }
      guard let first else { return nil }
      return alarms.removeValue(forKey: first.key)
    }
  }

  private let state = Lock(State())

  var now: ContinuousClock.Instant { state.withLock { $0.now } }

  /// Seconds since 1970.
  var seconds: Double { state.withLock { $0.calendar + ($0.now - $0.start) / .seconds(1) } }

  /// The number of alarms that have not gone off.
  var alarmCount: Int { state.withLock { $0.alarms.count } }

  /// Sets the calendar's clock forward or back.
  func setCalendar(forwardBy seconds: Double) { state.withLock { $0.calendar += seconds } }

  func advance(by duration: Duration) {
    let end = now.advanced(by: duration)
    while true {
      let alarm = state.withLock { state -> Alarm? in
        let alarm = state.takeFirst(until: end)
        state.now = alarm.map { max($0.time, state.now) } ?? end
        return alarm
      }
      guard let alarm else { return }
      alarm.body()
    }
  }

  private func wake(at time: ContinuousClock.Instant, _ body: @escaping @Sendable () -> Void) -> RelayDisposable {
    let id = state.withLock { state in
      state.next += 1
      state.alarms[state.next] = Alarm(time: time, body: body)
      return state.next
    }
    return RelayDisposable { [weak self] in _ = self?.state.withLock { $0.alarms.removeValue(forKey: id) } }
  }

  /// A store's configuration that uses the clock.
  ///
  /// - Parameter random: the additional waits, as a part of the longest one.
  func configuration(
    _ configuration: RelayStore.Configuration = RelayStore.Configuration(), random: Double = 0
  ) -> RelayStore.Configuration {
    var configuration = configuration
    configuration.now = { self.now }
    configuration.wake = { self.wake(at: $0, $1) }
    configuration.secondsSince1970 = { self.seconds }
    configuration.random = { random }
    return configuration
  }
}
