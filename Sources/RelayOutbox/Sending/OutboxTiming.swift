package import Foundation
import RelayRuntime

/// The clock of an outbox, and its random numbers. Tests have their own.
package struct OutboxTiming: Sendable {
  package var now: @Sendable () -> Date
  /// Waits for a number of seconds.
  package var sleep: @Sendable (Double) async throws -> Void
  /// A number from 0 up to 1.
  package var random: @Sendable () -> Double

  package init(
    now: @escaping @Sendable () -> Date = { Date() },
    sleep: @escaping @Sendable (Double) async throws -> Void = { seconds in
      // As numbers: from a much greater one, no duration can be made.
      try await Task.sleep(for: .seconds(min(seconds, Duration.longestWait.seconds)))
    },
    random: @escaping @Sendable () -> Double = { Double.random(in: 0..<1) }
  ) {
    self.now = now
    self.sleep = sleep
    self.random = random
  }
}
