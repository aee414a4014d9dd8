import Foundation

/// SplitMix64: the same numbers for the same seed, on every platform.
package struct SplitMix: RandomNumberGenerator, Sendable {
  private var state: UInt64

  package init(seed: UInt64) { state = seed }

  package mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  /// A seed for tests that draw other cases on every run. Such a test names it where it fails, and `RELAY_TEST_SEED` draws the same
  /// cases again.
  package static let seedOfThisRun =
    ProcessInfo.processInfo.environment["RELAY_TEST_SEED"].flatMap { UInt64($0) } ?? UInt64.random(in: .min ... .max)
}
