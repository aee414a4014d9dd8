import RelayRuntime
import Testing

extension EndToEnd {
  /// The server is killed without notice, and restarted.
  @MainActor
  struct RestartTests {
    @Test func losesNothing() async throws {
      let client = try await EndToEnd.client()
      let list = try await TodoList(client)
      _ = try await list.add("Before the storm").value
      let changes = SubscriptionHandle<TodoChangedSubscription>(environment: client)
      _ = changes.get(TodoChangedSubscription())
      let before = list.texts
      #expect(before.first == "Before the storm")

      await PythonServer.shared.kill()

      // Loaded data stays on the screen; changes that cannot be sent are reverted.
      let task = list.add("In the storm")
      #expect(list.texts.first == "In the storm (new)")
      await #expect(throws: (any Error).self) { _ = try await task.value }
      #expect(list.texts == before)
      await #expect(throws: (any Error).self) { try await list.query.refetch().value }
      #expect(list.texts == before)
      #expect(list.query.failure != nil)
      await #expect(throws: (any Error).self) { try await list.list.loadNext(3).value }
      #expect(list.texts == before)
      #expect(list.list.failure != nil && !list.list.isLoadingNext && list.list.hasNext)

      try await PythonServer.shared.start()

      // The same actions work again, on the same handles.
      try await list.query.refetch().value
      #expect(list.query.failure == nil)
      #expect(list.texts == Array(before.prefix(3)))
      try await list.list.loadNext(3).value
      #expect(list.texts.count > 3)
      _ = try await list.add("After the storm").value
      #expect(list.texts.prefix(2) == ["After the storm", "Before the storm"])

      // The subscription has reconnected automatically.
      let other = try await EndToEnd.client()
      let todo = try #require(list.todos.first)
      try await eventually("an event of the new server") {
        // Adding it may already have caused an event.
        if case .success(let data?) = changes.result, case let changed = data.todoChanged.todo.fragments.todo_row, changed.id == todo.id,
          changed.complete
        {
          return true
        }
        Task { try await other.commit(ChangeTodoStatusMutation(input: ChangeTodoStatusInput(id: todo.id, complete: true))) }
        return false
      }
      #expect(!todo.complete && list.todos.first?.complete == true)
    }

    @Test func subscribesAgainOverServerSentEvents() async throws {
      let other = try await EndToEnd.client()
      let policy = RetryPolicy(maximumAttempts: 10_000, initialDelay: .milliseconds(100), maximumDelay: .milliseconds(500))
      let configuration = HTTPNetwork.Configuration(headers: ["Accept": "text/event-stream"], retryPolicy: policy)
      let client = RelayEnvironment(network: HTTPNetwork(url: PythonServer.shared.url, configuration: configuration))
      let changes = SubscriptionHandle<TodoChangedSubscription>(environment: client)
      _ = changes.get(TodoChangedSubscription())
      let todo = try #require(try await TodoList(other).todos.first)
      /// Changes the to-do until an event reports it, because nothing signals when the server has begun to listen.
      func change(to complete: Bool) async throws {
        let deadline = ContinuousClock.now + HangGuard.time
        while true {
          if case .success(let data) = changes.result, data?.todoChanged.todo.fragments.todo_row.complete == complete { return }
          guard ContinuousClock.now < deadline else { throw TimedOut(description: "Never came: an event for \(complete)") }
          // One at a time, so that no late change undoes the next one.
          try await other.commit(ChangeTodoStatusMutation(input: ChangeTodoStatusInput(id: todo.id, complete: complete)))
        }
      }
      try await change(to: true)
      try await change(to: false)

      await PythonServer.shared.kill()
      // No error: the subscription waits for the server to come back.
      try await eventually("an attempt to connect again") {
        if case .reconnecting = changes.connectionState { true } else { false }
      }
      guard case .success = changes.result else { throw TimedOut(description: "\(changes.result)") }
      try await PythonServer.shared.start()
      try await change(to: true)
      try await change(to: false)
    }

    @Test func waitsForAServerThatIsRestarting() async throws {
      let policy = RetryPolicy(maximumAttempts: 10_000, initialDelay: .milliseconds(100), maximumDelay: .milliseconds(500))
      let attempts = Attempts()
      let client = try await EndToEnd.client(HTTPNetwork.Configuration(interceptors: [attempts], retryPolicy: policy))
      await PythonServer.shared.kill()
      async let data = client.fetch(UserQuery(id: "me"))
      try await eventually("a second attempt") { attempts.count > 1 }
      try await PythonServer.shared.start()
      #expect(try await data.user?.fragments.user_summary.name == "Ada")
    }

    @Test func failsAQueryWhoseAnswerBreaksOff() async throws {
      let client = try await EndToEnd.client()
      let query = client.query(ReputationQuery())
      try await eventually("the part that is not deferred") { query.result.data != nil }
      await PythonServer.shared.kill()
      try await eventually("the end of the request") { !query.isRefreshing }
      #expect(query.failure != nil)
      #expect(query.result.data?.user?.name == "Ada")
      try await PythonServer.shared.start()
      try await query.refetch().value
      let reputation = try #require(query.result.data?.user?.fragments.reputation_user)
      #expect(reputation.reputation == "enchantress of numbers")
    }
  }
}

/// Counts requests, and each attempt to send one again.
@MainActor
private final class Attempts: NetworkInterceptor {
  private(set) var count = 0

  nonisolated func intercept(
    _ request: HTTPNetwork.Request, next: @Sendable (HTTPNetwork.Request) async throws -> HTTPNetwork.Response
  ) async throws -> HTTPNetwork.Response {
    await note()
    return try await next(request)
  }

  private func note() { count += 1 }
}
