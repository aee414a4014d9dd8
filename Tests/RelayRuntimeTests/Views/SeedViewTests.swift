import Testing

@testable import RelayRuntime

@Suite("The views of the guide", .timeLimit(.minutes(1)))
@MainActor
struct SeedViewTests {
  nonisolated static let secondPage: JSON = [
    "node": [
      "__typename": "User", "id": "u1",
      "todos": [
        "edges": [["node": ["id": "t3", "text": "Call home", "complete": false, "__typename": "Todo"], "cursor": "c3"]],
        "pageInfo": ["endCursor": "c3", "hasNextPage": false],
      ],
    ]
  ]

  @Test("a query loads, its fragments show, the next page appends")
  func flow() async throws {
    let requests = Recorder<NetworkRequest>()
    let environment = RelayEnvironment(
      network: FetchNetwork { request in
        requests.append(request)
        try await Task.sleep(for: .milliseconds(20))
        if request.operationName == "CurrentUserToDoListQuery" { return NetworkPayload(json: GoldenFlowTests.firstPage) }
        return NetworkPayload(["data": Self.secondPage])
      })
    try await RelayEnvironment.withCurrent(environment) {
      let view = CurrentUserToDoList()
      #expect(view.body == ["Loading..."])
      while view.body == ["Loading..."] { try await Task.sleep(for: .milliseconds(1)) }
      #expect(view.body == ["To-do List for u1", "[ ] Buy milk", "[x] Feed the cat", "Load more"])
      let user = try #require(view.query.get(id: "u1").data?.user)
      let list = ToDoList(user: user.asFragment())
      let load = try #require(list.user).loadNext(10)
      #expect(list.body.last == "Loading…")
      try await load.value
      #expect(list.body == ["[ ] Buy milk", "[x] Feed the cat", "[ ] Call home"])
      #expect(view.body.count == 4)
      #expect(requests.values.map(\.operationName) == ["CurrentUserToDoListQuery", "ToDoListPaginationQuery"])
      #expect(requests.values[1].variables == ["count": 10, "cursor": "c2", "id": "u1"])
      try environment.commitLocalUpdate { $0["t1"]?["text"] = "Buy oat milk" }
      #expect(view.body[1] == "[ ] Buy oat milk")
    }
  }
}
