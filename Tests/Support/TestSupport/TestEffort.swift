import Foundation

/// How much tests do that repeat something or draw it at random. `RELAY_TEST_EFFORT` is one of these names.
package enum TestEffort: String, Sendable {
  /// What `swift test` does.
  case quick
  /// Before a change lands.
  case gate
  case nightly

  package static let current = ProcessInfo.processInfo.environment["RELAY_TEST_EFFORT"].flatMap(TestEffort.init) ?? .quick

  /// A tenth of the repetitions that run before a change lands, all of them, or ten times as many.
  package static func repetitions(_ beforeLanding: Int) -> Int {
    switch current {
    case .quick: max(1, beforeLanding / 10)
    case .gate: beforeLanding
    case .nightly: beforeLanding * 10
    }
  }

  /// The number in an environment variable, or else `repetitions`.
  package static func repetitions(_ beforeLanding: Int, unless variable: String) -> Int {
    ProcessInfo.processInfo.environment[variable].flatMap { Int($0) } ?? repetitions(beforeLanding)
  }
}
