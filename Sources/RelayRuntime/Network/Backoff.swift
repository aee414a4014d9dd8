/// Increasing delays between attempts: doubled after each failure, up to a maximum, with up to a quarter of random variation.
///
/// The variation does not exceed the maximum; it keeps clients that have all reached the maximum from retrying at the same moment.
struct Backoff {
  let initial: Duration
  let maximum: Duration

  /// The greatest factor by which a delay varies.
  static let variation = 1.25

  /// The delay after a number of consecutive failures.
  func delay(afterFailures failures: Int) -> Duration {
    let doublings = min(max(failures - 1, 0), 16)
    let delay = min(initial.seconds * Double(1 << doublings), maximum.seconds / Self.variation)
    return .seconds(delay * Double.random(in: 1...Self.variation))
  }
}
