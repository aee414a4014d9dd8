import Foundation
import RelayRuntime

/// A scenario did not end as expected.
struct Failure: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}

/// A use case, for any server that supports it.
struct Scenario: Sendable {
  let name: String
  /// The scenario runs against endpoints that support all of these.
  let needs: Set<Feature>
  /// Endpoints that support the scenario but do not run it, with the reason.
  var skips: [String: String] = [:]
  let body: @Sendable (Endpoint) async throws -> Void

  init(_ name: String, needs: Set<Feature>, skips: [String: String] = [:], _ body: @escaping @Sendable (Endpoint) async throws -> Void) {
    self.name = name
    self.needs = needs
    self.skips = skips
    self.body = body
  }

  /// The milliseconds after which a server answers when the answer must not come.
  static let forever = Int(HangGuard.forever.components.seconds) * 1000

  /// The reason why this does not run against `endpoint`; nil if it does.
  func reasonToSkip(_ endpoint: Endpoint) -> String? {
    if let reason = skips[endpoint.name] { return reason }
    let missing = needs.subtracting(endpoint.features)
    guard !missing.isEmpty else { return nil }
    return Set(missing.map { endpoint.remarks[$0] ?? "has no \($0.description)" }).sorted().joined(separator: ", ")
  }

  /// Runs against `endpoint`; fails if it hangs.
  func run(_ endpoint: Endpoint) async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask { try await body(endpoint) }
      group.addTask {
        try await Task.sleep(for: HangGuard.time)
        throw Failure("it hangs")
      }
      defer { group.cancelAll() }
      try await group.next()
    }
  }
}

/// Fails unless `condition` is true.
func check(_ condition: @autoclosure () throws -> Bool, _ message: @autoclosure () -> String, line: UInt = #line) throws {
  guard try condition() else { throw Failure("line \(line): \(message())") }
}

/// Fails unless both values are equal.
func checkEqual<Value: Equatable>(_ value: Value, _ expected: Value, line: UInt = #line) throws {
  guard value == expected else { throw Failure("line \(line): \(value) instead of \(expected)") }
}

/// The error that `body` throws; fails if it does not throw.
func thrown(line: UInt = #line, by body: () async throws -> Void) async throws -> any Error {
  do {
    try await body()
  } catch {
    return error
  }
  throw Failure("line \(line): there is no error")
}

/// Waits until `condition` is true.
func eventually(
  _ what: String, isolation: isolated (any Actor)? = #isolation, _ condition: () async throws -> Bool
) async throws {
  while try await !condition() {
    do {
      try await Task.sleep(for: .milliseconds(5))
    } catch {
      throw Failure("it never came to this: \(what)")
    }
  }
}
