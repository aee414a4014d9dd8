import Foundation
package import Testing

extension Trait where Self == ConditionTrait {
  /// For tests that compare the time of a work with that of half of it: other tests would share the processor's caches with them.
  package static var comparesTimes: Self {
    .enabled(
      if: ProcessInfo.processInfo.environment["RELAY_SLOW_TESTS"] == "1",
      "times are compared when nothing else runs: RELAY_SLOW_TESTS=1 swift test --no-parallel --filter SUITE")
  }
}
