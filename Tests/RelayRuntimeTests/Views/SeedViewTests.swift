import Foundation
import TestSupport
import Testing

@testable import RelayRuntime

@Suite("The views of the guide", .hangGuard)
@MainActor
struct SeedViewTests {
  @Test("a query loads, its fragments show, the next page appends")
  func flow() async throws {
    let mock = MockEnvironment()
    try await RelayEnvironment.withCurrent(mock.environment) {
      let view = CurrentUserToDoList()
      #expect(view.body == ["Loading..."])
      try await mock.resolveMostRecentOperation(data: ToDoPayloads.user)
      #expect(view.body == ["To-do List for u1", "[ ] Buy milk", "[x] Feed the cat", "Load more"])

      let user = try #require(view.query.get(id: "u1").data?.user)
      let list = ToDoList(user: user.asFragment())
      let load = try #require(list.user).loadNext(10)
      #expect(list.body.last == "Loading…")
      let operation = try await mock.nextOperation(ToDoListPaginationQuery.self)
      #expect(operation.request.variables == ["count": 10, "cursor": "c2", "id": "u1"])
      try await mock.resolve(operation, data: ToDoPayloads.secondPage)
      try await load.value
      #expect(list.body == ["[ ] Buy milk", "[x] Feed the cat", "[ ] Call home"])
      #expect(view.body.count == 4)

      try mock.environment.commitLocalUpdate { $0["t1"]?["text"] = "Buy oat milk" }
      #expect(view.body[1] == "[ ] Buy oat milk")
    }
  }

  @Test("without an environment a query fails with an error, and a mutation too")
  func noEnvironment() async throws {
    let view = CurrentUserToDoList()
    #expect(view.body == ["Error: \(RelayError.noEnvironment.localizedDescription)"])
    for name in ["relayEnvironment(_:)", "RelayEnvironment.withCurrent"] {
      #expect(RelayError.noEnvironment.localizedDescription.contains(name))
    }
    let mutation = MutationHandle<RenameTodoMutation>()
    await #expect(throws: RelayError.noEnvironment) { try await mutation.commit(RenameTodoMutation(id: "t1", text: "x")).value }
  }
}
