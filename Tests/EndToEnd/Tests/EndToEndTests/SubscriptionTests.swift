import RelayRuntime
import Testing

extension EndToEnd {
  @MainActor
  struct SubscriptionTests {
    @Test func keepsViewsUpToDate() async throws {
      let client = try await EndToEnd.client()
      let list = try await TodoList(client)
      let todo = try #require(list.todos.first)
      let row = FragmentHandle(todo)
      let changes = SubscriptionHandle<TodoChangedSubscription>(environment: client)
      _ = changes.get(TodoChangedSubscription())
      // Nothing signals when the server has begun to listen: change the to-do until it does.
      let other = try await EndToEnd.client()
      let complete = !todo.complete
      try await eventually("an event") {
        if case .success = changes.result { return true }
        Task { try await other.commit(ChangeTodoStatusMutation(input: ChangeTodoStatusInput(id: todo.id, complete: complete))) }
        return false
      }
      try await eventually("the row") { row.data?.complete == complete }
      let count = try await other.fetch(UserQuery(id: "me")).user?.fragments.user_summary.completedCount
      try await eventually("the summary") { list.summary.data?.completedCount == count }
    }

    @Test func yieldsEveryEventAndEnds() async throws {
      let client = try await EndToEnd.client()
      var numbers: [Int] = []
      for try await data in client.subscribe(CountdownSubscription(start: 20)) { numbers.append(data.countdown) }
      #expect(numbers == Array((0...20).reversed()))
    }

    @Test func runsSeveralOverOneConnection() async throws {
      let client = try await EndToEnd.client()
      let counts = try await withThrowingTaskGroup(of: Int.self) { group in
        for start in 1...8 {
          group.addTask {
            var count = 0
            for try await _ in client.subscribe(CountdownSubscription(start: start)) { count += 1 }
            return count
          }
        }
        var counts: [Int] = []
        for try await count in group { counts.append(count) }
        return counts
      }
      #expect(counts.sorted() == Array(2...9))
    }

    @Test func endsWithTheServersError() async throws {
      let client = try await EndToEnd.client()
      var numbers: [Int] = []
      let error = await #expect(throws: (any Error).self) {
        for try await data in client.subscribe(CountdownSubscription(start: 5, failAt: 3)) { numbers.append(data.countdown) }
      }
      #expect(numbers == [5, 4])
      #expect(error?.localizedDescription.contains("The clock stopped at 3.") == true)
    }

    @Test(arguments: ["text/event-stream", "multipart/mixed;subscriptionSpec=1.0"])
    func worksWithoutAWebSocket(_ mediaType: String) async throws {
      try await PythonServer.shared.start()
      let configuration = HTTPNetwork.Configuration(headers: ["Accept": mediaType])
      let client = RelayEnvironment(network: HTTPNetwork(url: PythonServer.shared.url, configuration: configuration))
      var numbers: [Int] = []
      for try await data in client.subscribe(CountdownSubscription(start: 3)) { numbers.append(data.countdown) }
      #expect(numbers == [3, 2, 1, 0])
    }
  }
}
