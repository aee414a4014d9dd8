import Foundation
import RelayOutbox

/// A clock that goes on when somebody waits.
final class VirtualTime: Sendable {
  private let seconds = Lock(0.0)

  var now: Date { Date(timeIntervalSince1970: 1_000_000 + seconds.withLock { $0 }) }

  func advance(_ amount: Double) { seconds.withLock { $0 += max(amount, 0) } }

  var timing: OutboxTiming {
    OutboxTiming(
      now: { self.now },
      sleep: { amount in
        let end = self.now + amount
        await Task.yield()
        try Task.checkCancellation()
        self.advance(end.timeIntervalSince(self.now))
      }, random: { 0.5 })
  }
}
