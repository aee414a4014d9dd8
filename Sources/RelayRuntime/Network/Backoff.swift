/// The growing delays between attempts: doubled after each failure, up to a maximum, with up to a quarter of random variation.
///
/// The variation stays within the maximum, so that clients which have all reached it do not come back at the same moment.
struct Backoff {
  let initial: Duration
  let maximum: Duration

  /// The delay after a number of failures in a row.
  func delay(afterFailures failures: Int) -> Duration {
    let doublings = min(max(failures - 1, 0), 16)
    let delay = min(initial.seconds * Double(1 << doublings), maximum.seconds / 1.25)
    return .seconds(delay * Double.random(in: 1...1.25))
  }
}
