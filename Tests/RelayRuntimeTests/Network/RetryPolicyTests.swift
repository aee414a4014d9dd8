import Foundation
import TestSupport
import Testing

@testable import RelayRuntime

@Suite("Retry policy")
struct RetryPolicyTests {
  @Test("Retry-After is a number of seconds, or a date", .cases)
  func retryAfter() {
    eachCase(of: [("120", 120), ("Sat, 21 Nov 2026 12:01:30 GMT", 90), ("Sat, 21 Nov 2026 11:59:00 GMT", -60), ("soon", nil), ("", nil)]) {
      retryAfter(text: $0.0, seconds: $0.1)
    }
  }

  func retryAfter(text: String, seconds: TimeInterval?) {
    #expect(RetryPolicy.seconds(ofRetryAfter: text, now: Date(timeIntervalSince1970: 1_795_262_400)) == seconds)
  }
}
