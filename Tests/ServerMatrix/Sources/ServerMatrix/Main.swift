import Foundation
import RelayRuntime

/// Runs every scenario against every endpoint that speaks what it needs, and prints the matrix:
/// `ServerMatrix SERVERS BASE_PORT [SCENARIO…]`, SERVERS being the folder where the servers' programs are.
@main
struct Main {
  static func main() async {
    let arguments = CommandLine.arguments.dropFirst()
    guard let folder = arguments.first, let base = arguments.dropFirst().first.flatMap({ Int($0) }) else {
      print("usage: ServerMatrix SERVERS BASE_PORT [SCENARIO…]")
      exit(64)
    }
    let wanted = arguments.dropFirst(2)
    let servers = Servers(in: folder, base: base, strawberry: nil)
    do {
      try await servers.startAll()
    } catch {
      print("error: \(error)")
      exit(1)
    }
    let endpoints = Endpoint.all(base: base)
    let scenarios =
      (Scenario.queries + Scenario.mutations + Scenario.uploads + Scenario.incremental + Scenario.subscriptions
      + Scenario.journeys + Scenario.faults(servers))
      .filter { scenario in wanted.isEmpty || wanted.contains { scenario.name.contains($0) } }
    var failures: [String] = []
    var skips: [String] = []
    var counts = (passed: 0, failed: 0, skipped: 0)
    let width = (scenarios.map(\.name.count).max() ?? 0) + 2
    print(String(repeating: " ", count: width) + endpoints.map(\.name).joined(separator: "  "))
    for scenario in scenarios {
      var row = scenario.name.padding(toLength: width, withPad: " ", startingAt: 0)
      for endpoint in endpoints {
        let mark: String
        if let reason = scenario.reasonToSkip(endpoint) {
          skips.append("\(scenario.name), \(endpoint.name): \(reason)")
          counts.skipped += 1
          mark = "-"
        } else {
          do {
            try await scenario.run(endpoint, limit: .seconds(60))
            counts.passed += 1
            mark = "ok"
          } catch {
            failures.append("\(scenario.name), \(endpoint.name): \(error)")
            counts.failed += 1
            mark = "FAILED"
          }
        }
        row += mark.padding(toLength: endpoint.name.count + 2, withPad: " ", startingAt: 0)
      }
      print(row)
    }
    print("\nSkipped:")
    for skip in skips { print("  \(skip)") }
    if !failures.isEmpty { print("\nFailed:") }
    for failure in failures { print("  \(failure)") }
    print("\n\(counts.passed) passed, \(counts.failed) failed, \(counts.skipped) skipped")
    exit(counts.failed == 0 && counts.passed > 0 ? 0 : 1)
  }
}
