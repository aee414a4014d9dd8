import Foundation
import RelayRuntime

extension Scenario {
  /// What happens on the way: a proxy between client and server.
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
        try await endpoint.behind("plain") { endpoint, proxy in
          let client = try endpoint.client()
          let task = Task { try await client.fetch(SlowQuery(ms: 20_000)) }
          try await Task.sleep(for: .milliseconds(300))
          let start = ContinuousClock.now
          task.cancel()
          try checkEqual(proxy.line(), "closed")
          try check(ContinuousClock.now - start < .seconds(5), "the connection closed after \(ContinuousClock.now - start)")
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

  /// What happens to the servers.
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
        let task = Task { try await client.fetch(SlowQuery(ms: 20_000)) }
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
      + [Feature.webSocket, .eventStream, .multipartSubscriptions].map { transport in
        Scenario("\(transport.rawValue): killed and started again during a subscription", needs: [transport]) { endpoint in
          let client = try endpoint.subscriber(transport)
          let events = Tally()
          let interruptions = Tally()
          let stream = client.subscribe(
            TicksSubscription(count: 100_000, every: 5),
            onConnectionChange: { state in
              if case .reconnecting = state { interruptions.increase() }
            })
          try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { for try await _ in stream { events.increase() } }
            group.addTask {
              try await eventually("an event") { events.value > 0 }
              servers.kill(endpoint.program)
              try await eventually("the interruption is told") { interruptions.value > 0 }
              try await servers.start(endpoint.program)
              let before = events.value
              try await eventually("an event after the interruption") { events.value > before }
            }
            try await group.next()
            group.cancelAll()
          }
        }
      }
  }
}
