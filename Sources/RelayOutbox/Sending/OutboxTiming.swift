package import Foundation

/// The clock of an outbox, and its random numbers. Tests have their own.
package struct OutboxTiming: Sendable {
  package var now: @Sendable () -> Date
  /// Waits for a number of seconds.
  package var sleep: @Sendable (Double) async throws -> Void
  /// A hundred years, in seconds. Clocks cannot wait for a time that is much longer.
  package static let longestSleep = 100 * 365 * 86_400.0
  /// A number from 0 up to 1.
  package var random: @Sendable () -> Double

  package init(
    now: @escaping @Sendable () -> Date = { Date() },
    sleep: @escaping @Sendable (Double) async throws -> Void = { try await Task.sleep(for: .seconds(min($0, longestSleep))) },
    random: @escaping @Sendable () -> Double = { Double.random(in: 0..<1) }
  ) {
    self.now = now
    self.sleep = sleep
    self.random = random
  }
}
