import Foundation

/// How much tests do that repeat something or draw it at random. `RELAY_TEST_EFFORT` is one of these names.
package enum TestEffort: String, Sendable {
  /// What `swift test` does.
  case quick
  /// Before a change lands.
  case gate
  case nightly

  package static let current = ProcessInfo.processInfo.environment["RELAY_TEST_EFFORT"].flatMap(TestEffort.init) ?? .quick

  /// The repetitions that run before a change lands, half of them, or twenty times as many.
  package static func repetitions(_ beforeLanding: Int) -> Int {
    switch current {
    case .quick: max(1, beforeLanding / 2)
    case .gate: beforeLanding
    case .nightly: beforeLanding * 20
    }
  }

  /// The number in an environment variable, or else `repetitions`.
  package static func repetitions(_ beforeLanding: Int, unless variable: String) -> Int {
    ProcessInfo.processInfo.environment[variable].flatMap { Int($0) } ?? repetitions(beforeLanding)
  }
}
