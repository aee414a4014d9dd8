import Foundation
import RelayRuntime
import Synchronization

extension Scenario {
  /// Faults of the connection, caused by a proxy between client and server.
  static let journeys: [Scenario] =
    [
      Scenario("byte by byte", needs: [.post]) { endpoint in
        try await endpoint.behind("drip") { endpoint, _ in
          try checkEqual(try await endpoint.client().fetch(StoriesQuery(count: 20)).stories.count, 20)
        }
      },

      Scenario("late", needs: [.post]) { endpoint in
        try await endpoint.behind("delay") { endpoint, _ in
          try checkEqual(try await endpoint.client().fetch(StoriesQuery(count: 20)).stories.count, 20)
        }
      },

      Scenario("cut off in the middle", needs: [.post]) { endpoint in
        try await endpoint.behind("cut=400") { endpoint, _ in
          let client = try endpoint.client(.init(retryPolicy: .never))
          let error = try await thrown { _ = try await client.fetch(StoriesQuery(count: 200)) }
          try check(error is URLError, "\(error)")
          try check(client.read(StoriesQuery(count: 200))?.stories.isEmpty ?? true, "half of an answer is in the store")
        }
      },

      Scenario("compressed", needs: [.post]) { endpoint in
        try await endpoint.behind("gzip") { endpoint, _ in
          try checkEqual(try await endpoint.client().fetch(StoriesQuery(count: 200)).stories.count, 200)
        }
      },

      Scenario("cancellation closes the connection", needs: [.post]) { endpoint in
        try await endpoint.behind("count") { endpoint, proxy in
          let client = try endpoint.client()
          let task = Task { try await client.fetch(SlowQuery(ms: Self.forever)) }
          try checkEqual(proxy.line(), "opened")
          task.cancel()
          try checkEqual(proxy.line(), "closed")
        }
      },
    ]
    + [Feature.webSocket, .eventStream, .multipartSubscriptions].map { transport in
      Scenario("\(transport.rawValue): byte by byte", needs: [transport]) { endpoint in
        try await endpoint.behind("drip") { endpoint, _ in
          var count = 0
          for try await _ in try endpoint.subscriber(transport).subscribe(TicksSubscription(count: 5, every: 2)) { count += 1 }
          try checkEqual(count, 5)
        }
      }
    }

  /// Faults of the servers.
  static func faults(_ servers: Servers) -> [Scenario] {
    [
      Scenario("killed before the request, then started again", needs: [.post]) { endpoint in
        let client = try endpoint.client(.init(retryPolicy: .never))
        servers.kill(endpoint.program)
        let error = try await thrown { _ = try await client.fetch(ViewerQuery()) }
        try check(error is URLError, "\(error)")
        try await servers.start(endpoint.program)
        _ = try await client.fetch(ViewerQuery())
      },

      Scenario("killed during an answer", needs: [.post]) { endpoint in
        let client = try endpoint.client(.init(retryPolicy: .never))
        let task = Task { try await client.fetch(SlowQuery(ms: Self.forever)) }
        try await Task.sleep(for: .milliseconds(300))
        servers.kill(endpoint.program)
        let error = try await thrown { _ = try await task.value }
        try check(error is URLError, "\(error)")
        try await servers.start(endpoint.program)
        _ = try await client.fetch(ViewerQuery())
      },

      Scenario("started again between two requests", needs: [.post]) { endpoint in
        let client = try endpoint.client()
        _ = try await client.fetch(ViewerQuery())
        servers.kill(endpoint.program)
        try await servers.start(endpoint.program)
        _ = try await client.fetch(ViewerQuery(), fetchPolicy: .networkOnly)
      },

      Scenario("stopped for a while", needs: [.post]) { endpoint in
        let client = try endpoint.client()
        servers.signal(endpoint.program, SIGSTOP)
        let task = Task { try await client.fetch(ViewerQuery()) }
        try await Task.sleep(for: .seconds(1))
        servers.signal(endpoint.program, SIGCONT)
        _ = try await task.value
      },
    ]
      + Self.transports.flatMap { transport in
        [
          Scenario("\(transport.rawValue): killed and started again during a subscription", needs: [transport]) { endpoint in
            try await endpoint.subscriber(transport).watch { events, states in
              try await eventually("an event") { events.value > 0 }
              servers.kill(endpoint.program)
              // The application has to fetch what it missed in the meantime; it is notified of both ends of the gap.
              try await eventually("the interruption is told") { states.value.contains { $0.isInterruption } }
              try await servers.start(endpoint.program)
              let before = events.value
              try await eventually("the connection is told") { states.value.last == .connected }
              try await eventually("an event after the interruption") { events.value > before }
            }
          },

          Scenario("\(transport.rawValue): stopped for a while during a subscription", needs: [transport]) { endpoint in
            try await endpoint.subscriber(transport).watch { events, _ in
              try await eventually("an event") { events.value > 0 }
              servers.signal(endpoint.program, SIGSTOP)
              try await Task.sleep(for: .seconds(1))
              let before = events.value
              servers.signal(endpoint.program, SIGCONT)
              try await eventually("an event afterwards") { events.value > before + 10 }
            }
          },

          Scenario("\(transport.rawValue): cut off during a subscription", needs: [transport]) { endpoint in
            try await endpoint.behind("cut=4000") { endpoint, _ in
              try await endpoint.subscriber(transport).watch { events, states in
                try await eventually("an interruption") { states.value.contains { $0.isInterruption } }
                let before = events.value
                try await eventually("an event afterwards") { events.value > before }
              }
            }
          },
        ]
      }
  }
}

extension RelayEnvironment {
  /// Subscribes to an endless series of ticks while `body` runs.
  /// - Parameter body: receives the number of ticks so far, and the states of the connection.
  func watch(_ body: @escaping @Sendable (Tally, States) async throws -> Void) async throws {
    let (events, states) = (Tally(), States())
    let stream = subscribe(TicksSubscription(count: 100_000, every: 5), onConnectionChange: { states.append($0) })
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask {
        for try await _ in stream { events.increase() }
        throw Failure("the subscription has ended after \(events.value) events")
      }
      group.addTask { try await body(events, states) }
      defer { group.cancelAll() }
      try await group.next()
    }
  }
}

extension ConnectionState {
  var isInterruption: Bool { if case .reconnecting = self { true } else { false } }
}

/// The connection states reported to a subscription.
final class States: Sendable {
  private let states = Mutex<[ConnectionState]>([])

  var value: [ConnectionState] { states.withLock { $0 } }

  func append(_ state: ConnectionState) { states.withLock { $0.append(state) } }
}
