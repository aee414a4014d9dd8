import Foundation
import RelayRuntime

/// Runs every scenario against every endpoint that speaks what it needs, and prints the matrix:
/// `ServerMatrix SERVERS BASE_PORT [SCENARIO…]`, SERVERS being the folder where the servers' programs are.
@main
struct Main {
  static func main() async {
    let arguments = CommandLine.arguments.dropFirst()
    if arguments.first == "--memory" { return await Self.measureMemory(Array(arguments.dropFirst())) }
    guard let folder = arguments.first, let base = arguments.dropFirst().first.flatMap({ Int($0) }) else {
      say("usage: ServerMatrix SERVERS BASE_PORT [SCENARIO…]")
      exit(64)
    }
    let wanted = arguments.dropFirst(2)
    let servers = Servers(in: folder, base: base, strawberry: ProcessInfo.processInfo.environment["MATRIX_PYTHON"])
    do {
      try await servers.startAll()
    } catch {
      say("error: \(error)")
      servers.killAll()
      exit(1)
    }
    let endpoints = Endpoint.all(base: base).filter { servers.names.contains($0.program) }
    let scenarios =
      (Scenario.queries + Scenario.mutations + Scenario.uploads + Scenario.incremental + Scenario.subscriptions
      + Scenario.journeys + Scenario.faults(servers))
      .filter { scenario in wanted.isEmpty || wanted.contains { scenario.name.contains($0) } }
    var failures: [String] = []
    var skips: [String] = []
    var counts = (passed: 0, failed: 0, skipped: 0)
    let width = (scenarios.map(\.name.count).max() ?? 0) + 2
    say(String(repeating: " ", count: width) + endpoints.map(\.name).joined(separator: "  "))
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
            let before = Usage.descriptors
            try await scenario.run(endpoint, limit: .seconds(60))
            // Connections that are kept for a while close with their client.
            try await eventually("descriptors are closed: there are \(Usage.descriptors), and were \(before)", within: .seconds(15)) {
              Usage.descriptors <= before
            }
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
      say(row)
    }
    say("\nSkipped:")
    for skip in skips { say("  \(skip)") }
    if !failures.isEmpty { say("\nFailed:") }
    for failure in failures { say("  \(failure)") }
    say("\n\(counts.passed) passed, \(counts.failed) failed, \(counts.skipped) skipped")
    servers.killAll()
    exit(counts.failed == 0 && counts.passed > 0 ? 0 : 1)
  }

  /// Fetches many stories and prints how large the body was, and by how much the peak memory of this process has grown:
  /// `--memory URL COUNT`.
  private static func measureMemory(_ arguments: [String]) async {
    do {
      guard let url = arguments.first.flatMap({ URL(string: $0) }), let count = arguments.last.flatMap({ Int($0) }) else { exit(64) }
      let size = BodySize()
      let client = RelayEnvironment(network: HTTPNetwork(url: url, configuration: .init(interceptors: [size])))
      _ = try await client.fetch(StoriesQuery(count: 1))
      let before = Usage.peakMemory
      let stories = try await client.fetch(StoriesQuery(count: count)).stories
      guard stories.count == count else { throw Failure("\(stories.count) stories") }
      say("\(size.bytes) \(Usage.peakMemory - before)")
    } catch {
      say("\(error)")
    }
  }
}

/// Prints a line at once, also where nobody watches.
private func say(_ line: String) {
  FileHandle.standardOutput.write(Data("\(line)\n".utf8))
}
