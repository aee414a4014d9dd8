import Foundation
import TestSupport
import Testing

@testable import RelayRuntime

@Suite("Retry policy")
struct RetryPolicyTests {
  @Test("Retry-After is a number of seconds, or a date", .cases)
  func retryAfter() {
    eachCase(of: [
      ("120", 120), ("0", 0), ("007", 7), ("Sat, 21 Nov 2026 12:01:30 GMT", 90), ("Saturday, 21-Nov-26 12:01:30 GMT", 90),
      ("Sat Nov 21 12:01:30 2026", 90), ("Sat, 21 Nov 2026 11:59:00 GMT", -60), ("soon", nil), ("", nil), ("-1", nil), ("+1", nil),
      ("1.5", nil), ("1e3", nil), ("0x10", nil), ("0x1p4", nil), ("inf", nil), ("nan", nil), (" 1", nil), ("\u{661}", nil),
      (String(repeating: "9", count: 65), nil),
    ]) { retryAfter(text: $0.0, seconds: $0.1) }
  }

  func retryAfter(text: String, seconds: TimeInterval?) {
    #expect(RetryPolicy.seconds(ofRetryAfter: text, now: Date(timeIntervalSince1970: 1_795_262_400)) == seconds)
  }

  private static func delays(_ retryAfter: String?, attempt: Int) -> [Double] {
    let policy = RetryPolicy(initialDelay: .seconds(1), maximumDelay: .seconds(30))
    return (0..<200).compactMap { _ in
      policy.delay(afterAttempt: attempt, of: .subscription, failure: .status(503, retryAfter: retryAfter))?.seconds
    }
  }

  @Test("a Retry-After that asks for no wait leaves the attempt's own", .cases)
  func noWait() {
    eachCase(of: ["0", "-1", "-1e300", "Sat, 21 Nov 1996 12:01:30 GMT", "0x0", "0x7fffffff", "1e9", "nan", "soon"] as [String]) { text in
      for (attempt, least) in [(1, 1.0), (2, 2), (4, 8), (40, 24)] {
        let delays = Self.delays(text, attempt: attempt)
        #expect(delays.count == 200)
        #expect(delays.allSatisfy { $0 >= least && $0 <= least * 1.25 }, "\(attempt): \(delays.min() ?? 0) to \(delays.max() ?? 0)")
      }
    }
  }

  @Test("what a server asks for is the least wait, with a random addition, up to the policy's maximum")
  func spread() {
    for (text, attempt, least) in [("10", 1, 10.0), ("3600", 1, 30), ("99999999999999999999", 3, 30), ("2", 4, 8)] {
      let delays = Self.delays(text, attempt: attempt)
      #expect(delays.allSatisfy { $0 >= least && $0 <= least * 1.25 })
      // Of so many, some are far apart.
      #expect((delays.max() ?? 0) - (delays.min() ?? 0) > least * 0.1)
    }
  }
}
