import RelayRuntime
import Testing

/// The runtime and the compiler's output with a server that is independent of them. The tests run one at a time, because they share its
/// to-dos.
@Suite(.serialized) enum EndToEnd {
  /// A client with its own store.
  static func client(_ configuration: HTTPNetwork.Configuration = HTTPNetwork.Configuration()) async throws -> RelayEnvironment {
    let server = PythonServer.shared
    try await server.start()
    let subscriptions = WebSocketNetwork(
      url: server.webSocketURL,
      configuration: .init(maximumRetries: 10_000, initialDelay: .milliseconds(100), pingInterval: .seconds(1), idleTimeout: .seconds(1)))
    return RelayEnvironment(network: HTTPNetwork(url: server.url, configuration: configuration, subscriptions: subscriptions))
  }
}

/// A condition did not become true.
struct TimedOut: Error, CustomStringConvertible {
  let description: String
}

/// Waits until `condition` is true.
@MainActor
func eventually(_ expectation: String, _ condition: @MainActor () -> Bool) async throws {
  let deadline = ContinuousClock.now + HangGuard.time
  while !condition() {
    guard ContinuousClock.now < deadline else { throw TimedOut(description: "Never came: \(expectation)") }
    try await Task.sleep(for: .milliseconds(5))
  }
}
