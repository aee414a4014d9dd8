import Foundation
import RelayRuntime

extension Scenario {
  private static let diesOfErrors = [
    "gqlgen": "the server's process dies of an error in an event stream",
    "graphql-sse": "the server's process dies of an error in an event stream",
  ]

  static let transports: [Feature] = [.webSocket, .eventStream, .singleConnection, .multipartSubscriptions]

  static let subscriptions: [Scenario] =
    Self.transports.flatMap { Self.streams(over: $0) } + Self.transports.map { Self.liveQuery(over: $0) }
    + [Self.oneSocket, Self.connectionParameters]

  private static func streams(over transport: Feature) -> [Scenario] {
    [
      Scenario("\(transport.rawValue): events, then the end", needs: [transport]) { endpoint in
        let client = try endpoint.subscriber(transport)
        var numbers: [Int] = []
        for try await data in client.subscribe(TicksSubscription(count: 5, every: 2)) { numbers.append(data.ticks.number) }
        try checkEqual(numbers.count, 5)
        try checkEqual(numbers, Array(numbers[0]..<numbers[0] + 5))
      },

      Scenario("\(transport.rawValue): an error in the middle", needs: [transport], skips: Self.diesOfErrors) { endpoint in
        let client = try endpoint.subscriber(transport)
        var count = 0
        let error = try await thrown {
          for try await _ in client.subscribe(FailingSubscription()) { count += 1 }
        }
        try checkEqual(count, 2)
        try check(!(error is CancellationError), "\(error)")
      },

      Scenario("\(transport.rawValue): cancellation reaches the server", needs: [transport]) { endpoint in
        let client = try endpoint.subscriber(transport)
        let before = try await client.fetch(ListeningQuery(), fetchPolicy: .networkOnly).listening
        let task = Task { for try await _ in client.subscribe(TodoAddedSubscription()) {} }
        try await eventually("the server listens") {
          try await client.fetch(ListeningQuery(), fetchPolicy: .networkOnly).listening == before + 1
        }
        task.cancel()
        _ = try? await task.value
        try await eventually("the server has heard of the end") {
          try await client.fetch(ListeningQuery(), fetchPolicy: .networkOnly).listening == before
        }
      },

      Scenario("\(transport.rawValue): 200 at once", needs: [transport]) { endpoint in
        let client = try endpoint.subscriber(transport)
        let counts = try await withThrowingTaskGroup(of: Int.self) { group in
          for _ in 0..<200 {
            group.addTask {
              var count = 0
              for try await _ in client.subscribe(TicksSubscription(count: 3, every: 5)) { count += 1 }
              return count
            }
          }
          return try await group.reduce(into: [Int]()) { $0.append($1) }
        }
        try checkEqual(counts, Array(repeating: 3, count: 200))
      },
    ]
  }

  private static let oneSocket =
    Scenario("webSocket: 200 at once on one connection", needs: [.webSocket]) { endpoint in
      try await endpoint.behind("count") { endpoint, proxy in
        let client = try endpoint.client()
        let counts = try await withThrowingTaskGroup(of: Int.self) { group in
          for _ in 0..<200 {
            group.addTask {
              var count = 0
              for try await _ in client.subscribe(TicksSubscription(count: 3, every: 50)) { count += 1 }
              return count
            }
          }
          return try await group.reduce(into: [Int]()) { $0.append($1) }
        }
        try checkEqual(counts, Array(repeating: 3, count: 200))
        proxy.cut()
        var connections = 0
        while let line = proxy.line() { connections += line == "opened" ? 1 : 0 }
        try checkEqual(connections, 1)
      }
    }

  private static func liveQuery(over transport: Feature) -> Scenario {
    Scenario(
      "\(transport.rawValue): an event about what a query shows", needs: [transport],
      skips: ["graphql-sse": "has no other way for a mutation"]
    ) { @MainActor endpoint in
      let client = try endpoint.subscriber(transport)
      let other = try endpoint.client()
      let texts = ["first", "second"].map { "The \($0) of \(UUID().uuidString)" }
      func add(_ text: String) async throws -> String {
        try await other.commit(AddTodoMutation(input: AddTodoInput(text: text), connections: [])).addTodo.todoEdge.node.id
      }
      func reset() async throws { try await other.commit(RenameMutation(name: "reset")) }
      // After a reset, the ids of removed to-dos are reused for the next ones.
      try await reset()
      let id = try await add(texts[0])
      let node = client.query(NodeQuery(id: id))
      try await eventually("the query's answer") { node.result.data?.node?.asTodo?.text == texts[0] }
      try await reset()
      let added = SubscriptionHandle<TodoAddedSubscription>(environment: client)
      let before = try await client.fetch(ListeningQuery(), fetchPolicy: .networkOnly).listening
      _ = added.get(TodoAddedSubscription())
      try await eventually("the server listens") {
        try await client.fetch(ListeningQuery(), fetchPolicy: .networkOnly).listening == before + 1
      }
      try checkEqual(try await add(texts[1]), id)
      try await eventually("the event") {
        if case .success(let event) = added.result { event?.todoAdded.node.id == id } else { false }
      }
      try await eventually("the query shows what the event told") { node.result.data?.node?.asTodo?.text == texts[1] }
      try await reset()
    }
  }

  private static let connectionParameters =
    Scenario(
      "webSocket: authentication by connection parameters", needs: [.webSocket],
      skips: ["gqlgen-ws": "does not show them", "async-graphql-ws": "does not show them"]
    ) { endpoint in
      guard let url = endpoint.webSocket else { throw Failure("there is no socket") }
      let payload: JSON = ["Authorization": "Bearer secret", "authorization": "Bearer secret"]
      let client = RelayEnvironment(
        network: WebSocketNetwork(url: url, configuration: .init(connectionPayload: { payload }, idleTimeout: .zero)))
      try checkEqual(try await client.fetch(SeenQuery()).seen.authorization, "Bearer secret")
    }
}

extension Endpoint {
  /// A client whose subscriptions use `transport`.
  func subscriber(_ transport: Feature) throws -> RelayEnvironment {
    if transport == .singleConnection, let http = self.http {
      let client = RelayEnvironment(network: EventStreamNetwork(url: http, configuration: .init(idleTimeout: .milliseconds(100))))
      Clients.add(client)
      return client
    }
    // graphql-sse accepts only the media type of event streams, even for queries.
    return try self.client(name == "graphql-sse" ? .init(headers: ["Accept": "text/event-stream"]) : .init())
  }
}
