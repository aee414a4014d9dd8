import Foundation
import RelayRuntime

/// Scenarios by endpoints.
struct Matrix {
  let endpoints: [Endpoint]
  let servers: Servers

  /// Scenarios that do not affect the servers.
  private static var peaceful: [Scenario] {
    Scenario.queries + Scenario.mutations + Scenario.uploads + Scenario.incremental + Scenario.subscriptions
      + Scenario.authentication + Scenario.journeys
  }

  /// Runs scenarios and prints the matrix.
  /// - Parameter wanted: parts of their names; all scenarios if empty.
  /// - Returns: whether some have passed and none has failed.
  func run(_ wanted: [String]) async -> Bool {
    let scenarios = (Self.peaceful + Scenario.outbox + Scenario.faults(servers)).filter { scenario in
      wanted.isEmpty || wanted.contains { scenario.name.contains($0) }
    }
    var failures: [String] = []
    /// Endpoints by reason and scenario.
    var skips: [String: [String: [String]]] = [:]
    var skipCount = 0
    var passed = 0
    let width = (scenarios.map(\.name.count).max() ?? 0) + 2
    say(String(repeating: " ", count: width) + self.endpoints.map(\.name).joined(separator: "  "))
    for scenario in scenarios {
      var row = scenario.name.padding(toLength: width, withPad: " ", startingAt: 0)
      let start = ContinuousClock.now
      for endpoint in self.endpoints {
        let mark: String
        if let reason = scenario.reasonToSkip(endpoint) {
          skips[reason, default: [:]][scenario.name, default: []].append(endpoint.name)
          skipCount += 1
          mark = "-"
        } else if let failure = await Self.failure(of: scenario, endpoint) {
          failures.append("\(scenario.name), \(endpoint.name): \(failure)")
          say("  \(failures[failures.count - 1])")
          mark = "FAILED"
        } else {
          passed += 1
          mark = "ok"
        }
        row += mark.padding(toLength: endpoint.name.count + 2, withPad: " ", startingAt: 0)
      }
      say("\(row)\(start.duration(to: .now).formatted(.units(allowed: [.milliseconds])))")
    }
    say("\nSkipped:")
    for (reason, skipped) in skips.sorted(by: { $0.key < $1.key }) {
      // Scenarios that skip the same endpoints are listed together.
      for (endpoints, scenarios) in Dictionary(grouping: skipped.keys, by: { skipped[$0] ?? [] }).sorted(by: { $0.value[0] < $1.value[0] })
      {
        say("  \(endpoints.joined(separator: ", ")): \(reason)")
        for scenario in scenarios.sorted() { say("    \(scenario)") }
      }
    }
    if !failures.isEmpty { say("\nFailed:") }
    for failure in failures { say("  \(failure)") }
    say("\n\(passed) passed, \(failures.count) failed, \(skipCount) skipped")
    return failures.isEmpty && passed > 0
  }

  /// Runs the scenarios that do not affect the servers, and prints the memory use after each run.
  /// - Returns: whether the memory after all runs is at most 1.1 times the memory after five, without failures.
  func runRepeatedly(_ count: Int) async -> Bool {
    var memory: [Int] = []
    var failures = 0
    for number in 1...max(count, 6) {
      // Values measured in a separate process do not concern this one.
      for scenario in Self.peaceful where !scenario.name.contains("in memory") {
        for endpoint in endpoints where scenario.reasonToSkip(endpoint) == nil {
          guard let failure = await Self.failure(of: scenario, endpoint) else { continue }
          say("  \(scenario.name), \(endpoint.name): \(failure)")
          failures += 1
        }
      }
      memory.append(Usage.memory)
      say("run \(number): \(Usage.memory >> 10) KB, \(Usage.descriptors) descriptors, \(Usage.threads) threads")
    }
    let growth = Double(memory[memory.count - 1]) / Double(max(memory[4], 1))
    let text = growth.formatted(.number.precision(.fractionLength(3)))
    say("memory after \(memory.count) runs is \(text) times that after 5; \(failures) failed")
    return growth <= 1.1 && failures == 0
  }

  /// Runs one scenario, and repeats it if it fails, because servers and ports are shared with other processes on the machine. A first
  /// failure is always printed.
  /// - Returns: the failure.
  private static func failure(of scenario: Scenario, _ endpoint: Endpoint) async -> String? {
    guard let first = await Self.firstFailure(of: scenario, endpoint) else { return nil }
    say("\(scenario.name), \(endpoint.name), is tried again: \(first)")
    return await Self.firstFailure(of: scenario, endpoint)
  }

  /// Runs one scenario, and checks what it leaves behind.
  /// - Returns: the failure.
  private static func firstFailure(of scenario: Scenario, _ endpoint: Endpoint) async -> String? {
    let before = Usage.descriptors
    do {
      try await scenario.run(endpoint)
      try await eventually("clients are gone, whose tasks have ended: \(Clients.count) are left") { Clients.count == 0 }
      try await eventually("connections end with their threads: \(Usage.connectionThreads) are left") { Usage.connectionThreads == 0 }
      try await eventually("descriptors are closed: there are \(Usage.descriptors), and were \(before)") { Usage.descriptors <= before }
      return nil
    } catch {
      return "\(error)"
    }
  }
}
