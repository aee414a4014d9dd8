import Foundation
import RelayRuntime
import Testing

/// The runtime and the compiler's output against a server that knows nothing of them. One test after the other: they share its to-dos.
@Suite(.serialized) enum EndToEnd {
  /// A client with a store of its own.
  static func client(_ configuration: HTTPNetwork.Configuration = HTTPNetwork.Configuration()) async throws -> RelayEnvironment {
    let server = PythonServer.shared
    try await server.start()
    let subscriptions = WebSocketNetwork(
      url: server.webSocketURL, configuration: .init(maximumRetries: 60, initialDelay: 0.1, pingInterval: 1, idleTimeout: 1))
    return RelayEnvironment(network: HTTPNetwork(url: server.url, configuration: configuration, subscriptions: subscriptions))
  }
}

/// A condition did not come true in time.
struct TimedOut: Error, CustomStringConvertible {
  let description: String
}

/// Waits until `condition` is true.
@MainActor
func eventually(_ expectation: String, within limit: Duration = .seconds(20), _ condition: @MainActor () -> Bool) async throws {
  let deadline = ContinuousClock.now + limit
  while !condition() {
    guard ContinuousClock.now < deadline else { throw TimedOut(description: "Not in time: \(expectation)") }
    try await Task.sleep(for: .milliseconds(5))
  }
}

/// Waits until `stream` yields an element that fits.
func first<Element: Sendable>(
  _ expectation: String, in stream: AsyncStream<Element>, within limit: Duration = .seconds(20),
  where fits: @escaping @Sendable (Element) -> Bool
) async throws -> Element {
  try await withThrowingTaskGroup(of: Element.self) { group in
    group.addTask {
      for await element in stream where fits(element) { return element }
      throw TimedOut(description: "The stream ended without \(expectation)")
    }
    group.addTask {
      try await Task.sleep(for: limit)
      throw TimedOut(description: "Not in time: \(expectation)")
    }
    defer { group.cancelAll() }
    guard let element = try await group.next() else { throw CancellationError() }
    return element
  }
}
