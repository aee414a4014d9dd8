import Foundation
import RelayRuntime

/// A scenario did not end as it should have.
struct Failure: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}

/// One thing that users do, against any server that speaks what it needs.
struct Scenario: Sendable {
  let name: String
  /// Runs against endpoints that have all of these.
  let needs: Set<Feature>
  /// Endpoints that have what is needed, and do not run this all the same, with the reason.
  var skips: [String: String] = [:]
  let body: @Sendable (Endpoint) async throws -> Void

  init(_ name: String, needs: Set<Feature>, skips: [String: String] = [:], _ body: @escaping @Sendable (Endpoint) async throws -> Void) {
    self.name = name
    self.needs = needs
    self.skips = skips
    self.body = body
  }

  /// Why this does not run against `endpoint`; nil if it does.
  func reasonToSkip(_ endpoint: Endpoint) -> String? {
    if let reason = skips[endpoint.name] { return reason }
    let missing = needs.subtracting(endpoint.features)
    guard !missing.isEmpty else { return nil }
    return Set(missing.map { endpoint.remarks[$0] ?? "has no \($0.description)" }).sorted().joined(separator: ", ")
  }

  /// Runs against `endpoint`; fails where it takes longer than `limit`.
  func run(_ endpoint: Endpoint, limit: Duration) async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask { try await body(endpoint) }
      group.addTask {
        try await Task.sleep(for: limit)
        throw Failure("not done after \(limit)")
      }
      defer { group.cancelAll() }
      try await group.next()
    }
  }
}

/// Fails unless `condition` holds.
func check(_ condition: @autoclosure () throws -> Bool, _ message: @autoclosure () -> String, line: UInt = #line) throws {
  guard try condition() else { throw Failure("line \(line): \(message())") }
}

/// Fails unless both are equal.
func checkEqual<Value: Equatable>(_ value: Value, _ expected: Value, line: UInt = #line) throws {
  guard value == expected else { throw Failure("line \(line): \(value) instead of \(expected)") }
}

/// The error that `body` throws; fails where it throws none.
func thrown(line: UInt = #line, by body: () async throws -> Void) async throws -> any Error {
  do {
    try await body()
  } catch {
    return error
  }
  throw Failure("line \(line): there is no error")
}

/// Waits until `condition` holds.
func eventually(
  _ what: String, within limit: Duration = .seconds(20), isolation: isolated (any Actor)? = #isolation, _ condition: () async throws -> Bool
) async throws {
  let deadline = ContinuousClock.now + limit
  while try await !condition() {
    guard ContinuousClock.now < deadline else { throw Failure("not in time: \(what)") }
    try await Task.sleep(for: .milliseconds(5))
  }
}
