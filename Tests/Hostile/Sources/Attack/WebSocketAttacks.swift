import Foundation
import RelayRuntime

extension Attack {
  /// The limit of messages in these attacks, in bytes.
  private static let limit = 64 << 20

  /// Attacks over WebSockets. The first argument is the server's URL.
  static let webSocket: [String: Body] = [
    // ws-subscribe URL: a subscription; what it brought is the outcome.
    "ws-subscribe": { arguments, measure in
      let network = try await Self.network(arguments, measure)
      let outcome = try await Self.outcome(of: network)
      // The client's messages to the server have been sent.
      return "\(outcome); \(await Self.settled(measure))"
    },

    // ws-hold URL [LIMIT]: a subscription whose payloads are never let go.
    "ws-hold": { arguments, measure in
      let network = try await Self.network(arguments, measure) {
        $0.maximumMessageSize = arguments.dropFirst().first.flatMap { Int($0) } ?? Self.limit
        $0.idleTimeout = .milliseconds(300)
      }
      var held: [NetworkPayload] = []
      do {
        for try await payload in network.execute(Self.subscription()) { held.append(payload) }
      } catch {
        // The client's messages to the server have been sent.
        return "\(Self.name(error)) after \(held.count); \(await Self.settled(measure))"
      }
      return "ended after \(held.count)"
    },

    // ws-neighbour URL: a subscription that nobody reads, beside one that is read.
    "ws-neighbour": { arguments, measure in
      let network = try await Self.network(arguments, measure)
      // The server knows it by its variable.
      let slow = network.execute(Self.subscription(bytes: 1))
      let quick = try await Self.outcome(of: network)
      var count = 0
      do {
        for try await _ in slow { count += 1 }
      } catch {
        return "\(quick); \(Self.name(error)) after \(count)"
      }
      return "\(quick); ended after \(count)"
    },

    // ws-pings URL: a peer that reads nothing any more, while there is much to send: the pings that are not answered end the connection.
    "ws-pings": { arguments, measure in
      let network = try await Self.network(arguments, measure) {
        $0.pingInterval = .milliseconds(300)
        $0.maximumRetries = 0
      }
      let outcome = try await Self.outcome(of: network, Self.subscription(bytes: 16 << 20))
      return "\(outcome); \(await Self.settled(measure))"
    },

    // ws-cancel URL: a subscription that is cancelled after a while.
    "ws-cancel": { arguments, measure in
      let network = try await Self.network(arguments, measure) {
        $0.acknowledgementTimeout = nil
        $0.pingInterval = nil
      }
      let task = Task { try await Self.outcome(of: network, Self.subscription(bytes: 16 << 20)) }
      try await Task.sleep(for: .seconds(1))
      task.cancel()
      _ = try await task.value
      return await Self.settled(measure)
    },

    // ws-close URL: a subscription that ends, after which the connection is closed.
    "ws-close": { arguments, measure in
      let network = try await Self.network(arguments, measure)
      let outcome = try await Self.outcome(of: network)
      return "\(outcome); \(await Self.settled(measure))"
    },

    // ws-open URL: a server that does not come to an end with opening the connection.
    "ws-open": { arguments, measure in
      let network = try await Self.network(arguments, measure) {
        $0.acknowledgementTimeout = .seconds(1)
        $0.maximumRetries = 0
      }
      let outcome = try await Self.outcome(of: network)
      return "\(outcome); \(await Self.settled(measure))"
    },

    // ws-retry URL: a server that drops every connection.
    "ws-retry": { arguments, measure in
      let network = try await Self.network(arguments, measure) {
        $0.maximumRetries = 3
        $0.initialDelay = .milliseconds(100)
      }
      return try await Self.outcome(of: network)
    },

    // ws-variants URL: subscriptions at URL/0, URL/1… until the server says that this was all (418 or 4418).
    "ws-variants": { arguments, measure in
      _ = try await Self.network(arguments, measure)
      var outcomes: [String] = []
      while outcomes.count < 100 {
        let url = try Self.url(arguments).appending(path: "\(outcomes.count)")
        let outcome = try await Self.outcome(of: WebSocketNetwork(url: url, configuration: Self.configuration))
        if outcome.hasSuffix("418") { break }
        outcomes.append(outcome)
      }
      return outcomes.joined(separator: ",")
    },
  ]

  private static var configuration: WebSocketNetwork.Configuration {
    WebSocketNetwork.Configuration(maximumRetries: 0, idleTimeout: .zero, maximumMessageSize: Self.limit)
  }

  /// A network for the server, after an ordinary subscription has shown that the server is running and has loaded
  /// everything needed.
  private static func network(
    _ arguments: [String], _ measure: Measure, _ configure: (inout WebSocketNetwork.Configuration) -> Void = { _ in }
  ) async throws -> WebSocketNetwork {
    let url = try Self.url(arguments)
    guard let hello = URL(string: "/hello", relativeTo: url) else { throw URLError(.badURL) }
    var configuration = Self.configuration
    let first = try await Self.outcome(of: WebSocketNetwork(url: hello.absoluteURL, configuration: configuration))
    guard first == "1 payloads" else { throw URLError(.cannotConnectToHost) }
    // Its thread ends with that connection.
    while Measure.threads(named: "relay.websocket") > 0 { try await Task.sleep(for: .milliseconds(10)) }
    configure(&configuration)
    measure.begin()
    return WebSocketNetwork(url: url, configuration: configuration)
  }

  private static func subscription(bytes: Int = 0) -> NetworkRequest {
    NetworkRequest(
      operationName: "EventSubscription", operationKind: .subscription, text: "subscription EventSubscription { event }",
      variables: bytes == 0 ? [:] : ["text": .string(String(repeating: "x", count: bytes))])
  }

  /// The number of payloads of a subscription, or its error.
  private static func outcome(of network: WebSocketNetwork, _ request: NetworkRequest = Self.subscription()) async throws -> String {
    var count = 0
    do {
      for try await payload in network.execute(request) {
        _ = try JSON(parsing: payload.data)
        count += 1
      }
    } catch {
      return Self.name(error)
    }
    return "\(count) payloads"
  }

  private static func name(_ error: any Error) -> String {
    switch error {
    case RelayError.webSocket(let code, _): "\(code)"
    case RelayError.http(let status, _): "\(status)"
    case RelayError.responseTooLarge: "too large"
    case RelayError.subscription(let errors): "\(errors.count) errors"
    case is JSONParseError: "no JSON"
    default: "\(error)"
    }
  }

  /// Waits until there are no more descriptors than when the client was ready, and no thread of a connection.
  private static func settled(_ measure: Measure) async -> String {
    while !measure.isSettled() || Measure.threads(named: "relay.websocket") > 0 { try? await Task.sleep(for: .milliseconds(20)) }
    return "closed"
  }
}
