/// Converts between a store's clock and the calendar.
struct MirrorClock: Sendable {
  private let instant: ContinuousClock.Instant
  private let seconds: Double

  init(_ configuration: RelayStore.Configuration) { (instant, seconds) = (configuration.now(), configuration.secondsSince1970()) }

  /// An instant in seconds since 1970.
  func seconds(_ time: ContinuousClock.Instant) -> Double { seconds - (instant - time) / .seconds(1) }

  /// The instant of a number of seconds since 1970; `nil` for a time that cannot be: setting the clock back must not make data appear
  /// newer than it is.
  func instant(_ time: Double) -> ContinuousClock.Instant? {
    guard time.isFinite, time - seconds <= StoreArchive.maximumLead else { return nil }
    return instant - .seconds(min(max(0, seconds - time), 1e9))
  }
}
